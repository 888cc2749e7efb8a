import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findApprovedSum } from '../../src/db/access/approved-sum.ts';
import { MAX_CANDIDATES } from '../../src/domain/receipts/matching.ts';
import { recordBalance } from '../../src/flows/decisions/trust-balance.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { startLines } from '../support/lines/lines.ts';
import { passTime } from '../support/providers/live.ts';
import { balanceIn, createOrangeLine, GATEWAY, receiptsOf, tell } from '../support/receipts/sms.ts';
import { bodyOf, create, DEPOSITS, type Json, ORANGE } from '../support/transactions/payments.ts';

// A balance that one person has typed is that person's word, and no more.

const MINUTE_MS = 60_000;
const { service, database, till, takeLine } = await startLines(16);

/** An agent, and what they type. */
async function hire() {
  const person = await addPerson(database, 'agent');
  const headers = await scriptHeaders(database, person);
  const type = async (line: string, balanceXaf: number) => {
    const balance_cents = Math.round(balanceXaf * 100);
    const json = { balance_cents, reason: 'As the operator shows it.' };
    const path = `/internal/v1/lines/${line}/balance`;
    const answer = await service.call('POST', path, { headers, json });
    assert.equal(answer.status, 200, answer.text);
    return bodyOf(answer)['credited'];
  };
  /** A text claims that a payment was taken back; they say that it was not. */
  const denyReversal = async (line: string, payer: string) => {
    const [paid] = await database.query<{ readonly id: string }>({
      text: 'select operator_tx_id as id from receipts where payer_msisdn = $1',
      values: [payer],
    });
    await tell(service, { sim: line, text: `Annulation du transfert ${paid?.id} effectuee.` });
    const { items } = bodyOf(await service.call('GET', '/internal/v1/contradictions', { headers }));
    const claim = (items as Json[]).find(({ evidence }) =>
      String(evidence).endsWith(paid?.id ?? '-'),
    );
    const json = { ruling: 'not_reversed', reason: 'Not in the portal.' };
    const path = `/internal/v1/contradictions/${String(claim?.['id'])}/close`;
    const answer = await service.call('POST', path, { headers, json });
    assert.equal(answer.status, 200, answer.text);
  };
  const completedXaf = async () =>
    (await findApprovedSum(database, { staffId: person.id, ids: [] })).unprovenXaf;
  return { type, denyReversal, completedXaf };
}

/** A line that lost money without a text, and payments of 20 000 each that wait for its balance. */
async function openGap() {
  const number = takeLine();
  const line = createOrangeLine(number);
  line.takeSilently(200);
  let balanceXaf = 0;
  const pay = async (amount = 20_000, msisdn = till.player()) => {
    const id = await till.deposit({ msisdn, line: number, amount_xaf: amount });
    const text = line.pay({ payer: msisdn, amount });
    balanceXaf = balanceIn(text);
    await tell(service, { sim: number, text });
    return { id, msisdn };
  };
  const waiting = [await pay(), await pay(), await pay()];
  const answer = askerOf(number);
  const ask = (answerXaf = balanceXaf) => answer(answerXaf);
  return { number, waiting, pay, ask, balance: () => balanceXaf };
}

/** The operator answers our question. */
const askerOf = (line: string) => (answerXaf: number) =>
  recordBalance(service.payments.sms, {
    gatewayId: GATEWAY,
    line,
    balanceCents: Math.round(answerXaf * 100),
    readAt: { agoMs: 0 },
  });

const succeeded = async (payments: readonly { readonly id: string }[]) => {
  const states = await Promise.all(payments.map(({ id }) => till.stateOf(id)));
  return states.filter((state) => state === 'succeeded').length;
};

