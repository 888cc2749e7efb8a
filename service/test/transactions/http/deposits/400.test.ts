import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../support/harness.ts';
import {
  bodyOf,
  countTransactions,
  DEPOSITS,
  paymentBody,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const service = await startTestService();

test('a text that is no operator is a 400 that names the accepted ones', async () => {
  for (const path of [DEPOSITS, WITHDRAWALS]) {
    for (const operator of [
      '',
      'MTN',
      'Orange',
      ' mtn',
      'nexttel',
      '__proto__',
      'toString',
      '😀',
    ]) {
      const answer = await service.call('POST', path, { json: paymentBody({ operator }) });
      assert.equal(answer.status, 400, operator);
      assert.match(String(bodyOf(answer)['detail']), /mtn.*orange/);
    }
  }
  assert.equal(await countTransactions(service.database), 0);
});
