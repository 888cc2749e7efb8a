import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateWithoutBalances } from '../../../src/db/lines/lines.ts';
import { addPerson, type Browser, lastAuditLine, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { createTill } from '../../support/providers/till.ts';
import {
  addGateway,
  addLines,
  balanceIn,
  createOrangeLine,
  openLine,
  receiptsOf,
  tell,
} from '../../support/receipts/sms.ts';
import { bodyOf, type Json } from '../../support/transactions/payments.ts';

// A text says that the operator took a payment back, and no balance of the line proves it.

const LIMIT = 10_000;
const LINE = '+237699000001';
const service = await startTestService({}, { policy: { approvalSecondPersonXaf: LIMIT } });
const { database } = service;
await addLines(database, 'orange', [LINE]);
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
const till = createTill(service);
const agent = await signedIn(service, await addPerson(database, 'agent'));
const admin = await signedIn(service, await addPerson(database, 'admin'));

let startXaf = 0;
/** Balances of no other test. */
async function startLine() {
  startXaf += 1_000_000;
  await openLine(database, LINE, startXaf + 0.25);
  return { line: createOrangeLine(LINE, startXaf), startXaf };
}

const idIn = (text: string) =>
  /PP[0-9]{6}\.[0-9]{4}\.[A-Z][0-9]{5}/.exec(text)?.[0] ?? assert.fail(text);

const takeBack = (paid: string, rest = '') =>
  tell(service, { text: `Annulation du transfert ${idIn(paid)} effectuee.${rest}` });

async function openContradiction(paid: string): Promise<Json> {
  const { items } = bodyOf(await agent.call('GET', '/internal/v1/contradictions'));
  const found = (items as Json[]).filter(({ evidence }) => String(evidence).endsWith(idIn(paid)));
  assert.equal(found.length, 1, 'one contradiction is open');
  return found[0] ?? assert.fail();
}

async function rule(who: Browser, paid: string, ruling: string) {
  const { id } = await openContradiction(paid);
  const json = { ruling, reason: 'Seen in the portal of the operator.' };
  return who.call('POST', `/internal/v1/contradictions/${String(id)}/close`, { json });
}

async function rulesOf(paid: string): Promise<readonly string[]> {
  const rows = await database.query<{ readonly rule: string }>({
    text: 'select rule from book_entries where cause = $1 order by rule',
    values: [`payment:orange:${idIn(paid)}`],
  });
  return rows.map((row) => row.rule);
}

async function completing(payer: string, amountXaf: number): Promise<unknown> {
  const id = await till.deposit({ msisdn: payer, line: LINE, amount_xaf: amountXaf });
  const [receipt] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where payer_msisdn = $1',
    values: [payer],
  });
  const json = { receipt_ids: [receipt?.id], reason: 'The player asks.' };
  const answer = bodyOf(await agent.call('POST', `/internal/v1/deposits/${id}/complete`, { json }));
  return (answer['params'] as { because: Json } | undefined)?.because['code'] ?? answer['outcome'];
}

test('a reversal that no balance proves says so, holds the payment and books nothing', async () => {
  const { line } = await startLine();
  const payer = till.player();
  const paid = line.pay({ payer, amount: 700 });
  await tell(service, { text: paid });
  await takeBack(paid);
  const [receipt] = await receiptsOf(database, payer);
  assert.match(receipt?.reason ?? '', /no balance proves it/);
  assert.partialDeepStrictEqual(await openContradiction(paid), {
    remark: { code: 'reversed_without_proof' },
  });
  assert.deepEqual(await rulesOf(paid), ['payment_in']);
  assert.equal(await completing(payer, 700), 'chosen_taken_back_unproven');
  const { id } = await openContradiction(paid);
  const path = `/internal/v1/contradictions/${String(id)}/close`;
  const silent = await agent.call('POST', path, { json: { reason: 'Looked at it.' } });
  assert.equal(bodyOf(silent)['code'], 'ruling_missing', 'a person says which it is');
});

