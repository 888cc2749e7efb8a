import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { jwtVerify } from 'jose';
import type { Static } from 'typebox';
import type { listAlertsSchema } from '../../src/contract/upkeep/alerts-api.ts';
import { runRowProof } from '../../src/db/upkeep/row-proofs.ts';
import { listWebhooks } from '../../src/db/webhooks/webhook-replays.ts';
import { raiseAlerts } from '../../src/flows/upkeep/raise-alerts.ts';
import { createPoster, type PostRequest } from '../../src/outbound/post.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { fixedPolicy } from '../support/access/policy.ts';
import { addPerson, signedIn } from '../support/access/staff.ts';
import { startTestService } from '../support/harness.ts';
import { addGateway } from '../support/receipts/sms.ts';
import { bodyOf, create } from '../support/transactions/payments.ts';
import { createTestDelivery, queueWebhook } from '../support/webhooks/delivery.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';

const service = await startTestService();
const { database } = service;
let isAway = false;
const pager = await startReceiver((response) => void response.writeHead(isAway ? 500 : 204).end());
const poster = createPoster({
  policy: { publicOnly: false, schemes: ['http'], ports: [] },
  proxyUrl: null,
});
test.after(() => poster.close());

let policyProblem: string | null = null;
const deps = {
  database,
  environment: 'sandbox',
  policy: { ...fixedPolicy(), trouble: () => policyProblem },
  vault: createVault(null),
  hasPager: true,
} as const;

const sending = createTestDelivery(database, {
  alerts: { url: pager.url, post: (request: PostRequest) => poster.post(request) },
});
test.after(sending.close);

/** Sends what is due, and returns how many messages that were. */
async function send({ delivery, attempts } = sending): Promise<number> {
  const before = attempts.length;
  const claimed = await delivery.runOnce();
  while (attempts.length < before + claimed) await setImmediate();
  return claimed;
}

type AlertsAnswer = (typeof listAlertsSchema)['response'][200];

interface AlertBody {
  readonly event: string;
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
}

function bodies(): readonly AlertBody[] {
  return pager.received.map(({ body }) => JSON.parse(body) as AlertBody);
}

/** As long after its creation as a payout may wait, and a little more. */
async function ageBy(id: string, minutes: number): Promise<void> {
  await database.query({
    text: `update open_transactions set since = since - make_interval(mins => $2)
           where transaction_id = $1`,
    values: [id, minutes],
  });
}

test('a payout that waits too long is one signed alert, and another message when it has ended', async () => {
  const { service_tx_id: id } = await create(service, '/api/v1/withdrawals');
  await ageBy(id, 29);
  assert.equal(await raiseAlerts(deps), 0);
  await ageBy(id, 2);
  assert.equal(await raiseAlerts(deps), 1);
  assert.equal(await raiseAlerts(deps), 0, 'it is the same condition');
  assert.equal(await send(), 1);
  assert.equal(await send(), 0, 'it was taken');
  const [raised] = bodies();
  assert.ok(raised);
  assert.deepEqual(
    { event: raised.event, kind: raised.kind, subject: raised.subject },
    { event: 'alert.raised', kind: 'payouts_wait', subject: 'pending_approval' },
  );
  await assertSigned(pager.received[0]);

  const path = `/api/v1/sandbox/transactions/${id}/simulate`;
  await service.call('POST', path, { json: { outcome: 'succeeded' } });
  assert.equal(await raiseAlerts(deps), 1);
  await send();
  const cleared = bodies().at(-1);
  assert.deepEqual([cleared?.event, cleared?.id], ['alert.cleared', raised.id]);
});

test('a pager that is away gets what it missed, in order', async () => {
  const before = pager.received.length;
  await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: '+237699000044' } } });
  isAway = true;
  await silence(1_000);
  await raiseAlerts(deps);
  await send();
  await silence(0);
  await raiseAlerts(deps);
  await makeDue();
  await send();
  isAway = false;
  await makeDue();
  while ((await send()) > 0) await makeDue();
  const reported = bodies()
    .slice(before)
    .filter(({ kind }) => kind === 'line_silent')
    .map(({ event }) => event);
  assert.deepEqual([...new Set(reported)], ['alert.raised', 'alert.cleared']);
  assert.equal(reported.lastIndexOf('alert.raised') < reported.indexOf('alert.cleared'), true);
  const [row] = await database.query<{ readonly count: number }>({
    text: 'select count(*) from open_webhooks',
  });
  assert.equal(row?.count, 0);
});

