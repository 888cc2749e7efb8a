import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startTestService } from '../../service/test/support/harness.ts';
import { createClient, createWebhookVerifier, type PaymentsClient } from '../src/index.ts';
import { createFakeService } from '../src/testing.ts';

const service = await startTestService();
const real = createClient({ baseUrl: service.url, apiKey: 'any' });
const fakeService = await createFakeService();
const fake = createClient({
  baseUrl: 'http://fake.test',
  apiKey: 'any',
  fetch: fakeService.fetch,
});

type Step = (client: PaymentsClient, id: string) => Promise<unknown>;

const CALLBACK = { callback_url: 'http://127.0.0.1:9/hooks' };
const ORANGE = { operator: 'orange', msisdn: '+237690000001' } as const;

function payment(player_id: string, changes: object = {}) {
  const base = {
    msisdn: '+237670000001',
    amount_xaf: 500,
    operator: 'mtn',
    reference: 'r',
  } as const;
  return { player_id, ...base, ...changes };
}

/** What the sandbox and the fake must both do, one step after the other; `id` is the first one's. */
const STEPS: Readonly<Record<string, Step>> = {
  'a repeated deposit': (client, id) => client.getTransaction(id),
  'a dialled deposit': (client) => client.createDeposit(payment(randomUUID(), ORANGE)),
  'a withdrawal': (client) => client.createWithdrawal(payment(randomUUID())),
  'an early replay': (client, id) => client.replayWebhook(id),
  'an expiry': (client, id) => client.simulateOutcome(id, 'expired'),
  'a second expiry': (client, id) => client.simulateOutcome(id, 'expired'),
  'a late success': (client, id) => client.simulateOutcome(id, 'succeeded'),
  'a read': (client, id) => client.getTransaction(id),
  'a replay': (client, id) => client.replayWebhook(id),
  'an unknown transaction': (client) => client.getTransaction(randomUUID()),
  'a missing field': (client) =>
    client.createDeposit({ ...payment(randomUUID()), msisdn: undefined } as never),
  'a small amount': (client) => client.createDeposit(payment(randomUUID(), { amount_xaf: 99 })),
  'an unknown operator': (client) => client.createDeposit(payment(randomUUID(), { operator: 'x' })),
  'a number': (client) => client.detectOperator({ msisdn: '6 90 00 00 01' }),
  'no number': (client) => client.detectOperator({ msisdn: 'nonsense' }),
  'the health': (client) => client.getHealth(),
  'the keys': (client) => client.getJwks(),
};

/** The outline of an answer: its members and their types, and every word that is one of a few. */
function outlineOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(outlineOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const words = new Set([
    'status',
    'state',
    'event',
    'direction',
    'operator',
    'collection_mode',
    'type',
  ]);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, words.has(key) ? member : outlineOf(member)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

async function outcomeOf(step: Step, client: PaymentsClient, id: string): Promise<unknown> {
  return step(client, id).then(outlineOf, ({ status, issues }) => ({
    status,
    issues: outlineOf(issues),
  }));
}

test('the fake answers as the sandbox does', async () => {
  const [realPlayer, fakePlayer] = [randomUUID(), randomUUID()];
  const { service_tx_id: realId } = await real.createDeposit(payment(realPlayer, CALLBACK));
  const { service_tx_id: fakeId } = await fake.createDeposit(payment(fakePlayer, CALLBACK));
  const repeated = await fake.createDeposit(payment(fakePlayer, { amount_xaf: 900 }));
  assert.deepEqual([repeated.service_tx_id, repeated.amount_xaf], [fakeId, 500]);
  for (const [name, step] of Object.entries(STEPS)) {
    assert.deepEqual(
      await outcomeOf(step, fake, fakeId),
      await outcomeOf(step, real, realId),
      name,
    );
  }
  assert.deepEqual(
    outlineOf(await fake.listPlayerTransactions(fakePlayer)),
    outlineOf(await real.listPlayerTransactions(realPlayer)),
  );
});

test('webhooks of the fake verify with its keys, and reach the platform', async () => {
  const handed: string[] = [];
  const own = await createFakeService({ deliver: (url) => void handed.push(url) });
  const client = createClient({ baseUrl: 'http://fake.test', apiKey: 'any', fetch: own.fetch });
  const { service_tx_id: id } = await client.createDeposit(payment(randomUUID(), CALLBACK));
  await client.simulateOutcome(id, 'failed');
  const [webhook] = own.webhooks;
  assert.ok(webhook);
  const payload = await client.verifyWebhook(webhook.headers, webhook.body);
  assert.deepEqual([payload.event, payload.service_tx_id], ['payment.failed', id]);
  assert.deepEqual(handed, [CALLBACK.callback_url]);
  const byOther = createWebhookVerifier({ jwks: fake.getJwks });
  await assert.rejects(byOther(webhook.headers, webhook.body), { problem: 'wrong_signature' });
});

test('the next answer can be trouble, which the client gets over', async () => {
  fakeService.failNext(503);
  assert.equal((await fake.getHealth()).status, 'ok');
  fakeService.failNext(401, 'Invalid or missing API key');
  await assert.rejects(fake.getHealth(), /401: Invalid or missing API key/);
});
