import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../../../../src/settings/checkout.ts';
import { startTestService } from '../../../support/harness.ts';
import {
  bodyOf,
  countTransactions,
  DEPOSITS,
  paymentBody,
  read,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const service = await startTestService();
const page = readFileSync(join(CHECKOUT, 'docs', 'testing.md'), 'utf8');

/** The rows of the table: the last digits, then what is answered and what it becomes. */
const ROWS = [...page.matchAll(/^\| `…(\d\d)` +\|([^|]*)\|([^|]*)\|/gm)].map(
  ([, digits = '', deposit = '', withdrawal = '']) => ({
    digits,
    deposit: wordsOf(deposit),
    withdrawal: wordsOf(withdrawal),
  }),
);

/** `pending` → `succeeded`: the status of the answer, and the state right after. */
function wordsOf(cell: string): readonly string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
}

async function pay(path: string, operator: string, msisdn: string): Promise<readonly string[]> {
  const json = paymentBody({ operator, msisdn, callback_url: 'http://127.0.0.1:9/hook' });
  const answer = await service.call('POST', path, { json });
  if (answer.status !== 200) return [String(answer.status)];
  const { status, service_tx_id } = bodyOf(answer);
  const { state } = await read(service, String(service_tx_id));
  return [String(status), String(state)];
}

test('every number of the documented table does what the table says', async () => {
  assert.ok(ROWS.length > 8);
  for (const { digits, deposit, withdrawal } of ROWS) {
    // The slow one takes seconds and is like any other otherwise.
    if (digits === '20') continue;
    for (const [operator, prefix] of [
      ['mtn', '+23767'],
      ['orange', '+23769'],
    ] as const) {
      const msisdn = `${prefix}99900${digits}`;
      const [shown = '', becomes = shown, dialled] = deposit;
      const isDialled = operator === 'orange' && dialled !== undefined;
      const expected =
        shown === '503' ? ['503'] : [isDialled ? dialled : shown, isDialled ? dialled : becomes];
      assert.deepEqual(await pay(DEPOSITS, operator, msisdn), expected, `deposit ${digits}`);
      const [first = '', last = first] = withdrawal;
      const paid = await pay(WITHDRAWALS, operator, msisdn);
      assert.deepEqual(paid, first === '503' ? ['503'] : [first, last], `withdrawal ${digits}`);
    }
  }
});

test('a repeat returns the same transaction and plays nothing again', async () => {
  const json = paymentBody({ operator: 'mtn', msisdn: '+237679990004', reference: 'again' });
  const first = await service.call('POST', DEPOSITS, { json });
  const before = await countTransactions(service.database);
  const again = await service.call('POST', DEPOSITS, { json });
  assert.equal(bodyOf(again)['service_tx_id'], bodyOf(first)['service_tx_id']);
  assert.equal(bodyOf(again)['status'], 'succeeded');
  assert.equal(await countTransactions(service.database), before);
});

test('no example uses the range', () => {
  for (const file of [
    'docs/interface.md',
    'docs/openapi.json',
    'docs/quick-start.md',
    'README.md',
  ]) {
    assert.doesNotMatch(readFileSync(join(CHECKOUT, file), 'utf8'), /6\d99900\d\d/, file);
  }
});
