import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { listSimHealth } from '../../../src/db/lines/gateways.ts';
import { resultOf } from '../../../src/domain/lines/sim-job.ts';
import { MTN_TEXTS } from '../../../src/domain/operators/mtn/texts.ts';
import { createLineJobs } from '../../../src/flows/lines/line-jobs.ts';
import { playAgent, SIM, WELL } from '../../support/lines/played-agent.ts';
import { passTime, startLiveService } from '../../support/providers/live.ts';
import { addGateway, GATEWAY, tell } from '../../support/receipts/sms.ts';
import { eventually } from '../../support/service-process.ts';

const LINE = '+237670000099';
const service = await startLiveService();
const { database } = service;
await addGateway(database, { sims: { [SIM]: { operator: 'mtn', line: LINE } } });
const agent = playAgent(service);
const jobs = createLineJobs(database);
await agent.poll();

function newJob() {
  return {
    reference: randomUUID(),
    operator: 'mtn',
    line: LINE,
    action: 'transfer',
    msisdn: '+237677000001',
    amountXaf: 2_500,
  } as const;
}

/** The job waits for the agent. */
async function give(timeoutMs = 5_000) {
  const job = newJob();
  await agent.poll();
  const given = jobs.give(job, timeoutMs);
  const isThere = async () => (await agent.poll()).some((one) => one.job === job.reference);
  await eventually('the job is there', isThere);
  return { job, given };
}

test('a job is taken when the agent says that it has it on disk, and ends as it reports', async () => {
  const { job, given } = await give();
  const { reference } = job;
  const [listed] = await agent.poll();
  assert.match(listed?.offer ?? '', /^[0-9a-f-]{36}$/);
  assert.deepEqual(listed, {
    ...{ job: reference, offer: listed?.offer, sim: SIM, operator: 'mtn', action: 'transfer' },
    ...{ number: '677000001', amount_xaf: 2_500, name: null },
  });
  const taken = (await agent.take(reference)) as { readonly left_ms: number };
  assert.ok(taken.left_ms > 0 && taken.left_ms <= 900_000);
  assert.deepEqual(await given, { kind: 'taken' });
  assert.deepEqual(await agent.poll(), [], 'no other agent gets it');
  const screens = [{ said: '*126#', screen: 'Menu' }];
  assert.deepEqual(await agent.report(reference, { screens }), { status: 'ended' });
  // The answer to a report may be lost.
  assert.deepEqual(await agent.report(reference, { outcome: 'refused' }), { status: 'ended' });
  const found = await jobs.find(reference);
  assert.deepEqual([found?.outcome, found?.screens], ['accepted', screens]);
});

test('a job that no agent took in time is withdrawn, and cannot be taken any more', async () => {
  const { job, given } = await give(1_200);
  assert.deepEqual(await given, { kind: 'not_taken', problem: { code: 'sim_agent_silent' } });
  assert.deepEqual(await agent.take(job.reference), { status: 'gone' });
  await agent.report(job.reference);
  assert.equal((await jobs.find(job.reference))?.state, 'withdrawn');
  // No money has moved, so the same payment may be tried again.
  const again = jobs.give(job, 5_000);
  await eventually('it is there again', async () => (await agent.poll()).length > 0);
  await agent.take(job.reference);
  assert.deepEqual(await again, { kind: 'taken' });
});

test('a late message about an earlier offer neither takes nor ends the one that runs now', async () => {
  const { job, given } = await give(4_000);
  const { reference } = job;
  const offerOf = async () => (await agent.poll()).find((one) => one.job === reference)?.offer;
  const first = (await offerOf()) ?? assert.fail('it is offered');
  assert.equal((await given).kind, 'not_taken');
  const again = jobs.give(job, 5_000);
  await eventually('it is offered again', async () => (await offerOf()) !== undefined);
  const second = (await offerOf()) ?? assert.fail('it is offered again');
  assert.notEqual(second, first);
  assert.deepEqual(await agent.take(reference, first), { status: 'gone' });
  await agent.take(reference, second);
  assert.deepEqual(await again, { kind: 'taken' });
  // It was stopped when its first offer was gone, and is paid just now.
  const late = { outcome: 'stopped', problem: 'too_late', offer: first };
  assert.deepEqual(await agent.report(reference, late), { status: 'ended' });
  assert.equal((await jobs.find(reference))?.state, 'taken');
  await agent.report(reference, { offer: second });
  assert.equal((await jobs.find(reference))?.outcome, 'accepted');
});

test('the name on a screen is shown for the next payout to its number', async () => {
  const { job, given } = await give();
  await agent.take(job.reference);
  await given;
  await agent.report(job.reference, { outcome: 'stopped', problem: 'other_fee', name: 'ANNE NGO' });
  assert.equal(await jobs.findName(job.msisdn), 'ANNE NGO');
});

