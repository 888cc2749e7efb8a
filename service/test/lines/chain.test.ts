import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listLooseSteps } from '../../src/db/lines/balance-steps.ts';
import { listLineStandings, listLines } from '../../src/db/lines/lines.ts';
import { insertTransactions } from '../../src/db/transactions/transactions.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { trustBalance } from '../../src/flows/decisions/trust-balance.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { startTwin } from '../support/harness.ts';
import { startLines } from '../support/lines/lines.ts';
import {
  addGateway,
  balanceIn,
  createOrangeLine,
  nextOrangeId,
  orangeText,
  receiptsOf,
  tell,
} from '../support/receipts/sms.ts';
import { forceState } from '../support/transactions/payments.ts';
import { newWithdrawal } from '../support/transactions/transactions.ts';

const { service, database, till, takeLine } = await startLines(18);

/** A line of its own for a test, opened with 50 000.25. */
function takeOpenLine() {
  const number = takeLine();
  const line = createOrangeLine(number);
  /** A deposit and the text of its payment, which is not sent yet. */
  const arrange = async () => {
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line: number });
    return { id, msisdn, text: line.pay({ payer: msisdn, amount: 500 }) };
  };
  const say = (text: string) => tell(service, { sim: number, text });
  const statesOf = (...payments: readonly { readonly id: string }[]) =>
    Promise.all(payments.map(({ id }) => till.stateOf(id)));
  const loose = () => listLooseSteps(database, number);
  const isInGap = async () =>
    (await listLineStandings(database)).find((one) => one.line === number)?.isInGap;
  const gapSince = async () =>
    (await listLines(database)).find((one) => one.line === number)?.gapSince;
  return { number, line, arrange, say, statesOf, loose, isInGap, gapSince };
}

/** A person reads at the operator the balance in this text. */
const trust = (line: string, { text }: { readonly text: string }) =>
  trustBalance(service.payments.sms, COMMAND_LINE, {
    line,
    balanceCents: Math.round(balanceIn(text) * 100),
    readAt: { agoMs: 0 },
    source: 'staff',
    reason: 'looked at the account',
  });

test('the first text of a line is credited only when it follows from the opening balance', async () => {
  const { number, arrange, say, statesOf } = takeOpenLine();
  const forged = { payer: till.player().slice(4), payee: number.slice(4), amount: 500 };
  const id = await till.deposit({ msisdn: `+237${forged.payer}`, line: number });
  await say(orangeText({ ...forged, balance: '77777', id: nextOrangeId() }));
  const first = await arrange();
  await say(first.text);
  assert.deepEqual(await statesOf({ id }, first), ['pending', 'succeeded']);
});

test('a line that was never opened credits nothing, until its balance leads to what waited', async () => {
  const number = takeLine();
  await database.query({ text: 'delete from lines where line = $1', values: [number] });
  const line = createOrangeLine(number);
  const pay = async () => {
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line: number });
    const text = line.pay({ payer: msisdn, amount: 500 });
    await tell(service, { sim: number, text });
    return { id, msisdn, text };
  };
  const [one, two] = [await pay(), await pay()];
  const stranger = till.player();
  const forgedId = await till.deposit({ msisdn: stranger, line: number });
  const forged = { payer: stranger.slice(4), payee: number.slice(4), amount: 500 };
  await tell(service, {
    sim: number,
    text: orangeText({ ...forged, balance: '900500', id: nextOrangeId() }),
  });
  const [held] = await receiptsOf(database, one.msisdn);
  assert.match(held?.reason ?? '', /The line was not opened/);
  assert.equal(await till.stateOf(one.id), 'pending');

  const opened = await trust(number, two);
  assert.deepEqual([opened?.credited, opened?.left, opened?.gap], [2, 1, null]);
  const states = await Promise.all([one.id, two.id, forgedId].map(till.stateOf));
  assert.deepEqual(states, ['succeeded', 'succeeded', 'pending']);
  assert.equal((await lastAuditLine(database))?.action, 'line.open');
});

const GAPS: readonly (readonly [name: string, takenXaf: number, gap: string])[] = [
  ['money is missing', 1_300, 'gap_went_out'],
  ['there is more money', -2_000, 'gap_came_in'],
];

