import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { findInstalledBinaries, prepareBinaries } from '../../../src/postgres/binaries.ts';
import { SHARED_FOLDER } from '../../../src/postgres/placement.ts';
import { chooseServerUser, type ServerUser } from '../../../src/postgres/postmaster/run-as.ts';
import type { ServerConnection } from '../postgres-server.ts';
import { eventually, launch, type RunningProcess } from '../service-process.ts';

export interface ClusterNode {
  readonly connection: ServerConnection;
  start(): Promise<void>;
  /** Ends it as a machine that loses its power does. */
  kill(): Promise<void>;
  /** One query as its administrator, on a connection of its own. */
  ask(text: string): Promise<readonly unknown[]>;
}

export interface SmallCluster {
  readonly primary: ClusterNode;
  readonly standby: ClusterNode;
}

const USER = 'momo';

/**
 * Two real servers, the second following the first. A commit of the first waits for the second, so
 * that what is acknowledged survives a failover.
 */
export async function startSmallCluster(): Promise<SmallCluster> {
  const user = await chooseServerUser(null);
  const folder = mkdtempSync(join(tmpdir(), 'momo-nodes-'));
  if (user !== null) chownSync(folder, user.uid, user.gid);
  after(() => rmSync(folder, { recursive: true, force: true }));
  const { initdb, postgres } = await prepareBinaries({
    installed: await findInstalledBinaries(),
    user,
    copyRoot: SHARED_FOLDER,
    report: () => {},
  });
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  const wishes = ['-U', USER, '--auth-local=trust', '--encoding=UTF8', '--no-locale', '--no-sync'];
  execFileSync(initdb, ['-D', one, ...wishes], { cwd: '/', stdio: 'ignore', ...user });
  // What was never started is the same cluster twice, so no base backup is needed.
  cpSync(one, two, { recursive: true, preserveTimestamps: true });
  writeFileSync(join(two, 'standby.signal'), '');
  if (user !== null) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, two]);
  const node = (data: string, settings: Readonly<Record<string, string>>) =>
    createNode({ postgres, user, data, settings });
  const primary = node(one, { synchronous_standby_names: '*' });
  const standby = node(two, {
    primary_conninfo: `host=${one} user=${USER} application_name=two`,
    wal_retrieve_retry_interval: '100ms',
  });
  await Promise.all([primary.start(), standby.start()]);
  return { primary, standby };
}

function createNode(options: {
  readonly postgres: string;
  readonly user: ServerUser | null;
  readonly data: string;
  readonly settings: Readonly<Record<string, string>>;
}): ClusterNode {
  const { postgres, user, data } = options;
  const connection = { host: data, port: 5432, user: USER, database: 'postgres' };
  const settings = {
    listen_addresses: '',
    unix_socket_directories: data,
    fsync: 'off',
    shared_buffers: '32MB',
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let running: RunningProcess | null = null;
  const ask = async (text: string) => {
    const client = new pg.Client(connection);
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query({ text, rowMode: 'array' })).rows.flat();
    } finally {
      await client.end();
    }
  };
  return {
    connection,
    ask,
    start: async () => {
      running = launch({
        command: [postgres, '-D', data, ...args],
        ...(user === null ? {} : { user: { uid: user.uid, gid: user.gid } }),
      });
      // A backend whose postmaster dies during a commit may go on to read it.
      running.stdin?.end();
      await eventually('the node answers', () =>
        ask('select 1').then(
          () => true,
          () => false,
        ),
      );
    },
    kill: async () => {
      await running?.end('SIGKILL');
      // Its children notice by themselves.
      await eventually('its socket is closed', () =>
        ask('select 1').then(
          () => false,
          () => true,
        ),
      );
    },
  };
}
