import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addPerson, lastAuditLine, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import {
  addGateway,
  createOrangeLine,
  GATEWAY,
  signedRequest,
  tell,
} from '../../support/receipts/sms.ts';
import { bodyOf, type Json } from '../../support/transactions/payments.ts';

const LINE = '+237699000001';
const service = await startTestService();
const { database } = service;
const staff = await signedIn(service, await addPerson(database, 'agent'));
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
const line = createOrangeLine(LINE);

async function texts(query: string): Promise<readonly Json[]> {
  const answer = await staff.call('GET', `/internal/v1/sms${query}`);
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer)['items'] as readonly Json[];
}

async function waiting(): Promise<unknown> {
  const overview = bodyOf(await staff.call('GET', '/internal/v1/overview'));
  const queues = overview['queues'] as readonly Json[];
  return queues.find(({ name }) => name === 'sms_to_look_at')?.['count'];
}

function lookAt(id: unknown, reason = 'Found at the operator; credited by hand.') {
  return staff.call('POST', `/internal/v1/texts/${String(id)}/look-at`, { json: { reason } });
}

test('a text in review is counted until a person has looked at it, with a reason on record', async () => {
  const text = line.pay({ payer: '+237690000061', amount: 100 });
  await tell(service, { text, sender: '+237670000009' });
  assert.equal(await waiting(), 1);
  const [sms] = await texts('?state=review');
  assert.equal((await lookAt(sms?.['id'], '')).status, 422);
  assert.deepEqual(bodyOf(await lookAt(sms?.['id'])), { done: true });
  assert.equal(await waiting(), 0);
  assert.deepEqual(await texts('?state=review'), []);
  const [kept] = await texts('');
  assert.equal(kept?.['state'], 'review');
  assert.match(String(kept?.['looked_at']), /^\d{4}-/);
  assert.match(String(kept?.['looked_at_by']), /agent/);
  const audit = await lastAuditLine(database);
  assert.deepEqual(
    [audit?.action, audit?.subject, audit?.reason],
    ['sms.look_at', `sms:${String(sms?.['id'])}`, 'Found at the operator; credited by hand.'],
  );
  assert.equal((await lookAt(sms?.['id'])).status, 409, 'a second person is refused');
});

test('only a text in review is looked at, and one that is not there is a 404', async () => {
  const text = line.pay({ payer: '+237690000062', amount: 200 });
  await tell(service, { text });
  const [sms] = await texts('?state=receipt');
  assert.equal((await lookAt(sms?.['id'])).status, 409);
  assert.equal((await lookAt(randomUUID())).status, 404);
});

test('a text that became a payment names it', async () => {
  const payer = '+237690000063';
  await tell(service, { text: line.pay({ payer, amount: 300 }) });
  const [sms] = await texts('?state=receipt');
  const receipt = bodyOf(
    await staff.call('GET', `/internal/v1/receipts/${String(sms?.['receipt_id'])}`),
  );
  assert.equal(receipt['payer_msisdn'], payer);
});

test('a line whose gateway is silent says since when', async () => {
  await database.query({
    text: `update gateways set last_seen_at = '2026-01-02T03:04:05Z' where id = $1`,
    values: [GATEWAY],
  });
  const { items } = bodyOf(await staff.call('GET', '/internal/v1/lines')) as { items?: Json[] };
  const [silent] = items ?? [];
  const text = 'The line’s SMS gateway is silent.';
  assert.deepEqual(silent?.['problem'], { code: 'line_gateway_silent', text });
  assert.equal(silent?.['heard_at'], '2026-01-02T03:04:05.000Z');
});

test('a text shows its SIM and its time, as far as the gateway reports them', async () => {
  const post = (body: object) =>
    service.call('POST', `/internal/v1/sms/${GATEWAY}`, signedRequest(body));
  await post({ sim: 'sim-1', sender: 'X', text: 'Hello', received_at: '2026-01-02T03:04:05Z' });
  await post({ sender: 'X', text: 'Hello again' });
  const [bare, reported] = await texts('?limit=2');
  assert.deepEqual(
    [reported?.['sim'], reported?.['sent_at']],
    ['sim-1', '2026-01-02T03:04:05.000Z'],
  );
  assert.deepEqual([bare?.['sim'], bare?.['sent_at']], [null, null]);
});
