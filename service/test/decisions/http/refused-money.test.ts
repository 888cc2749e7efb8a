import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertEntries } from '../../../src/db/books/entries.ts';
import { bindReceipts } from '../../../src/db/receipts/receipts.ts';
import { postPayment, postReversal } from '../../../src/domain/books/posting.ts';
import { applyProviderStatus } from '../../../src/flows/provider-requests/apply-provider-status.ts';
import { addPerson, signedIn } from '../../support/access/staff.ts';
import { assertBooksChange } from '../../support/books/check-stories.ts';
import { startTestService } from '../../support/harness.ts';
import { insertReceipt } from '../../support/receipts/receipts.ts';
import { storedEnglish } from '../../support/sentences.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  type Json,
  ORANGE,
  read,
} from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const person = await addPerson(database, 'agent');
const agent = await signedIn(service, person);
const second = await signedIn(service, await addPerson(database, 'agent'));
const player = randomUUID();

let numbers = 0;
function payer(): string {
  numbers += 1;
  return `+23769100${String(numbers).padStart(4, '0')}`;
}

/** A deposit that is held with the operator's id of a payment, with a text of it or without. */
async function held(msisdn: string, hasText: 'with a text' | 'without a text') {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...ORANGE, msisdn });
  await forceState(database, id, 'requires_manual_resolution');
  const receipt =
    hasText === 'with a text'
      ? await insertReceipt(database, { payer: msisdn, amountXaf: 500 })
      : null;
  const paid = receipt === null ? `PP-${randomUUID()}` : `PP-${receipt}`;
  await database.query({
    text: 'update transactions set provider_tx_id = $2 where id = $1',
    values: [id, paid],
  });
  if (receipt !== null) {
    const reason = { code: 'late_for_deposit', params: { deposit: id } } as const;
    await bindReceipts(database, { ids: [receipt], transactionId: id, reason });
  }
  return { id, paid };
}

/** The operator has taken a payment back, which shows that its payer has it again. */
async function takeBack(paid: string): Promise<void> {
  const named = { operator: 'orange', operatorTxId: paid } as const;
  const amounts = { line: '000000', amountXaf: 500, feeCents: null, operatorTime: null };
  await insertEntries(database, postPayment({ ...named, ...amounts }));
  await insertEntries(database, postReversal({ ...named, transactionId: null }));
}

function reject(id: string, money: Json = {}, who = agent) {
  const json = { decision: 'reject', reason: 'not our player', ...money };
  return who.call('POST', `/internal/v1/transactions/${id}/resolve`, { json });
}

async function receiptOf(paid: string) {
  const [row] = await database.query<{
    readonly id: string;
    readonly state: string;
    readonly reason: string;
    readonly used_for: string | null;
  }>({
    text: `select id, state, reason,
                  (select transaction_id from receipt_uses u where u.receipt_id = r.id) as used_for
           from receipts r where operator_tx_id = $1`,
    values: [paid],
  });
  return row ?? null;
}

/** What a provider says of a deposit that it prompts the player for. */
async function say(id: string, providerTxId: string): Promise<void> {
  await database.query({
    text: `update transactions set collection_mode = 'merchant_initiated', instructions = null
           where id = $1`,
    values: [id],
  });
  await forceState(database, id, 'provider_acknowledged');
  const found = await service.payments.ledger.find(id);
  assert.ok(found !== null);
  const status = { kind: 'succeeded' } as const;
  const reported = { status, providerId: found.transaction.providerId, providerTxId };
  await applyProviderStatus(service.payments, found.transaction, reported);
}

/** Another deposit of the number, which staff could complete. */
async function another(msisdn: string): Promise<string> {
  return (await create(service, DEPOSITS, { ...ORANGE, msisdn, player_id: player })).service_tx_id;
}

/** Who has agreed so far, as the screen shows it. */
async function yesesTo(id: string): Promise<unknown> {
  return (await shown(id))['approvals'];
}

async function shown(id: string): Promise<Json> {
  const detail = await agent.call('GET', `/internal/v1/transactions/${id}`);
  return bodyOf(detail)['transaction'] as Json;
}

/** What cannot become of its payments, and why. */
async function refusalsOf(id: string): Promise<unknown> {
  return (await shown(id))['money_refusals'];
}

test('a held deposit that has a payment is not rejected without saying where its money goes', async () => {
  const { id } = await held(payer(), 'with a text');
  const detail = await agent.call('GET', `/internal/v1/transactions/${id}`);
  assert.equal((bodyOf(detail)['transaction'] as Json)['has_money'], true);
  for (const money of [{}, { money: 'returned' }, { money: 'returned', returned_how: '   ' }]) {
    const refused = await reject(id, money);
    assert.equal(refused.status, 422, refused.text);
    assert.equal(bodyOf(refused)['code'], 'money_not_placed');
  }
  assert.equal((await read(service, id))['state'], 'requires_manual_resolution');
});

test('the advice for a held deposit says of a payment that it came in only if it did', async () => {
  const received = await held(payer(), 'with a text');
  const named = await held(payer(), 'without a text');
  assert.equal((await shown(received.id))['advice'], 'confirm_received');
  assert.equal((await shown(named.id))['advice'], 'confirm_named');
});

