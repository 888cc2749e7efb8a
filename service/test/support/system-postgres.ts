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

/**
 * Starts that PostgreSQL on a new cluster until the test file is done, and returns its address: a
 * socket, or a port of loopback.
 */
export async function startSystemPostgres(
  bin: string,
  loopback?: { readonly port: number },
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'momo-system-'));
  const user = await chooseServerUser(null);
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const as = user === null ? {} : { uid: user.uid, gid: user.gid };
  const run = (name: string, ...args: readonly string[]) =>
    execFileSync(join(bin, name), args, { ...as, cwd: folder, stdio: 'ignore' });
  const cluster = join(folder, 'data');
  run('initdb', '-D', cluster, '-U', 'momo', '--auth=trust', '--encoding=UTF8', '--no-locale');
  const address = loopback === undefined ? '' : '127.0.0.1';
  const port = loopback?.port ?? 5432;
  const options = `-k ${folder} -p ${port} -c listen_addresses='${address}'`;
  run('pg_ctl', '-D', cluster, '-o', options, '-l', join(folder, 'log'), '-w', 'start');
  after(() => {
    run('pg_ctl', '-D', cluster, '-m', 'immediate', 'stop');
    rmSync(folder, { recursive: true, force: true });
  });
  const host = loopback === undefined ? folder : address;
  return urlOf({ host, port, user: 'momo', database: 'postgres' });
}
