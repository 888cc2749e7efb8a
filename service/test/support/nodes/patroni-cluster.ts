import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { chooseServerUser } from '../../../src/postgres/postmaster/run-as.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
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
  makeCertificate(folder, own);
  const etcdPort = await startEtcd(folder, run);
  const startNode = async (node: PatroniNode) => {
    const file = join(folder, `${node.name}.yml`);
    writeFileSync(file, configurationOf(node, { bin, folder, etcdPort, data: dataOf(node) }));
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

/** The file of packaging/patroni, on this machine's address with ports of its own. */
function configurationOf(
  { name, port, restPort }: PatroniNode,
  at: {
    readonly bin: string;
    readonly folder: string;
    readonly etcdPort: number;
    readonly data: string;
  },
): string {
  const replaced: readonly (readonly [string, string])[] = [
    ['name: db1', `name: ${name}`],
    ['10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379', `127.0.0.1:${at.etcdPort}`],
    ['10.0.0.1:8008', `127.0.0.1:${restPort}`],
    ['10.0.0.1:5432', `127.0.0.1:${port}`],
    ['10.0.0.0/24', '127.0.0.1/32'],
    // The tests come without a password; nodes follow each other by TLS and with theirs.
    ['    - local all all peer', '    - host all all 127.0.0.1/32 trust'],
    ['username: postgres', `username: ${USER}`],
    ['/var/lib/postgresql/15/momo', at.data],
    ['/usr/lib/postgresql/15/bin', at.bin],
    ['/var/lib/postgresql/patroni.pgpass', join(at.folder, `${name}.pgpass`)],
    ['/var/run/postgresql', at.folder],
    ['/etc/patroni/', `${at.folder}/`],
  ];
  return replaced.reduce(
    (text, [packaged, own]) => {
      assert.ok(text.includes(packaged), `packaging/patroni/patroni.yml has no ${packaged}`);
      return text.replaceAll(packaged, own);
    },
    readFileSync(join(CHECKOUT, 'packaging/patroni/patroni.yml'), 'utf8'),
  );
}

/** A certificate of its own for each cluster; the key is for the server's user only. */
function makeCertificate(folder: string, own: (path: string) => unknown): void {
  const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')];
  const subject = ['-subj', '/CN=momo-test', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], {
    stdio: 'ignore',
  });
  for (const path of [key, certificate]) own(path);
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
