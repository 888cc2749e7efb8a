import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOpenGaps } from '../../src/db/lines/lines.ts';
import { insertTransactions } from '../../src/db/transactions/transactions.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { acceptLine } from '../../src/flows/decisions/accept-line.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { startTwin } from '../support/harness.ts';
import { startLines } from '../support/lines/lines.ts';
import {
  addGateway,
  createOrangeLine,
  nextOrangeId,
  orangeText,
  receiptsOf,
  tell,
} from '../support/receipts/sms.ts';
import { english } from '../support/sentences.ts';
import { forceState } from '../support/transactions/payments.ts';
import { newWithdrawal } from '../support/transactions/transactions.ts';

const { service, database, till, takeLine } = await startLines(15);

/** A line of its own for a test, with one payment that is credited. */
async function openLine() {
  const number = takeLine();
  const line = createOrangeLine(number);
  /** A deposit and the text of its payment, which is not told yet. */
  const arrange = async () => {
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line: number });
    return { id, msisdn, text: line.pay({ payer: msisdn, amount: 500 }) };
  };
  const say = (text: string) => tell(service, { sim: number, text });
  const statesOf = (...payments: readonly { readonly id: string }[]) =>
    Promise.all(payments.map(({ id }) => till.stateOf(id)));
  const first = await arrange();
  await say(first.text);
  assert.deepEqual(await statesOf(first), ['succeeded']);
  const openBreaks = () => listOpenGaps(database, number);
  return { number, line, arrange, say, statesOf, openBreaks };
}

/** Somebody finds at the operator the balance that this text told. */
const accept = (line: string, { text }: { readonly text: string }) =>
  acceptLine(service.payments.sms, COMMAND_LINE, {
    line,
    balanceCents: Math.round(Number(/Solde: ([0-9.]+)/.exec(text)?.[1]) * 100),
    gapIds: null,
    reason: 'looked at the account',
  });

const GAPS: readonly (readonly [name: string, takenXaf: number, meaning: RegExp])[] = [
  [
    'money is missing',
    1_300,
    /holds 1\s300\sFCFA less than its texts say: .*sent money was missed/,
  ],
  ['there is more money', -2_000, /holds 2\s000\sFCFA more than its texts say: .*received money/],
];

for (const [name, takenXaf, meaning] of GAPS) {
  test(`when ${name}, the line is held until staff accept it, which credits what waits`, async () => {
    const { number, line, arrange, say, statesOf, openBreaks } = await openLine();
    line.takeSilently(takenXaf);
    const [one, two] = [await arrange(), await arrange()];
    await say(one.text);
    await say(two.text);
    assert.deepEqual(await statesOf(one, two), ['pending', 'pending']);
    const [found] = await openBreaks();
    assert.match(english(found?.meaning), meaning);
    const [receipt] = await receiptsOf(database, one.msisdn);
    assert.deepEqual([receipt?.state, receipt?.is_trusted], ['unmatched', false]);
    assert.equal(receipt?.reason, english(found?.meaning));

    assert.deepEqual(await accept(number, two), { kind: 'accepted', credited: 2, held: 0 });
    assert.deepEqual(await statesOf(one, two), ['succeeded', 'succeeded']);
    assert.deepEqual(await openBreaks(), []);
    const audit = await lastAuditLine(database);
    assert.deepEqual([audit?.action, audit?.subject], ['line.accept', `line:${number}`]);
    const later = await arrange();
    await say(later.text);
    assert.deepEqual(await statesOf(later), ['succeeded']);
    assert.deepEqual(await accept(number, later), { kind: 'nothing_open' });
  });
}

test('texts that overtake each other put themselves in order, and all are credited', async () => {
  const { arrange, say, statesOf, openBreaks } = await openLine();
  const [a, b, c, d] = [await arrange(), await arrange(), await arrange(), await arrange()];
  for (const { text } of [d, b, c]) await say(text);
  assert.deepEqual(await statesOf(b, c, d), ['pending', 'pending', 'pending']);
  assert.equal((await openBreaks()).length, 3);
  await say(a.text);
  assert.deepEqual(await statesOf(a, b, c, d), Array(4).fill('succeeded'));
  assert.deepEqual(await openBreaks(), []);
});

test('the same text told again on a held line is no second break', async () => {
  const { number, arrange, say, statesOf, openBreaks } = await openLine();
  const [missing, one] = [await arrange(), await arrange()];
  await addGateway(database, { id: 'spare', sims: { s: { operator: 'orange', line: number } } });
  for (let copy = 0; copy < 3; copy += 1) {
    await say(one.text);
    await tell(service, { sim: 's', text: one.text }, { gateway: 'spare' });
  }
  assert.equal((await openBreaks()).length, 1);
  await say(missing.text);
  assert.deepEqual(await statesOf(missing, one), ['succeeded', 'succeeded']);
  assert.deepEqual(await openBreaks(), []);
});

