import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMessage } from '../../../src/domain/messages/message.ts';
import { addPerson, lastAuditLine, signedIn } from '../../support/access/staff.ts';
import { startTestService, startTwin } from '../../support/harness.ts';
import { insertReceipt } from '../../support/receipts/receipts.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  historyOf,
  ORANGE,
  read,
  simulate,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const service = await startTestService({}, { policy: { approvalSecondPersonXaf: 100_000 } });
const { database } = service;
const [ada, bo] = [await addPerson(database, 'agent'), await addPerson(database, 'agent')];
const asAda = await signedIn(service, ada);
const asBo = await signedIn(service, bo);

const approve = (id: string) => `/internal/v1/withdrawals/${id}/approve`;
const reject = (id: string) => `/internal/v1/withdrawals/${id}/reject`;
const resolve = (id: string) => `/internal/v1/transactions/${id}/resolve`;
const complete = (id: string) => `/internal/v1/deposits/${id}/complete`;

async function held(path: string): Promise<string> {
  const { service_tx_id: id } = await create(service, path);
  await forceState(database, id, 'requires_manual_resolution');
  return id;
}

test('an approved withdrawal is paid out, with the person in history and audit', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  const answer = await asAda.call('POST', approve(id));
  assert.equal(answer.status, 200, answer.text);
  assert.equal(bodyOf(answer)['outcome'], 'done');
  assert.equal((await read(service, id))['state'], 'approved');
  await service.takeSteps();
  assert.equal((await read(service, id))['state'], 'succeeded');
  const history = await historyOf(database, id);
  assert.deepEqual(
    history.map(({ trigger, actor }) => [trigger, actor]),
    [
      ['create', 'api'],
      ['approved', `staff:${ada.id}`],
      ['transfer_sent', 'provider:mtn-momo'],
      ['transfer_succeeded', 'provider:mtn-momo'],
    ],
  );
  const line = await lastAuditLine(database);
  assert.equal(line?.action, 'withdrawal.approve');
  assert.equal(line?.subject, `transaction:${id}`);
});

test('a repeated click changes nothing, and another person sees that it is decided', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  await asAda.call('POST', approve(id));
  await service.takeSteps();
  const again = await asAda.call('POST', approve(id));
  assert.equal(bodyOf(again)['outcome'], 'already_done');
  const late = await asBo.call('POST', approve(id));
  assert.equal(late.status, 409);
  assert.equal(bodyOf(late)['state'], 'succeeded');
  assert.equal((await historyOf(database, id)).length, 4);
});

test('a rejection needs a reason, which stays inside', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  assert.equal((await asAda.call('POST', reject(id), { json: {} })).status, 422);
  const reason = 'The player asked us to stop.';
  const answer = await asAda.call('POST', reject(id), { json: { reason } });
  assert.equal(answer.status, 200, answer.text);
  const transaction = await read(service, id);
  assert.equal(transaction['state'], 'failed');
  assert.equal(transaction['state_reason'], 'Staff rejected the withdrawal.');
  assert.equal((await lastAuditLine(database))?.reason, reason);
  const detail = bodyOf(await asAda.call('GET', `/internal/v1/transactions/${id}`));
  assert.match(JSON.stringify(detail['history']), /The player asked us to stop/);
  const codes = (detail['history'] as readonly Readonly<Record<string, unknown>>[]).map(
    (line) => line['reason_code'],
  );
  assert.deepEqual(codes, [undefined, 'rejected_by_staff']);
  const again = await asAda.call('POST', reject(id), { json: { reason } });
  assert.equal(bodyOf(again)['outcome'], 'already_done');
  assert.equal((await asBo.call('POST', approve(id))).status, 409);
});

