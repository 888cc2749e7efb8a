import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Queryable } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openMonthsAhead } from '../../src/db/upkeep/months.ts';
import { firstIdAt } from '../../src/domain/uuid-time.ts';
import { openTestDatabase } from '../support/database.ts';

// A database of the release before months, with a transaction of long ago in it.
const { database } = await openTestDatabase({ migratedTo: 40 });

const OLD = firstIdAt(new Date('2025-03-04T05:06:07Z'));
const NEW = firstIdAt(new Date());
const FAR = firstIdAt(new Date(Date.now() + 20 * 365 * 86_400_000));

const insertMove = (id: string, { seq = 1, trigger = 'create' } = {}) =>
  database.query({
    text: `insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason,
                                    actor, at)
           values ($1, $2, case when $2 > 1 then 'failed' end, 'failed', $3, 'r', 'test', now())`,
    values: [id, seq, trigger],
  });

const insertAttempt = (id: string) =>
  database.query({
    text: `insert into webhook_attempts (webhook_id, number, at, status, latency_ms)
           values ($1, 1, now(), 200, 1)`,
    values: [id],
  });

const insertEvidence = (id: string) =>
  database.query({
    text: `insert into evidence (id, transaction_id, provider_id, kind, at, request)
           values (gen_random_uuid(), $1, 'p', 'exchange', now(), '{}')`,
    values: [id],
  });

async function insertAll(id: string): Promise<void> {
  await insertMove(id);
  await insertAttempt(id);
  await insertEvidence(id);
}

before(async () => {
  await insertAll(OLD);
  await insertAll(NEW);
  await migrate(database);
});

async function partsOf(table: string, id: string): Promise<readonly string[]> {
  const key = table === 'webhook_attempts' ? 'webhook_id' : 'transaction_id';
  const rows = await database.query<{ readonly part: string }>({
    text: `select tableoid::regclass::text as part from ${table} where ${key} = $1`,
    values: [id],
  });
  return rows.map(({ part }) => part);
}

/** More at once than one query of the service has time for on a busy machine. */
const openMany = (ahead: number) =>
  database.withConnection((connection) => openMonthsAhead(connection, ahead));

const TABLES = ['transitions', 'webhook_attempts', 'evidence'] as const;

test('what a release without months has stored stays where it is, as the first part', async () => {
  for (const table of TABLES) {
    assert.deepEqual(await partsOf(table, OLD), [`${table}_first`]);
    assert.deepEqual(await partsOf(table, NEW), [`${table}_first`]);
  }
  await assert.rejects(insertMove(OLD), /transitions_first_pkey/);
  await assert.rejects(insertAttempt(NEW), /webhook_attempts_first_pkey/);
});

test('months are open before they begin, and a write without one is kept with the rest', async () => {
  assert.equal(await openMonthsAhead(database, 3), 0);
  await insertAll(FAR);
  for (const table of TABLES) assert.deepEqual(await partsOf(table, FAR), [`${table}_rest`]);
  // Two months are the first part, and the month in which the window ends is open, too.
  assert.ok((await openMany(24)) > 0);
  const [parts] = await database.query<{ readonly count: number }>({
    text: `select count(*) from months where table_name = 'evidence'`,
  });
  assert.equal(parts?.count, 24);
  const soon = firstIdAt(new Date(Date.now() + 300 * 86_400_000));
  await insertAll(soon);
  const [part] = await partsOf('transitions', soon);
  assert.match(part ?? '', /^transitions_\d{4}_\d\d$/);
});

test('a month whose rows are with the rest stays there, and the next one is opened', async () => {
  const at = new Date(Date.now() + 27 * 31 * 86_400_000);
  const late = firstIdAt(at);
  await insertAll(late);
  await openMany(30);
  const name = `${at.getUTCFullYear()}_${String(at.getUTCMonth() + 1).padStart(2, '0')}`;
  const names = await database.query<{ readonly part: string }>({
    text: `select part from months where table_name = 'evidence' order by to_id desc limit 4`,
  });
  assert.ok(!names.some(({ part }) => part === `evidence_${name}`));
  await insertEvidence(late);
  assert.deepEqual(await partsOf('evidence', late), ['evidence_rest', 'evidence_rest']);
});

test('no part can be changed, named or not, and a sent payout is not approved anew', async () => {
  const [{ part } = { part: '' }] = await database.query<{ readonly part: string }>({
    text: `select part from months where table_name = 'transitions' order by from_id desc limit 1`,
  });
  for (const name of ['transitions', 'transitions_first', 'transitions_rest', part]) {
    for (const text of [`delete from ${name}`, `update ${name} set seq = 9`, `truncate ${name}`]) {
      await assert.rejects(database.query({ text }), /is append-only/);
    }
  }
  const sent = firstIdAt(new Date(Date.now() + 100 * 86_400_000));
  await insertMove(sent);
  await insertMove(sent, { seq: 2, trigger: 'transfer_sent' });
  const anew = insertMove(sent, { seq: 3, trigger: 'approved_anew' });
  await assert.rejects(anew, /was sent before/);
});

/** Parts that a query really reads, by its cached plan. */
async function lookedInto(text: string, id: string): Promise<readonly string[]> {
  return database.atomically(async (connection) => {
    await connection.query({ text: 'set local plan_cache_mode = force_generic_plan' });
    await connection.query({ text: `prepare looked as ${text}` });
    const plan = await explain(connection, `execute looked ('${id}')`);
    await connection.query({ text: 'deallocate looked' });
    const scans = plan.filter((line) => / on \w+_(first|rest|\d{4}_\d\d) /.test(line));
    return scans.filter((line) => !line.includes('never executed'));
  });
}

async function explain(connection: Queryable, text: string): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly 'QUERY PLAN': string }>({
    text: `explain (analyze, costs off, timing off) ${text}`,
  });
  return rows.map((row) => row['QUERY PLAN']);
}

test('of two years of months a query reads only the one that it needs', async () => {
  const texts = [
    'select * from transitions where transaction_id = $1 order by seq',
    'select * from evidence where transaction_id = $1 order by at, id',
    'select * from webhook_attempts where webhook_id = $1',
    `select t.id, h.trigger from transactions t
     join transitions h on h.transaction_id = t.id and h.seq = t.version where t.id = $1::uuid`,
    `select w.id from unnest(array[$1::uuid]) as w (id)
     left join lateral (select a.number from webhook_attempts a where a.webhook_id = w.id
                        order by a.number desc limit 1) l on true`,
    `insert into evidence (id, transaction_id, provider_id, kind, at, request)
     select gen_random_uuid(), e.id, 'p', 'callback', now(), '' from unnest(array[$1::uuid]) e (id)
     where (select count(*) from evidence o where o.transaction_id = e.id) < 200`,
  ];
  for (const text of texts) {
    const looked = await lookedInto(text, NEW);
    assert.ok(looked.length <= 1, `${text}\n${looked.join('\n')}`);
  }
});
