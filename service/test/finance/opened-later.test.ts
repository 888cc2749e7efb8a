import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBalanceCents } from '../../src/db/books/balances.ts';
import { MTN_TEXTS } from '../../src/domain/operators/mtn/texts.ts';
import { openBooks } from '../../src/flows/finance/open-books.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import { mtnText } from '../support/providers/till.ts';
import { addGateway, openLine, tell } from '../support/receipts/sms.ts';

// The balance with which a wallet is opened may contain what its texts report and nothing proves:
// that is booked or dismissed first, or it would be booked on top of the opening later.

const service = await startTestService();
const { database } = service;
const { momo } = openMomo({ DATABASE_URL: service.config.databaseUrl ?? '' });
const PAYER = '+237670000001';

async function addLine(line: string): Promise<string> {
  const sims = { [line]: { operator: 'mtn' as const, line } };
  await addGateway(database, { sims, opensWithXaf: 500_000 });
  return `mtn:${line}`;
}

async function xafOf(wallet: string): Promise<number> {
  return Number(await findBalanceCents(database, { kind: 'wallet', key: wallet })) / 100;
}

const open = (wallet: string, xaf: number) =>
  openBooks({ database }, new Map([[wallet, BigInt(xaf) * 100n]]));

test('a payment that waits unproven when its wallet is opened is booked once', async () => {
  const line = '+237670009991';
  const wallet = await addLine(line);
  // Money has left without a text.
  const text = mtnText({ payer: PAYER, amount: 10_000, balance: 490_000, id: '28000000001' });
  await tell(service, { sim: line, sender: 'MobileMoney', text });
  const { code, stdout } = await momo('books', 'open', '--balance', `${wallet}=490000`);
  assert.equal(code, 1, stdout);
  const said = `${wallet} is not opened yet: 1 text of its line reports money that is neither booked`;
  assert.ok(stdout.includes(said), stdout);
  assert.equal(await xafOf(wallet), 0);
  await openLine(database, line, 490_000);
  assert.equal(await xafOf(wallet), 10_000, 'the balance proves the text');
  assert.deepEqual((await open(wallet, 490_000)).waiting, []);
  assert.equal(await xafOf(wallet), 490_000);
});

test('money out that a text in a gap reports is booked before its wallet is opened', async () => {
  const line = '+237670009992';
  const wallet = await addLine(line);
  const whom = { number: '670000002', name: 'NGO BIYONG ANNE', line: '' };
  const facts = { at: new Date(), amountXaf: 2_500, balanceXaf: 400_000, id: '28000000002' };
  const text = MTN_TEXTS.write.sent({ ...whom, ...facts });
  await tell(service, { sim: line, sender: 'MobileMoney', text });
  const waiting = [{ wallet, reportedAt: null, between: [], unproven: 1, isSaidTwice: false }];
  assert.deepEqual((await open(wallet, 400_000)).waiting, waiting);
  await openLine(database, line, 400_000);
  assert.equal(await xafOf(wallet), -2_500, 'the balance proves the text');
  assert.deepEqual((await open(wallet, 400_000)).waiting, []);
  assert.equal(await xafOf(wallet), 400_000);
});

test('a payment that came after the reported balance holds no wallet back', async () => {
  const line = '+237670009993';
  const wallet = await addLine(line);
  // Its text names only the second.
  const at = new Date(Date.now() + 2_000);
  const text = mtnText({ payer: PAYER, amount: 700, balance: 300_000, id: '28000000003', at });
  await tell(service, { sim: line, sender: 'MobileMoney', text });
  assert.equal((await open(wallet, 500_000)).waiting.length, 1, 'said now');
  const { wallets } = await openBooks({ database }, new Map());
  assert.ok(wallets.some((one) => one.wallet === wallet && one.cents === 50_000_000n));
});