test('copies at once from two gateways on two processes break nothing', async () => {
  const { number, arrange, statesOf, openBreaks } = await openLine();
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
  assert.deepEqual(await openBreaks(), []);
});

test('a text without a balance neither passes nor releases a line that is in doubt', async () => {
  const { number, line, arrange, say, statesOf } = await openLine();
  line.takeSilently(300);
  const [one, two] = [await arrange(), await arrange()];
  await say(one.text);
  await say(two.text.replace(/, Nouveau Solde: [0-9.]+ FCFA/, ''));
  await say(sentText(number, { amount: 100, balance: '1' }).replace(/, Nouveau Solde: .*FCFA/, ''));
  assert.deepEqual(await statesOf(one, two), ['pending', 'pending']);
  assert.deepEqual(await accept(number, one), { kind: 'accepted', credited: 1, held: 0 });
  assert.deepEqual(await statesOf(one, two), ['succeeded', 'pending']);
});

for (const [name, accepted] of [
  ['first', 0],
  ['last', 1],
] as const) {
  test(`after accepting the ${name} of texts that overtook each other, the line goes on from the last`, async () => {
    const { number, line, arrange, say, statesOf } = await openLine();
    line.takeSilently(300);
    const [one, two, three] = [await arrange(), await arrange(), await arrange()];
    await say(two.text);
    await say(one.text);
    const seen = [one, two][accepted] ?? assert.fail();
    assert.deepEqual(await accept(number, seen), { kind: 'accepted', credited: 2, held: 0 });
    await say(three.text);
    assert.deepEqual(await statesOf(one, two, three), Array(3).fill('succeeded'));
  });
}

test('texts that were overtaken by the first of a line are credited', async () => {
  const number = takeLine();
  const line = createOrangeLine(number);
  const told = [];
  for (let count = 0; count < 4; count += 1) {
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line: number });
    told.push({ id, text: line.pay({ payer: msisdn, amount: 500 }) });
  }
  const [a, b, c, d] = told;
  for (const payment of [c, b, d, a]) {
    await tell(service, { sim: number, text: payment?.text ?? '' });
    assert.equal(await till.stateOf(payment?.id ?? ''), 'succeeded');
  }
});

test('money that is sent moves the balance, so the next payment fits', async () => {
  const { number, line, arrange, say, statesOf, openBreaks } = await openLine();
  line.takeSilently(700);
  await say(sentText(number, { amount: 700, balance: '49800.25' }));
  const payment = await arrange();
  await say(payment.text);
  assert.deepEqual(await statesOf(payment), ['succeeded']);
  assert.deepEqual(await openBreaks(), []);
});

test('a text about sent money that comes late releases what waited for it', async () => {
  const { number, line, arrange, say, statesOf, openBreaks } = await openLine();
  line.takeSilently(700);
  const payment = await arrange();
  await say(payment.text);
  assert.deepEqual(await statesOf(payment), ['pending']);
  await say(sentText(number, { amount: 700, balance: '49800.25' }));
  assert.deepEqual(await statesOf(payment), ['succeeded']);
  assert.deepEqual(await openBreaks(), []);
});

test('a text about sent money names a payout, unless it does not fit the balances', async () => {
  for (const [balance, isNamed] of [
    ['49800.25', true],
    ['12.25', false],
  ] as const) {
    const { number, say } = await openLine();
    const payee = till.player();
    const id = await settleNamelessPayout(payee, 700);
    const facts = { payer: number.slice(4), payee: payee.slice(4), amount: 700, balance };
    await say(orangeText({ ...facts, id: nextOrangeId() }));
    assert.equal((await providerTxIdOf(id)) !== null, isNamed, balance);
  }
});

/** A payout that its provider called paid without naming it. */
async function settleNamelessPayout(msisdn: string, amountXaf: number): Promise<string> {
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

test('with SMS_BALANCE_BREAK=record a break is recorded and payments are credited', async () => {
  const lenient = await startLines(1, { SMS_BALANCE_BREAK: 'record' });
  const number = lenient.takeLine();
  const line = createOrangeLine(number);
  for (const takenXaf of [0, 1_000, 0]) {
    line.takeSilently(takenXaf);
    const msisdn = lenient.till.player();
    const id = await lenient.till.deposit({ msisdn, line: number });
    const text = line.pay({ payer: msisdn, amount: 500 });
    await tell(lenient.service, { sim: number, text });
    assert.equal(await lenient.till.stateOf(id), 'succeeded');
  }
  const [found] = await listOpenGaps(lenient.database, number);
  assert.match(english(found?.meaning), /less than its texts say/);
});

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
