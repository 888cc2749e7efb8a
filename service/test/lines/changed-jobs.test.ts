import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { raiseAlerts } from '../../src/flows/upkeep/raise-alerts.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { fixedPolicy } from '../support/access/policy.ts';
import { tamper } from '../support/books/forget-books.ts';
import { playAgent, SIM } from '../support/lines/played-agent.ts';
import { createApproved, giveGoodPast, startLiveService } from '../support/providers/live.ts';
import { addGateway, addLines } from '../support/receipts/sms.ts';
import { eventually } from '../support/service-process.ts';

// What a person with the database's password and without SECRETS_KEY makes a SIM do.

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

/** An approved payout whose job waits for the SIM; the worker waits with it. */
async function giveJob() {
  await agent.poll();
  const id = await createApproved(service, { operator: 'mtn', msisdn: '+237677000001' });
  const sending = service.takeSteps();
  const found = async () => {
    const [job] = await database.query<{ readonly reference: string }>({
      text: `select j.reference from sim_jobs j join submissions s using (reference)
             where s.transaction_id = $1 and j.seal is not null`,
      values: [id],
    });
    return job?.reference;
  };
  let reference: string | undefined;
  await eventually('the job waits', async () => (reference = await found()) !== undefined);
  return { id, reference: reference ?? '', sending };
}

async function offered(reference: string) {
  return (await agent.poll()).find(({ job }) => job === reference);
}

async function alertsOf(id: string): Promise<readonly string[]> {
  const policy = { ...fixedPolicy(), trouble: () => null };
  await raiseAlerts({
    database,
    environment: 'live',
    policy,
    vault: createVault(service.config.secretsKey),
    hasPager: true,
  });
  const rows = await database.query<{ readonly kind: string }>({
    text: 'select kind from alerts where subject = $1 and cleared_at is null',
    values: [`transaction:${id}`],
  });
  return rows.map(({ kind }) => kind);
}

test('a job that nobody touched is offered; one that has ended is never offered again', async () => {
  const { id, reference, sending } = await giveJob();
  const job = await offered(reference);
  assert.ok(job);
  await agent.take(job.job, job.offer);
  await agent.report(job.job, { outcome: 'unknown', offer: job.offer });
  await sending;
  await tamper(database, [
    `update sim_jobs set state = 'waiting', taken_at = null, ended_at = null, outcome = null,
       created_at = app_now(), take_until = app_now() + interval '1 hour',
       finish_until = app_now() + interval '1 hour' where reference = '${reference}'`,
  ]);
  assert.equal(await offered(reference), undefined);
  assert.deepEqual(await alertsOf(id), ['seal_broken']);
});

const CHANGES: readonly (readonly [name: string, set: string])[] = [
  ['number', `msisdn = '+237677000002'`],
  ['amount', 'amount_xaf = 5000000'],
  ['seal', `seal = null, created_at = created_at - interval '1 minute'`],
];

for (const [name, set] of CHANGES) {
  test(`a job whose ${name} was changed is not offered, and an alert names its payment`, async () => {
    const { id, reference, sending } = await giveJob();
    await tamper(database, [`update sim_jobs set ${set} where reference = '${reference}'`]);
    assert.equal(await offered(reference), undefined);
    assert.deepEqual(await alertsOf(id), ['seal_broken']);
    await sending;
  });
}

test('a job is not offered for a payment that was changed to fit it', async () => {
  const { reference, sending } = await giveJob();
  await tamper(database, [
    `update sim_jobs set amount_xaf = 5000000 where reference = '${reference}'`,
    `update transactions set amount_xaf = 5000000
     where id = (select transaction_id from submissions where reference = '${reference}')`,
  ]);
  assert.equal(await offered(reference), undefined);
  await sending;
});

test('a transfer that no payment asks for is not offered', async () => {
  const reference = randomUUID();
  await tamper(database, [
    `insert into sim_jobs (reference, gateway_id, sim, operator, line, action, msisdn, amount_xaf,
                           created_at, take_until, finish_until, offer)
     select '${reference}', gateway_id, sim, operator, line, 'transfer', '+237677000002', 5000,
            app_now() - interval '1 minute', app_now() + interval '1 hour',
            app_now() + interval '1 hour', 'one'
     from gateway_sims where sim = '${SIM}'`,
  ]);
  assert.equal(await offered(reference), undefined);
});
