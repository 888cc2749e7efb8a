import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertEntries } from '../../src/db/books/entries.ts';
import type { StaffRole } from '../../src/domain/access/staff-role.ts';
import { postPayment } from '../../src/domain/books/posting.ts';
import { createFloatWatch, createLowNotices } from '../../src/flows/finance/list-wallets.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { reportWallets } from '../../src/telemetry/payment-report.ts';
import { fixedPolicy } from '../support/access/policy.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { rollAll } from '../support/books/roll-all.ts';
import {
  addMtn,
  createApproved,
  settleAll,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import { bodyOf, read } from '../support/transactions/payments.ts';

const LINE = '+237670009999';
const POLICY = {
  payoutsWaitForFloat: true,
  floatLowXaf: `1000,mtn:${LINE}:disbursement=3000`,
};
const service = await startLiveService({}, { policy: POLICY });
const { database } = service;
const operator = await startMtn();
await addMtn(database, operator, { id: 'mtn-main', channel: { merchantNumber: LINE } });
await database.query({ text: `update providers set payout_wallet = 'disbursement'` });

function tellBalance(xaf: number) {
  return database.query({
    text: `insert into provider_health (provider_id, is_up, balance_xaf, balance_at, checked_at)
           values ('mtn-main', true, $1, app_now(), app_now())
           on conflict (provider_id) do update
             set balance_xaf = excluded.balance_xaf, balance_at = excluded.balance_at,
                 checked_at = excluded.checked_at`,
    values: [xaf],
  });
}

test('a payout that the reported balance does not cover waits, and is sent after a top-up', async () => {
  await tellBalance(499);
  const id = await createApproved(service, { msisdn: '+237680000001' });
  await service.takeSteps();
  assert.equal((await read(service, id))['state'], 'approved');
  const [row] = await database.query<{ readonly problem: string }>({
    text: 'select problem from submissions where transaction_id = $1',
    values: [id],
  });
  assert.match(row?.problem ?? '', /float_too_low/);
  const [wallet] = await readWallets();
  assert.deepEqual([wallet?.['promised_xaf'], wallet?.['free_xaf']], [500, -1]);
  await tellBalance(500);
  await settleAll(service, 10);
  assert.equal((await read(service, id))['state'], 'succeeded');
});

test('a wallet shows books, reported balance, what is promised, what is free and how long it lasts', async () => {
  await tellBalance(3_000);
  const payment = { operator: 'mtn', line: LINE, feeCents: null, operatorTime: null };
  await insertEntries(
    database,
    postPayment({ ...payment, operatorTxId: '8800000001', amountXaf: 700 }),
  );
  await createApproved(service, { msisdn: '+237680000002' });
  await rollAll(database);
  const [collection, disbursement] = await readWallets();
  assert.equal(collection?.['wallet'], `mtn:${LINE}`);
  assert.equal(collection?.['book_xaf'], 700);
  assert.deepEqual(
    [collection?.['told'], collection?.['free_xaf'], collection?.['empty_at']],
    [null, null, null],
  );
  assert.equal(collection?.['float_level'], 'unknown');
  assert.equal(disbursement?.['wallet'], `mtn:${LINE}:disbursement`);
  assert.equal(disbursement?.['book_xaf'], -500);
  assert.equal(disbursement?.['promised_xaf'], 500);
  assert.equal(disbursement?.['free_xaf'], 2_500);
  assert.equal(disbursement?.['float_level'], 'low');
  assert.notEqual(disbursement?.['empty_at'], null);
  const reported = disbursement?.['told'] as Record<string, unknown>;
  assert.deepEqual(
    [reported['xaf'], reported['difference_xaf'], reported['cause']],
    [3_000, 3_500, 'no_opening_balance'],
  );
});

test('a provider shows the float that Finance shows, low by the policy, and its figure to few', async () => {
  const floatsFor = async (role: StaffRole) => {
    const headers = await scriptHeaders(database, await addPerson(database, role));
    const answer = await service.call('GET', '/internal/v1/providers', { headers });
    const [provider] = bodyOf(answer)['providers'] as readonly Record<string, unknown>[];
    return provider?.['floats'];
  };
  const [, disbursement] = await readWallets();
  const free_xaf = disbursement?.['free_xaf'];
  const shown = { wallet: `mtn:${LINE}:disbursement`, free_xaf, level: 'low' };
  assert.deepEqual(await floatsFor('finance'), [shown]);
  assert.deepEqual(await floatsFor('agent'), [{ ...shown, free_xaf: null }]);
});

test('a low wallet is reported by metrics, by the health of the service, and once in its log', async () => {
  const metrics = createMetrics(database);
  const policy = fixedPolicy(POLICY);
  reportWallets({ metrics, database, policy });
  const text = await metrics.common.metrics();
  const paying = `mtn:\\${LINE}:disbursement`;
  assert.match(text, new RegExp(`^momo_wallet_low\\{wallet="${paying}"\\} 1$`, 'm'));
  assert.match(text, new RegExp(`^momo_wallet_free_xaf\\{wallet="${paying}"\\} 2500$`, 'm'));
  assert.ok(!text.includes(`{wallet="mtn:${LINE}"}`), 'nobody has reported it');
  const ready = await service.call('GET', '/readyz');
  assert.deepEqual(ready.json, { status: 'ok', detail: 'wallets that are low: 1' });

  const reported: string[] = [];
  let wallets = await createFloatWatch(database, policy).listLow();
  const notice = createLowNotices(
    { listLow: async () => wallets },
    {
      onLow: ({ wallet, lowXaf }) => reported.push(`${wallet} below ${lowXaf}`),
      onEnough: (wallet) => reported.push(`${wallet} has enough`),
    },
  );
  await notice();
  await notice();
  wallets = [];
  await notice();
  const wallet = `mtn:${LINE}:disbursement`;
  assert.deepEqual(reported, [`${wallet} below 3000`, `${wallet} has enough`]);
});

async function readWallets(): Promise<readonly Record<string, unknown>[]> {
  const headers = await scriptHeaders(database, await addPerson(database, 'finance'));
  const answer = await service.call('GET', '/internal/v1/wallets', { headers });
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer)['items'] as readonly Record<string, unknown>[];
}