test('under the reference of a job that was taken there is never a second one', async () => {
  const { job, given } = await give();
  await agent.take(job.reference);
  await given;
  await agent.report(job.reference, { outcome: 'unknown' });
  assert.deepEqual(await jobs.give(job, 5_000), { kind: 'taken' });
  assert.deepEqual(await agent.poll(), []);
});

const TROUBLE = { outcome: 'stopped', problem: 'timed_out' };

test('trouble before the confirming answer ends the attempt, and the job is offered again', async () => {
  const { job, given } = await give();
  const { reference } = job;
  const offerOf = async () => (await agent.poll()).find((one) => one.job === reference)?.offer;
  const first = (await offerOf()) ?? assert.fail('it is offered');
  await agent.take(reference, first);
  assert.deepEqual(await given, { kind: 'taken' });
  const offers = [first];
  for (const pauseMs of [10_000, 30_000, 60_000, 60_000]) {
    await agent.report(reference, { ...TROUBLE, offer: offers.at(-1) });
    assert.equal(await offerOf(), undefined, 'not at once');
    const job = (await jobs.find(reference)) ?? assert.fail('it is there');
    assert.equal(resultOf(job), 'pending');
    await passTime(database, pauseMs - 1_000);
    assert.equal(await offerOf(), undefined, `not before ${pauseMs} ms`);
    await passTime(database, 1_000);
    const offer = (await offerOf()) ?? assert.fail('it is offered again');
    assert.ok(!offers.includes(offer), 'as another offer');
    assert.deepEqual(await agent.take(reference, first), { status: 'gone' });
    await agent.take(reference, offer);
    offers.push(offer);
  }
  await agent.report(reference, { offer: offers.at(-1) });
  const done = (await jobs.find(reference)) ?? assert.fail('it is there');
  assert.equal(resultOf(done), 'succeeded');
});

test('trouble of an agent that names no offer ends the payment: a copy may come late', async () => {
  const { job, given } = await give();
  await agent.take(job.reference);
  await given;
  await agent.report(job.reference, TROUBLE);
  assert.equal((await jobs.find(job.reference))?.state, 'ended');
});

const ENDS: readonly (readonly [name: string, report: object])[] = [
  ['a screen that is not the scenario’s', { outcome: 'stopped', problem: 'other_screen' }],
  ['a refusal of the operator', { outcome: 'refused', problem: null }],
  ['an outcome that no screen showed', { outcome: 'unknown', problem: null }],
];
for (const [name, report] of ENDS) {
  test(`${name} ends the payment: it is not offered again`, async () => {
    const { job, given } = await give();
    await agent.take(job.reference);
    await given;
    await agent.report(job.reference, report);
    await passTime(database, 120_000);
    assert.deepEqual(await agent.poll(), []);
    assert.equal((await jobs.find(job.reference))?.state, 'ended');
  });
}

test('a job without time for another session is not offered again', async () => {
  const { job, given } = await give();
  await agent.take(job.reference);
  await given;
  await passTime(database, 840_000);
  await agent.report(job.reference, TROUBLE);
  const ended = (await jobs.find(job.reference)) ?? assert.fail('it is there');
  assert.equal(resultOf(ended), 'refused');
});

test('a job whose money a text says has left is not offered again', async () => {
  const { job, given } = await give();
  await agent.take(job.reference);
  await given;
  const whom = { number: '677000001', name: 'NGO BIYONG ANNE', line: '', at: new Date() };
  const money = { amountXaf: 2_500, balanceXaf: 1, id: '18000000999' };
  const text = MTN_TEXTS.write.sent({ ...whom, ...money });
  await tell(service, { sim: SIM, sender: 'MobileMoney', text });
  await agent.report(job.reference, TROUBLE);
  const ended = (await jobs.find(job.reference)) ?? assert.fail('it is there');
  assert.deepEqual([ended.state, resultOf(ended)], ['ended', 'unknown'], 'nor called failed');
});

test('a job is given again to the agent that has it, with less time, and not when it is over', async () => {
  const { job, given } = await give();
  const first = (await agent.take(job.reference)) as { readonly left_ms: number };
  await given;
  await passTime(database, 600_000);
  const second = (await agent.take(job.reference)) as { readonly left_ms: number };
  assert.ok(second.left_ms <= first.left_ms - 600_000);
  await passTime(database, 300_000);
  assert.deepEqual(await agent.take(job.reference), { status: 'gone' });
  await passTime(database, 120_000);
  assert.equal((await jobs.find(job.reference))?.isOverdue, true);
  await agent.poll();
});