for (const [name, takenXaf, gap] of GAPS) {
  test(`when ${name}, payments wait until a person reads the balance at the operator`, async () => {
    const { number, line, arrange, say, statesOf, loose, isInGap, gapSince } = takeOpenLine();
    assert.equal(await gapSince(), null);
    line.takeSilently(takenXaf);
    const [one, two] = [await arrange(), await arrange()];
    await say(one.text);
    await say(two.text);
    assert.deepEqual(await statesOf(one, two), ['pending', 'pending']);
    assert.deepEqual([(await loose()).length, await isInGap()], [2, true]);
    assert.ok((await gapSince()) instanceof Date, 'a gap says since when it is there');
    const [receipt] = await receiptsOf(database, one.msisdn);
    assert.deepEqual([receipt?.state, receipt?.is_trusted], ['unmatched', false]);

    const trusted = await trust(number, two);
    assert.deepEqual([trusted?.credited, trusted?.held, trusted?.left], [2, 0, 0]);
    assert.deepEqual(trusted?.gap, { code: gap, params: { amount_xaf: Math.abs(takenXaf) } });
    assert.deepEqual(await statesOf(one, two), ['succeeded', 'succeeded']);
    assert.deepEqual([(await loose()).length, await isInGap()], [0, false]);
    assert.equal(await gapSince(), null);
    const audit = await lastAuditLine(database);
    assert.deepEqual([audit?.action, audit?.subject], ['line.trust_balance', `line:${number}`]);
    const later = await arrange();
    await say(later.text);
    assert.deepEqual(await statesOf(later), ['succeeded']);
  });
}

test('a balance that was read while texts went on coming changes nothing about them', async () => {
  const { number, arrange, say, statesOf, isInGap } = takeOpenLine();
  const [one, two, three] = [await arrange(), await arrange(), await arrange()];
  for (const { text } of [one, two]) await say(text);
  const trusted = await trust(number, one);
  assert.equal(trusted?.becomesCents, 5_100_025);
  await say(three.text);
  assert.deepEqual(await statesOf(one, two, three), Array(3).fill('succeeded'));
  assert.equal(await isInGap(), false);
});

test('a balance that was read before the text came lets the text follow', async () => {
  const { number, arrange, say, statesOf } = takeOpenLine();
  const [one, two, three] = [await arrange(), await arrange(), await arrange()];
  await trust(number, two);
  for (const { text } of [two, three, one]) await say(text);
  assert.deepEqual(await statesOf(one, two, three), Array(3).fill('succeeded'));
});

test('texts that overtake each other put themselves in order, and all are credited', async () => {
  const { arrange, say, statesOf, loose, isInGap } = takeOpenLine();
  const [a, b, c, d] = [await arrange(), await arrange(), await arrange(), await arrange()];
  for (const { text } of [d, b, c]) await say(text);
  assert.deepEqual(await statesOf(b, c, d), ['pending', 'pending', 'pending']);
  assert.deepEqual([(await loose()).length, await isInGap()], [3, true]);
  await say(a.text);
  assert.deepEqual(await statesOf(a, b, c, d), Array(4).fill('succeeded'));
  assert.deepEqual([(await loose()).length, await isInGap()], [0, false]);
});

test('the same text from two gateways is one step, received or sent', async () => {
  const { number, line, arrange, say, statesOf, loose } = takeOpenLine();
  await addGateway(database, { id: 'spare', sims: { s: { operator: 'orange', line: number } } });
  const copy = (text: string) => tell(service, { sim: 's', text }, { gateway: 'spare' });
  const [missing, one] = [await arrange(), await arrange()];
  for (let round = 0; round < 3; round += 1) {
    await say(one.text);
    await copy(one.text);
  }
  assert.equal((await loose()).length, 1);
  await say(missing.text);
  line.takeSilently(700);
  const sent = sentText(number, { amount: 700, balance: '50300.25' });
  await say(sent);
  await copy(sent.replace('reussi', 'réussi'));
  const last = await arrange();
  await say(last.text);
  assert.deepEqual(await statesOf(missing, one, last), Array(3).fill('succeeded'));
  assert.deepEqual(await loose(), []);
});

test('copies at once from two gateways on two processes break nothing', async () => {
  const { number, arrange, statesOf, loose } = takeOpenLine();
  const twin = await startTwin(service);
  await addGateway(database, { id: 'copier', sims: { s: { operator: 'orange', line: number } } });
  for (let round = 0; round < 10; round += 1) {
    const payment = await arrange();
    const { text } = payment;
    await Promise.all([
      tell(service, { sim: number, text }),
      tell(twin, { sim: 's', text }, { gateway: 'copier' }),
    ]);
    assert.deepEqual(await statesOf(payment), ['succeeded']);
  }
  assert.deepEqual(await loose(), []);
});

test('a text without a balance is not credited by a balance that a person reads', async () => {
  const { number, line, arrange, say, statesOf } = takeOpenLine();
  line.takeSilently(300);
  const [one, two] = [await arrange(), await arrange()];
  await say(one.text);
  await say(two.text.replace(/, Nouveau Solde: [0-9.]+ FCFA/, ''));
  assert.deepEqual(await statesOf(one, two), ['pending', 'pending']);
  assert.equal((await trust(number, one))?.credited, 1);
  assert.deepEqual(await statesOf(one, two), ['succeeded', 'pending']);
});

