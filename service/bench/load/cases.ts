import { OPERATOR_LIST } from '../../src/domain/operators/operators.ts';
import {
  type Ground,
  playerId,
  SMALL_GROUND,
  TRANSACTIONS_PER_PLAYER,
  transactionId,
} from '../ground/ground.ts';
import { getRequest, postRequest } from './request-text.ts';

/** One kind of load. To measure something else, add an entry to CASES. */
export interface BenchCase {
  readonly name: string;
  /** The case makes sense only where this is stored. */
  readonly needs: 'nothing' | 'open_deposits' | 'busy_player';
  /** Fewer connections, for a case that measures the time of one request and not the rate. */
  readonly connections?: number;
  /** Makes the n-th request, or `null` if none is left. */
  readonly makeRequests: (ground: Ground) => (n: number) => string | null;
}

const PAGE_SIZE = 20;

export const CREATE: BenchCase = {
  name: 'create deposit',
  needs: 'nothing',
  makeRequests: createDeposits,
};

export const CASES: readonly BenchCase[] = [
  CREATE,
  {
    name: 'create deposit, alone',
    needs: 'nothing',
    connections: 1,
    // Another run than above, so its references differ.
    makeRequests: (ground) => createDeposits({ ...ground, run: ground.run + 100 }),
  },
  {
    name: 'read by id',
    needs: 'nothing',
    makeRequests:
      ({ stored }) =>
      () =>
        getRequest(`/api/v1/transactions/${transactionId(randomBelow(stored))}`),
  },
  {
    name: 'player list',
    needs: 'nothing',
    makeRequests: () => {
      const players = Array.from({ length: SMALL_GROUND / TRANSACTIONS_PER_PLAYER }, (_, player) =>
        listRequest({ player, page: 1 }),
      );
      return () => players[randomBelow(players.length)] ?? null;
    },
  },
  { name: 'simulate outcome', needs: 'open_deposits', makeRequests: simulateOutcomes },
  {
    name: 'busy player, first page',
    needs: 'busy_player',
    connections: 1,
    makeRequests: () => () => listRequest({ player: 'busy', page: 1 }),
  },
  {
    name: 'busy player, middle page',
    needs: 'busy_player',
    connections: 1,
    makeRequests: ({ busyPlayerTotal }) => {
      const page = Math.ceil(busyPlayerTotal / PAGE_SIZE / 2);
      return () => listRequest({ player: 'busy', page });
    },
  },
  {
    name: 'busy player, last page',
    needs: 'busy_player',
    connections: 1,
    makeRequests: ({ busyPlayerTotal }) => {
      const page = Math.ceil(busyPlayerTotal / PAGE_SIZE);
      return () => listRequest({ player: 'busy', page });
    },
  },
];

const PAYERS = OPERATOR_LIST.map(({ name: operator, prefixes: [prefix] }) => ({
  operator,
  prefix: `+237${prefix}`,
}));

/** The same number for each operator, every player and reference new. */
function createDeposits({ run }: Ground): (n: number) => string {
  return (n) => {
    const { operator = '', prefix = '' } = PAYERS[n % PAYERS.length] ?? {};
    const digits = String(randomBelow(10_000_000)).padStart(7, '0');
    return postRequest(
      '/api/v1/deposits',
      `{"player_id":"${randomUuid()}","msisdn":"${prefix}${digits}","amount_xaf":2500,` +
        `"operator":"${operator}","reference":"bench-${run}-${n}","lang":"en"}`,
    );
  };
}

function simulateOutcomes({ open }: Ground): (n: number) => string | null {
  return (n) => {
    if (n >= open.count) return null;
    const path = `/api/v1/sandbox/transactions/${transactionId(open.first + n)}/simulate`;
    return postRequest(path, '{"outcome":"succeeded"}');
  };
}

function listRequest(list: { readonly player: number | 'busy'; readonly page: number }): string {
  const path = `/api/v1/players/${playerId(list.player)}/transactions`;
  return getRequest(`${path}?page=${list.page}&limit=${PAGE_SIZE}`);
}

function randomBelow(limit: number): number {
  return Math.floor(Math.random() * limit);
}

/** Quick to make; it can be guessed, which does no harm here. */
function randomUuid(): string {
  const [a, b, c, d] = [randomHex(), randomHex(), randomHex(), randomHex()];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

function randomHex(): string {
  return randomBelow(2 ** 32)
    .toString(16)
    .padStart(8, '0');
}
