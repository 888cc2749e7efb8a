import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listContradictions } from '../../src/db/transactions/contradictions.ts';
import { MTN_TEXTS } from '../../src/domain/operators/mtn/texts.ts';
import { openBooks } from '../../src/flows/finance/open-books.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { escalateStuck } from '../../src/flows/provider-requests/follow-requests.ts';
import { assertBooksChange } from '../support/books/check-stories.ts';
import { playAgent, SIM } from '../support/lines/played-agent.ts';
import {
  createApproved,
  giveGoodPast,
  passTime,
  startLiveService,
} from '../support/providers/live.ts';
import { addGateway, addLines, tell } from '../support/receipts/sms.ts';
import { eventually } from '../support/service-process.ts';
import { read } from '../support/transactions/payments.ts';
import { assertAllHolds } from '../support/upkeep/all-holds.ts';

// The screens of a SIM say that nothing was paid, and the operator's text says that it was.

const LINE = '+237670000099';
const WALLET = `wallet mtn:${LINE}`;
const service = await startLiveService();
const { database } = service;
await addLines(database, 'mtn', [LINE]);
await database.query({ text: `update providers set directions = '{deposit,withdrawal}'` });
await giveGoodPast(database, ['mtn-sims']);
const sims = { [SIM]: { operator: 'mtn', line: LINE } } as const;
let balanceXaf = 1_000_000;
await addGateway(database, { sims, opensWithXaf: balanceXaf });
await openBooks({ database }, new Map());
// Texts have whole seconds: none is of before the opening.
const LATER_MS = 60_000;
await passTime(database, LATER_MS);
const agent = playAgent(service);
let ids = 18_000_000_000;

/** A payout that its SIM has done, whatever its screens said; the worker has not asked yet. */
async function payOut(amountXaf: number, outcome: string, report: object = {}): Promise<string> {
  await agent.poll();
  const payment = { operator: 'mtn', msisdn: '+237677000001', amount_xaf: amountXaf };
  const id = await createApproved(service, payment);
  const sending = service.takeSteps();
  const isReported = async () => {
    const [job] = await agent.poll();
    if (job === undefined) return false;
    await agent.take(job.job, job.offer);
    await agent.report(job.job, { ...report, outcome, offer: job.offer });
    return true;
  };
  await eventually('the SIM has done it', isReported);
  await sending;
  return id;
}

async function ask(): Promise<void> {
  await database.query({
    text: 'update submissions set next_step_at = app_now() where next_step_at is not null',
  });
  await service.takeSteps();
}

/** The operator's text about a transfer, with the balance after it. */
function textOf(amountXaf: number): string {
  ids += 1;
  balanceXaf -= amountXaf;
  const at = new Date(Date.now() + LATER_MS);
  const whom = { number: '677000001', name: 'NGO BIYONG ANNE', line: '', at };
  return MTN_TEXTS.write.sent({ ...whom, amountXaf, balanceXaf, id: String(ids) });
}

function record(text: string): Promise<unknown> {
  return tell(service, { sim: SIM, sender: 'MobileMoney', text });
}

async function stateOf(id: string): Promise<unknown> {
  return (await read(service, id))['state'];
}

async function contradictionsOf(transactionId: string): Promise<readonly string[]> {
  const wanted = { isOpen: true, transactionId, after: null, limit: 10 };
  return (await listContradictions(database, wanted)).map(({ remark }) => remark.code);
}

for (const outcome of ['refused', 'stopped']) {
  test(`a payout that failed as ${outcome} and whose text comes is disputed, once`, async () => {
    const amount = outcome === 'refused' ? 2_500 : 2_600;
    const id = await payOut(amount, outcome);
    await ask();
    assert.equal(await stateOf(id), 'failed');
    const text = textOf(amount);
    await assertBooksChange(database, { [WALLET]: -amount, 'disputed ': amount }, () =>
      record(text),
    );
    assert.equal(await stateOf(id), 'failed', 'the platform was sent that');
    assert.deepEqual(await contradictionsOf(id), ['settled_failed_but_paid']);
    await assertBooksChange(database, {}, () => record(`${text} `));
    assert.deepEqual(await contradictionsOf(id), ['settled_failed_but_paid']);
    await assertAllHolds(service, { isStopped: true });
  });
}

test('a failed payout that was paid and that the operator reverses is disputed no longer', async () => {
  await payOut(2_650, 'stopped');
  await ask();
  await record(textOf(2_650));
  const paid = ids;
  balanceXaf += 2_650;
  const back =
    `La transaction ${paid} a ete annulee. Montant: 2650 FCFA. Nouvelle transaction id: 99. ` +
    `Votre nouveau solde: ${balanceXaf} FCFA.`;
  await assertBooksChange(database, { [WALLET]: 2_650, 'disputed ': -2_650 }, () => record(back));
});

test('a text that is believed only later disputes the failed payout that it reports', async () => {
  const id = await payOut(2_700, 'stopped');
  await ask();
  const [between, text] = [textOf(500), textOf(2_700)];
  await assertBooksChange(database, {}, () => record(text));
  assert.deepEqual(await contradictionsOf(id), []);
  const changes = { [WALLET]: -3_200, 'moved_outside ': 500, 'disputed ': 2_700 };
  await assertBooksChange(database, changes, () => record(between));
  assert.deepEqual(await contradictionsOf(id), ['settled_failed_but_paid']);
  await assertAllHolds(service, { isStopped: true });
});

