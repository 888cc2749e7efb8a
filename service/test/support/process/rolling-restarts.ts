import { mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '../database.ts';
import {
  eventually,
  launch,
  type ServiceProcess,
  sampleDeposit,
  startServiceProcess,
} from '../service-process.ts';
import { listen } from '../webhooks/receiver.ts';

export interface RestartReport {
  readonly restarts: number;
  readonly requests: number;
  /** Whatever was not answered 200: the status, or the error of the connection. */
  readonly failures: readonly string[];
}

const CLIENTS = 8;

/** Restarts two processes of the service in turn, under load and behind HAProxy. */
export async function restartInTurn(restarts: number): Promise<RestartReport> {
  const { url: databaseUrl } = await openTestDatabase();
  const ports = [await freePort(), await freePort()] as const;
  const start = (port: number) =>
    startServiceProcess({
      env: { DATABASE_URL: databaseUrl, PORT: String(port), DRAIN_SECONDS: '2' },
    });
  const processes: ServiceProcess[] = await Promise.all(ports.map(start));
  const proxy = await startProxy(ports);
  const load = startLoad(proxy.port);
  for (let n = 0; n < restarts; n += 1) {
    const turn = n % 2;
    await processes[turn]?.end('SIGTERM');
    processes[turn] = await start(ports[turn] ?? 0);
    await eventually('the proxy uses it again', () => proxy.uses(turn));
  }
  const report = await load.stop();
  await Promise.all(processes.map((process) => process.end('SIGTERM')));
  await proxy.stop();
  return { restarts, ...report };
}

/** HAProxy before two processes. */
export async function startProxy(ports: readonly [number, number]) {
  const [port, statistics] = [await freePort(), await freePort()];
  const file = join(mkdtempSync(join(tmpdir(), 'momo-haproxy-')), 'haproxy.cfg');
  writeFileSync(file, configuration({ port, statistics, ports }));
  const proxy = launch({ command: ['haproxy', '-f', file, '-db'] });
  const uses = async (turn: number) => {
    const answer = await fetch(`http://127.0.0.1:${statistics}/;csv`).catch(() => null);
    const lines = (await answer?.text())?.split('\n') ?? [];
    return lines.some((line) => line.startsWith(`service,s${turn},`) && line.includes(',UP,'));
  };
  await eventually('the proxy sees both', async () => (await uses(0)) && (await uses(1)));
  return { port, uses, stop: () => proxy.end('SIGTERM') };
}

/** As docs/operations.md recommends it, with quicker checks so that a test does not take long. */
function configuration(at: {
  readonly port: number;
  readonly statistics: number;
  readonly ports: readonly number[];
}): string {
  const servers = at.ports.map(
    (port, turn) => `  server s${turn} 127.0.0.1:${port} check inter 300ms fall 2 rise 1`,
  );
  return [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 30s',
    '  timeout server 30s',
    '  timeout check 5s',
    'frontend public',
    `  bind 127.0.0.1:${at.port}`,
    '  default_backend service',
    'frontend statistics',
    `  bind 127.0.0.1:${at.statistics}`,
    '  stats enable',
    '  stats uri /',
    'backend service',
    '  option httpchk GET /readyz',
    ...servers,
    '',
  ].join('\n');
}

/** Clients that create deposits one after the other, each on a connection that is kept. */
export function startLoad(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const failures: string[] = [];
  let requests = 0;
  let stopping = false;
  const client = async () => {
    while (!stopping) {
      requests += 1;
      const outcome = await createDeposit(agent, port);
      if (outcome !== '200') failures.push(outcome);
    }
  };
  const running = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    stop: async () => {
      stopping = true;
      await running;
      agent.destroy();
      return { requests, failures };
    },
  };
}

function createDeposit(agent: Agent, port: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const headers = { 'content-type': 'application/json' };
  const path = '/api/v1/deposits';
  const sent = request({ host: '127.0.0.1', port, agent, path, method: 'POST', headers });
  sent.on('response', (response) => {
    response.resume().on('end', () => resolve(String(response.statusCode)));
  });
  sent.on('error', (error) => resolve(error.message));
  sent.end(JSON.stringify(sampleDeposit().json));
  return promise;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return Number(new URL(url).port);
}
