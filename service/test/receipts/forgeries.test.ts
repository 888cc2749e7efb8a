import { test } from 'node:test';
import { forgeSms } from '../support/receipts/forge-sms.ts';

test('of 102 forged texts none credits anything, and each is kept with a reason', async (t) => {
  t.diagnostic(JSON.stringify(await forgeSms({ forgeries: 102 })));
});
