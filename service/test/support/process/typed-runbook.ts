import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after } from 'node:test';
import { packService } from '../../../../scripts/pack-service.ts';

/** A freshly installed Debian, with the packed service in the home of root. */
export async function makeDebian(suite: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'momo-debian-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  const options = [
    '--variant=minbase',
    '--mode=root',
    // An old mirror is good enough for a test, now and when the commands ask it.
    '--aptopt=Acquire::Check-Valid-Until false',
  ];
  // It mounts /dev/shm and others of this machine into the new root. Where it was killed they would
  // still be there when the folder is removed, and what they have would go with it.
  execFileSync('unshare', ['--mount', 'mmdebstrap', ...options, suite, root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // It trusts whom this machine trusts: there may be a proxy that decrypts what is fetched.
  const trusted = 'usr/local/share/ca-certificates';
  if (existsSync(`/${trusted}`)) cpSync(`/${trusted}`, join(root, trusted), { recursive: true });
  cpSync('/etc/resolv.conf', join(root, 'etc', 'resolv.conf'), { dereference: true });
  const packed = await packService(join(root, 'root'));
  if (!/^momo-.*\.tgz$/.test(basename(packed))) throw new Error(packed);
  return root;
}

export interface Typed {
  readonly code: number | null;
  readonly output: string;
}

/**
 * Types the blocks into one shell on that machine, which ends at the first command that fails. It
 * has a list of processes of its own, so that nothing outlives it.
 */
export async function typeInto(
  root: string,
  blocks: readonly string[],
  onOutput: (text: string) => void,
): Promise<Typed> {
  const enter = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', ENTER, root];
  const shell = spawn('unshare', enter, { stdio: ['pipe', 'pipe', 'pipe'] });
  after(() => shell.kill('SIGKILL'));
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      onOutput(chunk);
    });
  }
  shell.stdin.end(['set -ev -o pipefail', ...blocks, 'exit'].join('\n'));
  const code = await new Promise<number | null>((resolve) => shell.once('close', resolve));
  return { code, output };
}

const ENTER = `set -e
mount -t proc proc "$0/proc"
mount --bind /dev "$0/dev"
mount -t tmpfs tmpfs "$0/dev/shm"
mount -t tmpfs tmpfs "$0/tmp" -o mode=1777
exec chroot "$0" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin /bin/bash`;
