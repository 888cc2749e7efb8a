import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../support/harness.ts';
import { addGateway, tell } from '../../support/receipts/sms.ts';

const service = await startTestService();
const { database } = service;
await addGateway(database, {
  sims: { 'sim-1': { operator: 'orange', line: '+237699000001' } },
});

test('a hundred forged texts an hour are kept under the name of a gateway, and no more', async () => {
  for (let n = 0; n < 110; n += 1) {
    const text = `a forged text ${n}`;
    assert.equal((await tell(service, { text }, { secret: 'guessed' })).status, 401);
  }
  const [kept] = await database.query<{ readonly count: number }>({
    text: `select count(*) from sms_messages where trust = 'forged'`,
  });
  assert.equal(kept?.count, 100);
  assert.equal((await tell(service, { text: 'a true one' })).status, 200);
});
