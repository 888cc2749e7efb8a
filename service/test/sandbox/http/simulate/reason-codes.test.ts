import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REASON_CODES } from '../../../../src/domain/payment-kinds.ts';
import { CHECKOUT } from '../../../../src/settings/checkout.ts';
import { startTestService } from '../../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  read,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';
import { webhooksOf } from '../../../support/webhooks/delivery.ts';

const service = await startTestService();
const page = readFileSync(join(CHECKOUT, 'docs', 'testing.md'), 'utf8');

/** Number, deposit, withdrawal and reason of the rows that name one. */
const ROWS = [...page.matchAll(/^\| `…(\d\d)` +\|([^|]*)\|([^|]*)\| `(\w+)` +\|$/gm)].map(
  ([, digits = '', deposit = '', withdrawal = '', code = '']) => ({
    digits,
    code,
    paths: [...(ends(deposit) ? [DEPOSITS] : []), ...(ends(withdrawal) ? [WITHDRAWALS] : [])],
  }),
);

function ends(cell: string): boolean {
  return /`(failed|requires_manual_resolution)`/.test(cell);
}

const HOOK = { callback_url: 'http://127.0.0.1:9/hook' };

async function pay(path: string, digits: string): Promise<Json> {
  const json = { msisdn: `+2376799900${digits}`, operator: 'mtn', ...HOOK };
  return read(service, (await create(service, path, json)).service_tx_id);
}

test('the sandbox has a number for every reason, as documented', async () => {
  const seen = new Set<string>();
  for (const { digits, code, paths } of ROWS) {
    for (const path of paths) {
      const { reason_code } = await pay(path, digits);
      assert.equal(reason_code, code, `${path} of …${digits}`);
      seen.add(reason_code);
    }
  }
  for (const [path, digits] of [
    [DEPOSITS, '02'],
    [WITHDRAWALS, '02'],
    [DEPOSITS, '03'],
  ] as const) {
    seen.add(String((await pay(path, digits))['reason_code']));
  }
  assert.deepEqual([...seen].toSorted(), [...REASON_CODES].toSorted());
});

test('read, list and webhook say one reason', async () => {
  const { service_tx_id: id, state_reason } = await pay(WITHDRAWALS, '16');
  assert.equal(state_reason, 'The recipient has no MTN Mobile Money account.');
  const [webhook] = await webhooksOf(service.database, String(id));
  assert.equal(JSON.parse(webhook?.body ?? '').reason_code, 'not_registered');
  const [row] = await service.database.query<{ readonly player_id: string }>({
    text: 'select player_id from transactions where id = $1',
    values: [id],
  });
  const list = await service.call('GET', `/api/v1/players/${row?.player_id}/transactions`);
  assert.deepEqual(reasonsOf(bodyOf(list)), ['not_registered']);
});

test('in a statement a payout that came back has its reason, and the day it was sent stays', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  await simulate(service, id, 'submitted');
  await simulate(service, id, 'transfer_failed');
  const days = 'from=2026-01-01&to=2999-12-31&limit=500';
  const statement = await service.call('GET', `/api/v1/statement?${days}`);
  const mine = itemsOf(bodyOf(statement)).filter(({ service_tx_id }) => service_tx_id === id);
  assert.deepEqual(
    mine.map(({ kind, reason_code }) => [kind, reason_code]),
    [
      ['withdrawal', undefined],
      ['withdrawal_returned', 'unknown'],
    ],
  );
});

test('a held payment that is paid after all has no reason any more', async () => {
  const { service_tx_id: id, reason_code } = await pay(WITHDRAWALS, '11');
  assert.equal(reason_code, 'no_answer');
  await simulate(service, String(id), 'staff_confirmed');
  const paid = await read(service, String(id));
  assert.equal(paid['state'], 'succeeded');
  assert.ok(!('reason_code' in paid));
});

function itemsOf(body: Json): readonly Json[] {
  return body['items'] as readonly Json[];
}

function reasonsOf(body: Json): readonly unknown[] {
  return itemsOf(body).map(({ reason_code }) => reason_code);
}
