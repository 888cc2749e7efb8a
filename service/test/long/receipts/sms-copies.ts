// 5 000 payments told 2 to 10 times each, among all other texts of a line, are credited once each.
import { test } from 'node:test';
import { copySms } from '../../support/receipts/copy-sms.ts';

test('5 000 payments, each told two to ten times among all other texts of a line, are credited once each', async (t) => {
  t.diagnostic(JSON.stringify(await copySms({ payments: 5_000 })));
});
