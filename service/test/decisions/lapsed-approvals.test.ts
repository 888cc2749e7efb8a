import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelWithdrawal } from '../../src/flows/decisions/decide-withdrawal.ts';
import { lapseApprovals } from '../../src/flows/decisions/lapse-approvals.ts';
import { acceptRestore, quarantineDatabase } from '../../src/flows/upkeep/accept-restore.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { startTwin } from '../support/harness.ts';
import {
  addMtn,
  approve as approveAs,
  createApproved,
  operatorsDecided,
  passTime,
  settleAll,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import {
  bodyOf,
  create,
  historyOf,
  type Json,
  read,
  switchProviders,
  WITHDRAWALS,
} from '../support/transactions/payments.ts';

// A payout that is approved and that no provider takes: cancelled, lapsed, approved anew.

const VALID_MS = 24 * 3_600_000;
const service = await startLiveService({}, { policy: { approvalSecondPersonXaf: 100_000 } });
const { database } = service;
const operator = await startMtn();
await addMtn(database, operator, { id: 'mtn-main' });
const deps = { database, policy: service.payments.policy };

let numbers = 0;
function payee() {
  numbers += 1;
  return `+23768${String(numbers).padStart(7, '0')}`;
}

function timesPaid(msisdn: string): number {
  return operator.ledger
    .moves()
    .filter((move) => move.direction === 'transfer' && `+${move.msisdn}` === msisdn).length;
}

const switchTo = (position: 'on' | 'off') => switchProviders(database, ['mtn-main'], position);

/** Approved, while every provider is switched off. */
async function waiting(changes: Json = {}): Promise<{ id: string; msisdn: string }> {
  await switchTo('on');
  const msisdn = payee();
  const id = await createApproved(service, { msisdn, ...changes });
  await switchTo('off');
  await service.takeSteps();
  assert.equal((await read(service, id))['state'], 'approved');
  return { id, msisdn };
}

async function letItGo(): Promise<void> {
  await switchTo('on');
  await settleAll(service, 2);
  await operatorsDecided(operator);
  await settleAll(service, 3);
}

const person = async () => scriptHeaders(database, await addPerson(database, 'agent'));
type Someone = Awaited<ReturnType<typeof person>>;

async function act(who: Someone, path: string, json: Json = {}): Promise<unknown> {
  const answer = await service.call('POST', `/internal/v1/${path}`, { headers: who, json });
  const { outcome, code } = bodyOf(answer);
  return outcome ?? code;
}

const approve = (who: Someone, id: string) => act(who, `withdrawals/${id}/approve`);
const cancel = (who: Someone, id: string) =>
  act(who, `withdrawals/${id}/cancel`, { reason: 'the player has changed their mind' });

const stateOf = async (id: string) => (await read(service, id))['state'];

test('an approved payout that was never sent can be cancelled, and is never sent after it', async () => {
  const callback_url = 'https://93.184.216.34/hook';
  const { id, msisdn } = await waiting({ callback_url });
  assert.equal(await cancel(await person(), id), 'done');
  assert.equal(await stateOf(id), 'failed');
  const [webhook] = await database.query<{ readonly event: string }>({
    text: 'select event from webhooks where transaction_id = $1',
    values: [id],
  });
  assert.equal(webhook?.event, 'payment.failed');
  await letItGo();
  assert.equal(timesPaid(msisdn), 0);
  assert.equal(await stateOf(id), 'failed');
});

test('what was sent cannot be cancelled', async () => {
  await switchTo('on');
  const msisdn = payee();
  const id = await createApproved(service, { msisdn });
  await service.takeSteps();
  assert.equal(await cancel(await person(), id), 'overtaken');
  await letItGo();
  assert.equal(await stateOf(id), 'succeeded');
  assert.equal(timesPaid(msisdn), 1);
});

test('of cancelling and sending at the same moment exactly one happens', async () => {
  await switchTo('on');
  const twin = await startTwin(service);
  const { id: staffId } = await addPerson(database, 'agent');
  const none = () => {};
  const hooks = { onQueued: none, onSubmitted: none, onDecided: none };
  for (let round = 0; round < 12; round += 1) {
    const msisdn = payee();
    const id = await createApproved(service, { msisdn });
    const decider = { staffId, name: 'Tester', ip: null };
    const pause = takeTurns(round);
    const [cancelled] = await Promise.all([
      pause.then(() => cancelWithdrawal({ ...deps, ...hooks }, decider, id, 'changed')),
      twin.takeSteps(),
    ]);
    await letItGo();
    const isCancelled = cancelled.kind === 'done';
    assert.equal(timesPaid(msisdn), isCancelled ? 0 : 1, `round ${round}: ${cancelled.kind}`);
    assert.equal(await stateOf(id), isCancelled ? 'failed' : 'succeeded');
  }
});

/** Lets the other side come a little further each time. */
async function takeTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await database.query({ text: 'select 1' });
}

test('a payout that waited for 30 days with providers switched off is not sent', async () => {
  const { id, msisdn } = await waiting();
  await passTime(database, 30 * VALID_MS);
  // No worker has noticed yet that the approval is too old.
  await letItGo();
  assert.equal(timesPaid(msisdn), 0);
  await lapseApprovals(deps);
  assert.equal(await stateOf(id), 'requires_manual_resolution');
  await letItGo();
  assert.equal(timesPaid(msisdn), 0);
});

test('an approval lapses after its hours, not before, and says so', async () => {
  const { id } = await waiting();
  await passTime(database, VALID_MS - 60_000);
  await lapseApprovals(deps);
  assert.equal(await stateOf(id), 'approved');
  await passTime(database, 61_000);
  await lapseApprovals(deps);
  const { state, state_reason } = await read(service, id);
  assert.equal(state, 'requires_manual_resolution');
  assert.match(String(state_reason), /approval has lapsed and nothing was sent/);
  assert.equal((await historyOf(database, id)).at(-1)?.actor, 'clock');
});