test('a payment that was not reversed completes its deposit, whatever texts say again', async () => {
  const { line } = await startLine();
  const payer = till.player();
  const id = await till.deposit({ msisdn: payer, line: LINE });
  const paid = line.pay({ payer, amount: 500 });
  await takeBack(paid);
  await tell(service, { text: paid });
  assert.equal(await till.stateOf(id), 'pending', 'it is held');
  assert.equal((await rule(agent, paid, 'not_reversed')).status, 200);
  assert.equal(await till.stateOf(id), 'succeeded');
  const entry = await lastAuditLine(database);
  assert.equal(entry?.action, 'contradiction.close');
  assert.deepEqual(entry.after, { closed: true, ruling: 'not_reversed' });
  await takeBack(paid, ' Merci.');
  const { items } = bodyOf(await agent.call('GET', '/internal/v1/contradictions'));
  assert.ok(!JSON.stringify(items).includes(idIn(paid)), 'a person has looked');
});

test('an unmatched payment that was not reversed can be completed from again', async () => {
  const { line } = await startLine();
  const payer = till.player();
  const paid = line.pay({ payer, amount: 700 });
  await tell(service, { text: paid });
  await takeBack(paid);
  await takeBack(paid, ' Merci.');
  await rule(agent, paid, 'not_reversed');
  const [receipt] = await receiptsOf(database, payer);
  assert.deepEqual([receipt?.state, receipt?.is_trusted], ['unmatched', true]);
  assert.equal(await completing(payer, 700), 'done');
});

test('a payment of which a person says that it was reversed is booked so, and pays nothing', async () => {
  const { line } = await startLine();
  const payer = till.player();
  const paid = line.pay({ payer, amount: 700 });
  await tell(service, { text: paid });
  await takeBack(paid);
  assert.equal((await rule(agent, paid, 'reversed')).status, 200);
  assert.deepEqual(await rulesOf(paid), ['payment_in', 'payment_reversed']);
  assert.equal(await completing(payer, 700), 'chosen_taken_back');
});

for (const ruling of ['reversed', 'not_reversed'] as const) {
  test(`above the second person’s amount two people say: ${ruling}`, async () => {
    const { line } = await startLine();
    const payer = till.player();
    const paid = line.pay({ payer, amount: LIMIT + 1 });
    await tell(service, { text: paid });
    await openLine(database, LINE, balanceIn(paid));
    await takeBack(paid);
    const asked = await rule(agent, paid, ruling);
    assert.equal(asked.status, 202, asked.text);
    assert.deepEqual(await rulesOf(paid), ['payment_in'], 'nothing is booked yet');
    const change = bodyOf(asked)['change_id'];
    const approved = await admin.call('POST', `/internal/v1/changes/${String(change)}/approve`);
    assert.equal(approved.status, 200, approved.text);
    const isBooked = (await rulesOf(paid)).includes('payment_reversed');
    assert.equal(isBooked, ruling === 'reversed');
    const [receipt] = await receiptsOf(database, payer);
    assert.equal(receipt?.is_trusted, ruling === 'not_reversed');
  });
}

test('two people rule on the amount that the second one saw', async () => {
  const { line } = await startLine();
  const payer = till.player();
  const paid = line.pay({ payer, amount: LIMIT + 2 });
  await tell(service, { text: paid });
  await openLine(database, LINE, balanceIn(paid));
  await takeBack(paid);
  const change = String(bodyOf(await rule(agent, paid, 'reversed'))['change_id']);
  const approve = () => admin.call('POST', `/internal/v1/changes/${change}/approve`);
  const setAmount = (amountXaf: number) =>
    database.query({
      text: 'update receipts set amount_xaf = $2 where payer_msisdn = $1',
      values: [payer, amountXaf],
    });
  await setAmount(LIMIT * 100);
  assert.equal(bodyOf(await approve())['code'], 'change_overtaken');
  assert.deepEqual(await rulesOf(paid), ['payment_in']);
  await setAmount(LIMIT + 2);
  assert.equal((await approve()).status, 200);
});

