import { test } from 'node:test';
import { copySms } from '../support/receipts/copy-sms.ts';

test('25 payments, each with two to ten copies of its text among others, are credited once each', async (t) => {
  t.diagnostic(JSON.stringify(await copySms({ payments: 25 })));
});
