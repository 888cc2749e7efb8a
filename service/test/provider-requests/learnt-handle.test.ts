import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learnHandle } from '../../src/db/provider-requests/provider-requests.ts';
import { addMtn, startLiveService, startMtn } from '../support/providers/live.ts';
import { create, DEPOSITS, WITHDRAWALS } from '../support/transactions/payments.ts';

const service = await startLiveService();
const { database } = service;
await addMtn(database, await startMtn({ decide: 'manual' }), { id: 'mtn-main' });

async function change(id: string, changes: string): Promise<void> {
  await database.query({
    text: `update submissions set ${changes} where transaction_id = $1`,
    values: [id],
  });
}

const breaks = (constraint: string) => (error: unknown) =>
  (error as { constraint?: string }).constraint === constraint;

test('the handle of a request that was sent is never replaced, and never removed', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  for (const handle of [`'another'`, 'null']) {
    const replaced = change(id, `handle = ${handle}, handle_follows = true`);
    await assert.rejects(replaced, breaks('handle_stays'));
  }
  const learnt = { transactionId: id, providerId: 'mtn-main', handle: 'another' };
  assert.equal(await learnHandle(database, learnt), false);
  // A system that has certainly not taken it gives up the handle with the sending.
  await change(id, 'sent_at = null, handle = null');
});

test('what was sent has a handle, or waits for one that its system gives later', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  await change(id, 'sent_at = null, handle = null');
  await assert.rejects(change(id, 'sent_at = app_now()'), breaks('sent_with_a_handle'));
  await change(id, 'sent_at = app_now(), handle_follows = true');
  const learnt = { transactionId: id, providerId: 'mtn-main', handle: 'first' };
  assert.equal(await learnHandle(database, { ...learnt, providerId: 'mtn-other' }), false);
  assert.equal(await learnHandle(database, learnt), true);
  assert.equal(await learnHandle(database, { ...learnt, handle: 'second' }), false);
  const [row] = await database.query<{ handle: string }>({
    text: 'select handle from submissions where transaction_id = $1',
    values: [id],
  });
  assert.equal(row?.handle, 'first');
});

test('no payout is ever recorded as sent without a handle', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  const unasked = database.query({
    text: `insert into submissions (transaction_id, provider_id, channel_id, reference,
                                    callback_secret, created_at, sent_at, handle_follows)
           values ($1, 'mtn-main', 'any', gen_random_uuid(), 'any', app_now(), app_now(), true)`,
    values: [id],
  });
  await assert.rejects(unasked, breaks('payout_sent_with_a_handle'));
});
