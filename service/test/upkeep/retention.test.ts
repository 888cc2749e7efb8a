import assert from 'node:assert/strict';
import { createHash, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { storeLines } from '../../src/cli/commands/retention/retention-commands.ts';
import { insertEvidence } from '../../src/db/provider-requests/evidence.ts';
import { listTransactions } from '../../src/db/transactions/staff-transactions.ts';
import type { Periods } from '../../src/domain/upkeep/erased.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { type ArchiveDeps, archiveMonths } from '../../src/flows/upkeep/archive-months.ts';
import { previewRetention, runRetention } from '../../src/flows/upkeep/run-retention.ts';
import { setPolicy } from '../support/access/policy.ts';
import { addPerson, signedIn } from '../support/access/staff.ts';
import { tamper } from '../support/books/forget-books.ts';
import { rollAll } from '../support/books/roll-all.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import { create, DEPOSITS, shiftClock, simulate } from '../support/transactions/payments.ts';
import { assertAllHolds, prove } from '../support/upkeep/all-holds.ts';

const service = await startTestService();
const { database } = service;
const folder = await mkdtemp(join(tmpdir(), 'momo-archive-'));
after(() => rm(folder, { recursive: true, force: true }));

const inMonths = (months: number) => new Date(Date.now() + months * 31 * 86_400_000);
const FOR_EVER: Periods = {
  keepTextMonths: null,
  keepEvidenceMonths: null,
  keepWebhookMonths: null,
  keepSessionMonths: null,
  archiveAfterMonths: null,
};
const A_MONTH: Periods = {
  ...FOR_EVER,
  keepTextMonths: 1,
  keepEvidenceMonths: 1,
  keepWebhookMonths: 1,
  keepSessionMonths: 1,
};

async function made(outcome: string | null): Promise<string> {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  if (outcome !== null) await simulate(service, id, outcome);
  await insertEvidence(database, [
    {
      transactionId: id,
      providerId: 'sandbox',
      kind: 'exchange',
      request: 'a question',
      status: 200,
      answer: 'an answer',
      error: null,
      latencyMs: 1,
    },
  ]);
  return id;
}

async function insertText(state: string): Promise<string> {
  const id = randomUUIDv7();
  await database.query({
    text: `insert into sms_messages (id, gateway_id, sender, body, at, trust, digest, state)
           values ($1::uuid, 'g', 's', 'some words', app_now(), 'trusted',
                   sha256($1::uuid::text::bytea), $2)`,
    values: [id, state],
  });
  return id;
}

async function wordsOf(): Promise<Readonly<Record<string, readonly string[]>>> {
  const [row] = await database.query<Readonly<Record<string, readonly string[]>>>({
    text: `select array(select transaction_id::text from evidence where answer is not null
                        order by 1) as evidence,
                  array(select id::text from sms_messages where body = 'some words'
                        order by 1) as texts,
                  array(select webhook_id::text from webhook_attempts
                        where headers is not null order by 1) as webhooks`,
  });
  return row ?? {};
}

const failed = await made('failed');
const open = await made(null);
const readText = await insertText('nothing');
const newText = await insertText('stored');
const sent = randomUUIDv7();
await database.query({
  text: `insert into webhook_attempts (webhook_id, number, at, status, latency_ms, answer, headers)
         values ($1, 1, app_now(), 200, 5, 'ok', '{}')`,
  values: [sent],
});

test('without periods nothing is removed, and a preview changes nothing', async () => {
  const deps = { database, periods: FOR_EVER, at: inMonths(40) };
  const gone = await runRetention(deps, COMMAND_LINE);
  assert.ok(gone.every(({ rows, before }) => rows === 0 && before === null));
  const expected = await previewRetention({ ...deps, periods: A_MONTH });
  assert.deepEqual(
    expected.map(({ kind, rows }) => [kind, rows]),
    [
      ['texts', 1],
      ['evidence', 1],
      ['webhooks', 1],
      ['sessions', 0],
    ],
  );
  assert.equal((await wordsOf())['evidence']?.length, 2);
});

test('texts of finished payments are removed after their time, and open ones keep them', async () => {
  const before = await wordsOf();
  await runRetention({ database, periods: A_MONTH, at: new Date() }, COMMAND_LINE);
  assert.deepEqual(await wordsOf(), before, 'too early');
  await runRetention({ database, periods: A_MONTH, at: inMonths(3) }, COMMAND_LINE);
  assert.deepEqual(await wordsOf(), { evidence: [open], texts: [newText], webhooks: [] });
  const [text] = await database.query<{ readonly body: string }>({
    text: 'select body from sms_messages where id = $1',
    values: [readText],
  });
  assert.equal(text?.body, '(erased)');
  const again = await runRetention({ database, periods: A_MONTH, at: inMonths(3) }, COMMAND_LINE);
  assert.ok(again.every(({ rows }) => rows === 0));
  await assert.rejects(
    database.query({ text: `update evidence set answer = 'another'` }),
    /append-only/,
  );
  await assert.rejects(
    database.query({ text: `update webhook_attempts set headers = null, status = 500` }),
    /append-only/,
  );
});

const toFolder: ArchiveDeps['store'] = (name, lines) => storeLines(folder, name, lines);
const archive = (months: number, store = toFolder) =>
  archiveMonths({ database, at: inMonths(months), store }, 14, COMMAND_LINE);

test('a month in which something is open stays', async () => {
  await database.query({ text: 'update books set opened_at = now()' });
  assert.deepEqual(await archive(1), []);
  const kinds = new Map((await archive(20)).map(({ part, kind }) => [part, kind]));
  assert.equal(kinds.get('transitions_first'), 'needed');
  assert.equal(kinds.get('evidence_first'), 'needed');
  assert.equal(kinds.get('webhook_attempts_first'), 'archived');
});

test('a month is in a file with its checksum before it leaves, and all goes on', async () => {
  await simulate(service, open, 'succeeded');
  await rollAll(database);
  const full = archive(20, async (name, lines) => {
    for await (const line of lines) assert.ok(line === '', `no room for ${name}`);
    throw new Error('no room');
  });
  await assert.rejects(full, /no room/);
  await assertAllHolds(service, { isStopped: true });
  const killed = archive(20, async (name, lines) => {
    await toFolder(name, lines);
    throw new Error('killed');
  });
  await assert.rejects(killed, /killed/);
  // The next night removes texts first, so the month differs from that file.
  await runRetention({ database, periods: A_MONTH, at: inMonths(3) }, COMMAND_LINE);
  const part = (await archive(20)).find((month) => month.part === 'transitions_first');
  assert.ok(part?.kind === 'archived');
  const files = (await readdir(folder)).filter((name) => name.startsWith('evidence_first-'));
  assert.equal(files.length, 2);
  const { file, digest, rows } = part.stored;
  const bytes = await readFile(file);
  assert.equal(createHash('sha256').update(bytes).digest('hex'), digest);
  const lines = gunzipSync(bytes).toString().trim().split('\n');
  assert.equal(lines.length, rows);
  assert.ok(lines.some((line) => line.includes(failed)));
  const [kept] = await database.query<{ readonly count: number }>({
    text: 'select count(*) from transitions',
  });
  assert.equal(kept?.count, 0);
  await assertAllHolds(service, { isStopped: true });
  await tamper(database, [`update months set rows = rows + 1 where part = 'transitions_first'`]);
  const { findings } = await prove(service, { isStopped: true });
  assert.deepEqual(
    findings.map(({ proof, subject }) => `${proof} ${subject}`),
    ['archives_are_told month:transitions_first'],
  );
  const [log] = await database.query<{ readonly count: number }>({
    text: `select count(*) from audit_log where action = 'retention.archive'`,
  });
  assert.ok((log?.count ?? 0) >= 3);
  // New rows for the removed month are still stored.
  await simulate(service, await made(null), 'failed');
});

test('what failed in a month that was archived is still listed', async () => {
  const filter = {
    direction: null,
    operator: null,
    states: ['failed'],
    from: null,
    to: null,
  } as const;
  const page = { sort: 'newest', after: null, limit: 10 } as const;
  const rows = await listTransactions(database, filter, page);
  assert.equal(rows.length, 2);
  assert.ok(rows.some(({ id }) => id === failed));
});

test('the command says what it would do and does it', async () => {
  const { momo } = openMomo({
    DATABASE_URL: service.config.databaseUrl ?? '',
  });
  await setPolicy(service, { keepTextMonths: 1, archiveAfterMonths: 14 });
  const expected = await momo('retention', 'run', '--dry-run');
  assert.equal(expected.code, 0, expected.output);
  assert.match(expected.stdout, /^texts: 0 to empty, before \d{4}-\d\d-01$/m);
  assert.match(expected.stdout, /^evidence: kept for ever$/m);
  const run = await momo('retention', 'run', '--archive', folder);
  assert.equal(run.code, 0, run.output);
  assert.match(run.stdout, /^texts: 0 emptied/m);
});

test('a session that has ended stays until its own period is over, also when others sign in', async () => {
  await signedIn(service, await addPerson(database));
  await shiftClock(database, 400 * 86_400);
  await signedIn(service, await addPerson(database));
  const deps = { database, periods: A_MONTH, at: inMonths(13) };
  const countDue = async () =>
    (await previewRetention(deps)).find(({ kind }) => kind === 'sessions')?.rows;
  assert.equal(await countDue(), 1);
  await runRetention(deps, COMMAND_LINE);
  assert.equal(await countDue(), 0);
});
