import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { keepAsking } from '../load/connection.ts';
import { getRequest, postRequest } from '../load/request-text.ts';
import { listen } from '../webhooks.ts';
import { type Approver, hireApprover } from './payouts.ts';
import type { RunningRelease } from './running-release.ts';
import { openLines, type Till } from './text-lines.ts';

/** What a release has got so far, as one client knows it: only by its public interface. */
export interface Side {
  readonly release: RunningRelease;
  /** Deposits without a `callback_url` that nobody has settled. */
  readonly open: string[];
  readonly known: string[];
  readonly players: string[];
  readonly receiver: Receiver;
  till: Till | null;
  approver: Approver | null;
}

interface Receiver {
  readonly url: string;
  /** Resolves when so many more have arrived. */
  arrived(more: number): Promise<void>;
}

/** One kind of work, in portions of a fixed number, so that both releases do the same. */
export interface Trial {
  readonly name: string;
  readonly portion: number;
  /** Portions of which nothing is counted, while V8 compiles. */
  readonly warmUp: number;
  /** What must be there before a portion, and is not counted; returns the portion. */
  readonly prepare: (side: Side, portion: number) => Promise<() => Promise<void>>;
}

const CONNECTIONS = 64;
const PLAYERS = 100;
const PER_PLAYER = 20;
const ARRIVES_WITHIN_MS = 60_000;

const CREATE: Trial = {
  name: 'create',
  portion: 2_000,
  warmUp: 3,
  prepare: async (side, portion) => async () => {
    const ids = await createPayments(side, portion);
    side.open.push(...ids);
    side.known.push(...ids);
  },
};

const READ: Trial = {
  name: 'read',
  portion: 4_000,
  warmUp: 2,
  prepare:
    async ({ release, known }, portion) =>
    () =>
      ask(release, portion, () => getRequest(`/api/v1/transactions/${drawn(known)}`)),
};

/** What the short form compares. */
export const SHORT_TRIALS: readonly Trial[] = [CREATE, READ];

export const TRIALS: readonly Trial[] = [
  CREATE,
  READ,
  {
    name: 'list',
    portion: 2_000,
    warmUp: 3,
    prepare: async (side, portion) => {
      const { release, players } = side;
      while (players.length < PLAYERS) {
        const player = randomUUID();
        await createPayments(side, PER_PLAYER, { player });
        players.push(player);
      }
      const path = () =>
        `/api/v1/players/${drawn(players)}/transactions?page=1&limit=${PER_PLAYER}`;
      return () => ask(release, portion, () => getRequest(path()));
    },
  },
  {
    name: 'settlement',
    portion: 1_500,
    warmUp: 3,
    prepare: async (side, portion) => {
      while (side.open.length < portion) {
        side.open.push(...(await createPayments(side, portion)));
      }
      const ids = side.open.splice(0, portion);
      return () => settle(side, ids);
    },
  },
  {
    name: 'payout',
    portion: 150,
    warmUp: 1,
    prepare: async (side, portion) => {
      side.approver ??= await hireApprover(side.release).catch((error: Error) => {
        throw new NotDone(error.message);
      });
      const { approver } = side;
      const to = { direction: 'withdrawals', callback: side.receiver.url } as const;
      const ids = await createPayments(side, portion, to);
      // Approved, sent, paid by the provider of the sandbox, and delivered.
      return async () => {
        const arrived = side.receiver.arrived(portion);
        await approver.approve(ids);
        await arrived;
      };
    },
  },
  {
    name: 'delivery',
    portion: 300,
    warmUp: 2,
    prepare: async (side, portion) => {
      const ids = await createPayments(side, portion, { callback: side.receiver.url });
      return async () => {
        const arrived = side.receiver.arrived(portion);
        await settle(side, ids);
        await arrived;
      };
    },
  },
  {
    name: 'text',
    portion: 320,
    warmUp: 1,
    prepare: async (side, portion) => {
      side.till ??= await openLines(side.release);
      const { till } = side;
      const bodies = Array.from({ length: portion }, (_, n) => till.deposit(n, side.receiver.url));
      await ask(side.release, portion, (n) => postRequest('/api/v1/deposits', bodies[n] ?? ''));
      return async () => {
        const arrived = side.receiver.arrived(portion);
        await till.report(portion);
        await arrived;
      };
    },
  },
];

export async function openSide(
  release: RunningRelease,
  stack: AsyncDisposableStack,
): Promise<Side> {
  const receiver = await startReceiver(stack);
  return { release, open: [], known: [], players: [], receiver, till: null, approver: null };
}

/** Operators alternate, and every reference is new. */
async function createPayments(
  { release }: Side,
  count: number,
  {
    direction = 'deposits',
    player,
    callback,
  }: {
    readonly direction?: 'deposits' | 'withdrawals';
    readonly player?: string;
    readonly callback?: string;
  } = {},
): Promise<readonly string[]> {
  const run = randomUUID();
  const ids: string[] = [];
  const end = callback === undefined ? '}' : `,"callback_url":"${callback}"}`;
  await ask(
    release,
    count,
    (n) =>
      postRequest(
        `/api/v1/${direction}`,
        `{"player_id":"${player ?? randomUUID()}","msisdn":"${numberOf(n)}","amount_xaf":2500,` +
          `"operator":"${n % 2 === 0 ? 'mtn' : 'orange'}","reference":"${run}-${n}","lang":"en"${end}`,
      ),
    (answer) => {
      const id = /"service_tx_id":"([^"]+)"/.exec(answer.toString('latin1'))?.[1];
      if (id === undefined) throw new Error(`${release.name} created no payment`);
      ids.push(id);
    },
  );
  return ids;
}

function numberOf(n: number): string {
  const digits = String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0');
  return `${n % 2 === 0 ? '+23767' : '+23769'}${digits}`;
}

function settle({ release }: Side, ids: readonly string[]): Promise<void> {
  const path = (n: number) => `/api/v1/sandbox/transactions/${ids[n]}/simulate`;
  return ask(release, ids.length, (n) => postRequest(path(n), '{"outcome":"succeeded"}'));
}

async function ask(
  { name, port }: RunningRelease,
  count: number,
  request: (n: number) => string,
  onAnswer: (answer: Buffer) => void = () => {},
): Promise<void> {
  let asked = 0;
  const hand = () =>
    keepAsking({
      port,
      next: (answered) => {
        if (answered !== null) {
          if (answered.status !== 200) throw new Error(`${name}: ${answered.answer.toString()}`);
          onAnswer(answered.answer);
        }
        return asked < count ? request(asked++) : null;
      },
    });
  await Promise.all(Array.from({ length: Math.min(CONNECTIONS, count) }, hand));
}

async function startReceiver(stack: AsyncDisposableStack): Promise<Receiver> {
  let count = 0;
  let wanted = Infinity;
  let done = () => {};
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-length': '2' }).end('{}');
    count += 1;
    if (count >= wanted) done();
  });
  server.keepAliveTimeout = 60_000;
  const url = await listen(server);
  stack.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url,
    arrived: async (more) => {
      const { promise, resolve } = Promise.withResolvers<'all'>();
      const first = count;
      wanted = first + more;
      done = () => resolve('all');
      const seen = await Promise.race([promise, pause(ARRIVES_WITHIN_MS, null, { ref: false })]);
      if (seen === null) throw new NotDone(`${count - first} of ${more} webhooks arrived`);
    },
  };
}

/** Also when an earlier release does not credit a text of a later wording. */
export class NotDone extends Error {}

function drawn<T>(from: readonly T[]): T | undefined {
  return from[Math.floor(Math.random() * from.length)];
}
