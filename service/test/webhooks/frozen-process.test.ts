import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { openTestDatabase } from '../support/database.ts';
import { eventually, startServiceProcess } from '../support/service-process.ts';
import { create, DEPOSITS, MTN, shiftClock, simulate } from '../support/transactions/payments.ts';
import { attemptsOf, webhooksOf } from '../support/webhooks/delivery.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';

const { database, url } = await openTestDatabase();

test('a frozen process is replaced after its lease, and its late result changes nothing', async () => {
  const env = { DATABASE_URL: url };
  const frozen = await startServiceProcess({ env });
  let first: ServerResponse | undefined;
  const receiver = await startReceiver((response, _received, count) => {
    if (count === 1) first = response;
    else response.writeHead(200).end();
  });
  const changes = { ...MTN, callback_url: receiver.url };
  const { service_tx_id: id } = await create(frozen, DEPOSITS, changes);
  await simulate(frozen, id, 'succeeded');
  await receiver.until(1);
  process.kill(frozen.pid, 'SIGSTOP');
  await shiftClock(database, 11);
  const other = await startServiceProcess({ env });
  await receiver.until(2);
  const isDelivered = async () => (await webhooksOf(database, id))[0]?.state === 'delivered';
  await eventually('the other process has delivered it', isDelivered);
  const before = await webhooksOf(database, id);
  first?.writeHead(500).end();
  process.kill(frozen.pid, 'SIGCONT');
  await eventually('the frozen one has learnt that it was replaced', async () => {
    const { text } = await frozen.call('GET', '/metrics');
    return text.includes('momo_webhook_attempts_total{next="taken_over"} 1\n');
  });
  assert.deepEqual(await webhooksOf(database, id), before);
  const [webhook] = before;
  assert.equal((await attemptsOf(database, webhook?.id ?? '')).length, 1);
  assert.equal(receiver.received.length, 2);
  await Promise.all([frozen, other].map((service) => service.end('SIGTERM')));
});