test('the platform reads what staff typed only when they say so', async () => {
  const reason = 'Your player’s account\u00a0is closed.';
  const json = { reason, tell_platform: true };
  const { service_tx_id: rejected } = await create(service, WITHDRAWALS);
  await asAda.call('POST', reject(rejected), { json });
  const reported = 'Your player’s account is closed.';
  assert.equal((await read(service, rejected))['state_reason'], reported);
  assert.deepEqual((await lastAuditLine(database))?.after, {
    state: 'failed',
    told_platform: true,
  });

  const [quiet, loud] = [await held(WITHDRAWALS), await held(WITHDRAWALS)];
  const decision = { decision: 'confirm', reason: 'Seen at the portal.' };
  await asAda.call('POST', resolve(quiet), { json: decision });
  await asAda.call('POST', resolve(loud), { json: { ...decision, tell_platform: true } });
  const sentence = 'Staff marked the withdrawal as paid.';
  assert.equal((await read(service, quiet))['state_reason'], sentence);
  assert.equal((await read(service, loud))['state_reason'], 'Seen at the portal.');
});

test('a reason has letters or digits and nothing invisible', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  for (const reason of ['   ', '...', '\u200b\u200b\u200b\u200b', '\u202e--\u2066', '\n\t!?']) {
    const answer = await asAda.call('POST', reject(id), { json: { reason } });
    assert.equal(answer.status, 422, JSON.stringify(reason));
  }
  const reason = 'paid\u202e tw\u200bice\r\nalready\u0007';
  await asAda.call('POST', reject(id), { json: { reason, tell_platform: true } });
  assert.equal((await read(service, id))['state_reason'], 'paid twice already');
  assert.equal((await lastAuditLine(database))?.reason, 'paid twice already');
});

test('a large withdrawal waits until a second, different person approves it too', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS, { amount_xaf: 100_001 });
  for (let click = 0; click < 3; click += 1) {
    const first = await asAda.call('POST', approve(id));
    assert.equal(bodyOf(first)['outcome'], 'waits_for_second_person');
  }
  assert.equal((await read(service, id))['state'], 'pending_approval');
  const second = await asBo.call('POST', approve(id));
  assert.equal(bodyOf(second)['outcome'], 'done');
  assert.equal((await read(service, id))['state'], 'approved');
});

test('a person who saw another number of approvals approves nothing and sends no money', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS, { amount_xaf: 100_001 });
  const seen = (count: number) => `${approve(id)}?approvals_seen=${count}`;
  for (let click = 0; click < 2; click += 1) {
    const first = await asAda.call('POST', seen(0));
    assert.equal(bodyOf(first)['outcome'], 'waits_for_second_person', 'one’s own is not counted');
  }
  const late = await asBo.call('POST', seen(0));
  assert.equal(late.status, 409, late.text);
  assert.equal(bodyOf(late)['state'], 'pending_approval');
  const bulk = '/internal/v1/withdrawals/approve';
  const inBulk = await asBo.call('POST', bulk, { json: { ids: [id], approvals_seen: [0] } });
  const [result] = bodyOf(inBulk)['results'] as readonly { readonly outcome: string }[];
  assert.equal(result?.outcome, 'refused', inBulk.text);
  assert.equal((await read(service, id))['state'], 'pending_approval');
  assert.equal(bodyOf(await asBo.call('POST', seen(1)))['outcome'], 'done');
  assert.equal((await asBo.call('POST', seen(-1))).status, 422);
});

test('the threshold itself needs one person only', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS, { amount_xaf: 100_000 });
  assert.equal(bodyOf(await asAda.call('POST', approve(id)))['outcome'], 'done');
});

test('people cannot approve a payout that they created by hand', async () => {
  const json = {
    direction: 'withdrawal',
    operator: 'mtn',
    msisdn: '+237670000009',
    amount_xaf: 900,
  };
  const created = await asAda.call('POST', '/internal/v1/sandbox/transactions', { json });
  const id = String(bodyOf(created)['id']);
  const own = await asAda.call('POST', approve(id));
  assert.equal(own.status, 403, own.text);
  assert.equal(bodyOf(await asBo.call('POST', approve(id)))['outcome'], 'done');
});

