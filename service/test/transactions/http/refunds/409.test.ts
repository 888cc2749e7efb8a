import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertEntries } from '../../../../src/db/books/entries.ts';
import { recordContradiction } from '../../../../src/db/transactions/contradictions.ts';
import { postFailureReturned, postPaidFailure } from '../../../../src/domain/books/posting.ts';
import type { Answer } from '../../../support/call.ts';
import { waitsForLock } from '../../../support/database.ts';
import { startTestService } from '../../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  issuesOf,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';
import { askRefund, paidDeposit } from '../../../support/transactions/refunds.ts';

const service = await startTestService({ SECRETS_KEY: 'ab'.repeat(32) });
const { database } = service;

function assertRefused(answer: Answer, code: string): void {
  assert.equal(answer.status, 409, answer.text);
  assert.equal(bodyOf(answer)['code'], code);
}

test('only a deposit that has succeeded is refunded', async () => {
  const waiting = await create(service, DEPOSITS);
  assertRefused(await askRefund(service, waiting.service_tx_id), 'deposit_not_paid');
  for (const outcome of ['failed', 'expired']) {
    const { service_tx_id: id } = await create(service, DEPOSITS);
    await simulate(service, id, outcome);
    assertRefused(await askRefund(service, id), 'deposit_not_paid');
  }
  const { service_tx_id: payout } = await create(service, WITHDRAWALS);
  await simulate(service, payout, 'succeeded');
  assertRefused(await askRefund(service, payout), 'deposit_not_paid');
});

test('more than is left, or less than 100, is refused with what is left', async () => {
  const { service_tx_id: id } = await paidDeposit(service);
  assertRefused(await askRefund(service, id, { amount_xaf: 501 }), 'refund_too_large');
  assert.equal((await askRefund(service, id, { amount_xaf: 450 })).status, 200);
  const answer = await askRefund(service, id);
  assertRefused(answer, 'refund_too_large');
  assert.match(String(bodyOf(answer)['detail']), /50\sFCFA/);
  assert.equal(issuesOf(await askRefund(service, id, { amount_xaf: 99 }))[0]?.loc[1], 'amount_xaf');
});

test('a failed refund that was paid counts, closed or not, until its money is back', async () => {
  const { service_tx_id: id } = await paidDeposit(service);
  const refund = String(bodyOf(await askRefund(service, id))['service_tx_id']);
  await simulate(service, refund, 'failed');
  const about = { transactionId: refund, receiptId: null, smsId: null };
  const remark = { code: 'settled_failed_but_paid' } as const;
  await insertEntries(
    database,
    postPaidFailure({ id: refund, amountXaf: 500, operator: 'mtn', operatorTxId: null }),
  );
  await recordContradiction(database, { ...about, evidence: 'provider', remark });
  assertRefused(await askRefund(service, id), 'refund_too_large');
  await database.query({
    text: `update contradictions set closed_at = app_now(), closed_by = 'a', closed_because = 'b'
           where transaction_id = $1`,
    values: [refund],
  });
  assertRefused(await askRefund(service, id), 'refund_too_large');
  await insertEntries(database, postFailureReturned({ id: refund }));
  assert.equal((await askRefund(service, id)).status, 200);
});

test('a reference of another withdrawal of the player is refused', async () => {
  const player_id = randomUUID();
  const { service_tx_id: id } = await paidDeposit(service, { player_id });
  const { service_tx_id: other } = await paidDeposit(service, { player_id });
  const { reference } = await create(service, WITHDRAWALS, { player_id });
  assertRefused(await askRefund(service, id, { reference }), 'reference_taken');
  const taken = bodyOf(await askRefund(service, other))['reference'];
  assertRefused(await askRefund(service, id, { reference: taken }), 'reference_taken');
});

test('a deposit that does not exist for the application is 404', async () => {
  assert.equal((await askRefund(service, randomUUID())).status, 404);
  const { service_tx_id: id } = await paidDeposit(service);
  await database.query({
    text: `insert into applications (id, name) values ($1, 'another')`,
    values: [randomUUID()],
  });
  await database.query({
    text: `update transactions
           set application_id = (select id from applications where name = 'another')
           where id = $1`,
    values: [id],
  });
  assert.equal((await askRefund(service, id)).status, 404);
});

test('a deposit whose row was changed behind the service is not refunded', async () => {
  const { service_tx_id: id } = await paidDeposit(service);
  await database.query({
    text: `update transactions set msisdn = '+237670009999' where id = $1`,
    values: [id],
  });
  assertRefused(await askRefund(service, id), 'deposit_disputed');
});

test('a refund never goes to a number that was put into its deposit for a moment', async () => {
  const { service_tx_id: id } = await paidDeposit(service, { msisdn: '+237670000444' });
  const put = (number: string) =>
    database.query({
      text: 'update transactions set msisdn = $2 where id = $1',
      values: [id, number],
    });
  const asked = await database.atomically(async (connection) => {
    await connection.query({ text: 'lock table erased_numbers in access exclusive mode' });
    await put('+237670009999');
    const answer = askRefund(service, id);
    await waitsForLock(database);
    await put('+237670000444');
    return { answer };
  });
  assertRefused(await asked.answer, 'deposit_disputed');
});

test('a refund that was changed behind the service stops further ones of its deposit', async () => {
  for (const change of ['refund_of = null', "state = 'failed'", 'amount_xaf = 100']) {
    const { service_tx_id: id } = await paidDeposit(service);
    const refund = String(bodyOf(await askRefund(service, id))['service_tx_id']);
    await database.query({
      text: `update transactions set ${change} where id = $1`,
      values: [refund],
    });
    assertRefused(await askRefund(service, id), 'deposit_disputed');
  }
});
