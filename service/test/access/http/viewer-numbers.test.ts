import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { appendAudit } from '../../../src/db/access/audit.ts';
import { insertEvidence } from '../../../src/db/provider-requests/evidence.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { findStaffRoutes } from '../../support/access/routes.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { addGateway, createOrangeLine, tell } from '../../support/receipts/sms.ts';
import { bodyOf, create, DEPOSITS } from '../../support/transactions/payments.ts';

// A viewer gets no whole number from any route, wherever the number is.

const NATIONAL = '690123987';
const PAYER = `+237${NATIONAL}`;
const LINE = '+237699000001';
const service = await startTestService();
const { database } = service;
const routes = (await findStaffRoutes(service)).filter(
  (route) => route.startsWith('GET ') || route.endsWith('/search'),
);
const deposit = await seedNumbers();
const [receiptId = ''] = await idsOf('select id from receipts');
const [webhookId = ''] = await idsOf('select id from webhooks');

const PARAMS: Readonly<Record<string, string>> = {
  id: deposit.id,
  player_id: deposit.playerId,
  line: LINE,
  batch: deposit.id,
};

/** Queries with which a list finds the number. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/internal/v1/receipts': ['', '?state=used'],
  '/internal/v1/lines/:line/foresee': ['?balance_cents=4860025'],
};

/** These show it to people who decide; without them the test would prove nothing. */
const KNOWN_TO_SHOW = [
  '/internal/v1/audit',
  '/internal/v1/lines',
  '/internal/v1/lines/:line/foresee',
  '/internal/v1/receipts',
  '/internal/v1/receipts/:id',
  '/internal/v1/receipts/search',
  '/internal/v1/sms',
  '/internal/v1/transactions',
  '/internal/v1/transactions.csv',
  '/internal/v1/transactions.csv/search',
  '/internal/v1/transactions/:id',
  '/internal/v1/webhooks/:id/sent',
];

test('no route shows a viewer a whole number; those who decide see them', async () => {
  const [viewer, agent] = [await seenBy('viewer'), await seenBy('agent')];
  assert.deepEqual(viewer, []);
  assert.deepEqual(
    KNOWN_TO_SHOW.filter((path) => !agent.includes(path)),
    [],
  );
});

test('a viewer cannot find out a number by searching for the hundred thousand that it may be', async () => {
  const headers = await scriptHeaders(database, await addPerson(database, 'viewer'));
  const ask = (path: string, q: string) =>
    service.call('POST', `/internal/v1/${path}/search`, { headers, json: { q } });
  for (const path of ['transactions', 'transactions.csv', 'receipts', 'audit']) {
    for (const q of [PAYER, NATIONAL, '6 90 12 39 87', `00237${NATIONAL}`, `account ${NATIONAL}`]) {
      const answer = await ask(path, q);
      assert.equal(answer.status, 403, `${path} ${q}`);
      assert.equal(bodyOf(answer)['code'], 'numbers_hidden');
    }
    // Ids of transactions and operators, and other words, are found as before.
    const ids = [deposit.id, deposit.playerId, '19020304055', 'PP261115.1030.A10001'];
    for (const q of [...ids, 'order']) {
      assert.equal((await ask(path, q)).status, 200, `${path} ${q}`);
    }
  }
  const found = await ask('transactions', deposit.id);
  assert.equal((bodyOf(found)['items'] as unknown[]).length, 1);
});

test('a viewer reads no signature of a webhook, with which one could pass for us', async () => {
  await database.query({
    text: `insert into webhook_attempts (webhook_id, number, at, status, latency_ms, headers)
           select $1, 1, app_now(), 200, 5,
                  '{"x-service-signature": "a.valid.token", "webhook-signature": "v1,valid"}'`,
    values: [webhookId],
  });
  const shown = async (role: 'viewer' | 'agent') => {
    const headers = await scriptHeaders(database, await addPerson(database, role));
    const path = `/internal/v1/webhooks/${webhookId}/sent`;
    return (await service.call('GET', path, { headers })).text;
  };
  assert.match(await shown('agent'), /a\.valid\.token/);
  const forViewer = await shown('viewer');
  assert.match(forViewer, /x-service-signature/);
  assert.doesNotMatch(forViewer, /valid/);
});