test('one person’s typed balance credits what one person may complete, and counts as that', async () => {
  const { number, waiting, balance } = await openGap();
  const ana = await hire();
  assert.equal(await ana.type(number, balance()), 2, '50 000 within 24 hours');
  assert.equal(await succeeded(waiting), 2);
  assert.equal(await ana.completedXaf(), 40_000);
  const held = (
    await Promise.all(waiting.map(({ msisdn }) => receiptsOf(database, msisdn)))
  ).flat();
  const [rest, ...others] = held.filter(({ state }) => state === 'unmatched');
  assert.deepEqual([rest?.is_trusted, others], [false, []]);
  assert.match(rest?.reason ?? '', /when a second person types the balance/);
  assert.equal(await ana.type(number, balance()), 0, 'the same person again is no second one');
});

test('what is left is credited when a second person has typed the same balance', async () => {
  const { number, waiting, balance } = await openGap();
  const [ana, bo] = [await hire(), await hire()];
  await ana.type(number, balance());
  assert.equal(await bo.type(number, balance()), 1);
  assert.equal(await succeeded(waiting), 3);
  assert.deepEqual([await ana.completedXaf(), await bo.completedXaf()], [40_000, 0]);
});

test('what is left is credited when the operator reports the balance, and not by a text', async () => {
  const { number, waiting, pay, ask, balance } = await openGap();
  await (await hire()).type(number, balance());
  const small = await pay(500);
  assert.deepEqual([await succeeded(waiting), await succeeded([small])], [2, 1]);
  const more = await pay();
  assert.equal(await succeeded([more]), 0, 'a text that fits confirms nothing');
  await ask();
  assert.deepEqual([await succeeded(waiting), await succeeded([more])], [3, 1]);
  const later = await pay(300_000);
  assert.equal(await succeeded([later]), 1, 'the line goes on from what the operator says');
});

test('a line that one person opens credits no more than that person may complete', async () => {
  const { number, waiting, ask, balance } = await openGap();
  await database.query({ text: 'delete from lines where line = $1', values: [number] });
  const ana = await hire();
  assert.equal(await ana.type(number, balance()), 2);
  assert.equal(await succeeded(waiting), 2);
  await ask();
  assert.equal(await succeeded(waiting), 3);
});

test('a person who denies a reversal credits no more than their own typed balance may', async () => {
  const { number, waiting, balance, ask } = await openGap();
  const ana = await hire();
  await ana.type(number, balance());
  const left = [];
  for (const one of waiting) if ((await succeeded([one])) === 0) left.push(one);
  const [rest] = left;
  await ana.denyReversal(number, rest?.msisdn ?? '');
  assert.deepEqual([await succeeded(waiting), await ana.completedXaf()], [2, 40_000]);
  await ask();
  assert.equal(await succeeded(waiting), 3, 'the operator confirms the balance');
});

test('what one person may complete is counted once, also among more deposits than are read at once', async () => {
  const { number, waiting, pay, balance } = await openGap();
  const crowd = { ...ORANGE, msisdn: till.player(), amount_xaf: 700 };
  for (let made = 0; made <= MAX_CANDIDATES; made += 50) {
    await Promise.all(Array.from({ length: 50 }, () => create(service, DEPOSITS, crowd)));
  }
  await pay(700, crowd.msisdn);
  const ana = await hire();
  assert.equal(await ana.type(number, balance()), 2);
  assert.deepEqual([await succeeded(waiting), await ana.completedXaf()], [2, 40_000]);
});

/** Six texts of 20 000 each, forged to follow the balance that a person has typed. */
async function forgeAfter(typedXaf: number) {
  const number = takeLine();
  const ana = await hire();
  await ana.type(number, typedXaf + 0.25);
  const forger = createOrangeLine(number, typedXaf);
  const pay = async (amount = 20_000) => {
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line: number, amount_xaf: amount });
    await tell(service, { sim: number, text: forger.pay({ payer: msisdn, amount }) });
    return { id, msisdn };
  };
  const deposits: Awaited<ReturnType<typeof pay>>[] = [];
  for (let n = 0; n < 6; n += 1) deposits.push(await pay());
  const waiting = async () => {
    const all = await Promise.all(deposits.map(({ msisdn }) => receiptsOf(database, msisdn)));
    return all.flat().filter(({ state }) => state === 'unmatched');
  };
  return { number, ana, forger, pay, deposits, waiting, ask: askerOf(number) };
}

