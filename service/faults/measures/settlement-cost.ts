import assert from 'node:assert/strict';
import { medianOf } from '../../bench/load/median.ts';
import type { Database } from '../../src/db/client.ts';
import { insertTransactions } from '../../src/db/transactions/transactions.ts';
import { updateStates } from '../../src/db/transactions/transitions.ts';
import { postingsOf } from '../../src/domain/transactions/bookings.ts';
import { decideSequence } from '../../src/domain/transactions/transition.ts';
import { rollTotals } from '../../src/flows/finance/close-books.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { newDeposit } from '../../test/support/transactions/transactions.ts';

/** As many as a busy service commits at a time. */
const BATCH = 30;

/**
 * The statement of a settlement with its books and without, in alternating runs. The books are some
 * 50 microseconds of it. Its request takes 450 of Node and PostgreSQL together, so that they are
 * less than 15 % of it, and its webhook's signature alone 1 900 more.
 */
export async function measureSettlement({ rounds }: { readonly rounds: number }) {
  const { database } = await openTestDatabase();
  const times: Record<'booked' | 'not booked', number[]> = { booked: [], 'not booked': [] };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['booked', 'not booked'] as const) : BACKWARDS;
    for (const kind of order) times[kind].push(await settle(database, kind === 'booked'));
    if (round % 50 === 0) await rollTotals({ database });
  }
  const [booked, before] = [medianOf(times.booked), medianOf(times['not booked'])];
  return { booked_ratio: booked / before, booked_ms: booked, not_booked_ms: before };
}

const BACKWARDS = ['not booked', 'booked'] as const;
let payments = 0;

/** How long a batch of settlements takes, in milliseconds. */
async function settle(database: Database, isBooked: boolean): Promise<number> {
  const callbackUrl = 'https://platform.example/webhooks';
  const made = await insertTransactions(
    database,
    Array.from({ length: BATCH }, () => newDeposit({ callbackUrl })),
  );
  const changes = made.map((one) => {
    assert.ok(one !== null);
    const triggers = ['prompt_sent', 'payment_confirmed'] as const;
    const decision = decideSequence(one, triggers, { at: new Date(), lateWindowMs: 0 });
    assert.ok(decision.kind === 'moved');
    payments += 1;
    const providerTxId = String(8_800_000_000 + payments);
    const change = { transaction: one, moves: decision.moves, actor: 'provider:mtn', providerTxId };
    const body = JSON.stringify({ event: 'payment.succeeded', data: 'x'.repeat(500) });
    const outbox = [{ event: 'payment.succeeded' as const, url: callbackUrl, body }];
    return { ...change, outbox, postings: isBooked ? postingsOf(change) : [] };
  });
  const started = performance.now();
  const written = await updateStates(database, changes);
  const took = performance.now() - started;
  assert.ok(written.every((isWritten) => isWritten));
  return took;
}
