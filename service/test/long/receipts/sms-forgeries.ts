// 20 000 forged texts credit nothing.
import { test } from 'node:test';
import { forgeSms } from '../../support/receipts/forge-sms.ts';

test('of 20 000 forged texts none credits anything, and each is kept with a reason', async (t) => {
  t.diagnostic(JSON.stringify(await forgeSms({ forgeries: 20_000 })));
});