test('of approvals and rejections at once on two processes exactly one is made', async () => {
  const twin = await startTwin(service);
  const people = [asAda, asBo, await signedIn(twin, ada), await signedIn(twin, bo)];
  for (let round = 0; round < 10; round += 1) {
    const { service_tx_id: id } = await create(service, WITHDRAWALS);
    const answers = await Promise.all(
      people.map((person, index) =>
        index % 2 === 0
          ? person.call('POST', approve(id))
          : person.call('POST', reject(id), { json: { reason: 'not this one' } }),
      ),
    );
    const outcomes = answers.map((answer) => bodyOf(answer)['outcome'] ?? answer.status);
    assert.equal(
      outcomes.filter((outcome) => outcome === 'done').length,
      1,
      JSON.stringify(outcomes),
    );
    const history = await historyOf(database, id);
    const decisions = history.filter(({ trigger }) => ['approved', 'rejected'].includes(trigger));
    assert.equal(decisions.length, 1);
  }
});

test('bulk approval answers for each withdrawal, and one refusal stops no other', async () => {
  const ids = [];
  for (let index = 0; index < 3; index += 1) {
    ids.push((await create(service, WITHDRAWALS)).service_tx_id);
  }
  const [first = '', second = '', third = ''] = ids;
  await asBo.call('POST', reject(second), { json: { reason: 'not this one' } });
  const { service_tx_id: deposit } = await create(service, DEPOSITS);
  const answer = await asAda.call('POST', '/internal/v1/withdrawals/approve', {
    json: { ids: [first, second, third, deposit] },
  });
  const results = bodyOf(answer)['results'] as readonly { id: string; outcome: string }[];
  assert.deepEqual(
    results.map(({ id, outcome }) => [id, outcome]),
    [
      [first, 'done'],
      [second, 'refused'],
      [third, 'done'],
      [deposit, 'refused'],
    ],
  );
});

const RESOLUTIONS = [
  [DEPOSITS, 'confirm', 'succeeded'],
  [DEPOSITS, 'reject', 'failed'],
  [WITHDRAWALS, 'confirm', 'succeeded'],
  [WITHDRAWALS, 'reject', 'failed'],
] as const;

for (const [path, decision, state] of RESOLUTIONS) {
  test(`a held transaction of ${path} that staff ${decision}s is ${state}`, async () => {
    const id = await held(path);
    const json = { decision, reason: 'seen on the operator’s portal' };
    const answer = await asAda.call('POST', resolve(id), { json });
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await read(service, id))['state'], state);
    assert.equal(
      bodyOf(await asAda.call('POST', resolve(id), { json }))['outcome'],
      'already_done',
    );
    assert.equal((await asBo.call('POST', resolve(id), { json })).status, 409);
  });
}

test('what is not held cannot be resolved', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  const json = { decision: 'confirm', reason: 'because' };
  const answer = await asAda.call('POST', resolve(id), { json });
  assert.equal(answer.status, 409);
  assert.equal(bodyOf(answer)['state'], 'pending');
});

test('a deposit is completed from payments that add up; its own amount is credited', async () => {
  const payer = '+237690000077';
  const made = await create(service, DEPOSITS, { ...ORANGE, msisdn: payer, amount_xaf: 1_000 });
  const id = made.service_tx_id;
  await simulate(service, id, 'expired');
  const receipts = [
    await insertReceipt(database, { payer, amountXaf: 400 }),
    await insertReceipt(database, { payer, amountXaf: 700 }),
  ];
  // Staff may use a payment whose text was in doubt; they have checked it.
  await database.query({
    text: 'update receipts set is_trusted = false where id = $1',
    values: [receipts[0]],
  });
  const short = { receipt_ids: receipts.slice(0, 1), reason: 'two payments' };
  const refused = await asAda.call('POST', complete(id), { json: short });
  assert.equal(refused.status, 409);
  assert.match(String(bodyOf(refused)['detail']), /600.FCFA short/);
  const answer = await asAda.call('POST', complete(id), {
    json: { receipt_ids: receipts, reason: 'two payments' },
  });
  assert.equal(answer.status, 200, answer.text);
  const transaction = await read(service, id);
  assert.deepEqual([transaction['state'], transaction['amount_minor']], ['succeeded', 1_000]);
  const used = await database.query<{ state: string; reason: string; is_trusted: boolean }>({
    text: 'select state, reason, is_trusted from receipts where id = any($1::uuid[])',
    values: [receipts],
  });
  const message = { code: 'used_by_staff', params: { deposit: id } };
  assert.deepEqual(
    used.map(({ state, reason, is_trusted }) => [state, readMessage(reason), is_trusted]),
    [
      ['used', message, true],
      ['used', message, true],
    ],
    'and no longer why it was held',
  );
  const other = await create(service, DEPOSITS, { ...ORANGE, msisdn: payer, amount_xaf: 700 });
  const reuse = { receipt_ids: receipts.slice(1), reason: 'again' };
  const again = await asAda.call('POST', complete(other.service_tx_id), { json: reuse });
  assert.match(String(bodyOf(again)['detail']), /used already/);
});