test('a gateway whose agent asks for jobs counts as seen, and one that is forged does not', async () => {
  const silentMs = async () => (await listSimHealth(database))[0]?.silentMs ?? Infinity;
  await passTime(database, 3_600_000);
  assert.ok((await silentMs()) > 3_000_000);
  await agent.say({ type: 'poll', sims: [], hold_ms: 0 }, { secret: 'another' });
  assert.ok((await silentMs()) > 3_000_000);
  await agent.poll();
  assert.ok((await silentMs()) < 60_000);
});

test('a held question is answered as soon as there is a job', async () => {
  const asked = agent.say({ type: 'poll', sims: [WELL], hold_ms: 20_000 });
  const job = newJob();
  const given = jobs.give(job, 5_000);
  const answer = (await asked).json as { readonly jobs: readonly { readonly job: string }[] };
  assert.deepEqual(
    answer.jobs.map((one) => one.job),
    [job.reference],
  );
  await agent.take(job.reference);
  await given;
});

test('neither a wrong key nor a replayed request takes a job', async () => {
  const { job, given } = await give();
  const take = { type: 'take', job: job.reference };
  assert.equal((await agent.say(take, { secret: 'another' })).status, 401);
  assert.equal((await agent.say(take, { at: Date.now() - 600_000 })).status, 425);
  assert.equal((await service.call('POST', '/internal/v1/gateways/nobody', {})).status, 404);
  assert.equal((await agent.say({ type: 'pay' })).status, 422);
  await addGateway(database, {
    id: 'another-box',
    sims: { other: { operator: 'mtn', line: '+237670000098' } },
  });
  assert.deepEqual((await jobs.find(job.reference))?.state, 'waiting');
  await agent.take(job.reference);
  await given;
});

test('a SIM that is not in its network, or whose PIN was refused, is given nothing', async () => {
  for (const [sim, code] of [
    [{ registration: 'searching' }, 'sim_not_in_network'],
    [{ trouble: 'pin_refused' }, 'sim_pin_refused'],
    [{ actions: [] }, 'sim_without_scenario'],
  ] as const) {
    await agent.poll(sim);
    assert.deepEqual(await jobs.findProblem(newJob()), { code });
    const given = await jobs.give(newJob(), 5_000);
    assert.deepEqual(given, { kind: 'not_taken', problem: { code } });
  }
  await agent.poll();
  assert.equal(await jobs.findProblem(newJob()), null);
  await passTime(database, 80_000);
  assert.deepEqual(await jobs.findProblem(newJob()), { code: 'sim_agent_silent' });
});

test('whatever an agent says, the service goes on', async () => {
  const messages = [
    null,
    [],
    'x',
    { type: 'poll', sims: 'x' },
    { type: 'poll', sims: [{ sim: '\0' }] },
  ];
  for (const message of messages) {
    const { status } = await agent.say(message as object);
    assert.ok(status === 200 || status === 422, `${JSON.stringify(message)} ${status}`);
  }
  assert.ok(GATEWAY.length > 0);
});

test('what waits for a SIM that does not take it neither ends a question nor keeps others out', async () => {
  const OTHER = '8923701000000000023';
  const insert = (sim: string, minutesAgo: number) =>
    database.query({
      text: `insert into sim_jobs (reference, gateway_id, sim, operator, line, action, created_at,
                                   take_until, finish_until, offer, tries)
             select gen_random_uuid(), $1, $2, 'mtn', $3, 'balance',
                    app_now() - $4 * interval '1 minute', app_now() + interval '1 hour',
                    app_now() + interval '1 hour', gen_random_uuid()::text, 1`,
      values: [GATEWAY, sim, LINE, minutesAgo],
    });
  await database.query({ text: `update sim_jobs set state = 'withdrawn' where state = 'waiting'` });
  for (let count = 0; count < 25; count += 1) await insert(SIM, 10);
  const offered = async (sims: readonly object[], hold = 0) => {
    const { json } = await agent.say({ type: 'poll', sims, hold_ms: hold });
    return (json as { readonly jobs: readonly { readonly sim: string }[] }).jobs;
  };
  const stoppedSim = { ...WELL, trouble: 'pin_unproven' };
  const asked = performance.now();
  assert.deepEqual(await offered([stoppedSim], 1_000), []);
  assert.ok(performance.now() - asked >= 1_000, 'the question is held');
  assert.deepEqual(await offered([{ ...WELL, actions: ['transfer'] }]), []);
  await insert(OTHER, 0);
  const other = { ...WELL, sim: OTHER };
  assert.deepEqual(
    (await offered([stoppedSim, other])).map(({ sim }) => sim),
    [OTHER],
  );
  const both = (await offered([WELL, other])).map(({ sim }) => sim);
  assert.deepEqual([both.length, both.at(-1)], [21, OTHER], 'each SIM has its own turn');
  await database.query({ text: `update sim_jobs set state = 'withdrawn' where state = 'waiting'` });
});
