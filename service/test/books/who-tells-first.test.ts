import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../src/db/access/access.ts';
import { openBooks } from '../../src/flows/finance/open-books.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { assertBooksChange, balancesOf } from '../support/books/check-stories.ts';
import { forgetBooks } from '../support/books/forget-books.ts';
import { addMtn, startLiveService, startMtn } from '../support/providers/live.ts';
import { createTill, mtnText } from '../support/providers/till.ts';
import { addGateway, tell, timeInDouala } from '../support/receipts/sms.ts';
import { create, DEPOSITS, read } from '../support/transactions/payments.ts';

const MTN_LINE = '+237670009999';
const service = await startLiveService();
const { database } = service;
const operator = await startMtn({ decide: 'manual' });
await addMtn(database, operator, { id: 'mtn-main', channel: { merchantNumber: MTN_LINE } });
const SIMS = { 'sim-1': { operator: 'mtn', line: MTN_LINE } } as const;
await addGateway(database, { sims: SIMS, opensWithXaf: 10_000 });
const till = createTill(service);

const WALLET = `wallet mtn:${MTN_LINE}`;
const APPLICATION = `application ${DEFAULT_APPLICATION_ID}`;
const PAID = { [WALLET]: 500, [APPLICATION]: -500 };

test('a text and then the provider’s status are one payment, which credits the application', async () => {
  await assertBooks(PAID, async () => {
    const { id, msisdn } = await prompt();
    const paid = await approve(id);
    await sendText(msisdn, paid);
    await askNow();
    assert.equal((await read(service, id))['state'], 'succeeded');
  });
});

test('the provider’s status and then a text are one payment', async () => {
  await assertBooks(PAID, async () => {
    const { id, msisdn } = await prompt();
    const paid = await approve(id);
    await askNow();
    await sendText(msisdn, paid);
    assert.equal((await read(service, id))['provider_tx_id'], paid);
  });
});

test('a status without an id and then the text that has it are one payment', async () => {
  await assertBooks(PAID, async () => {
    const { id, msisdn } = await prompt();
    operator.faults.add('collect_status', { kind: 'nameless' });
    const paid = await approve(id);
    await askNow();
    assert.equal((await read(service, id))['provider_tx_id'], null);
    await sendText(msisdn, paid);
    assert.equal((await read(service, id))['provider_tx_id'], paid);
  });
});

test('a payment that fits nothing is in the wallet, and credited to no application yet', async () => {
  await assertBooks({ [WALLET]: 500, 'unmatched ': -500 }, () =>
    sendText(till.player('mtn'), '8800000001'),
  );
});

test('a text that does not connect to the balance of its line is not booked', async () => {
  await assertBooks({}, () => {
    const forged = { payer: till.player('mtn'), amount: 500, balance: 99_000, id: '8800000002' };
    return tell(service, { sender: 'MobileMoney', text: mtnText(forged) });
  });
});

test('money that left the line without us is outside, and the operator’s fee is ours', async () => {
  await assertBooks({ [WALLET]: -1_050, 'moved_outside ': 1_000, 'operator_fees ': 50 }, () => {
    balance -= 1_050;
    const text =
      `Vous avez retire 1000 FCFA chez KIOSQUE AKWA le ${timeInDouala().slice(0, 19).replace('T', ' ')}. ` +
      `Frais: 50 FCFA. Votre nouveau solde: ${balance} XAF. Financial Transaction Id: 8800000003.`;
    return tell(service, { sender: 'MobileMoney', text });
  });
});

test('the books hold, and what is stored gives the same books again', async () => {
  const before = await balancesOf(database);
  const report = await verifyBooks(database);
  assert.deepEqual(report.findings, []);
  assert.deepEqual(
    report.wallets.map(({ wallet, differenceCents, cause }) => [wallet, differenceCents, cause]),
    [[`mtn:${MTN_LINE}`, 1_000_000n, 'no_opening_balance']],
  );
  await forgetBooks(database);
  const wallet = `mtn:${MTN_LINE}`;
  const early = await openBooks({ database }, new Map([[wallet, 1_000_000n]]));
  assert.deepEqual(early.wallets, [], 'nobody has decided about the text that does not connect');
  assert.deepEqual(early.waiting, [
    { wallet, reportedAt: null, between: [], unproven: 1, isSaidTwice: false },
  ]);
  await database.query({
    text: `update receipts set state = 'dismissed', dismissed_as = 'forged'
           where operator_tx_id = '8800000002'`,
  });
  const { wallets } = await openBooks({ database }, new Map());
  // What left the line without us is in no table that is gone through.
  const openingCents = 1_000_000n - 105_000n;
  assert.deepEqual(wallets, [{ wallet: `mtn:${MTN_LINE}`, cents: openingCents }]);
  const after = await balancesOf(database);
  assert.equal(after.get('opening_balances '), -openingCents);
  assert.equal(after.get(WALLET), (before.get(WALLET) ?? 0n) + 1_000_000n);
  for (const account of [APPLICATION, 'unmatched ']) {
    assert.equal(after.get(account), before.get(account), account);
  }
  const opened = await verifyBooks(database);
  assert.deepEqual(opened.findings, []);
  assert.deepEqual(
    opened.wallets.map(({ cause }) => cause),
    ['none'],
  );
  assert.equal(opened.holds, true);
  const again = await openBooks({ database }, new Map());
  assert.deepEqual(again, { looked: 0, wallets: [], waiting: [] });
});

let balance = 10_000;

function sendText(msisdn: string, id: string) {
  balance += 500;
  const text = mtnText({ payer: msisdn, amount: 500, balance, id });
  return tell(service, { sender: 'MobileMoney', text });
}

async function prompt(): Promise<{ readonly id: string; readonly msisdn: string }> {
  const msisdn = till.player('mtn');
  const order = { player_id: randomUUID(), msisdn, operator: 'mtn' };
  return { id: (await create(service, DEPOSITS, order)).service_tx_id, msisdn };
}

/** The player confirms on the phone; returns the operator's id of the payment. */
async function approve(id: string): Promise<string> {
  const [row] = await database.query<{ readonly reference: string }>({
    text: 'select reference from submissions where transaction_id = $1',
    values: [id],
  });
  operator.approve(row?.reference ?? '');
  return operator.ledger.find(row?.reference ?? '')?.details.financialTransactionId ?? '';
}

function assertBooks(changes: Readonly<Record<string, number>>, work: () => Promise<unknown>) {
  return assertBooksChange(database, changes, work);
}

async function askNow(): Promise<void> {
  await database.query({
    text: 'update submissions set next_step_at = app_now() where next_step_at is not null',
  });
  while ((await service.takeSteps()) > 0);
}