const REFUSED_RECEIPTS = [
  ['another number', { payer: '+237690000099', amountXaf: 9_000 }, /another number/],
  ['another operator', { payer: '+237690000078', amountXaf: 9_000, operator: 'mtn' }, /operator/],
] as const;

for (const [name, receipt, expected] of REFUSED_RECEIPTS) {
  test(`a payment from ${name} completes nothing and stays unused`, async () => {
    const msisdn = '+237690000078';
    const { service_tx_id: id } = await create(service, DEPOSITS, { ...ORANGE, msisdn });
    const receiptId = await insertReceipt(database, receipt);
    const json = { receipt_ids: [receiptId], reason: 'please' };
    const answer = await asAda.call('POST', complete(id), { json });
    assert.equal(answer.status, 409);
    assert.match(String(bodyOf(answer)['detail']), expected);
    const [row] = await database.query<{ state: string }>({
      text: 'select state from receipts where id = $1',
      values: [receiptId],
    });
    assert.equal(row?.state, 'unmatched');
  });
}

test('a receipt that two people use at once completes one deposit only', async () => {
  const payer = '+237690000079';
  const change = { ...ORANGE, msisdn: payer, amount_xaf: 500 };
  const first = await create(service, DEPOSITS, change);
  const second = await create(service, DEPOSITS, change);
  const receiptId = await insertReceipt(database, { payer, amountXaf: 500 });
  const json = { receipt_ids: [receiptId], reason: 'one payment' };
  const answers = await Promise.all([
    asAda.call('POST', complete(first.service_tx_id), { json }),
    asBo.call('POST', complete(second.service_tx_id), { json }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409],
  );
});

test('a merchant-initiated deposit that failed is not completed by hand', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  const receiptId = await insertReceipt(database, {
    payer: '+237670000001',
    amountXaf: 500,
    operator: 'mtn',
  });
  const json = { receipt_ids: [receiptId], reason: 'please' };
  const answer = await asAda.call('POST', complete(id), { json });
  assert.equal(answer.status, 409);
  assert.equal(bodyOf(answer)['state'], 'pending');
  const [use] = await database.query({
    text: 'select from receipt_uses where receipt_id = $1',
    values: [receiptId],
  });
  assert.equal(use, undefined, 'a refused move uses nothing');
});

test('an unknown id is a 404, and a viewer decides nothing', async () => {
  const id = '019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10';
  assert.equal((await asAda.call('POST', approve(id))).status, 404);
  const viewer = await signedIn(service, await addPerson(database, 'viewer'));
  const { service_tx_id: real } = await create(service, WITHDRAWALS);
  assert.equal((await viewer.call('POST', approve(real))).status, 403);
  assert.equal((await read(service, real))['state'], 'pending_approval');
});

test('a deposit completed from one payment has its operator id, from several none', async () => {
  for (const amounts of [[1_000], [400, 600]]) {
    const payer = amounts.length === 1 ? '+237690000078' : '+237690000079';
    const made = await create(service, DEPOSITS, { ...ORANGE, msisdn: payer, amount_xaf: 1_000 });
    const receiptIds: string[] = [];
    for (const amountXaf of amounts) {
      receiptIds.push(await insertReceipt(database, { payer, amountXaf }));
    }
    const answer = await asAda.call('POST', complete(made.service_tx_id), {
      json: { receipt_ids: receiptIds, reason: 'seen in the account' },
    });
    assert.equal(answer.status, 200, answer.text);
    const { provider_tx_id: id } = await read(service, made.service_tx_id);
    assert.equal(id, amounts.length === 1 ? `PP-${receiptIds[0]}` : null);
  }
});
