import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { issueKey, rotateWebhookSecret } from '../../../src/flows/access/administer-keys.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import {
  addPerson,
  lastAuditLine,
  type Person,
  scriptHeaders,
} from '../../support/access/staff.ts';
import { startTestService, type TestService } from '../../support/harness.ts';
import { startLiveService } from '../../support/providers/live.ts';
import { bodyOf, type Json } from '../../support/transactions/payments.ts';

// A person who has a webhook secret can tell the platform that a payment succeeded.

const live = await startLiveService();
const sandbox = await startTestService();
const vault = createVault(null);
const reason = 'a developer has left the platform';

async function call(service: TestService, who: Person, path: string, json: Json = {}) {
  const headers = await scriptHeaders(service.database, who);
  return service.call('POST', `/internal/v1${path}`, { headers, json });
}

async function applicationAs(service: TestService, who: Person, wanted: string): Promise<Json> {
  const headers = await scriptHeaders(service.database, who);
  const answer = await service.call('GET', '/internal/v1/applications', { headers });
  const found = (bodyOf(answer)['applications'] as Json[]).find(({ name }) => name === wanted);
  assert.ok(found !== undefined, answer.text);
  return found;
}

async function storedSecrets({ database }: TestService, name: string) {
  const [row] = await database.query<{ readonly now: string; readonly before: string | null }>({
    text: 'select webhook_secret as now, old_secret as before from applications where name = $1',
    values: [name],
  });
  return row;
}

async function shopOf({ database }: TestService, name: string): Promise<string> {
  await issueKey({ database, environment: 'sandbox', vault }, COMMAND_LINE, name);
  return name;
}

test('in the sandbox an administrator gets a new webhook secret once, and both sign until the former ends', async () => {
  const awa = await addPerson(sandbox.database, 'admin');
  const application = await shopOf(sandbox, 'a sandbox shop');
  const before = await storedSecrets(sandbox, application);
  const made = await call(sandbox, awa, '/webhook-secrets', {
    application,
    overlap_hours: 24,
    reason,
  });
  assert.equal(made.status, 200, made.text);
  const line = await lastAuditLine(sandbox.database);
  const { webhook_secret: secret, former_until: until } = bodyOf(made);
  assert.match(String(secret), /^whsec_/);
  assert.deepEqual(await storedSecrets(sandbox, application), { now: secret, before: before?.now });
  assert.equal((await applicationAs(sandbox, awa, application))['former_secret_until'], until);
  assert.deepEqual([line?.action, line?.reason], ['key.rotate_secret', reason]);
  assert.ok(!JSON.stringify(line).includes(String(secret)));
});

test('in live a second administrator makes the new webhook secret, and only they see it', async () => {
  const { database } = live;
  const [awa, boris] = [await addPerson(database, 'admin'), await addPerson(database, 'admin')];
  const application = await shopOf(live, 'a live shop');
  const before = await storedSecrets(live, application);
  const asked = { application, overlap_hours: 0, reason };
  const waits = await call(live, awa, '/webhook-secrets', asked);
  assert.equal(waits.status, 202, waits.text);
  assert.equal(bodyOf(await call(live, boris, '/webhook-secrets', asked))['code'], 'change_waits');
  assert.deepEqual(await storedSecrets(live, application), before, 'nothing has changed');
  const path = `/changes/${String(bodyOf(waits)['change_id'])}/approve`;
  assert.equal(bodyOf(await call(live, awa, path))['code'], 'own_change');
  const approved = await call(live, boris, path);
  assert.equal(approved.status, 200, approved.text);
  assert.equal((await storedSecrets(live, application))?.now, bodyOf(approved)['secret']);
  assert.equal((await applicationAs(live, awa, application))['former_secret_until'], null);
});

test('a request for a new secret lapses when another one has been made since', async () => {
  const { database } = live;
  const [awa, boris] = [await addPerson(database, 'admin'), await addPerson(database, 'admin')];
  const application = await shopOf(live, 'a busy shop');
  const asked = { application, overlap_hours: 24, reason };
  const waits = await call(live, awa, '/webhook-secrets', asked);
  const deps = { database, vault, policy: ONE_PERSON };
  await rotateWebhookSecret(deps, COMMAND_LINE, { application, overlapHours: 24, reason });
  const now = await storedSecrets(live, application);
  const path = `/changes/${String(bodyOf(waits)['change_id'])}/approve`;
  assert.equal(bodyOf(await call(live, boris, path))['code'], 'change_overtaken');
  assert.deepEqual(await storedSecrets(live, application), now);
});

test('an application without a webhook secret gets none so', async () => {
  const awa = await addPerson(sandbox.database, 'admin');
  const asked = { application: 'nobody', overlap_hours: 24, reason };
  const refused = await call(sandbox, awa, '/webhook-secrets', asked);
  assert.deepEqual([refused.status, bodyOf(refused)['code']], [409, 'no_webhook_secret']);
});
