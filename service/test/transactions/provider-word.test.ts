import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listContradictions } from '../../src/db/transactions/contradictions.ts';
import { resolveTransaction } from '../../src/flows/decisions/resolve-transaction.ts';
import { escalateStuck } from '../../src/flows/provider-requests/follow-requests.ts';
import {
  addMtn,
  createApproved,
  decisionOf,
  operatorsDecided,
  passTime,
  settleAll,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import { read } from '../support/transactions/payments.ts';

// What a provider says after a payout was settled, against the emulated operator.

const service = await startLiveService();
const { database } = service;
const operator = await startMtn();
await addMtn(database, operator, { id: 'mtn-main' });

async function decide(id: string, decision: 'confirm' | 'reject') {
  assert.equal(await tryToDecide(id, decision), 'done');
}

async function tryToDecide(id: string, decision: 'confirm' | 'reject'): Promise<string> {
  const asked = { decision, reason: 'as I see it' };
  return (await resolveTransaction(...(await decisionOf(service)), id, asked)).kind;
}

async function kindsOf(transactionId: string): Promise<readonly string[]> {
  const wanted = { isOpen: true, transactionId, after: null, limit: 10 };
  return (await listContradictions(database, wanted)).map(({ remark }) => remark.code);
}

/** A payout that the operator takes and whose status is unavailable. */
async function heldPayout(): Promise<string> {
  const away = { kind: 'error', when: 'before', status: 503, code: 'SERVICE_UNAVAILABLE' } as const;
  operator.faults.add('transfer_status', away);
  operator.faults.add('transfer', { kind: 'reset', when: 'after' }, { times: 1 });
  const id = await createApproved(service);
  await service.takeSteps();
  await passTime(database, 3_601_000);
  await escalateStuck({ database });
  assert.equal((await read(service, id))['state'], 'requires_manual_resolution');
  return id;
}

async function recordOperatorStatus(): Promise<void> {
  operator.faults.clear();
  await operatorsDecided(operator);
  await settleAll(service, 8);
}

test('a payout that staff rejected and the operator paid is a contradiction, once', async () => {
  const id = await heldPayout();
  await decide(id, 'reject');
  assert.deepEqual(await kindsOf(id), []);
  await recordOperatorStatus();
  assert.equal((await read(service, id))['state'], 'failed', 'the platform has received this');
  assert.deepEqual(await kindsOf(id), ['settled_failed_but_paid']);
  await settleAll(service, 3);
  assert.deepEqual(await kindsOf(id), ['settled_failed_but_paid']);
});

test('a payout that staff confirmed and the operator paid is no contradiction', async () => {
  const id = await heldPayout();
  await decide(id, 'confirm');
  await recordOperatorStatus();
  assert.deepEqual(await kindsOf(id), []);
});

test('a payout that staff confirmed and the operator refused is a contradiction', async () => {
  operator.setFloat('transfer', 0);
  const id = await heldPayout();
  await decide(id, 'confirm');
  await recordOperatorStatus();
  operator.setFloat('transfer', 100_000_000);
  assert.equal((await read(service, id))['state'], 'succeeded');
  assert.deepEqual(await kindsOf(id), ['settled_paid_but_failed']);
});

test('when a decision and the provider’s status come at once, one sees the other', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await heldPayout();
    operator.faults.clear();
    await operatorsDecided(operator);
    await passTime(database, 300_000);
    const later = async () => {
      for (let turn = 0; turn < round * 3; turn += 1) await database.query({ text: 'select 1' });
      return tryToDecide(id, 'reject');
    };
    const [outcome] = await Promise.all([later(), service.takeSteps()]);
    await settleAll(service, 3);
    const isRejected = (await read(service, id))['state'] === 'failed';
    assert.equal(isRejected, outcome === 'done', outcome);
    const expected = isRejected ? ['settled_failed_but_paid'] : [];
    assert.deepEqual(await kindsOf(id), expected, `round ${round}: ${outcome}`);
  }
});
