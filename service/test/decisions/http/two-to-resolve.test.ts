import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, type Browser, lastAuditLine, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  type Json,
  read,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

// A held transaction that one person alone may not resolve.

const LIMIT = 1_000_000;
const service = await startTestService({}, { policy: { approvalSecondPersonXaf: LIMIT } });
const { database } = service;
const [ana, bo] = await Promise.all([addPerson(database, 'agent'), addPerson(database, 'agent')]);
const [asAna, asBo] = [await signedIn(service, ana), await signedIn(service, bo)];

/** A held payout whose provider has said this of it. */
async function held(amountXaf: number, said: string | null, path = WITHDRAWALS): Promise<string> {
  const { service_tx_id: id } = await create(service, path, { amount_xaf: amountXaf });
  await forceState(database, id, 'requires_manual_resolution');
  await database.query({
    text: `insert into submissions (transaction_id, provider_id, channel_id, reference, handle,
                                    callback_secret, sent_at, said, said_at, created_at)
           values ($1, 'mtn', 'mtn', gen_random_uuid(), 'h', 'x', app_now(), $2,
                   case when $2::text is not null then app_now() end, app_now())`,
    values: [id, said],
  });
  return id;
}

async function say(id: string, said: string): Promise<void> {
  await database.query({
    text: 'update submissions set said = $2, said_at = app_now() where transaction_id = $1',
    values: [id, said],
  });
}

async function resolve(who: Browser, id: string, decision: string, more: Json = {}) {
  const json = { decision, reason: `because of ${decision}`, ...more };
  const answer = await who.call('POST', `/internal/v1/transactions/${id}/resolve`, { json });
  const { outcome, code } = bodyOf(answer);
  return outcome ?? code;
}

async function detailOf(id: string): Promise<Json> {
  const answer = await asAna.call('GET', `/internal/v1/transactions/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer)['transaction'] as Json;
}

const stateOf = async (id: string) => (await read(service, id))['state'];

test('one person cannot reject a payout above the limit alone', async () => {
  const id = await held(1_500_000, null);
  assert.equal(await resolve(asAna, id, 'reject'), 'waits_for_second_person');
  assert.equal(await stateOf(id), 'requires_manual_resolution');
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.reason], ['transaction.first_reject', 'because of reject']);
  assert.equal(await resolve(asAna, id, 'reject'), 'waits_for_second_person', 'a second click');
  const { approvals, second_person } = await detailOf(id);
  assert.partialDeepStrictEqual(approvals, [
    { staff_id: ana.id, decision: 'reject', reason: 'because of reject', counts: true },
  ]);
  assert.deepEqual(second_person, {
    confirm: 'large_amount',
    reject: 'large_amount',
    complete: null,
  });
  assert.equal(await resolve(asBo, id, 'reject'), 'done');
  assert.equal(await stateOf(id), 'failed');
});

test('a payout that the provider says was paid is not rejected by one person, however small', async () => {
  const id = await held(500, 'succeeded');
  assert.deepEqual((await detailOf(id))['second_person'], {
    confirm: null,
    reject: 'against_provider',
    complete: null,
  });
  assert.equal(await resolve(asAna, id, 'reject'), 'waits_for_second_person');
  assert.equal(await stateOf(id), 'requires_manual_resolution');
  assert.equal(await resolve(asBo, id, 'confirm'), 'done', 'with the provider one is enough');
  assert.equal(await stateOf(id), 'succeeded');
});

test('a deposit that the provider calls failed is not confirmed by one person', async () => {
  const id = await held(500, 'failed', DEPOSITS);
  assert.equal(await resolve(asAna, id, 'confirm'), 'waits_for_second_person');
  assert.equal(await resolve(asBo, id, 'confirm'), 'done');
  assert.equal(await stateOf(id), 'succeeded');
});

test('two people who decide differently are no two people', async () => {
  const id = await held(1_500_000, null);
  assert.equal(await resolve(asAna, id, 'reject'), 'waits_for_second_person');
  assert.equal(await resolve(asBo, id, 'confirm'), 'waits_for_second_person');
  assert.equal(await resolve(asAna, id, 'confirm'), 'done', 'a changed mind agrees');
});

test('a decision from before the provider’s status no longer counts', async () => {
  const id = await held(1_500_000, null);
  assert.equal(await resolve(asAna, id, 'reject'), 'waits_for_second_person');
  await say(id, 'succeeded');
  const [before] = (await detailOf(id))['approvals'] as readonly Json[];
  assert.equal(before?.['counts'], false);
  assert.equal(await resolve(asBo, id, 'reject'), 'waits_for_second_person');
  assert.equal(await resolve(asAna, id, 'reject'), 'done');
});

test('a person who has not seen the first decision decides nothing', async () => {
  const id = await held(1_500_000, null);
  assert.equal(await resolve(asAna, id, 'reject'), 'waits_for_second_person');
  assert.equal(await resolve(asBo, id, 'reject', { approvals_seen: 0 }), 'approvals_changed');
  assert.equal(await stateOf(id), 'requires_manual_resolution');
  assert.equal(await resolve(asBo, id, 'reject', { approvals_seen: 1 }), 'done');
});

test('of two people who decide at once on a large payout exactly one brings it to an end', async () => {
  const id = await held(1_500_000, null);
  const outcomes = await Promise.all([resolve(asAna, id, 'reject'), resolve(asBo, id, 'reject')]);
  const ended = outcomes.filter((outcome) => outcome === 'done');
  assert.equal(ended.length, 1, String(outcomes));
});

test('asking the provider is due at once, and refused where nothing was sent', async () => {
  const id = await held(500, 'pending');
  const ask = (one: string) => asAna.call('POST', `/internal/v1/transactions/${one}/ask-provider`);
  assert.equal((await ask(id)).status, 200);
  const [row] = await database.query<{ readonly is_due: boolean }>({
    text: 'select next_step_at <= app_now() as is_due from submissions where transaction_id = $1',
    values: [id],
  });
  assert.equal(row?.is_due, true);
  const { service_tx_id: fresh } = await create(service, WITHDRAWALS);
  assert.equal(bodyOf(await ask(fresh))['code'], 'nothing_to_ask');
});