test('a viewer sees our own numbers and ids of operators as they are', async () => {
  const headers = await scriptHeaders(database, await addPerson(database, 'viewer'));
  const lines = await service.call('GET', '/internal/v1/lines', { headers });
  assert.ok(lines.text.includes(`"line":"${LINE}"`), lines.text);
  const detail = await service.call('GET', `/internal/v1/transactions/${deposit.id}`, { headers });
  assert.ok(detail.text.includes('"msisdn":"+23769*****87"'), detail.text);
  assert.ok(detail.text.includes(deposit.id));
});

/** The paths whose answer has the number in it, however it is printed. */
async function seenBy(role: 'viewer' | 'agent'): Promise<readonly string[]> {
  const headers = await scriptHeaders(database, await addPerson(database, role));
  const seen: string[] = [];
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    // The feed never ends; it has names of queues and ids of transactions.
    if (path === '/internal/v1/events') continue;
    for (const query of QUERIES[path] ?? ['']) {
      const real = path.replace(/:(\w+)/, (_, name: string) => paramOf(path, name));
      const searched = { headers, json: { q: NATIONAL } };
      const asked = method === 'POST' ? searched : { headers };
      const answer = await service.call(method, `${real}${query}`, asked);
      assert.ok([200, 403].includes(answer.status), `${real}${query}: ${answer.status}`);
      if (answer.text.replaceAll(/[^0-9]/g, '').includes(NATIONAL)) seen.push(path);
    }
  }
  return seen;
}

function paramOf(path: string, name: string): string {
  if (path.includes('/receipts/')) return receiptId;
  return path.endsWith('/sent') ? webhookId : encodeURIComponent(PARAMS[name] ?? '');
}

/** A deposit with a text, a provider's answer, an audit entry and a reference that name its number. */
async function seedNumbers() {
  await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
  const line = createOrangeLine(LINE);
  await tell(service, { text: line.pay({ payer: PAYER, amount: 700 }) });
  line.takeSilently(3_000);
  await tell(service, { text: line.pay({ payer: PAYER, amount: 900 }) });
  await tell(service, { sender: NATIONAL, text: `Rappelez-moi au 6 90 12 39 87 ou ${NATIONAL}.` });
  const playerId = randomUUID();
  const { service_tx_id: id } = await create(service, DEPOSITS, {
    operator: 'orange',
    msisdn: PAYER,
    player_id: playerId,
    reference: `account ${NATIONAL}`,
  });
  await insertEvidence(database, [
    {
      transactionId: id,
      providerId: 'orange-money',
      kind: 'exchange',
      request: `GET /accounts/msisdn/237${NATIONAL}/basicuserinfo`,
      status: 200,
      answer: JSON.stringify({ subscriberMsisdn: NATIONAL, partyId: `237${NATIONAL}` }),
      error: null,
      latencyMs: 3,
    },
  ]);
  await database.atomically((connection) =>
    appendAudit(connection, {
      ...COMMAND_LINE,
      action: 'transaction.confirm',
      subject: `transaction:${id}`,
      before: null,
      after: { msisdn: PAYER },
      reason: `called +237 690 12 39 87`,
    }),
  );
  await database.query({
    text: `insert into webhooks (id, transaction_id, application_id, event, body, created_at)
           select gen_random_uuid(), id, application_id, 'payment.failed',
                  json_build_object('reference', reference), app_now()
           from transactions where id = $1`,
    values: [id],
  });
  return { id, playerId };
}

async function idsOf(text: string): Promise<readonly string[]> {
  const rows = await database.query<{ readonly id: string }>({ text });
  return rows.map(({ id }) => id);
}
