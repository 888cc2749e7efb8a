import type { ProviderWallet } from './wallet.ts';

export type Direction = 'collection' | 'transfer';
export type PaymentState = 'pending' | 'succeeded' | 'failed' | 'refused' | 'expired';

export interface NewPayment<Details> {
  /** X-Reference-Id or payToken. */
  readonly reference: string;
  readonly direction: Direction;
  /** The merchant's own id: `externalId` or `orderId`. */
  readonly externalId: string;
  readonly msisdn: string;
  readonly amount: number;
  readonly details: Details;
}

export interface Payment<Details> extends NewPayment<Details> {
  readonly acceptedAt: number;
  readonly expiresAt: number | null;
  readonly state: PaymentState;
  readonly reason: string | null;
  readonly finishedAt: number | null;
  readonly timesMoved: number;
}

/** Money that really moved, one entry each. */
export interface Move {
  readonly reference: string;
  readonly externalId: string;
  readonly direction: Direction;
  readonly msisdn: string;
  readonly amount: number;
  readonly at: number;
}

/** A book as it is written down, so that another emulator goes on with it. */
export interface KeptBook<Details> {
  readonly payments: readonly Payment<Details>[];
  readonly moves: readonly Move[];
  readonly balances: Readonly<Record<Direction, number>>;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
export type Row<Details> = Writable<Payment<Details>>;

export interface Book<Details> {
  readonly add: (payment: NewPayment<Details>, expiresAt: number | null) => Row<Details>;
  readonly find: (direction: Direction, reference: string) => Row<Details> | null;
  readonly findAny: (reference: string) => Row<Details> | null;
  readonly list: () => readonly Row<Details>[];
  readonly listOf: (msisdn: string) => readonly Row<Details>[];
  readonly moves: () => readonly Move[];
  readonly float: (direction: Direction) => number;
  readonly setFloat: (direction: Direction, amount: number) => void;
  /** The only way by which money moves. A transfer that the float does not cover fails. */
  readonly end: (row: Row<Details>, state: PaymentState, reason: string | null) => void;
  /** The operator reverses a payment that had succeeded: the money returns. */
  readonly reverse: (row: Row<Details>, reason: string) => void;
  readonly keep: () => KeptBook<Details>;
}

export interface BookDeps<Details> {
  readonly now: () => number;
  /** Two directions of one account share their money. */
  readonly walletOf: (direction: Direction) => ProviderWallet;
  readonly noFundsReason: string;
  /** What was there before; a new operator has nothing. */
  readonly kept?: KeptBook<Details> | undefined;
}

/** What the operator has on record. */
export function createBook<Details>(deps: BookDeps<Details>): Book<Details> {
  const { now, walletOf, noFundsReason, kept } = deps;
  const rows = new Map<string, Row<Details>>();
  const byNumber = new Map<string, Row<Details>[]>();
  const moves: Move[] = [...(kept?.moves ?? [])];
  const float = (direction: Direction) => walletOf(direction).balance;
  const find = (direction: Direction, reference: string) =>
    rows.get(`${direction} ${reference}`) ?? null;
  const put = (row: Row<Details>): void => {
    rows.set(`${row.direction} ${row.reference}`, row);
    byNumber.set(row.msisdn, [...(byNumber.get(row.msisdn) ?? []), row]);
  };
  for (const payment of kept?.payments ?? []) put({ ...payment });
  for (const direction of ['collection', 'transfer'] as const) {
    if (kept !== undefined) walletOf(direction).balance = kept.balances[direction];
  }
  return {
    add: (payment, expiresAt) => {
      const row: Row<Details> = {
        ...payment,
        acceptedAt: now(),
        expiresAt,
        state: 'pending',
        reason: null,
        finishedAt: null,
        timesMoved: 0,
      };
      put(row);
      return row;
    },
    find,
    findAny: (reference) => find('collection', reference) ?? find('transfer', reference),
    list: () => [...rows.values()],
    listOf: (msisdn) => byNumber.get(msisdn) ?? [],
    moves: () => [...moves],
    float,
    setFloat: (direction, amount) => {
      walletOf(direction).balance = amount;
    },
    end: (row, state, reason) => {
      const { reference, externalId, direction, msisdn, amount } = row;
      const isCovered = direction === 'collection' || float(direction) >= amount;
      const isBroke = state === 'succeeded' && !isCovered;
      row.state = isBroke ? 'failed' : state;
      row.reason = isBroke ? noFundsReason : reason;
      row.finishedAt = now();
      if (row.state !== 'succeeded') return;
      const change = direction === 'collection' ? amount : -amount;
      walletOf(direction).balance += change;
      row.timesMoved += 1;
      moves.push({ reference, externalId, direction, msisdn, amount, at: now() });
    },
    reverse: (row, reason) => {
      const { direction, amount } = row;
      const change = direction === 'collection' ? -amount : amount;
      walletOf(direction).balance += change;
      row.state = 'failed';
      row.reason = reason;
      row.finishedAt = now();
    },
    keep: () => ({
      payments: [...rows.values()],
      moves,
      balances: { collection: float('collection'), transfer: float('transfer') },
    }),
  };
}
