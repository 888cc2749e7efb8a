import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { acceptRestore, quarantineDatabase } from '../../src/flows/upkeep/accept-restore.ts';
import { assertBooksChange } from '../support/books/check-stories.ts';
import { insertReceipt } from '../support/receipts/receipts.ts';
import { historyOf, type Json, read, switchProviders } from '../support/transactions/payments.ts';
import { openRefundCase } from '../support/transactions/refunds.ts';
import { assertAllHolds } from '../support/upkeep/all-holds.ts';

// Refunds of deposits that are disputed, reversed, erased or old.

const { service, paid, refund, codeOf, reverse, act, approve, detailOf, settle, timesPaid } =
  await openRefundCase();
const { database } = service;
const WALLET = 'wallet mtn:+237670009999';
const REFUNDED = { 'application 00000000-0000-7000-8000-000000000000': 500, [WALLET]: -500 };
/** The operator has taken the money of the deposit, and nobody has given it up yet. */
const REVERSED = { 'disputed ': 500, [WALLET]: -500 };

test('a deposit that something is said against is refunded only after a person closed it', async () => {
  const { id } = await paid();
  await reverse(id);
  assert.deepEqual(await codeOf(id), [409, 'deposit_disputed']);
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from contradictions where transaction_id = $1',
    values: [id],
  });
  assert.equal(
    await act(`contradictions/${row?.id}/close`, { reason: 'settled with the operator' }),
    200,
  );
  assert.equal(await codeOf(id), 'created');
});

test('a reversal while its refund waits is a red sign, and takes two people', async () => {
  const { id, msisdn } = await paid();
  const back = await refund(id);
  await reverse(id);
  const { signs, needs } = await detailOf(back);
  assert.deepEqual((signs as readonly Json[])[0], { sign: 'deposit_disputed', tone: 'danger' });
  assert.partialDeepStrictEqual(needs, { people: 2, why: { code: 'disputed_deposit' } });
  assert.equal(await approve(back), 'waits_for_second_person');
  assert.equal(await approve(back), 'done');
  await settle();
  assert.equal((await read(service, back))['state'], 'succeeded');
  assert.equal(timesPaid(msisdn), 1);
});

test('a reversal between approval and sending ends the approval; two people may give it anew', async () => {
  const { id, msisdn } = await paid();
  const back = await refund(id);
  await switchProviders(database, ['mtn-main'], 'off');
  assert.equal(await approve(back), 'done');
  await reverse(id);
  await switchProviders(database, ['mtn-main'], 'on');
  await settle();
  assert.equal((await read(service, back))['state'], 'requires_manual_resolution');
  assert.equal(timesPaid(msisdn), 0);
  assert.equal(await approve(back), 'waits_for_second_person');
  assert.equal(await approve(back), 'done');
  await settle();
  const triggers = (await historyOf(database, back)).map(({ trigger }) => trigger);
  assert.deepEqual(triggers.slice(1, 4), ['approved', 'approval_lapsed', 'approved_anew']);
  assert.equal(timesPaid(msisdn), 1);
});

test('a reversal after the refund was sent is a contradiction: both are booked, nobody is paid again', async () => {
  const { id, msisdn } = await paid();
  const back = await refund(id);
  await assertBooksChange(database, REFUNDED, async () => {
    assert.equal(await approve(back), 'done');
    await settle();
  });
  await assertBooksChange(database, REVERSED, () => reverse(id));
  await assertBooksChange(database, {}, settle);
  assert.equal((await read(service, back))['state'], 'succeeded');
  assert.deepEqual(await codeOf(id), [409, 'deposit_disputed']);
  assert.equal(timesPaid(msisdn), 1);
  await assertAllHolds(service);
});

test('in quarantine a refund is stored, and waits like every payout', async () => {
  const { id } = await paid();
  await quarantineDatabase(service, COMMAND_LINE, { reason: 'Recovered to noon.' });
  const back = await refund(id);
  assert.equal(await approve(back), 'quarantined');
  assert.equal((await read(service, back))['state'], 'pending_approval');
  const reason = 'Compared with the statements.';
  await acceptRestore(service.payments, COMMAND_LINE, { reason, onExamined: () => {} });
  assert.equal((await read(service, back))['state'], 'pending_approval');
  assert.equal(await approve(back), 'done');
});

test('a deposit whose number was erased is not refunded', async () => {
  const { id } = await paid();
  await database.query({
    text: 'insert into erased_numbers (transaction_id, digest, erased_at) values ($1, $2, app_now())',
    values: [id, randomUUID()],
  });
  assert.deepEqual(await codeOf(id), [409, 'number_erased']);
});

test('a refund after 90 days takes two people, who see the payer and the owner of today', async () => {
  const { id, msisdn } = await paid();
  const receipt = await insertReceipt(database, { payer: msisdn, amountXaf: 500 });
  await database.query({
    text: `update receipts set payer_name = 'PAUL MBARGA' where id = $1`,
    values: [receipt],
  });
  await database.query({
    text: `insert into receipt_uses (receipt_id, transaction_id, used_at)
           values ($1, $2, app_now())`,
    values: [receipt, id],
  });
  const back = await refund(id);
  assert.partialDeepStrictEqual((await detailOf(back))['needs'], { people: 1 });
  const age = (days: number) =>
    database.query({
      text: `update transactions set created_at = app_now() - make_interval(days => $2)
             where id = $1`,
      values: [id, days],
    });
  await age(89);
  assert.partialDeepStrictEqual((await detailOf(back))['needs'], { people: 1 });
  await age(91);
  const detail = await detailOf(back);
  assert.partialDeepStrictEqual(detail['needs'], { people: 2, why: { code: 'old_deposit' } });
  assert.partialDeepStrictEqual(detail['refund_of'], { id, payer_name: 'PAUL MBARGA' });
  assert.equal(detail['payee_lookup'], 'found');
  assert.deepEqual((await detailOf(id))['refunds'], [
    { id: back, amount_xaf: 500, state: 'pending_approval' },
  ]);
  assert.equal(await approve(back), 'waits_for_second_person');
  assert.equal(await approve(back), 'done');
});
