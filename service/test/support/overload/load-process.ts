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
const SERVED = 200;
const REFUSED = 503;
const LAST_ANSWER = Buffer.from('\r\nconnection: close\r\n');

process.once('message', (job: LoadJob) => {
  void runLoad(job).then((result) => process.send?.(result));
});

async function runLoad(job: LoadJob): Promise<LoadResult> {
  const latencies = createLatencies();
  const statuses = new Map<number, number>();
  let startedAt = 0;
  let reset = 0;
  let served = 0;
  let shed = 0;
  const isOver = () => performance.now() > startedAt + job.forMs;
  const connections = createConnections(job, {
    isOver,
    onAnswer: (status, ms) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (performance.now() < startedAt + job.settleMs || isOver()) return;
      if (status === REFUSED) shed += 1;
      if (status !== SERVED) return;
      served += 1;
      latencies.add(ms);
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
  for (; !isOver(); await pause(TICK_MS)) {
    const wanted = ((performance.now() - startedAt) * (job.perSecond ?? 0)) / 1_000;
    for (; due <= wanted && job.perSecond !== null; due += 1) connections.ask();
  }
  const until = performance.now() + PATIENCE_MS;
  while (connections.underWay() > 0 && performance.now() < until) await pause(TICK_MS);
  connections.close();
  return {
    served,
    servedPerSecond: (1_000 * served) / (job.forMs - job.settleMs),
    shed,
    statuses: Object.fromEntries(statuses),
    reset,
    unanswered: connections.underWay(),
    unsent: connections.unsent(),
    p50Ms: latencies.quantileMs(0.5),
    p99Ms: latencies.quantileMs(0.99),
    maxMs: latencies.quantileMs(1),
  };
}

interface Listener {
  /** Nothing more is asked. */
  readonly isOver: () => boolean;
  readonly onAnswer: (status: number, ms: number) => void;
  readonly onReset: () => void;
}

/** As many connections as are needed, each with one request under way at a time. */
function createConnections(job: LoadJob, { isOver, onAnswer, onReset }: Listener) {
  const isClosedLoop = job.perSecond === null;
  const sockets = new Set<Socket>();
  const idle = new Set<() => void>();
  let unsent = 0;
  let connecting = 0;
  let opened = 0;
  let hasBegun = false;
  let asked = 0;
  let busy = 0;

  const open = () => {
    const localAddress = `127.0.0.${2 + Math.floor((opened++ % job.connections) / PER_ADDRESS)}`;
    const socket = connect({ host: '127.0.0.1', localAddress, port: job.port, noDelay: true });
    let askedAt: number | null = null;
    const ask = () => {
      askedAt = performance.now();
      busy += 1;
      socket.write(deposit(job, asked++), 'latin1');
    };
    const goOn = () => {
      if (!hasBegun || isOver() || (!isClosedLoop && unsent === 0)) {
        idle.add(ask);
        return;
      }
      if (!isClosedLoop) unsent -= 1;
      ask();
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
      if (hasBegun && isClosedLoop && !isOver()) open();
    });
    readAnswers(socket, (status, answer) => {
      const at = answered();
      if (at !== null) onAnswer(status, performance.now() - at);
      if (status === SERVED || !answer.includes(LAST_ANSWER)) goOn();
    });
  };
  for (let n = 0; n < job.connections; n += 1) open();

  return {
    opening: () => connecting,
    begin: () => {
      hasBegun = true;
      if (!isClosedLoop) return;
      for (const ask of idle) ask();
      idle.clear();
    },
    ask: () => {
      const [free] = idle;
      if (free !== undefined) {
        idle.delete(free);
        free();
        return;
      }
      unsent += 1;
      if (unsent > connecting && sockets.size < job.connections) open();
    },
    underWay: () => busy,
    unsent: () => unsent,
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
