import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import { create, paymentBody, WITHDRAWALS } from '../support/transactions/payments.ts';

const service = await startTestService();
const { momo } = openMomo({
  DATABASE_URL: service.config.databaseUrl ?? '',
  DATA_DIR: service.config.dataDir,
});
const look = () => momo('db', 'accept-restore', '--look');
const PAYOUTS = 53;

test('a look names a payout that was sent after the restored moment and is not there', async () => {
  const transactionId = randomUUID();
  await service.database.query({
    text: `insert into lost_sends (reference, transaction_id, provider_id, channel_id, handle,
                                   sent_at, found_at)
           values ($1, $2, 'mtn-main', 'mtn-prompt', 'h', now(), now())`,
    values: [randomUUID(), transactionId],
  });
  const { code, stdout } = await look();
  assert.equal(code, 0);
  assert.match(stdout, /^sent after this moment, and not open here: 1$/m);
  assert.match(
    stdout,
    new RegExp(`^${transactionId}  sent through mtn-main at .*not in this`, 'm'),
  );
});

test('a look at thousands of payouts has fifty lines and a sum of all, and JSON has each', async () => {
  for (let one = 0; one < PAYOUTS; one += 1) {
    await create(service, WITHDRAWALS, paymentBody({ reference: `r-${one}`, amount_xaf: 1_000 }));
  }
  const { stdout } = await look();
  assert.equal(stdout.split('\n').filter((line) => line.includes('pending_approval')).length, 50);
  assert.match(stdout, /^… and 3 more$/m);
  assert.match(stdout, /^53 open, 53\u00A0000\u00A0FCFA: was not sent, goes its way$/m);
  const json = await momo('db', 'accept-restore', '--look', '--json');
  const lines = json.stdout.trim().split('\n');
  assert.equal(lines.filter((line) => line.includes('pending_approval')).length, PAYOUTS);
  assert.ok(lines.includes('{"treatment":"leave","payouts":53,"sum_xaf":53000}'), json.stdout);
});
