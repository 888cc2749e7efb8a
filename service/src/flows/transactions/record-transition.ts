import type { Queryable } from '../../db/client.ts';
import { createLane, type Lane } from '../../db/lane.ts';
import type { TimedTransaction } from '../../db/transactions/transactions.ts';
import {
  type OutboxEntry,
  type StateChange,
  updateStates,
} from '../../db/transactions/transitions.ts';
import { assert } from '../../domain/assert.ts';
import { postingsOf } from '../../domain/transactions/bookings.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { applyMove } from '../../domain/transactions/transition.ts';
import { webhookBody } from '../../domain/transactions/webhook-event.ts';

/** Returns whether the change was written; `false` if the transaction was moved first elsewhere. */
export type Recorder = (change: StateChange) => Promise<boolean>;

/** Called right after a commit that put webhooks into the outbox, so that they need not wait. */
export type OnWebhooksQueued = () => void;

/** The one writer of state: nothing else in the service changes the state of a transaction. */
export function createRecorder(
  database: Queryable,
  onQueued: OnWebhooksQueued,
  onBatch: OnBatch | null = null,
): Lane<StateChange, boolean> {
  const run = async (batch: readonly StateChange[]) => {
    const recorded = await recordTransitions(database, batch);
    if (batch.some(asksForWebhook)) onQueued();
    return recorded;
  };
  const idOf = ({ transaction }: StateChange) => transaction.id;
  return createLane({
    run: onBatch === null ? run : timed(run, 'move transactions', idOf, onBatch),
  });
}

/** Called for each query: what it did, for which transactions, and how long it took. */
export type OnBatch = (name: string, ids: readonly string[], tookMs: number) => void;

/** Does the same, and reports it. */
export function timed<Item, Result>(
  run: (batch: readonly Item[]) => Promise<Result>,
  name: string,
  idOf: (item: Item) => string,
  onBatch: OnBatch,
): (batch: readonly Item[]) => Promise<Result> {
  return async (batch) => {
    const startedAt = performance.now();
    const result = await run(batch);
    onBatch(name, batch.map(idOf), performance.now() - startedAt);
    return result;
  };
}

/** The same for a worker that has many at once and holds their row locks. */
export function recordTransitions(
  connection: Queryable,
  changes: readonly StateChange[],
): Promise<readonly boolean[]> {
  return updateStates(
    connection,
    changes.map((change) => ({
      ...change,
      outbox: outboxOf(change),
      postings: postingsOf(change),
    })),
  );
}

export function asksForWebhook({ transaction, moves }: StateChange): boolean {
  return transaction.callbackUrl !== null && moves.some(({ event }) => event !== null);
}

/** One webhook for each move that has an event, if the transaction has an address for it. */
function outboxOf(change: StateChange): readonly OutboxEntry[] {
  assert(change.moves.length > 0, 'a change without a move');
  const transaction = resultOf(change);
  const url = transaction.callbackUrl;
  if (url === null) return [];
  return change.moves.flatMap(({ event, at, reasonCode }) =>
    event === null
      ? []
      : [{ event, url, body: webhookBody({ transaction, event, at, reasonCode }) }],
  );
}

/** Every lost race means that another writer made progress, so a few tries are enough. */
const MAX_TRIES = 10;

export type Proposal<Refusal> =
  | { readonly kind: 'change'; readonly change: StateChange }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export type Outcome<Refusal> =
  | { readonly kind: 'recorded'; readonly before: Transaction; readonly after: Transaction }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

interface ReadAndRecord {
  readonly find: (id: string) => Promise<TimedTransaction | null>;
  readonly record: Recorder;
}

/** Reads, lets `propose` decide, and records; after a lost race it reads and decides again. */
export async function changeTransaction<Refusal>(
  ledger: ReadAndRecord,
  found: TimedTransaction,
  propose: (found: TimedTransaction) => Proposal<Refusal>,
): Promise<Outcome<Refusal>> {
  let current = found;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const proposal = propose(current);
    if (proposal.kind === 'refused') return proposal;
    const { change } = proposal;
    if (await ledger.record(change)) {
      return { kind: 'recorded', before: current.transaction, after: resultOf(change) };
    }
    const again = await ledger.find(found.transaction.id);
    assert(again !== null, 'a transaction has vanished');
    current = again;
  }
  throw new Error(`transaction ${found.transaction.id} moved ${MAX_TRIES} times under our hands`);
}

function resultOf({ transaction, moves, providerTxId }: StateChange): Transaction {
  const moved = moves.reduce(applyMove, transaction);
  return { ...moved, providerTxId: providerTxId ?? moved.providerTxId };
}
