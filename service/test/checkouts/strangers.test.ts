import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  attempt,
  attemptWith,
  createCheckout,
  mtnNumber,
  orangeNumber,
  pay,
  readCheckout,
} from '../support/checkouts/checkouts.ts';
import { waitsForLock } from '../support/database.ts';
import { startTestService } from '../support/harness.ts';

const service = await startTestService({}, { policy: { openPromptsPerNumber: 3 } });

function deposit(buyer: { readonly msisdn: string; readonly operator: string }) {
  const json = { ...buyer, amount_xaf: 5000, player_id: randomUUID(), reference: randomUUID() };
  return service.call('POST', '/api/v1/deposits', { json });
}

test('prompts that a stranger opened on pages do not refuse a deposit by API', async () => {
  const victim = mtnNumber(1);
  for (let count = 0; count < 3; count += 1) {
    await pay(service, (await createCheckout(service)).id, victim);
  }
  for (let count = 0; count < 3; count += 1) assert.equal((await deposit(victim)).status, 200);
  assert.equal((await deposit(victim)).status, 429, 'its own are counted');
});

test('a page opens no code while a deposit by API of the number and amount waits for its own', async () => {
  assert.equal((await deposit(orangeNumber(1))).status, 200);
  const { id } = await createCheckout(service);
  const refused = await attempt(service, id, orangeNumber(1));
  assert.ok(refused.kind === 'refused' && refused.refusal.code === 'same_code_elsewhere');
  const other = await createCheckout(service, { amount_xaf: 5100 });
  assert.equal((await attempt(service, other.id, orangeNumber(1))).kind, 'started');
});

test('a number has one open attempt in a checkout, however the tabs overtake each other', async () => {
  const { id } = await createCheckout(service);
  const { catalogue } = service.payments;
  const others = [mtnNumber(11), mtnNumber(10)];
  // Before each of its tries somebody else is faster: first another buyer, then the second tab.
  const slow = {
    ...catalogue,
    recent: async (outdated?: Parameters<typeof catalogue.recent>[0]) => {
      const other = others.shift();
      if (other !== undefined) await pay(service, id, other);
      return catalogue.recent(outdated);
    },
  };
  const started = await attemptWith(service, { catalogue: slow }, id, mtnNumber(10));
  const { attempts } = await readCheckout(service, id);
  assert.deepEqual(others, []);
  assert.equal(attempts.length, 2);
  assert.ok(started.kind === 'started' && started.transaction.id === attempts[1]?.service_tx_id);
});

test('a prompt that was never sent goes out when the number is typed again', async () => {
  const { id } = await createCheckout(service);
  const dies = () => Promise.reject(new Error('the process dies'));
  await assert.rejects(attemptWith(service, { collect: dies }, id, mtnNumber(20)), /dies/);
  const asked: string[] = [];
  const collect: typeof service.payments.collect = async (transaction) => {
    asked.push(transaction.id);
    return transaction;
  };
  const again = await attemptWith(service, { collect }, id, mtnNumber(20));
  assert.ok(again.kind === 'started');
  assert.deepEqual(asked, [again.transaction.id]);
});

test('buyers on a page share two connections, and delay nobody else', async () => {
  const { database } = service;
  const { id, url } = await createCheckout(service);
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = database.withConnection(async (connection) => {
    await connection.query({ text: 'begin' });
    await connection.query({
      text: 'select from checkouts where id = $1 for update',
      values: [id],
    });
    locked.resolve();
    await released.promise;
    await connection.query({ text: 'rollback' });
  });
  await locked.promise;
  const buyers = Array.from({ length: 8 }, (_, count) => typeNumber(url, mtnNumber(30 + count)));
  await waitsForLock(database);
  for (let look = 0; look < 10; look += 1) {
    const [row] = await database.query<{ readonly count: number }>({
      text: `select count(*)::int as count from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
    });
    assert.ok((row?.count ?? 0) <= 2, `${row?.count} wait for a lock`);
    await pause(50);
  }
  released.resolve();
  await holding;
  const statuses = (await Promise.all(buyers)).map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([303]));
});

function typeNumber(url: string, { msisdn }: { readonly msisdn: string }) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ msisdn }).toString();
  return service.call('POST', new URL(url).pathname, { body, headers });
}
