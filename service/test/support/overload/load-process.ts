// Creates deposits at a rate that does not follow the answers, in a process of its own.
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { readAnswers } from '../../../bench/load/connection.ts';
import { createLatencies } from '../../../bench/load/latencies.ts';
import type { LoadJob, LoadResult } from './load.ts';

/** Two loads have fewer than one address may have. */
const PER_ADDRESS = 250;
const TICK_MS = 2;
/** What is not answered so long after the last request is not answered at all. */
const PATIENCE_MS = 5_000;

process.once('message', (job: LoadJob) => {
  void runLoad(job).then((result) => process.send?.(result));
});

async function runLoad(job: LoadJob): Promise<LoadResult> {
  const latencies = createLatencies();
  const statuses = new Map<number, number>();
  let startedAt = 0;
  let reset = 0;
  const connections = createConnections(job, {
    next: () => (performance.now() < startedAt + job.forMs ? performance.now() : null),
    onAnswer: (status, askedAt) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      latencies.add(performance.now() - askedAt);
    },
    onReset: () => {
      reset += 1;
    },
  });

  // The service accepts one in each turn of its event loop, so that many new ones take a second.
  while (connections.opening() > 0) await pause(TICK_MS);
  startedAt = performance.now();
  connections.begin();
  let due = 0;
  for (let now = startedAt; now < startedAt + job.forMs; now = performance.now()) {
    // Counted from when it should have been sent, whatever happens to us.
    const dueAt = (n: number) => startedAt + (n * 1_000) / (job.perSecond ?? 0);
    for (; dueAt(due) <= now; due += 1) connections.ask(dueAt(due));
    await pause(TICK_MS);
  }
  const until = performance.now() + PATIENCE_MS;
  while (connections.underWay() > 0 && performance.now() < until) await pause(TICK_MS);
  connections.close();
  return {
    served: statuses.get(200) ?? 0,
    shed: statuses.get(503) ?? 0,
    statuses: Object.fromEntries(statuses),
    reset,
    unanswered: connections.underWay(),
    p50Ms: latencies.quantileMs(0.5),
    p99Ms: latencies.quantileMs(0.99),
    maxMs: latencies.quantileMs(1),
  };
}

interface Listener {
  /** When the next request of a free connection was due, or `null` if it has to wait. */
  readonly next: () => number | null;
  readonly onAnswer: (status: number, askedAt: number) => void;
  readonly onReset: () => void;
}

type Ask = (askedAt: number) => void;

/** As many connections as are needed, each with one request under way at a time. */
function createConnections(job: LoadJob, { next, onAnswer, onReset }: Listener) {
  const sockets = new Set<Socket>();
  const idle = new Set<Ask>();
  const waiting: number[] = [];
  let connecting = 0;
  let opened = 0;
  let hasBegun = false;
  let asked = 0;
  let busy = 0;

  const open = () => {
    const localAddress = `127.0.0.${2 + Math.floor((opened++ % job.connections) / PER_ADDRESS)}`;
    const socket = connect({ host: '127.0.0.1', localAddress, port: job.port, noDelay: true });
    let askedAt: number | null = null;
    const ask: Ask = (at) => {
      askedAt = at;
      busy += 1;
      socket.write(deposit(job, asked++), 'latin1');
    };
    const goOn = () => {
      const mayAsk = hasBegun && job.perSecond === null;
      const at = waiting.shift() ?? (mayAsk ? next() : null);
      if (at === null) idle.add(ask);
      else ask(at);
    };
    const answered = () => {
      const at = askedAt;
      if (at !== null) busy -= 1;
      askedAt = null;
      return at;
    };
    sockets.add(socket);
    connecting += 1;
    socket.once('connect', () => {
      connecting -= 1;
      goOn();
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      idle.delete(ask);
      if (socket.connecting) connecting -= 1;
      if (answered() !== null) onReset();
    });
    readAnswers(socket, (status) => {
      const at = answered();
      if (at !== null) onAnswer(status, at);
      goOn();
    });
  };
  for (let n = 0; n < job.connections; n += 1) open();

  return {
    opening: () => connecting,
    begin: () => {
      hasBegun = true;
      const free = job.perSecond === null ? [...idle] : [];
      for (const ask of free) {
        const at = next();
        if (at === null || !idle.delete(ask)) break;
        ask(at);
      }
    },
    ask: (at: number) => {
      const [free] = idle;
      if (free !== undefined) {
        idle.delete(free);
        free(at);
        return;
      }
      waiting.push(at);
      if (waiting.length > connecting && sockets.size < job.connections) open();
    },
    underWay: () => waiting.length + busy,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Every one is new; ASCII, so that characters are bytes. */
function deposit({ apiKey, name }: LoadJob, n: number): string {
  const count = String(n).padStart(12, '0');
  const body = JSON.stringify({
    player_id: `6f1c2d3e-4b5a-4c6d-8e7f-${count}`,
    msisdn: '+237691234567',
    amount_xaf: 1_000,
    operator: 'orange',
    reference: `${name}-${count}`,
  });
  return `POST /api/v1/deposits HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
