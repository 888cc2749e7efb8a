import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { COMMAND_LINE } from '../../../../src/flows/access/actor.ts';
import { issueKey } from '../../../../src/flows/access/administer-keys.ts';
import { createVault } from '../../../../src/signing/sealed-text.ts';
import { assertProblem } from '../../../support/catalogued.ts';
import { startTestService } from '../../../support/harness.ts';
import {
  create,
  DEPOSITS,
  forceState,
  MTN,
  problemsOf,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const service = await startTestService({ SPORTSBOOK_API_KEY: 'configured' });
const { database } = service;
const headers = { 'x-api-key': 'configured' };
const callback_url = 'http://127.0.0.1:9/hook';

const replay = (id: string, by: Readonly<Record<string, string>> = headers) =>
  service.call('POST', `/api/v1/transactions/${id}/replay-webhook`, { headers: by });

async function countWebhooks(): Promise<number> {
  const [row] = await database.query<{ readonly total: number }>({
    text: 'select count(*) as total from webhooks',
  });
  return row?.total ?? 0;
}

test('404: an unknown transaction, or one of another application', async () => {
  const unknown = await replay(randomUUID());
  assert.equal(unknown.status, 404);
  assertProblem(unknown, { detail: 'Transaction not found', code: 'transaction_not_found' });
  const deps = { database, environment: 'sandbox', vault: createVault(null) } as const;
  const { key } = await issueKey(deps, COMMAND_LINE, 'other');
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, callback_url }, headers);
  await simulate(service, id, 'succeeded', headers);
  assert.equal((await replay(id, { 'x-api-key': key })).status, 404);
});

test('409: every state but succeeded and failed, expired included, also without callback_url', async () => {
  const before = await countWebhooks();
  for (const [path, states] of [
    [DEPOSITS, ['pending', 'provider_acknowledged', 'expired', 'requires_manual_resolution']],
    [
      WITHDRAWALS,
      ['pending_approval', 'approved', 'provider_submitted', 'requires_manual_resolution'],
    ],
  ] as const) {
    for (const url of [callback_url, null]) {
      const changes = { ...MTN, callback_url: url };
      const { service_tx_id: id } = await create(service, path, changes, headers);
      for (const state of states) {
        await forceState(database, id, state);
        const answer = await replay(id);
        assert.equal(answer.status, 409, state);
        const detail = `The transaction is not in a terminal state: it is '${state}'`;
        assertProblem(answer, { detail, code: 'not_settled' });
      }
    }
  }
  assert.equal(await countWebhooks(), before);
});

test('400: a settled transaction without a callback_url', async () => {
  for (const outcome of ['succeeded', 'failed']) {
    const { service_tx_id: id } = await create(service, DEPOSITS, MTN, headers);
    await simulate(service, id, outcome, headers);
    const answer = await replay(id);
    assert.equal(answer.status, 400);
    assertProblem(answer, {
      detail: 'The transaction has no callback_url',
      code: 'no_callback_url',
    });
  }
});

test('401 without a key, 422 for an id that is no UUID, and the old path is gone', async () => {
  assert.equal((await replay(randomUUID(), {})).status, 401);
  assert.deepEqual(problemsOf(await replay('no-uuid')), ['uuid_parsing path.service_tx_id']);
  const old = `/api/v1/transactions/${randomUUID()}/replay-callback`;
  assert.equal((await service.call('POST', old, { headers })).status, 404);
});
