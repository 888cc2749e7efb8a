import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { jwtVerify } from 'jose';
import { postAlerts } from '../../src/flows/upkeep/post-alerts.ts';
import { raiseAlerts } from '../../src/flows/upkeep/raise-alerts.ts';
import { createSignerSource } from '../../src/flows/webhooks/signing-keys.ts';
import { createPoster, type PostRequest } from '../../src/outbound/post.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { fixedPolicy } from '../support/access/policy.ts';
import { startTestService } from '../support/harness.ts';
import { addGateway } from '../support/receipts/sms.ts';
import { bodyOf, create } from '../support/transactions/payments.ts';
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
  url: pager.url,
  post: (request: PostRequest) => poster.post(request),
  signer: createSignerSource({ database, vault: createVault(null) }),
  userAgent: 'a test',
} as const;

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

test('a payout that waits too long is told once, signed, and again when it has ended', async () => {
  const { service_tx_id: id } = await create(service, '/api/v1/withdrawals');
  await ageBy(id, 29);
  assert.equal(await raiseAlerts(deps), 0);
  await ageBy(id, 2);
  assert.equal(await raiseAlerts(deps), 1);
  assert.equal(await raiseAlerts(deps), 0, 'it is the same condition');
  assert.equal(await postAlerts(deps), 1);
  assert.equal(await postAlerts(deps), 0, 'it was taken');
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
  await postAlerts(deps);
  const cleared = bodies().at(-1);
  assert.deepEqual([cleared?.event, cleared?.id], ['alert.cleared', raised.id]);
});

test('a pager that is away gets what it missed, in order', async () => {
  const before = pager.received.length;
  await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: '+237699000044' } } });
  isAway = true;
  await silence(1_000);
  await raiseAlerts(deps);
  await postAlerts(deps);
  await silence(0);
  await raiseAlerts(deps);
  await makeDue();
  await postAlerts(deps);
  isAway = false;
  await makeDue();
  while ((await postAlerts(deps)) > 0) await makeDue();
  const told = bodies()
    .slice(before)
    .filter(({ kind }) => kind === 'line_silent')
    .map(({ event }) => event);
  assert.deepEqual([...new Set(told)], ['alert.raised', 'alert.cleared']);
  assert.equal(told.lastIndexOf('alert.raised') < told.indexOf('alert.cleared'), true);
  const [row] = await database.query<{ readonly count: number }>({
    text: 'select count(*) from alert_messages where due_at is not null',
  });
  assert.equal(row?.count, 0);
});

async function silence(seconds: number): Promise<void> {
  await database.query({
    text: 'update gateways set last_seen_at = app_now() - make_interval(secs => $1)',
    values: [seconds],
  });
}

async function makeDue(): Promise<void> {
  await database.query({
    text: 'update alert_messages set due_at = app_now() where due_at is not null',
  });
}

async function assertSigned(received: (typeof pager.received)[number] | undefined): Promise<void> {
  assert.ok(received);
  const path = '/api/v1/security/callback-public-key';
  const { public_key_pem: pem } = bodyOf(await service.call('GET', path));
  const token = String(received.headers['x-service-signature']);
  const { payload } = await jwtVerify(token, createPublicKey(String(pem)));
  assert.equal(payload['event'], 'alert.raised');
  assert.match(String(payload['body_sha256']), /^[0-9a-f]{64}$/);
}

test('a stored policy that is not used is an alert until it is replaced', async () => {
  policyProblem = 'its revision 2 was changed after it was written';
  assert.equal(await raiseAlerts(deps), 1);
  await postAlerts(deps);
  assert.equal(bodies().at(-1)?.kind, 'policy_untrusted');
  policyProblem = null;
  assert.equal(await raiseAlerts(deps), 1);
  await postAlerts(deps);
  assert.equal(bodies().at(-1)?.event, 'alert.cleared');
});