test('texts that are forged to follow a false balance credit no more than its typist may complete', async () => {
  const { ana, deposits } = await forgeAfter(800_000);
  assert.equal(await succeeded(deposits), 2);
  assert.equal(await ana.completedXaf(), 40_000);
});

test('the operator’s answer that contradicts a person’s balance credits nothing that waited for it', async () => {
  const { deposits, ask, waiting } = await forgeAfter(800_000);
  await ask(30_000.25);
  assert.equal(await succeeded(deposits), 2);
  const left = await waiting();
  assert.equal(left.length, 4);
  for (const { is_trusted, reason } of left) {
    assert.equal(is_trusted, false);
    assert.match(reason, /does not lead to the balance that was read/, 'a person decides');
  }
  await ask(29_000.25);
  assert.equal(await succeeded(deposits), 2, 'what was refuted stays so');
});

test('a second person who types another balance confirms nothing of the first', async () => {
  const { number, deposits } = await forgeAfter(800_000);
  const bo = await hire();
  assert.equal(await bo.type(number, 30_000.25), 0);
  assert.equal(await succeeded(deposits), 2);
  assert.equal(await bo.completedXaf(), 0);
});

test('a balance confirms the texts before it and leaves those behind it to the next one', async () => {
  const { deposits, ask } = await forgeAfter(30_000);
  await ask(130_000.25);
  assert.deepEqual([await succeeded(deposits), await succeeded(deposits.slice(5))], [5, 0]);
  await ask(150_000.25);
  assert.equal(await succeeded(deposits), 6);
});

test('a large payment that leads to one person’s false balance is not credited by the true one', async () => {
  const { number, ask, balance, waiting } = await openGap();
  const msisdn = till.player();
  const amount = 1_500_000;
  const id = await till.deposit({ msisdn, line: number, amount_xaf: amount });
  const forger = createOrangeLine(number, Math.floor(balance()));
  await tell(service, { sim: number, text: forger.pay({ payer: msisdn, amount }) });
  await (await hire()).type(number, balance() + amount);
  assert.equal(await succeeded([{ id }]), 0);
  await ask(30_000.25);
  assert.equal(await succeeded([{ id }, ...waiting]), 2, 'only what one person may complete');
});

test('a large payment that leads to one person’s balance is credited when the operator says the same', async () => {
  const { number, ask, pay, balance } = await openGap();
  const large = await pay(1_500_000);
  await (await hire()).type(number, balance());
  assert.equal(await succeeded([large]), 0);
  await ask();
  assert.equal(await succeeded([large]), 1);
});

test('a payment without a deposit that follows a false balance is taken for true by no other one', async () => {
  const { number, forger, ask } = await forgeAfter(800_000);
  const payer = till.player();
  await tell(service, { sim: number, text: forger.pay({ payer, amount: 700 }) });
  await ask(30_000.25);
  await ask(29_000.25);
  const [receipt] = await receiptsOf(database, payer);
  assert.equal(receipt?.is_trusted, false);
});

test('a payment without a deposit that leads to one person’s balance is not taken for true', async () => {
  const { number, balance, ask } = await openGap();
  const payer = till.player();
  const line = createOrangeLine(number, Math.floor(balance()));
  await tell(service, { sim: number, text: line.pay({ payer, amount: 700 }) });
  await (await hire()).type(number, balance() + 700);
  const trusted = async () => (await receiptsOf(database, payer)).map((one) => one.is_trusted);
  assert.deepEqual(await trusted(), [false]);
  await ask(balance() + 700);
  assert.deepEqual(await trusted(), [true]);
});

// The last one: the ids of later payments would name a time that has passed.
test('a balance that was read before a text confirms it not, also when the text came just before', async () => {
  const { deposits, ask } = await forgeAfter(30_000);
  await ask(30_000.25);
  assert.equal(await succeeded(deposits), 2, 'the true balance has none of them');
  await passTime(database, 5 * MINUTE_MS);
  await ask(30_000.25);
  assert.equal(await succeeded(deposits), 2);
});
