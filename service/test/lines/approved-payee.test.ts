import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAgreed } from '../../src/db/access/agreements.ts';
import { erasePayeesSeen } from '../../src/db/upkeep/persons.ts';
import { NO_SEAL } from '../../src/domain/seals/seal.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { tamper } from '../support/books/forget-books.ts';
import { playAgent, SIM } from '../support/lines/played-agent.ts';
import { giveGoodPast, startLiveService } from '../support/providers/live.ts';
import { addGateway, addLines } from '../support/receipts/sms.ts';
import { eventually } from '../support/service-process.ts';
import {
  bodyOf,
  create,
  forceState,
  type Json,
  WITHDRAWALS,
} from '../support/transactions/payments.ts';

// A SIM pays whom the approver saw, not whom a screen has named since.

const LINE = '+237670000099';
const service = await startLiveService({ SECRETS_KEY: 'ab'.repeat(32) });
const { database } = service;
await addLines(database, 'mtn', [LINE]);
await database.query({
  text: `update providers set directions = '{deposit,withdrawal}'`,
  changes: [{ table: 'providers', where: 'true', values: [] }],
});
await giveGoodPast(database, ['mtn-sims']);
await addGateway(database, {
  sims: { [SIM]: { operator: 'mtn', line: LINE } },
  vault: service.payments.vault,
});
const agent = playAgent(service);
const headers = await scriptHeaders(database, await addPerson(database, 'agent'));
let numbers = 0;
const newNumber = () => `+23767800000${(numbers += 1)}`;

const createPayout = async (msisdn: string) => {
  const created = await create(service, WITHDRAWALS, { operator: 'mtn', msisdn });
  return created['service_tx_id'];
};

async function shownNameOf(id: string): Promise<unknown> {
  const answer = await service.call('GET', `/internal/v1/transactions/${id}`, { headers });
  return (bodyOf(answer)['transaction'] as Json)['payee_name'];
}

async function approve(id: string, json?: Json): Promise<void> {
  const path = `/internal/v1/withdrawals/${id}/approve`;
  const answer = await service.call('POST', path, { headers, ...(json && { json }) });
  assert.equal(answer.status, 200, answer.text);
}

interface Offered {
  readonly job: string;
  readonly name: string | null;
}

/** The name that the job of an approved payout is offered with; it then ends as reported. */
async function nameOfJob(id: string, report: object = { outcome: 'stopped' }) {
  await agent.poll();
  const sending = service.takeSteps();
  let offered: Offered | undefined;
  await eventually('it is offered', async () => {
    const text = 'select reference from submissions where transaction_id = $1';
    const [found] = await database.query<{ readonly reference: string }>({ text, values: [id] });
    const jobs = (await agent.poll()) as unknown as readonly Offered[];
    offered = jobs.find(({ job }) => job === found?.reference);
    return offered !== undefined;
  });
  await agent.take(offered?.job ?? '');
  await sending;
  await agent.report(offered?.job ?? '', { problem: 'other_fee', ...report });
  return offered?.name;
}

test('a job has the name that its approver saw, whatever a screen has shown since', async () => {
  const msisdn = newNumber();
  const first = await createPayout(msisdn);
  await approve(first);
  assert.equal(await nameOfJob(first, { outcome: 'stopped', name: 'ANNE NGO' }), null);
  const [second, third] = [await createPayout(msisdn), await createPayout(msisdn)];
  assert.deepEqual(await shownNameOf(second), 'ANNE NGO');
  await approve(second, { payee_name: 'ANNE NGO' });
  const other = { outcome: 'stopped', problem: 'other_name', name: 'JEAN MBALLA' };
  assert.equal(await nameOfJob(second, other), 'ANNE NGO');
  // Their page was opened before the screen was refused.
  await approve(third, { payee_name: 'ANNE NGO' });
  assert.equal(await nameOfJob(third, other), 'ANNE NGO', 'the second try is refused as well');
  const fourth = await createPayout(msisdn);
  assert.equal(await shownNameOf(fourth), 'JEAN MBALLA', 'the next approver sees the new name');
  const path = '/internal/v1/withdrawals/approve';
  const json = { ids: [fourth], payee_names: ['JEAN MBALLA'] };
  assert.equal((await service.call('POST', path, { headers, json })).status, 200);
  assert.equal(await nameOfJob(fourth), 'JEAN MBALLA');
});

test('a name that the service did not keep counts for nothing', async () => {
  const id = await createPayout(newNumber());
  await approve(id, { payee_name: 'ANNE NGO' });
  await tamper(database, [
    `update agreements set about = about || '{"payee_name":"JEAN MBALLA"}'
     where subject = '${id}'`,
  ]);
  assert.equal(await nameOfJob(id), null);
});

test('a name with letters that a database cannot keep is no trouble', async () => {
  const id = await createPayout(newNumber());
  const path = `/internal/v1/withdrawals/${id}/approve`;
  for (const name of ['ANNE\uD800 NGO', 'ANNE\u0000 NGO']) {
    const { status } = await service.call('POST', path, { headers, json: { payee_name: name } });
    assert.ok(status === 200 || status === 422, String(status));
  }
});

test('an erased name leaves the yes as it was said', async () => {
  const id = await createPayout(newNumber());
  await approve(id, { payee_name: 'ANNE NGO' });
  await erasePayeesSeen(database, [id], database.seal ?? NO_SEAL);
  const [agreed] = await listAgreed(database, id);
  assert.equal(agreed?.decision, 'approve');
  assert.equal(agreed?.about?.payee_name, undefined);
  assert.equal(await nameOfJob(id), null);
});

test('a settled payout shows the name that its approver saw, until it is erased', async () => {
  const id = await createPayout(newNumber());
  await approve(id, { payee_name: 'ANNE NGO' });
  await forceState(database, id, 'failed');
  assert.equal(await shownNameOf(id), 'ANNE NGO');
  await erasePayeesSeen(database, [id], database.seal ?? NO_SEAL);
  assert.equal(await shownNameOf(id), null);
});
