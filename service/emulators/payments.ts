import { EventEmitter, once } from 'node:events';
import {
  type BookDeps,
  createBook,
  type Direction,
  type KeptBook,
  type Move,
  type NewPayment,
  type Payment,
  type PaymentState,
  type Row,
} from './book.ts';
import type { Timers } from './timers.ts';

/** The outcome of a payment without intervention. */
export type Outcome =
  | { readonly kind: 'succeed' }
  | { readonly kind: 'fail'; readonly reason: string | null }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'expire' }
  /** Succeeds, but late. */
  | { readonly kind: 'delay' }
  /** Never ends by itself. */
  | { readonly kind: 'stay' };

export type Decision =
  | { readonly kind: 'done' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'already'; readonly state: PaymentState };

/** Tests may change them at any time; a payment keeps those of its acceptance. */
export interface PaymentSettings {
  /** In manual mode, a payment that would succeed waits for a person. */
  decide: 'auto' | 'manual';
  settleMs: number;
  delayedMs: number;
  expiryMs: number;
}

export interface Payments<Details> {
  /** `now` ends the payment before this returns, for interfaces that answer with the result. */
  readonly accept: (
    payment: NewPayment<Details>,
    outcome: Outcome,
    pace?: 'now' | 'later',
  ) => Payment<Details>;
  readonly find: (direction: Direction, reference: string) => Payment<Details> | null;
  readonly list: () => readonly Payment<Details>[];
  readonly listOf: (msisdn: string) => readonly Payment<Details>[];
  readonly moves: () => readonly Move[];
  readonly float: (direction: Direction) => number;
  readonly setFloat: (direction: Direction, amount: number) => void;
  readonly decide: (reference: string, state: 'succeeded' | 'refused' | 'expired') => Decision;
  /** Reverses a payment that has succeeded, and calls `onFinished`. */
  readonly reverse: (reference: string) => Decision;
  readonly settled: (reference: string) => Promise<Payment<Details>>;
  /** Ends payments without a decision in time. */
  readonly sweep: () => void;
  readonly keep: () => KeptBook<Details>;
}

export interface PaymentsDeps<Details> extends BookDeps<Details> {
  readonly timers: Timers;
  readonly settings: PaymentSettings;
  readonly onFinished: (payment: Payment<Details>) => void;
}

/** MTN's code for it; Orange gives no reason. */
const REVERSED = 'TRANSACTION_CANCELED';

/** A timer may fire a little before the clock shows its time. */
const TIMER_SLACK_MS = 5;

export function createPayments<Details>(deps: PaymentsDeps<Details>): Payments<Details> {
  const { now, timers, settings } = deps;
  const book = createBook<Details>(deps);
  const expiring = new Set(book.list().filter(({ state }) => state === 'pending'));
  const endings = new EventEmitter().setMaxListeners(0);

  const finish = (row: Row<Details>, state: PaymentState, reason: string | null) => {
    if (row.state !== 'pending') return;
    book.end(row, state, reason);
    expiring.delete(row);
    endings.emit(row.reference);
    deps.onFinished(row);
  };
  const sweep = () => {
    for (const row of expiring) {
      if (row.expiresAt !== null && row.expiresAt <= now()) finish(row, 'expired', null);
    }
  };

  return {
    accept: (payment, outcome, pace = 'later') => {
      // Only a payment that prompts a person can time out.
      const asksSomebody = payment.direction === 'collection' && outcome.kind !== 'stay';
      const row = book.add(payment, asksSomebody ? now() + settings.expiryMs : null);
      const end = () => finish(row, stateAfter(outcome), reasonOf(outcome));
      if (pace === 'now' && outcome.kind !== 'stay') {
        end();
        return row;
      }
      if (asksSomebody) {
        expiring.add(row);
        timers.after(settings.expiryMs + TIMER_SLACK_MS, sweep);
      }
      const delayMs = delayOf(outcome, settings);
      if (delayMs !== null) timers.after(delayMs, end);
      return row;
    },
    find: book.find,
    list: book.list,
    listOf: book.listOf,
    moves: book.moves,
    float: book.float,
    setFloat: book.setFloat,
    decide: (reference, state) => {
      sweep();
      const row = book.findAny(reference);
      if (row === null) return { kind: 'unknown' };
      if (row.state !== 'pending') return { kind: 'already', state: row.state };
      finish(row, state, null);
      return { kind: 'done' };
    },
    reverse: (reference) => {
      const row = book.findAny(reference);
      if (row === null) return { kind: 'unknown' };
      if (row.state !== 'succeeded') return { kind: 'already', state: row.state };
      book.reverse(row, REVERSED);
      deps.onFinished(row);
      return { kind: 'done' };
    },
    settled: async (reference) => {
      for (;;) {
        const row = book.findAny(reference);
        if (row !== null && row.state !== 'pending') return row;
        await once(endings, reference);
      }
    },
    sweep,
    keep: book.keep,
  };
}

/** `null` if the payment waits for a decision or its timeout. */
function delayOf({ kind }: Outcome, settings: PaymentSettings): number | null {
  if (kind === 'stay') return null;
  if (kind === 'delay') return settings.delayedMs;
  return kind === 'succeed' && settings.decide === 'manual' ? null : settings.settleMs;
}

function stateAfter({ kind }: Outcome): PaymentState {
  switch (kind) {
    case 'succeed':
    case 'delay':
      return 'succeeded';
    case 'fail':
      return 'failed';
    case 'refuse':
      return 'refused';
    case 'expire':
      return 'expired';
    case 'stay':
      return 'pending';
  }
}

function reasonOf(outcome: Outcome): string | null {
  return outcome.kind === 'fail' ? outcome.reason : null;
}
