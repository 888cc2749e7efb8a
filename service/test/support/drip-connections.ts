import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDataDir, type ServiceProcess, startServiceProcess } from './service-process.ts';

export interface Dripped {
  readonly quietP99Ms: number;
  /** While the connections drip. */
  readonly busyP99Ms: number;
  /** The part of the requests of others that were answered, meanwhile. */
  readonly served: number;
  /** Until the service had dropped every one of them. */
  readonly droppedAfterMs: number;
}

/** Fewer than one address may have. */
const PER_ADDRESS = 400;
const DRIP_MS = 500;

/** Attacks a service of its own from addresses 127.0.0.2 and on, while others ask on 127.0.0.1. */
export async function dripConnections(options: {
  readonly connections: number;
  readonly requests?: number;
}): Promise<Dripped> {
  const { connections, requests = 2_000 } = options;
  const service = await startServiceProcess({
    env: { LOG_LEVEL: 'warn', DATA_DIR: await makeDataDir() },
  });
  // What runs for the first time is slow by itself.
  await measure(service, requests);
  const quiet = await measure(service, requests);
  const drippers = await openDrippers(service, connections);
  const startedAt = performance.now();
  const dropped = Promise.all(drippers.map((socket) => once(socket, 'close')));
  const busy = await measure(service, requests);
  await dropped;
  const droppedAfterMs = performance.now() - startedAt;
  await service.end('SIGTERM');
  return {
    quietP99Ms: quiet.p99Ms,
    busyP99Ms: busy.p99Ms,
    served: busy.answered / requests,
    droppedAfterMs,
  };
}

async function openDrippers(service: ServiceProcess, count: number): Promise<readonly Socket[]> {
  const port = Number(new URL(service.url).port);
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n += 1) {
    const localAddress = `127.0.0.${2 + Math.floor(n / PER_ADDRESS)}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    await once(socket, 'connect');
    sockets.push(socket.resume());
    void drip(socket);
  }
  return sockets;
}

async function drip(socket: Socket): Promise<void> {
  for (const character of `GET /health HTTP/1.1\r\nhost: localhost\r\nx-slow: ${'y'.repeat(99)}`) {
    if (socket.destroyed || !socket.writable) return;
    socket.write(character);
    await pause(DRIP_MS, undefined, { ref: false });
  }
}

async function measure(service: ServiceProcess, requests: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const latencies: number[] = [];
  let answered = 0;
  const ask = async () => {
    const startedAt = performance.now();
    const isServed = await isAnswered(service.url, agent);
    if (isServed) answered += 1;
    latencies.push(performance.now() - startedAt);
  };
  for (let n = 0; n < requests; n += 4) await Promise.all([ask(), ask(), ask(), ask()]);
  agent.destroy();
  const p99Ms = latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0;
  return { answered, p99Ms };
}

function isAnswered(url: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    request(`${url}/health`, { agent, timeout: 5_000 }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200));
    })
      .on('error', () => resolve(false))
      .end();
  });
}
