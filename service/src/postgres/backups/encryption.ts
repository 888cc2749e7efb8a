import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Stage } from '../base-backup.ts';
import { BackupRefused } from './manifest.ts';

// By Debian's `age`, to public keys: the private key is not on the machine that takes backups, so
// that a stolen machine opens none of them.

/** Ends the name of an encrypted file. */
export const ENCRYPTED = '.age';

/** Encrypts to all public keys that the file lists. */
export function encryptTo(recipients: string): Stage {
  return (source) => throughAge(['--encrypt', '--recipients-file', recipients], source);
}

/** What was encrypted, if the file holds the private key of one of the recipients. */
export function decryptFile(path: string, identity: string): AsyncIterable<Buffer> {
  return throughAge(['--decrypt', '--identity', identity], createReadStream(path));
}

async function* throughAge(
  args: readonly string[],
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const age = spawn('age', args, { stdio: 'pipe' });
  await once(age, 'spawn').catch(() => {
    throw new BackupRefused('The program `age` is not here: apt-get install age.');
  });
  const complaints: string[] = [];
  age.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  const closed = once(age, 'close');
  // When age gives up, its exit code and its words say more than the broken pipe.
  const fed = pipeline(source, age.stdin).catch((error: unknown) => error);
  try {
    yield* age.stdout;
    const [code] = (await closed) as [number | null];
    if (code !== 0) throw new BackupRefused(`age refuses: ${firstLine(complaints.join(''))}`);
    const problem = await fed;
    if (problem !== undefined) throw problem;
  } finally {
    age.kill();
  }
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