for (const kind of ['with a text', 'without a text'] as const) {
  test(`money that is free again, ${kind}, completes another deposit`, async () => {
    const msisdn = payer();
    const { id, paid } = await held(msisdn, kind);
    assert.equal((await reject(id, { money: 'free' })).status, 200);
    const failed = await read(service, id);
    assert.deepEqual([failed['state'], failed['provider_tx_id']], ['failed', null]);
    const receipt = await receiptOf(paid);
    assert.ok(receipt !== null);
    assert.deepEqual([receipt.state, receipt.used_for], ['unmatched', null]);
    assert.match(storedEnglish(receipt.reason), new RegExp(`rejected deposit ${id}`));
    const next = await another(msisdn);
    const json = { receipt_ids: [receipt.id], reason: 'it was meant for this one' };
    const completed = await agent.call('POST', `/internal/v1/deposits/${next}/complete`, { json });
    assert.equal(completed.status, 200, completed.text);
    const paidOne = await read(service, next);
    assert.deepEqual([paidOne['state'], paidOne['provider_tx_id']], ['succeeded', paid]);
  });

  test(`money that was returned, ${kind}, pays nothing any more, by two people, and who did it is known`, async () => {
    const msisdn = payer();
    const { id, paid } = await held(msisdn, kind);
    const detail = bodyOf(await agent.call('GET', `/internal/v1/transactions/${id}`));
    assert.partialDeepStrictEqual((detail['transaction'] as Json)['needs_to'], {
      reject: { people: 1 },
      reject_returned: { people: 2, why: { code: 'returned_payment' } },
    });
    const money = { money: 'returned', returned_how: 'sent back as CI261115.1200.A00001' };
    const unseen = await reject(id, money, second);
    assert.equal(unseen.status, 409, unseen.text);
    assert.match(unseen.text, /shows that it went back/);
    assert.deepEqual(await yesesTo(id), [], 'nobody is asked for what cannot be done');
    assert.partialDeepStrictEqual(await refusalsOf(id), {
      returned: { code: 'chosen_not_returned' },
      sent_back: { code: 'return_unproven' },
    });
    assert.equal((await read(service, id))['state'], 'requires_manual_resolution');
    await takeBack(paid);
    assert.partialDeepStrictEqual(await refusalsOf(id), {
      returned: null,
      sent_back: { code: 'chosen_taken_back' },
    });
    assert.equal(bodyOf(await reject(id, money, second))['outcome'], 'waits_for_second_person');
    assert.notEqual((await receiptOf(paid))?.state, 'dismissed', 'one person is not enough');
    assert.equal(bodyOf(await reject(id, money))['outcome'], 'done');
    const receipt = await receiptOf(paid);
    assert.equal(receipt?.state, 'dismissed');
    assert.match(storedEnglish(receipt.reason), /went back to the payer: sent back as CI261115/);
    const next = await another(msisdn);
    await say(next, paid);
    assert.equal((await read(service, next))['state'], 'requires_manual_resolution');
    const [entry] = await database.query<{ readonly actor: string; readonly reason: string }>({
      text: `select actor, reason from audit_log where subject = $1`,
      values: [`receipt:${receipt.id}`],
    });
    assert.ok(entry !== undefined && entry.actor.includes(person.email));
    assert.equal(entry.reason, money.returned_how);
  });
}

test('a free payment that the provider names again for another deposit completes it', async () => {
  const msisdn = payer();
  const { id, paid } = await held(msisdn, 'with a text');
  await reject(id, { money: 'free' });
  const next = await another(msisdn);
  await say(next, paid);
  const shown = await read(service, next);
  assert.deepEqual([shown['state'], shown['provider_tx_id']], ['succeeded', paid]);
  assert.equal((await receiptOf(paid))?.used_for, next);
});

test('a held deposit without a known payment is rejected without a question', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...ORANGE, msisdn: payer() });
  await forceState(database, id, 'requires_manual_resolution');
  const detail = await agent.call('GET', `/internal/v1/transactions/${id}`);
  assert.equal((bodyOf(detail)['transaction'] as Json)['has_money'], false);
  const money = { money: 'returned', returned_how: 'nothing came' };
  assert.equal(bodyOf(await reject(id, money))['outcome'], 'done');
});

test('a second click changes nothing, whatever it says of the money', async () => {
  const { id, paid } = await held(payer(), 'with a text');
  await reject(id, { money: 'free' });
  const again = await reject(id, { money: 'returned', returned_how: 'by hand' });
  assert.equal(bodyOf(again)['outcome'], 'already_done');
  assert.equal((await receiptOf(paid))?.state, 'unmatched');
});

test('money that the operator took back is owed to nobody once two people call it returned', async () => {
  const { id, paid } = await held(payer(), 'with a text');
  await takeBack(paid);
  const owed = { 'unmatched ': 500, 'disputed ': -500 };
  await assertBooksChange(database, owed, async () => {
    const money = { money: 'returned', returned_how: 'The operator took it back.' };
    await reject(id, money, second);
    assert.equal(bodyOf(await reject(id, money))['outcome'], 'done');
  });
});

test('where one administrator sets up alone, two people still say what became of a payment', async () => {
  const admin = await signedIn(service, await addPerson(database, 'admin'));
  const receipt = await insertReceipt(database, { payer: payer(), amountXaf: 500 });
  await takeBack(`PP-${receipt}`);
  const json = { was: 'returned', reason: 'sent back by the portal' };
  const asked = await admin.call('POST', `/internal/v1/receipts/${receipt}/dismiss`, { json });
  assert.equal(asked.status, 202, asked.text);
});

test('a large deposit whose payment cannot be sent back, or goes nowhere, gets no first yes', async () => {
  const { id } = await held(payer(), 'with a text');
  await database.query({
    text: 'update transactions set amount_xaf = 5000000 where id = $1',
    values: [id],
  });
  for (const money of [{ money: 'sent_back' }, {}]) {
    const refused = await reject(id, money);
    assert.ok(refused.status === 409 || refused.status === 422, refused.text);
    assert.deepEqual(await yesesTo(id), []);
  }
  assert.equal(bodyOf(await reject(id, { money: 'free' }))['outcome'], 'waits_for_second_person');
});
