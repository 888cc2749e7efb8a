import { test } from 'node:test';
import { copySms } from '../support/receipts/copy-sms.ts';

test('25 payments, each told two to ten times among all other texts of a line, are credited once each', async (t) => {
  t.diagnostic(JSON.stringify(await copySms({ payments: 25 })));
});
