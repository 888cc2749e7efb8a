import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordCheck } from '../../src/db/providers/provider-health.ts';
import { MTN_TEXTS } from '../../src/domain/operators/mtn/texts.ts';
import { openBooks } from '../../src/flows/finance/open-books.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { tamper } from '../support/books/forget-books.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import {
  addMtn,
  createApproved,
  giveGoodPast,
  liveEnv,
  passTime,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import { createTill, mtnText } from '../support/providers/till.ts';
import { addGateway, addLines, createOrangeLine, tell } from '../support/receipts/sms.ts';
import { prove } from '../support/upkeep/all-holds.ts';

// An operator's balance is compared with the books of the moment at which the operator moved the
// money, and not at which we settled it.

const MINUTE_MS = 60_000;

/** A line that has a million, with an API to pay out of it; its wallet is not opened. */
async function start({ hasTexts = true } = {}) {
  const line = '+237670009999';
  const service = await startLiveService();
  const { database } = service;
  const operator = await startMtn({ decide: 'manual', floatXaf: 1_000_000 });
  await addMtn(database, operator, { id: 'mtn-main', channel: { merchantNumber: line } });
  await giveGoodPast(database, ['mtn-main']);
  await database.query({
    text: `insert into provider_health (provider_id, is_up, checked_at)
           values ('mtn-main', true, app_now()) on conflict do nothing`,
  });
  if (hasTexts) {
    const sims = { 'sim-1': { operator: 'mtn', line } } as const;
    await addGateway(database, { sims, opensWithXaf: 1_000_000 });
  }
  const till = createTill(service);
  const { momo } = openMomo(liveEnv(service));
  let [shiftMs, balanceXaf, ids] = [0, 1_000_000, 28_000_000_000];
  const pass = async (ms: number) => {
    shiftMs += ms;
    await passTime(database, ms);
  };
  const send = async (amountXaf: number) => {
    const msisdn = till.player('mtn');
    const id = await createApproved(service, { operator: 'mtn', msisdn, amount_xaf: amountXaf });
    while ((await service.takeSteps()) > 0);
    const { reference } =
      operator.ledger.payments().find((one) => msisdn.endsWith(one.msisdn)) ??
      assert.fail('nothing was sent');
    return { id, msisdn, amountXaf, reference };
  };
  type Payout = Awaited<ReturnType<typeof send>>;
  return {
    service,
    database,
    momo,
    pass,
    send,
    /** The operator’s text about a payout, with the balance after it. */
    report: async ({ msisdn, amountXaf, reference }: Payout) => {
      balanceXaf -= amountXaf;
      const { details } = operator.ledger.find(reference) ?? assert.fail();
      const whom = { number: msisdn.replace('+237', ''), name: 'NGO BIYONG ANNE', line: '' };
      const at = new Date(Date.now() + shiftMs);
      const id = details.financialTransactionId;
      const text = MTN_TEXTS.write.sent({ ...whom, at, amountXaf, balanceXaf, id });
      assert.equal((await tell(service, { sender: 'MobileMoney', text })).status, 200);
    },
    settle: async ({ reference }: Payout) => {
      operator.approve(reference);
      await database.query({
        text: 'update submissions set next_step_at = app_now() where next_step_at is not null',
      });
      await service.takeSteps();
    },
    receive: async (amountXaf: number) => {
      balanceXaf += amountXaf;
      ids += 1;
      const facts = { payer: till.player('mtn'), amount: amountXaf, balance: balanceXaf };
      const text = mtnText({ ...facts, id: String(ids) });
      assert.equal((await tell(service, { sender: 'MobileMoney', text })).status, 200);
    },
    /** The answer of the provider's interface. */
    answer: (balance: number) =>
      recordCheck(database, {
        providerId: 'mtn-main',
        isUp: true,
        problem: null,
        balanceXaf: balance,
      }),
    compared: async () => {
      const { wallets, holds } = await verifyBooks(database);
      return wallets.map(({ cause, differenceCents, between }) => ({
        holds,
        cause,
        differenceXaf: Number(differenceCents) / 100,
        between: between.map(({ subject, cents }) => [subject, Number(cents) / 100]),
      }));
    },
  };
}

const AGREES = { holds: true, cause: 'none', differenceXaf: 0, between: [] };

async function openingXaf({ database }: Awaited<ReturnType<typeof start>>) {
  const { wallets } = await openBooks({ database }, new Map());
  return wallets.map(({ cents }) => Number(cents) / 100);
}

test('a wallet that is opened right after a payout opens with what was in it before', async () => {
  const line = await start();
  const payout = await line.send(2_500);
  await line.report(payout);
  await line.pass(MINUTE_MS);
  await line.settle(payout);
  assert.deepEqual(await openingXaf(line), [1_000_000]);
  await line.receive(700);
  assert.deepEqual(await line.compared(), [AGREES]);
});

test('a payout whose text came before it was settled makes no difference, then or later', async () => {
  const line = await start();
  await openingXaf(line);
  await line.pass(MINUTE_MS);
  const payouts = [await line.send(2_500), await line.send(565)];
  for (const payout of payouts) await line.report(payout);
  assert.deepEqual(await line.compared(), [AGREES], 'under way');
  for (const payout of payouts) await line.settle(payout);
  assert.deepEqual(await line.compared(), [AGREES], 'settled');
  await line.pass(60 * MINUTE_MS);
  await line.receive(700);
  assert.deepEqual(await line.compared(), [AGREES], 'an hour later');
});

test('a payout that a balance was read amid is named, and clears with the next one', async () => {
  const line = await start({ hasTexts: false });
  await line.answer(1_000_000);
  await openingXaf(line);
  await line.pass(10 * MINUTE_MS);
  const payout = await line.send(2_500);
  const between = [[`transaction:${payout.id}`, -2_500]];
  const named = { ...AGREES, cause: 'read_in_between', differenceXaf: -2_500, between };
  await line.pass(MINUTE_MS);
  await line.answer(997_500);
  assert.deepEqual(await line.compared(), [named], 'under way');
  await line.pass(MINUTE_MS);
  await line.settle(payout);
  assert.deepEqual(await line.compared(), [named], 'settled');
  const { stdout } = await line.momo('books', 'verify');
  assert.ok(stdout.includes(`may or may not contain transaction:${payout.id} (-2500.00)`), stdout);
  await line.answer(1_000_000);
  assert.deepEqual(await line.compared(), [{ ...AGREES, between }], 'not in it yet');
  await line.answer(997_499);
  const off = { ...named, holds: false, cause: 'unknown', differenceXaf: -2_501 };
  assert.deepEqual(await line.compared(), [off], 'another amount');
  await line.pass(10 * MINUTE_MS);
  await line.answer(997_500);
  assert.deepEqual(await line.compared(), [AGREES]);
});

test('a wallet whose balance was read amid a payout is opened by the next balance', async () => {
  const line = await start({ hasTexts: false });
  const payout = await line.send(2_500);
  await line.pass(MINUTE_MS);
  await line.answer(997_500);
  await line.pass(MINUTE_MS);
  await line.settle(payout);
  const { code, stdout } = await line.momo('books', 'open');
  assert.equal(code, 1, stdout);
  assert.ok(stdout.includes(`is not opened yet`), stdout);
  assert.ok(stdout.includes(`transaction:${payout.id} (-2500.00)`), stdout);
  await line.pass(10 * MINUTE_MS);
  await line.answer(997_500);
  assert.deepEqual(await openingXaf(line), [1_000_000]);
});

test('what two people correct counts although the balance was read before', async () => {
  const line = await start();
  await openingXaf(line);
  await tamper(line.database, ['update lines set balance_cents = balance_cents - 150000']);
  assert.equal((await line.compared())[0]?.cause, 'unknown');
  await line.pass(MINUTE_MS);
  const adjusted = await line.momo(
    ...['books', 'adjust', 'wallet:mtn:+237670009999', '-1500'],
    ...['--reason', 'A fee.', '--evidence', 'statement'],
  );
  assert.equal(adjusted.code, 0, adjusted.output);
  assert.deepEqual(await line.compared(), [AGREES]);
});

test('no text on a line excuses money that is gone from its reported balance', async () => {
  const number = '+237699000001';
  const service = await startTestService();
  const { database } = service;
  await addLines(database, 'orange', [number]);
  await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: number } } });
  await openBooks({ database }, new Map());
  const { momo } = openMomo({ DATABASE_URL: service.config.databaseUrl ?? '' });
  const line = createOrangeLine(number);
  const paid = line.pay({ payer: '+237690000001', amount: 5_000 });
  await tell(service, { text: paid });
  const takeBack = async (id: string, amount: number, balance: number) => {
    const moved = `Montant: ${amount} FCFA. Nouveau solde: ${balance}.25 FCFA.`;
    await tell(service, { text: `Annulation du transfert ${id} effectuee. ${moved}` });
  };
  const changeBalance = (xaf: number) =>
    tamper(database, [`update lines set balance_cents = balance_cents + ${xaf * 100}`]);
  const assertNamed = async (difference: string) => {
    const { code, stdout } = await momo('books', 'verify');
    assert.equal(code, 1, stdout);
    assert.match(stdout, new RegExp(`, difference ${difference}: (?:unknown|gap_in_texts)$`, 'm'));
    const { findings } = await prove(service);
    assert.ok(findings.some(({ proof }) => proof === 'wallets_agree'));
  };
  const causeOf = async () => (await verifyBooks(database)).wallets[0]?.cause;

  await takeBack(/PP[0-9.A-Z]+[0-9]/.exec(paid)?.[0] ?? '', 5_000, 50_000);
  assert.equal(await causeOf(), 'none', 'the reversal is booked');
  for (const xaf of [-50_000, -5_000]) {
    await changeBalance(xaf);
    await assertNamed(`${xaf}.00`);
    await changeBalance(-xaf);
  }
  await takeBack('PP261101.1200.B00001', 350, 49_650);
  assert.equal(await causeOf(), 'moves_without_us', 'a reversal of what we do not know');
  await changeBalance(-50_000);
  await assertNamed('-50350.00');
  await tamper(database, ['update lines set gap_at = app_now()']);
  await assertNamed('-50350.00');
  await changeBalance(50_000);
  assert.equal(await causeOf(), 'moves_without_us');
});
