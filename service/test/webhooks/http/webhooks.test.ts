import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, lastAuditLine, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  MTN,
  simulate,
} from '../../support/transactions/payments.ts';
import { webhooksOf } from '../../support/webhooks/delivery.ts';

const service = await startTestService();
const { database } = service;
const staff = await signedIn(service, await addPerson(database, 'agent'));
const callback_url = 'http://127.0.0.1:9/hook';

/** A settled deposit with an undelivered webhook. */
async function undelivered(changes: Json = {}): Promise<string> {
  const { service_tx_id: id } = await create(service, DEPOSITS, {
    ...MTN,
    callback_url,
    ...changes,
  });
  await simulate(service, id, 'succeeded');
  await finish(id, 'undelivered');
  return id;
}

async function finish(id: string, state: 'delivered' | 'undelivered'): Promise<void> {
  await database.query({
    text: `with attempt as (
             insert into webhook_attempts (webhook_id, number, at, status, latency_ms)
             select webhook_id, 1, app_now(), case $2 when 'delivered' then 200 else 500 end, 5
             from open_webhooks where transaction_id = $1 and state = 'pending'
           ), delivered as (
             delete from open_webhooks
             where transaction_id = $1 and state = 'pending' and $2 = 'delivered'
           )
           update open_webhooks set state = 'undelivered', due_at = null
           where transaction_id = $1 and state = 'pending' and $2 = 'undelivered'`,
    values: [id, state],
  });
}

function replay(id: string) {
  return staff.call('POST', `/internal/v1/transactions/${id}/replay-webhook`);
}

test('two clicks at once send a webhook once more, with one line in the audit log', async () => {
  const id = await undelivered();
  const answers = await Promise.all([replay(id), replay(id)]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  assert.equal((await webhooksOf(database, id)).length, 2);
  const lines = await database.query({
    text: `select action from audit_log where subject = $1`,
    values: [`transaction:${id}`],
  });
  assert.deepEqual(lines, [{ action: 'webhook.replay' }]);
});

test('once a replay has come to its end, the webhook can be sent again', async () => {
  const id = await undelivered();
  assert.equal((await replay(id)).status, 200);
  const refused = await replay(id);
  assert.equal(refused.status, 409);
  assert.equal(bodyOf(refused)['detail'], 'The webhook is on its way again already.');
  await finish(id, 'delivered');
  assert.equal((await replay(id)).status, 200);
  assert.equal((await lastAuditLine(database))?.action, 'webhook.replay');
});

test('a webhook that a new one replaced says so, with reference and amount', async () => {
  const id = await undelivered({ reference: 'webhook-line-1', amount_xaf: 1_750 });
  await replay(id);
  const answer = await staff.call('GET', '/internal/v1/webhooks?state=replayed');
  const items = bodyOf(answer)['items'] as readonly Json[];
  const line = items.find((item) => item['transaction_id'] === id);
  assert.deepEqual(
    [line?.['state'], line?.['reference'], line?.['amount_xaf']],
    ['replayed', 'webhook-line-1', 1_750],
  );
  const detail = bodyOf(await staff.call('GET', `/internal/v1/transactions/${id}`));
  const states = (detail['webhooks'] as readonly Json[]).map((webhook) => webhook['state']);
  assert.deepEqual(states, ['pending', 'replayed']);
});

test('all that was given up is queued again once, the oldest first, and counted', async () => {
  await database.query({ text: `delete from open_webhooks` });
  const ids = [await undelivered(), await undelivered(), await undelivered()];
  const resend = async (batch?: unknown) =>
    bodyOf(
      await staff.call('POST', '/internal/v1/webhooks/resend', {
        json: batch === undefined ? {} : { batch },
      }),
    );
  const { batch, ...first } = await resend();
  assert.deepEqual(first, { queued: 3, left: 0, pending: 3, delivered: 0, undelivered: 0 });
  for (const id of ids) assert.equal((await webhooksOf(database, id)).length, 2);
  await finish(ids[0] ?? '', 'delivered');
  await finish(ids[1] ?? '', 'undelivered');
  const { batch: same, ...second } = await resend(batch);
  assert.equal(same, batch);
  assert.deepEqual(
    second,
    { queued: 0, left: 0, pending: 1, delivered: 1, undelivered: 1 },
    'what was given up again is not sent a third time',
  );
  const read = await staff.call('GET', `/internal/v1/webhooks/resend/${String(batch)}`);
  assert.deepEqual(bodyOf(read), { left: 0, pending: 1, delivered: 1, undelivered: 1 });
});