test('the agent who asked sees that it waits and takes it back; another agent cannot', async () => {
  const { line } = await startLine();
  const paid = line.pay({ payer: till.player(), amount: LIMIT + 2 });
  await tell(service, { text: paid });
  await openLine(database, LINE, balanceIn(paid));
  await takeBack(paid);
  const { change_id: id } = bodyOf(await rule(agent, paid, 'reversed'));
  assert.equal(bodyOf(await rule(agent, paid, 'reversed'))['code'], 'change_waits');
  const other = await signedIn(service, await addPerson(database, 'agent'));
  const viewer = await signedIn(service, await addPerson(database, 'viewer'));
  const seenBy = async (who: Browser) => {
    const { items } = bodyOf(await who.call('GET', '/internal/v1/changes'));
    return (items as Json[]).find((one) => one['id'] === id)?.['refusal'];
  };
  assert.deepEqual(
    [await seenBy(agent), await seenBy(other), await seenBy(viewer)],
    ['own_change', 'role_required', undefined],
  );
  const withdraw = async (who: Browser) => {
    const json = { reason: 'It was the other payment.' };
    return (await who.call('POST', `/internal/v1/changes/${String(id)}/withdraw`, { json })).status;
  };
  assert.deepEqual([await withdraw(other), await withdraw(viewer)], [404, 404]);
  assert.equal(await withdraw(agent), 200);
  assert.equal((await rule(agent, paid, 'not_reversed')).status, 202, 'and is asked again');
});

test('a balance that proves a reversal counts more than a person who denied it', async () => {
  const { line, startXaf: start } = await startLine();
  const payer = till.player();
  const paid = line.pay({ payer, amount: 700 });
  await tell(service, { text: paid });
  await takeBack(paid, ` Montant: 700 FCFA. Nouveau solde: ${start - 300}.25 FCFA.`);
  await rule(agent, paid, 'not_reversed');
  await openLine(database, LINE, start - 300 + 0.25);
  assert.partialDeepStrictEqual(await openContradiction(paid), {
    remark: { code: 'reversed_by_operator' },
  });
  assert.deepEqual(await rulesOf(paid), ['payment_in', 'payment_reversed']);
  assert.match((await receiptsOf(database, payer))[0]?.reason ?? '', /says that it took/);
});

/** A payment that came in a burst, which is over. */
async function payInBurst() {
  const { line, startXaf: start } = await startLine();
  const payer = till.player();
  const id = await till.deposit({ msisdn: payer, line: LINE });
  const burst = async (at: string) => {
    const text = `update lines set burst_at = app_now() - $2::interval where line = $1`;
    await database.query({ text, values: [LINE, at] });
  };
  await burst('0');
  const paid = line.pay({ payer, amount: 500 });
  await tell(service, { text: paid });
  await burst('2 hours');
  return { id, paid, startXaf: start };
}

test('a payment of a burst that was not reversed still needs a balance that is read after it', async () => {
  const { id, paid } = await payInBurst();
  await takeBack(paid);
  assert.equal((await rule(agent, paid, 'not_reversed')).status, 200);
  assert.equal(await till.stateOf(id), 'pending');
  await openLine(database, LINE, balanceIn(paid));
  assert.equal(await till.stateOf(id), 'succeeded');
});

test('a payment that a balance has refuted is not credited because it was not reversed', async () => {
  const { id, paid, startXaf: start } = await payInBurst();
  await openLine(database, LINE, start + 9_000.25);
  await takeBack(paid);
  assert.equal((await rule(agent, paid, 'not_reversed')).status, 200);
  await openLine(database, LINE, start + 9_000.25);
  assert.equal(await till.stateOf(id), 'pending');
});

test('on a line that names no balances a person says whether a payment was reversed', async () => {
  const { line } = await startLine();
  const payer = till.player();
  const paid = line.pay({ payer, amount: 700 });
  await tell(service, { text: paid });
  await updateWithoutBalances(database, LINE);
  await takeBack(paid);
  assert.partialDeepStrictEqual(await openContradiction(paid), {
    remark: { code: 'reversed_without_proof' },
  });
  assert.deepEqual(await rulesOf(paid), ['payment_in'], 'nothing is booked');
  assert.equal((await rule(agent, paid, 'not_reversed')).status, 200);
  const [receipt] = await receiptsOf(database, payer);
  assert.deepEqual([receipt?.state, receipt?.is_trusted], ['unmatched', true]);
});
