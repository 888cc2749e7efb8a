import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { resultOf } from '../../src/domain/lines/sim-job.ts';
import { MTN_TEXTS } from '../../src/domain/operators/mtn/texts.ts';
import { createLineJobs } from '../../src/flows/lines/line-jobs.ts';
import { playAgent, SIM } from '../support/lines/played-agent.ts';
import { startLiveService } from '../support/providers/live.ts';
import { addGateway, openLine, tell } from '../support/receipts/sms.ts';
import { eventually } from '../support/service-process.ts';

const LINE = '+237670000099';
const service = await startLiveService();
const { database } = service;
await addGateway(database, {
  sims: { [SIM]: { operator: 'mtn', line: LINE } },
  opensWithXaf: 50_000,
});
const agent = playAgent(service);
const jobs = createLineJobs(database);
await agent.poll();

/** A transfer whose end no screen has shown, unless it is said how it ended. */
async function transferUnseen(amountXaf: number, outcome = 'unknown') {
  const order = { operator: 'mtn', line: LINE, action: 'transfer', amountXaf } as const;
  const job = { ...order, reference: randomUUID(), msisdn: '+237677000001' };
  const given = jobs.give(job, 5_000);
  const isThere = async () => (await agent.poll()).some((one) => one.job === job.reference);
  await eventually('the job is there', isThere);
  await agent.take(job.reference);
  await given;
  await agent.report(job.reference, { outcome });
  return job.reference;
}

async function outcomeOf(reference: string) {
  const job = (await jobs.find(reference)) ?? assert.fail('the job is there');
  return { id: job.operatorTxId, result: resultOf(job) };
}

function textOf(money: { amountXaf: number; balanceXaf: number; id: string }): string {
  const whom = { number: '677000001', name: 'NGO BIYONG ANNE', line: '', at: new Date() };
  return MTN_TEXTS.write.sent({ ...whom, ...money });
}

test('a text that waited on a gap settles the transfer of its SIM once it is believed', async () => {
  const reference = await transferUnseen(2_500);
  // 1 000 left the line without a text: the next text connects to nothing.
  const text = textOf({ amountXaf: 2_500, balanceXaf: 46_500, id: '18000000777' });
  await tell(service, { sim: SIM, sender: 'MobileMoney', text });
  assert.deepEqual(await outcomeOf(reference), { id: null, result: 'unknown' }, 'maybe forged');
  await openLine(database, LINE, 46_500);
  assert.deepEqual(await outcomeOf(reference), { id: '18000000777', result: 'succeeded' });
});

test('the text between closes the gap, and names the transfer of the one that waited', async () => {
  const reference = await transferUnseen(1_000);
  const later = textOf({ amountXaf: 1_000, balanceXaf: 45_000, id: '18000000779' });
  await tell(service, { sim: SIM, sender: 'MobileMoney', text: later });
  assert.equal((await outcomeOf(reference)).id, null);
  const between = textOf({ amountXaf: 500, balanceXaf: 46_000, id: '18000000778' });
  await tell(service, { sim: SIM, sender: 'MobileMoney', text: between });
  assert.equal((await outcomeOf(reference)).id, '18000000779');
});

test('after one that was stopped, the text of the retry names the retry', async () => {
  const stopped = await transferUnseen(700, 'stopped');
  const retry = await transferUnseen(700);
  const text = textOf({ amountXaf: 700, balanceXaf: 44_300, id: '18000000780' });
  await tell(service, { sim: SIM, sender: 'MobileMoney', text });
  assert.deepEqual(await outcomeOf(retry), { id: '18000000780', result: 'succeeded' });
  assert.deepEqual(await outcomeOf(stopped), { id: null, result: 'refused' });
});
