import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { listComparedWallets } from '../../src/db/finance/wallets.ts';
import { listLines, updateWithoutBalances } from '../../src/db/lines/lines.ts';
import { askBalances } from '../../src/flows/lines/ask-balances.ts';
import { waitsForLock } from '../support/database.ts';
import { playAgent, SIM } from '../support/lines/played-agent.ts';
import { passTime, startLiveService } from '../support/providers/live.ts';
import { addGateway } from '../support/receipts/sms.ts';

// What a line has, as the operator reports it in a session of ours.

const LINE = '+237670000099';
const HOUR_MS = 3_600_000;

async function start(opensWithXaf: number | null = 10_000) {
  const service = await startLiveService();
  const { database } = service;
  const sims = { [SIM]: { operator: 'mtn', line: LINE } } as const;
  await addGateway(database, { sims, opensWithXaf });
  const agent = playAgent(service);
  const ask = async () => {
    await agent.poll();
    await askBalances({ database, balanceEveryMs: HOUR_MS });
    return agent.poll();
  };
  const report = async (balanceCents: number, { afterMs = 0 } = {}) => {
    const [job] = await ask();
    assert.ok(job !== undefined, 'no balance check waits');
    await agent.take(job.job);
    await passTime(database, afterMs);
    await agent.report(job.job, { outcome: 'told', balance_cents: balanceCents });
  };
  const line = async () => (await listLines(database)).find((one) => one.line === LINE);
  const trusted = async () => {
    const text = `select source, said_by, balance_cents from trusted_balances order by at, id`;
    const rows = await database.query<Record<string, unknown>>({ text });
    return rows.map((row) => [row['source'], row['said_by'], row['balance_cents']]);
  };
  return { database, agent, ask, report, line, trusted };
}

test('a line is asked from time to time, and sooner in a gap', async () => {
  const { ask, report, database } = await start();
  await report(1_000_000);
  assert.deepEqual(await ask(), []);
  await passTime(database, HOUR_MS / 2);
  assert.deepEqual(await ask(), []);
  await database.query({ text: 'update lines set gap_at = app_now()' });
  assert.deepEqual(await ask(), [], 'no text brings a question about');
  await passTime(database, 600_000);
  assert.equal((await ask()).length, 1);
  await passTime(database, 120_000);
  assert.deepEqual(await ask(), [], 'no agent took it, and it is too early to ask again');
  await database.query({ text: 'update lines set gap_at = null' });
  await passTime(database, HOUR_MS);
  assert.equal((await ask()).length, 1);
});

test('what the operator reports in a session of ours is what the line has, and ends a gap', async () => {
  const { report, line, trusted, database } = await start();
  const before = (await trusted()).length;
  await database.query({ text: 'update lines set gap_at = app_now()' });
  await report(1_234_550);
  assert.deepEqual([(await line())?.balanceCents, (await line())?.isInGap], [1_234_550, false]);
  assert.deepEqual((await trusted()).slice(before), [['ussd', 'gateway:till-phone', 1_234_550]]);
});

test('a balance that the line has reached already changes nothing', async () => {
  const { report, trusted } = await start();
  const before = await trusted();
  await report(1_000_000);
  assert.deepEqual(await trusted(), before);
});

test('a balance has the time at which its question began, however long its report waits', async () => {
  const { ask, agent, database } = await start();
  const [job] = await ask();
  assert.ok(job !== undefined);
  await agent.take(job.job);
  const { reported } = await database.atomically(async (connection) => {
    await connection.query({ text: 'select from sim_jobs for update' });
    const reported = agent.report(job.job, { outcome: 'told', balance_cents: 1_234_550 });
    await waitsForLock(database);
    await pause(300);
    return { reported };
  });
  await reported;
  const [row] = await database.query<{ readonly is_same: boolean }>({
    text: `select b.read_at = j.taken_at as is_same
           from trusted_balances b, sim_jobs j where b.source = 'ussd'`,
  });
  assert.equal(row?.is_same, true);
});

test('a balance that comes late says nothing of the present', async () => {
  const { report, line } = await start();
  await report(1_234_500, { afterMs: 170_000 });
  assert.equal((await line())?.balanceCents, 1_234_500);
  const late = await start();
  await late.report(1_234_500, { afterMs: 185_000 });
  assert.equal((await late.line())?.balanceCents, 1_000_000);
});

test('the first balance opens a line; one that is declared without balances stays so', async () => {
  const fresh = await start(null);
  await fresh.report(500_000);
  assert.deepEqual(await fresh.trusted(), [['opening', 'gateway:till-phone', 500_000]]);
  const declared = await start();
  await declared.database.query({ text: 'update lines set tells_balances = false' });
  await declared.report(500_000);
  assert.equal((await declared.line())?.tellsBalances, false);
});

test('a payment that ended with a balance on its screen anchors nothing', async () => {
  const { database, agent, line } = await start();
  await agent.poll();
  const reference = '5b0c3a52-9b1e-4d5e-8f6a-7c1d2e3f4a5b';
  await database.query({
    text: `insert into sim_jobs (reference, gateway_id, sim, operator, line, action, msisdn,
                                 amount_xaf, created_at, take_until, finish_until, offer)
           values ($1, 'till-phone', $2, 'mtn', $3, 'transfer', '+237677000001', 500, app_now(),
                   app_now() + interval '1 minute', app_now() + interval '9 minutes', 'one')`,
    values: [reference, SIM, LINE],
  });
  await agent.take(reference);
  await agent.report(reference, { outcome: 'accepted', balance_cents: 5 });
  assert.equal((await line())?.balanceCents, 1_000_000);
});

test('the books compare a wallet with what the operator reported in a session of ours', async () => {
  const { report, database } = await start();
  const reported = async () => {
    const [wallet] = await listComparedWallets(database);
    return [wallet?.wallet, wallet?.source, wallet?.reportedCents];
  };
  assert.deepEqual(await reported(), [`mtn:${LINE}`, 'text', 1_000_000n]);
  const [before] = await listComparedWallets(database);
  await passTime(database, HOUR_MS);
  await report(1_000_000);
  assert.deepEqual(await reported(), [`mtn:${LINE}`, 'ussd', 1_000_000n], 'said again, and later');
  const [after] = await listComparedWallets(database);
  assert.ok(after !== undefined && before !== undefined && after.reportedAt > before.reportedAt);
  await passTime(database, HOUR_MS);
  await report(9_999_900, { afterMs: 185_000 });
  assert.deepEqual(await reported(), [`mtn:${LINE}`, 'ussd', 1_000_000n], 'one that came late');
});

test('the wallet of a line without balances is compared by sessions of ours', async () => {
  const { report, database, line } = await start();
  await database.atomically((connection) => updateWithoutBalances(connection, LINE));
  assert.deepEqual(await listComparedWallets(database), []);
  await report(1_234_500);
  const [wallet] = await listComparedWallets(database);
  assert.deepEqual([wallet?.source, wallet?.reportedCents], ['ussd', 1_234_500n]);
  assert.equal((await line())?.tellsBalances, false, 'its texts are judged as before');
});
