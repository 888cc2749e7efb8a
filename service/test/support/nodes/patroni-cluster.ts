import { randomInt } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { chooseServerUser } from '../../../src/postgres/postmaster/run-as.ts';
import { freePort } from '../process/rolling-restarts.ts';
import { eventually, launch, type RunningProcess } from '../service-process.ts';
import { startDatabaseProxy } from './database-proxy.ts';

export interface PatroniNode {
  readonly name: string;
  readonly port: number;
  /** Where Patroni says what the node is. */
  readonly restPort: number;
}

export interface PatroniCluster {
  /** The same cluster by all its hosts, and through HAProxy. */
  readonly urls: { readonly 'several hosts': string; readonly HAProxy: string };
  /** Waits until all three work and one of the others has every commit; returns the first. */
  healthy(): Promise<PatroniNode>;
  /** PostgreSQL alone: Patroni lives on and sees it. */
  killPostmaster(node: PatroniNode): void;
  /** PostgreSQL and Patroni, as a machine that loses its power. */
  killNode(node: PatroniNode): Promise<void>;
  /** The machine has power again. */
  startNode(node: PatroniNode): Promise<void>;
}

const USER = 'momo';
const HEALTHY_WITHIN_MS = 180_000;
const NAMES = ['one', 'two', 'three'];

/** Debian's Patroni with its own times, etcd and PostgreSQL: three nodes on this machine. */
export async function startPatroniCluster(bin: string): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'momo-patroni-'));
  const user = await chooseServerUser(null);
  const own = (path: string) => user !== null && chownSync(path, user.uid, user.gid);
  own(folder);
  const running = new Map<string, RunningProcess>();
  const run = (command: readonly [string, ...string[]]) => {
    const process = launch({
      command: [...command],
      env: { HOME: folder },
      ...(user === null ? {} : { user: { uid: user.uid, gid: user.gid } }),
    });
    // A backend whose postmaster dies while its commit waits for a standby goes on to read its
    // standard input (PostgreSQL 15): an open one keeps it, and its port, for ever.
    process.stdin?.end();
    return process;
  };
  const dataOf = ({ name }: PatroniNode) => join(folder, name, 'data');
  const endPostmaster = (node: PatroniNode, signal: NodeJS.Signals) => {
    const [pid = ''] = readFileSync(join(dataOf(node), 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), signal);
  };
  const nodes: PatroniNode[] = [];
  for (const name of NAMES) {
    nodes.push({ name, port: await lastingPort(), restPort: await lastingPort() });
  }
  after(async () => {
    const left = [...running.values()];
    running.clear();
    for (const { pid } of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {}
    }
    for (const node of nodes) {
      try {
        endPostmaster(node, 'SIGQUIT');
      } catch {}
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  });
  const etcdPort = await startEtcd(folder, run);
  const startNode = async (node: PatroniNode) => {
    const file = join(folder, `${node.name}.json`);
    const configuration = configurationOf(node, { bin, folder, etcdPort, data: dataOf(node) });
    writeFileSync(file, JSON.stringify(configuration));
    mkdirSync(join(folder, node.name), { recursive: true });
    own(join(folder, node.name));
    keepRunning(node.name, file);
  };
  /** As a service manager does: a Patroni that gives up at its start is started again. */
  const keepRunning = (name: string, file: string) => {
    const patroni = run(['patroni', file]);
    running.set(name, patroni);
    void patroni.ended.then(async () => {
      await pause(1_000, undefined, { ref: false });
      if (running.get(name) === patroni) keepRunning(name, file);
    });
  };
  await Promise.all(nodes.map(startNode));
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const proxyPort = await startDatabaseProxy(nodes);
  return {
    urls: {
      'several hosts': `postgresql://${USER}@${hosts}/postgres?target_session_attrs=read-write`,
      HAProxy: `postgresql://${USER}@127.0.0.1:${proxyPort}/postgres`,
    },
    healthy: () => findHealthy(nodes),
    killPostmaster: (node) => endPostmaster(node, 'SIGKILL'),
    killNode: async (node) => {
      // It counts as ended only when PostgreSQL, which has its output, is gone as well.
      const ended = running.get(node.name)?.end('SIGKILL');
      running.delete(node.name);
      endPostmaster(node, 'SIGKILL');
      await ended;
    },
    startNode,
  };
}

async function startEtcd(
  folder: string,
  run: (command: readonly [string, ...string[]]) => RunningProcess,
): Promise<number> {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  run([
    'etcd',
    ...['--data-dir', join(folder, 'etcd')],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ...['--initial-cluster', `default=${peerUrl}`],
  ]);
  await eventually('etcd answers', async () => {
    const answer = await fetch(`${url}/health`).catch(() => null);
    return answer?.ok === true;
  });
  return port;
}

/** As docs/topologies.md recommends it; what is not here is as Patroni comes. */
function configurationOf(
  { name, port, restPort }: PatroniNode,
  at: {
    readonly bin: string;
    readonly folder: string;
    readonly etcdPort: number;
    readonly data: string;
  },
): object {
  return {
    scope: 'momo',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${at.etcdPort}` },
    bootstrap: {
      dcs: {
        synchronous_mode: true,
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: at.data,
      bin_dir: at.bin,
      pgpass: join(at.folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: USER, password: USER },
        replication: { username: 'follower', password: 'follower' },
        rewind: { username: 'rewinder', password: 'rewinder' },
      },
      parameters: { unix_socket_directories: at.folder, shared_buffers: '64MB' },
    },
  };
}

/** Below those that the system gives to connections: a node that is killed gets its own again. */
async function lastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}

/** What a node says of itself, unlike what etcd remembers of it. */
interface Self {
  readonly role?: string;
  readonly state?: string;
  readonly timeline?: number;
  readonly sync_standby?: boolean;
}

async function findHealthy(nodes: readonly PatroniNode[]): Promise<PatroniNode> {
  let leader: PatroniNode | undefined;
  await eventually(
    'three nodes work, and one has every commit of the first',
    async () => {
      const selves = await Promise.all(nodes.map(askItself));
      const leaders = nodes.filter((_, at) => selves[at]?.role === 'master');
      leader = leaders[0];
      return (
        leaders.length === 1 &&
        selves.every(({ state }) => state === 'running') &&
        selves.every(({ timeline }) => timeline === selves[0]?.timeline) &&
        selves.some(({ sync_standby }) => sync_standby === true)
      );
    },
    HEALTHY_WITHIN_MS,
  );
  if (leader === undefined) throw new Error('there is no leader');
  return leader;
}

async function askItself({ restPort }: PatroniNode): Promise<Self> {
  const url = `http://127.0.0.1:${restPort}/patroni`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  // A node that starts says so with a 503.
  return answer === null ? {} : ((await answer.json().catch(() => ({}))) as Self);
}