test('a payout whose screens and text differ before the worker asks is held at once', async () => {
  const id = await payOut(2_800, 'stopped');
  await record(textOf(2_800));
  assert.equal(await stateOf(id), 'requires_manual_resolution');
  await ask();
  assert.equal(await stateOf(id), 'requires_manual_resolution');
  assert.deepEqual(await contradictionsOf(id), []);
});

async function isDue(id: string): Promise<boolean> {
  const [row] = await database.query<{ readonly due: boolean }>({
    text: `select next_step_at <= app_now() as due from submissions where transaction_id = $1`,
    values: [id],
  });
  return row?.due === true;
}

/** Many questions were asked: the next one is five minutes away. */
async function askLater(): Promise<void> {
  await database.query({
    text: `update submissions set next_step_at = app_now() + interval '5 minutes'
           where next_step_at is not null`,
  });
}

test('the text that decides a payout makes its next question due at once', async () => {
  const id = await payOut(2_900, 'unknown');
  await ask();
  await askLater();
  assert.equal(await isDue(id), false);
  await record(textOf(2_900));
  assert.equal(await isDue(id), true);
  await service.takeSteps();
  assert.equal(await stateOf(id), 'succeeded');
});

test('the last screen of a payout makes its next question due at once', async () => {
  const id = await payOut(2_950, 'stopped', { problem: 'silent' });
  await ask();
  assert.equal(await stateOf(id), 'provider_submitted', 'it is to be offered again');
  await passTime(database, 10_000);
  const [job] = await agent.poll();
  assert.ok(job !== undefined);
  await agent.take(job.job, job.offer);
  await askLater();
  await agent.report(job.job, { outcome: 'accepted', offer: job.offer });
  assert.equal(await isDue(id), true);
  await service.takeSteps();
  assert.equal(await stateOf(id), 'succeeded');
  await record(textOf(2_950));
});

test('a payout that is to be tried again and whose text comes is held, and not tried', async () => {
  const id = await payOut(2_970, 'stopped', { problem: 'silent' });
  await record(textOf(2_970));
  await passTime(database, 10_000);
  assert.deepEqual(await agent.poll(), []);
  assert.equal(await stateOf(id), 'requires_manual_resolution');
});

test('of the report of a SIM and the text at the same moment one sees the other', async () => {
  const seen = new Set<unknown>();
  for (let round = 0; round < 8; round += 1) {
    const amount = 3_000 + round;
    const id = await payOut(amount, 'refused');
    const later = async () => {
      for (let turn = 0; turn < round; turn += 1) await database.query({ text: 'select 1' });
      await record(textOf(amount));
    };
    await Promise.all([ask(), later()]);
    await ask();
    const state = await stateOf(id);
    seen.add(state);
    const expected = state === 'failed' ? ['settled_failed_but_paid'] : [];
    assert.deepEqual(await contradictionsOf(id), expected, `round ${round}: ${state}`);
  }
  assert.ok(!seen.has('provider_submitted') && !seen.has('succeeded'), [...seen].join());
});

test('after a retry one text belongs to it, and a second one to the payout that failed', async () => {
  const failed = await payOut(4_000, 'stopped');
  await ask();
  const retried = await payOut(4_000, 'unknown');
  await record(textOf(4_000));
  await ask();
  assert.equal(await stateOf(retried), 'succeeded');
  assert.equal((await read(service, retried))['provider_tx_id'], String(ids));
  assert.deepEqual(await contradictionsOf(failed), []);
  await assertBooksChange(database, { [WALLET]: -4_000, 'disputed ': 4_000 }, () =>
    record(textOf(4_000)),
  );
  assert.deepEqual(await contradictionsOf(failed), ['settled_failed_but_paid']);
  assert.deepEqual(await contradictionsOf(retried), []);
});

test('both texts of a payout and its retry may come before the worker asks about it', async () => {
  const failed = await payOut(4_100, 'stopped');
  await ask();
  const retried = await payOut(4_100, 'accepted');
  for (const text of [textOf(4_100), textOf(4_100)]) await record(text);
  await ask();
  assert.equal(await stateOf(retried), 'succeeded');
  assert.deepEqual(await contradictionsOf(failed), ['settled_failed_but_paid']);
});

test('two equal payouts that a SIM has done before their texts come are booked once each', async () => {
  const payouts = [await payOut(5_000, 'accepted'), await payOut(5_000, 'accepted')];
  await ask();
  for (const id of payouts) assert.equal(await stateOf(id), 'succeeded');
  await assertBooksChange(database, {}, async () => {
    for (const text of [textOf(5_000), textOf(5_000)]) await record(text);
  });
  await assertBooksChange(database, { [WALLET]: -5_000, 'moved_outside ': 5_000 }, () =>
    record(textOf(5_000)),
  );
});

test('a payout that its SIM gave back waits for its line, and is held rather than failed', async () => {
  const id = await payOut(2_980, 'stopped', { problem: 'no_pin' });
  await ask();
  assert.equal(await stateOf(id), 'provider_submitted');
  const HALF_AN_HOUR_MS = 1_800_000;
  await passTime(database, HALF_AN_HOUR_MS);
  const offered = await agent.poll();
  assert.equal(offered.length, 1, 'a person has put the line in order');
  await passTime(database, HALF_AN_HOUR_MS);
  assert.deepEqual(await agent.poll(), []);
  await ask();
  assert.equal(await stateOf(id), 'provider_submitted', 'nothing was tried');
  await escalateStuck({ database });
  assert.equal(await stateOf(id), 'requires_manual_resolution');
});

test('the books of all this hold', async () => {
  const { findings } = await verifyBooks(database);
  assert.deepEqual(findings, []);
});
