import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whoRunsThis } from '../../src/cli/options.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import { bodyOf, shiftClock } from '../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const env = { DATABASE_URL: service.config.databaseUrl ?? '' };

const { momo: anyMomo } = openMomo(env);
const momo = (...args: readonly string[]) => anyMomo('signing-key', ...args);

async function currentKeyId(): Promise<unknown> {
  return bodyOf(await service.call('GET', '/api/v1/security/callback-public-key'))['key_id'];
}

test('rotate announces the next key, which signs after the overlap', async () => {
  const { stdout, code } = await momo('rotate');
  assert.equal(code, 0);
  const [, from = ''] =
    /^service-payments-v2 is published now and signs from (\S+) on\n$/.exec(stdout) ?? [];
  const hours = (new Date(from).getTime() - Date.now()) / 3_600_000;
  assert.ok(Math.abs(hours - 25) < 0.1, stdout);
  assert.equal(await currentKeyId(), 'service-payments-v1');
  const list = await momo('list');
  assert.match(
    list.stdout,
    /^service-payments-v2 {2}from \S+\nservice-payments-v1 {2}from \S+ {2}signs now\n$/,
  );
  const again = await momo('rotate');
  assert.equal(again.code, 1);
  assert.match(again.stderr, /^momo: a new key is already announced/);
  assert.deepEqual(await lastAuditLine(database), {
    actor: whoRunsThis().actor,
    action: 'signing_key.rotate',
    subject: 'signing-key:service-payments-v2',
    before: { key: 'service-payments-v1' },
    after: { key: 'service-payments-v2', active_from: from },
    reason: null,
  });
  await shiftClock(database, 25 * 3_600 + 60);
  assert.equal(await currentKeyId(), 'service-payments-v2');
});

test('without an overlap the new key signs at once', async () => {
  const { stdout } = await momo('rotate', '--overlap-hours', '0');
  assert.match(stdout, /^service-payments-v3 /);
  assert.equal(await currentKeyId(), 'service-payments-v3');
});

test('an overlap that is no number of hours is refused with a sentence', async () => {
  for (const hours of ['-1', '1.5', 'a', '8761', '']) {
    const { code, stderr } = await momo('rotate', `--overlap-hours=${hours}`);
    assert.equal(code, 2);
    assert.match(stderr, /Give a whole number from 0 to 8760\./);
  }
  assert.equal(await currentKeyId(), 'service-payments-v3');
});
