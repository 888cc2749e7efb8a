import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../support/harness.ts';
import { create, DEPOSITS, read, simulate } from '../../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;

test('only a locked transaction is a 503, and all others move', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    ids.push((await create(service, DEPOSITS)).service_tx_id);
  }
  const locked = String(ids[5]);
  await database.atomically(async (connection) => {
    await connection.query({
      text: 'select 1 from transactions where id = $1 for update',
      values: [locked],
    });
    const answers = await Promise.all(ids.map((id) => simulate(service, id, 'succeeded')));
    assert.deepEqual(
      answers.map(({ status }) => status),
      ids.map((id) => (id === locked ? 503 : 200)),
    );
    assert.ok(answers[5]?.headers.get('retry-after'));
  });
  assert.equal((await read(service, locked))['state'], 'pending');
  assert.equal((await simulate(service, locked, 'succeeded')).status, 200);
});