async function lapsed(changes: Json = {}): Promise<{ id: string; msisdn: string }> {
  const found = await waiting(changes);
  await passTime(database, VALID_MS + 1_000);
  await lapseApprovals(deps);
  assert.equal(await stateOf(found.id), 'requires_manual_resolution');
  return found;
}

const referenceOf = async (id: string) =>
  database.query({
    text: 'select reference from submissions where transaction_id = $1',
    values: [id],
  });

test('approved anew, a lapsed payout is paid once, with the request that it had', async () => {
  const { id, msisdn } = await lapsed();
  const before = await referenceOf(id);
  assert.equal(await approve(await person(), id), 'done');
  assert.equal(await stateOf(id), 'approved');
  await letItGo();
  assert.equal(await stateOf(id), 'succeeded');
  assert.equal(timesPaid(msisdn), 1);
  assert.deepEqual(await referenceOf(id), before);
  const triggers = (await historyOf(database, id)).map(({ trigger }) => trigger);
  assert.deepEqual(triggers.slice(1, 4), ['approved', 'approval_lapsed', 'approved_anew']);
});

test('a lapsed payout may be rejected by one person, and approved anew no more', async () => {
  const { id, msisdn } = await lapsed();
  const who = await person();
  const json = { decision: 'reject', reason: 'too late' };
  assert.equal(await act(who, `transactions/${id}/resolve`, json), 'done');
  assert.equal(await approve(await person(), id), 'overtaken');
  await letItGo();
  assert.equal(timesPaid(msisdn), 0);
});

test('one person alone cannot say that a payout was paid which was never sent', async () => {
  const { id } = await lapsed();
  const json = { decision: 'confirm', reason: 'paid in cash' };
  const path = `transactions/${id}/resolve`;
  assert.equal(await act(await person(), path, json), 'waits_for_second_person');
  assert.equal(await act(await person(), path, json), 'done');
});

test('the approvals from before the lapse do not count: a large payout needs two again', async () => {
  await switchTo('on');
  const msisdn = payee();
  const changes = { msisdn, amount_xaf: 150_000 };
  const { service_tx_id: id } = await create(service, WITHDRAWALS, changes);
  const [ana, bo] = [await person(), await person()];
  await switchTo('off');
  assert.equal(await approve(ana, id), 'waits_for_second_person');
  assert.equal(await approve(bo, id), 'done');
  await passTime(database, VALID_MS + 1_000);
  await lapseApprovals(deps);
  const [eve, kim] = [await person(), await person()];
  assert.equal(await approve(eve, id), 'waits_for_second_person');
  assert.equal(await stateOf(id), 'requires_manual_resolution');
  assert.equal(await approve(kim, id), 'done');
  await letItGo();
  assert.equal(timesPaid(msisdn), 1);
});

test('the first of two approvals lapses like any other', async () => {
  await switchTo('on');
  const changes = { msisdn: payee(), amount_xaf: 150_000 };
  const { service_tx_id: id } = await create(service, WITHDRAWALS, changes);
  assert.equal(await approve(await person(), id), 'waits_for_second_person');
  await passTime(database, VALID_MS + 1_000);
  const [bo, eve] = [await person(), await person()];
  assert.equal(await approve(bo, id), 'waits_for_second_person');
  assert.equal(await approve(eve, id), 'done');
});

test('what was ever sent cannot be approved anew, nor written as such', async () => {
  await switchTo('on');
  const msisdn = payee();
  const id = await createApproved(service, { msisdn });
  await service.takeSteps();
  await database.query({
    text: `update transactions set state = 'requires_manual_resolution' where id = $1`,
    values: [id],
  });
  assert.equal(await approve(await person(), id), 'overtaken');
  await approveAs(service, id);
  assert.equal(await stateOf(id), 'requires_manual_resolution');
  await assert.rejects(
    database.query({
      text: `insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason,
                                      actor, at)
             values ($1, 99, 'requires_manual_resolution', 'approved', 'approved_anew', 'x', 'x',
                     app_now())`,
      values: [id],
    }),
    /was sent before and cannot be approved anew/,
  );
});

test('after a restore a lapsed payout cannot be approved anew: it may have been paid since', async () => {
  const { id } = await lapsed();
  const actor = { actor: 'momo', actorId: null, ip: null };
  await quarantineDatabase(service.payments, actor, { reason: 'restored' });
  const accepted = { reason: 'compared', onExamined: () => {} };
  assert.equal(await acceptRestore(service.payments, actor, accepted), true);
  assert.equal(await stateOf(id), 'requires_manual_resolution');
  assert.equal(await approve(await person(), id), 'overtaken');
  const json = { decision: 'reject', reason: 'not in the statement' };
  assert.equal(await act(await person(), `transactions/${id}/resolve`, json), 'done');
});

test('while the database is in quarantine nothing lapses, and nothing is cancelled', async () => {
  const { id } = await waiting();
  const actor = { actor: 'momo', actorId: null, ip: null };
  await quarantineDatabase(service.payments, actor, { reason: 'restored' });
  await passTime(database, VALID_MS + 1_000);
  await lapseApprovals(deps);
  assert.equal(await stateOf(id), 'approved');
  assert.equal(await cancel(await person(), id), 'quarantined');
  await switchTo('on');
  await acceptRestore(service.payments, actor, { reason: 'compared', onExamined: () => {} });
  await lapseApprovals(deps);
  assert.equal(await stateOf(id), 'requires_manual_resolution');
});
