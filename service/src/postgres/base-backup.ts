import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import type { EmbeddedPostgres } from './server.ts';

/** A file of a backup, and how to see that it is still the same. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What the bytes of an archive pass on their way to the disk. */
export type Stage = (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** The cluster with the write-ahead log that makes it consistent. */
export const ARCHIVE = 'base.tar.gz';
/** PostgreSQL's own list of the files in it, for `pg_verifybackup`. */
const LIST = 'backup_manifest';

/**
 * Lets the server write a backup of the whole cluster into a folder, while it is in use. The server
 * verifies the checksum of each page that it reads, so that a damaged disk ends in an error and not
 * in a backup. It is what pg_basebackup asks for; the packages have no such program.
 */
export async function writeBaseBackup(
  { connection }: Pick<EmbeddedPostgres, 'connection'>,
  folder: string,
  through: { readonly name: string; readonly stages: readonly Stage[] },
): Promise<readonly StoredFile[]> {
  const options = { ...connection, application_name: 'momo backup', replication: 'true' };
  const client = new Client(options);
  // The queries under way fail by themselves; without a listener the end below would be an error.
  client.on('error', () => {});
  const stages = [createGzip({ level: 1 }), ...through.stages];
  const archive = openStore(join(folder, through.name), stages);
  const list = openStore(join(folder, LIST), []);
  try {
    await client.connect();
    const read = async () => {
      await readBackup(client, { archive: archive.input, list: list.input });
      archive.input.end();
      list.input.end();
    };
    const [, ...files] = await Promise.all([read(), archive.stored, list.stored]);
    return files;
  } finally {
    client.connection.stream.destroy();
    archive.input.destroy();
    list.input.destroy();
  }
}

async function readBackup(
  client: Client,
  into: { readonly archive: Writable; readonly list: Writable },
): Promise<void> {
  const { stream } = client.connection;
  let current = into.archive;
  client.connection.on('copyData', ({ chunk }: { readonly chunk: Buffer }) => {
    const kind = chunk.toString('latin1', 0, 1);
    if (kind === 'm') current = into.list;
    // The driver uses the memory of a message again.
    if (kind !== 'd' || current.write(Buffer.from(chunk.subarray(1)))) return;
    // Messages that had arrived by then follow, and wait for the same moment.
    if (stream.isPaused()) return;
    stream.pause();
    current.once('drain', () => stream.resume());
  });
  // The keywords of this protocol are in capitals. Until this connection ends, no checkpoint
  // removes log that the backup needs.
  const slot = `momo_backup_${randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`);
  await client.query(
    `BASE_BACKUP (LABEL 'momo', CHECKPOINT 'fast', WAL, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
  );
}

interface Store {
  readonly input: PassThrough;
  /** Settles when the file is on disk. */
  readonly stored: Promise<StoredFile>;
}

function openStore(path: string, through: readonly (NodeJS.ReadWriteStream | Stage)[]): Store {
  const input = new PassThrough();
  const hash = createHash('sha256');
  let bytes = 0;
  const count = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const stored = pipeline([input, ...through, count, file]).then(() => {
    return { name: basename(path), bytes, sha256: hash.digest('hex') };
  });
  // It may fail while nothing waits for it yet; the caller gets the error later all the same.
  stored.catch(() => {});
  return { input, stored };
}
