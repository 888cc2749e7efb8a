import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseServerUser } from '../../../src/postgres/postmaster/run-as.ts';
import type { ServerConnection } from '../postgres-server.ts';
import { freePort } from '../process/rolling-restarts.ts';
import { launch } from '../service-process.ts';

/** Why a test cannot run here, as node:test wants it. */
export const NO_PGBOUNCER =
  spawnSync('pgbouncer', ['--version']).status === 0 ? false : 'pgbouncer is not installed';

/** A PgBouncer in front of the database, as it comes but for its mode; returns its address. */
export async function startPgBouncer(
  mode: 'session' | 'transaction' | 'statement',
  { host, port: at, user: name, database }: ServerConnection,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'momo-pgbouncer-'));
  // It does not run as root, and its user must be able to enter.
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  const port = await freePort();
  writeFileSync(users, `"${name}" ""\n`);
  writeFileSync(
    file,
    `[databases]
${database} = host=${host} port=${at}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
`,
  );
  const user = await chooseServerUser(null);
  const pooler = launch({
    command: ['pgbouncer', file],
    ...(user === null ? {} : { user: { uid: user.uid, gid: user.gid } }),
  });
  await pooler.seen('process up');
  return `postgresql://${name}@127.0.0.1:${port}/${database}`;
}