for (const [name, read] of [
  ['first', 0],
  ['last', 1],
] as const) {
  test(`after reading the ${name} balance of texts that overtook each other, the line goes on from the last`, async () => {
    const { number, line, arrange, say, statesOf } = takeOpenLine();
    line.takeSilently(300);
    const [one, two, three] = [await arrange(), await arrange(), await arrange()];
    await say(two.text);
    await say(one.text);
    const seen = [one, two][read] ?? assert.fail();
    assert.equal((await trust(number, seen))?.credited, 2);
    await say(three.text);
    assert.deepEqual(await statesOf(one, two, three), Array(3).fill('succeeded'));
  });
}

test('money that an agent pays in is for review, and the payment after it fits', async () => {
  const { number, line, arrange, say, statesOf, loose } = takeOpenLine();
  line.takeSilently(-20_000);
  await say(
    `Depot effectue par 690555111 ETS CENTRALE22 to ${number.slice(4)} WOURI SHOP. Informations ` +
      `detaillees: Montant de transaction : 20000 FCFA, ID transaction : ` +
      `${nextOrangeId().replace('PP', 'CI')}, Frais : 0 FCFA, Commission : 0 FCFA, ` +
      'Montant Net du Credit : 20000 FCFA, Nouveau Solde : 70000.25 FCFA.',
  );
  const payment = await arrange();
  await say(payment.text);
  assert.deepEqual(await statesOf(payment), ['succeeded']);
  assert.deepEqual(await loose(), []);
});

test('a balance that was not asked for proves nothing', async () => {
  const { number, line, arrange, say, statesOf, isInGap } = takeOpenLine();
  line.takeSilently(300);
  const payment = await arrange();
  await say(payment.text);
  await say('Le solde de votre compte est de 50200.25FCFA.');
  const stranger = till.player();
  const id = await till.deposit({ msisdn: stranger, line: number });
  await say('Le solde de votre compte est de 1000FCFA.');
  const forged = { payer: stranger.slice(4), payee: number.slice(4), amount: 500 };
  await say(orangeText({ ...forged, balance: '1500', id: nextOrangeId() }));
  assert.deepEqual(await statesOf(payment, { id }), ['pending', 'pending']);
  assert.equal(await isInGap(), true);
});

test('money that is sent moves the balance, so the next payment fits', async () => {
  const { number, line, arrange, say, statesOf, loose } = takeOpenLine();
  line.takeSilently(700);
  await say(sentText(number, { amount: 700, balance: '49300.25' }));
  const payment = await arrange();
  await say(payment.text);
  assert.deepEqual(await statesOf(payment), ['succeeded']);
  assert.deepEqual(await loose(), []);
});

test('a text about sent money that comes late releases what waited for it', async () => {
  const { number, line, arrange, say, statesOf, loose } = takeOpenLine();
  line.takeSilently(700);
  const payment = await arrange();
  await say(payment.text);
  assert.deepEqual(await statesOf(payment), ['pending']);
  await say(sentText(number, { amount: 700, balance: '49300.25' }));
  assert.deepEqual(await statesOf(payment), ['succeeded']);
  assert.deepEqual(await loose(), []);
});

test('a text about sent money names a payout, unless it does not fit the balances', async () => {
  for (const [balance, isNamed] of [
    ['49300.25', true],
    ['12.25', false],
  ] as const) {
    const { number, say } = takeOpenLine();
    const payee = till.player();
    const id = await settlePayoutWithoutOperatorId(payee, 700);
    const facts = { payer: number.slice(4), payee: payee.slice(4), amount: 700, balance };
    await say(orangeText({ ...facts, id: nextOrangeId() }));
    assert.equal((await providerTxIdOf(id)) !== null, isNamed, balance);
  }
});

/** A payout that its provider called paid without naming it. */
async function settlePayoutWithoutOperatorId(msisdn: string, amountXaf: number): Promise<string> {
  const payout = newWithdrawal({ msisdn, amountXaf, operator: 'orange' });
  await insertTransactions(database, [payout]);
  await forceState(database, payout.id, 'succeeded');
  return payout.id;
}

async function providerTxIdOf(id: string): Promise<string | null> {
  const [row] = await database.query<{ readonly provider_tx_id: string | null }>({
    text: 'select provider_tx_id from transactions where id = $1',
    values: [id],
  });
  return row?.provider_tx_id ?? null;
}

function sentText(
  number: string,
  { amount, balance }: { readonly amount: number; readonly balance: string },
): string {
  return orangeText({
    payer: number.slice(4),
    payee: till.player().slice(4),
    amount,
    balance,
    id: nextOrangeId(),
  });
}