test('a pager that never answers delays no webhook, and a process without one claims no alert', async () => {
  await silence(1_000);
  await raiseAlerts(deps);
  const withoutPager = createTestDelivery(database);
  assert.equal(await send(withoutPager), 0);
  await withoutPager.close();

  const silent = createTestDelivery(database, {
    alerts: { url: pager.url, post: () => new Promise(() => {}) },
  });
  assert.equal(await silent.delivery.runOnce(), 1, 'the alert is on its way for ever');
  const receiver = await startReceiver((response) => void response.writeHead(204).end());
  await queueWebhook(database, { url: receiver.url });
  assert.equal(await send(silent), 1);
  assert.equal(receiver.received.length, 1);
  await silent.close();
});

test('a message about an alert has no address in the database, and is no webhook to staff', async () => {
  const rows = await database.query<{ readonly url: string }>({
    text: `select url from open_webhooks where origin = 'alert'`,
  });
  assert.deepEqual(rows, [{ url: '' }]);
  const listed = await listWebhooks(database, 100);
  assert.deepEqual(
    listed.filter(({ event }) => !event.startsWith('payment.')),
    [],
  );
  const alerts = await database.query<{ readonly id: string }>({ text: 'select id from alerts' });
  const { findings } = await runRowProof(database, 'creates_are_kept');
  const named = JSON.stringify(findings);
  assert.deepEqual(
    alerts.filter(({ id }) => named.includes(id)),
    [],
    'the proof looks for the transactions of payments only',
  );
});

async function silence(seconds: number): Promise<void> {
  await database.query({
    text: 'update gateways set last_seen_at = app_now() - make_interval(secs => $1)',
    values: [seconds],
  });
}

async function makeDue(): Promise<void> {
  await database.query({
    text: 'update open_webhooks set due_at = app_now() where due_at is not null',
  });
}

async function assertSigned(received: (typeof pager.received)[number] | undefined): Promise<void> {
  assert.ok(received);
  const path = '/api/v1/security/callback-public-key';
  const { public_key_pem: pem } = bodyOf(await service.call('GET', path));
  const token = String(received.headers['x-service-signature']);
  const { payload } = await jwtVerify(token, createPublicKey(String(pem)), { typ: 'alert+jwt' });
  assert.equal(payload['event'], 'alert.raised');
  assert.match(String(payload['body_sha256']), /^[0-9a-f]{64}$/);
}

test('a stored policy that is not used is an alert until it is replaced', async () => {
  policyProblem = 'its revision 2 was changed after it was written';
  assert.equal(await raiseAlerts(deps), 1);
  await send();
  assert.equal(bodies().at(-1)?.kind, 'policy_untrusted');
  policyProblem = null;
  assert.equal(await raiseAlerts(deps), 1);
  await send();
  assert.equal(bodies().at(-1)?.event, 'alert.cleared');
});

test('without a pager alerts are for the console, and a pager set later gets what is still open', async () => {
  await raiseAlerts(deps);
  while ((await send()) > 0) await makeDue();
  const before = pager.received.length;
  const viewer = await signedIn(service, await addPerson(database, 'viewer'));
  const listed = async () =>
    (await viewer.call('GET', '/internal/v1/alerts')).json as Static<AlertsAnswer>;
  policyProblem = 'it is missing';
  const alone = { ...deps, hasPager: false };
  assert.equal(await raiseAlerts(alone), 1);
  assert.equal(await raiseAlerts(alone), 0, 'it is the same condition');
  assert.equal(await send(), 0);
  const { open } = await listed();
  assert.deepEqual(
    open.filter(({ kind }) => kind === 'policy_untrusted').map(({ subject }) => subject),
    ['policy'],
  );

  assert.equal(await raiseAlerts(deps), 1);
  assert.equal(await raiseAlerts(deps), 0, 'it has it now');
  await send();
  policyProblem = null;
  assert.equal(await raiseAlerts(alone), 1, 'the pager gets the end of what it has');
  await send();
  assert.deepEqual(
    bodies()
      .slice(before)
      .map(({ event }) => event),
    ['alert.raised', 'alert.cleared'],
  );
  const { past } = await listed();
  assert.equal(past[0]?.kind, 'policy_untrusted');
  assert.ok((past[0]?.cleared_at ?? '') >= (past[0]?.raised_at ?? ''));
});
