import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { chooseServerUser } from '../../src/postgres/postmaster/run-as.ts';
import { urlOf } from './database.ts';

const NEEDED = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore'];

/** The folder of a PostgreSQL with its tools on this machine, or `null`. */
export function findSystemPostgres(): string | null {
  try {
    const bin = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
    return NEEDED.every((name) => existsSync(join(bin, name))) ? bin : null;
  } catch {
    return null;
  }
}

interface Place {
  /** A port of loopback; without one, it is reached by a socket. */
  readonly port?: number;
  /** An empty folder for it, such as a disk of its own; its owner ends the server. */
  readonly folder?: string;
}

/** Starts that PostgreSQL on a new cluster until the test file is done, and returns its address. */
export async function startSystemPostgres(bin: string, place: Place = {}): Promise<string> {
  const folder = place.folder ?? mkdtempSync(join(tmpdir(), 'momo-system-'));
  const user = await chooseServerUser(null);
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const as = user === null ? {} : { uid: user.uid, gid: user.gid };
  const run = (name: string, ...args: readonly string[]) =>
    execFileSync(join(bin, name), args, { ...as, cwd: folder, stdio: 'ignore' });
  const cluster = join(folder, 'postgres');
  run('initdb', '-D', cluster, '-U', 'momo', '--auth=trust', '--encoding=UTF8', '--no-locale');
  const address = place.port === undefined ? '' : '127.0.0.1';
  const port = place.port ?? 5432;
  const options = `-k ${folder} -p ${port} -c listen_addresses='${address}'`;
  run('pg_ctl', '-D', cluster, '-o', options, '-l', join(folder, 'log'), '-w', 'start');
  after(() => {
    if (place.folder !== undefined) return;
    run('pg_ctl', '-D', cluster, '-m', 'immediate', 'stop');
    rmSync(folder, { recursive: true, force: true });
  });
  const host = place.port === undefined ? folder : address;
  return urlOf({ host, port, user: 'momo', database: 'postgres' });
}
