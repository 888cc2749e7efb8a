import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openJournal } from '../../src/inbox/journal.ts';
import { type JobFact, openJobBook } from '../../src/jobs/book.ts';
import { isWithin, startOfDay } from '../../src/jobs/day-limit.ts';
import { deadlineIn, leftUntil } from '../../src/jobs/deadline.ts';
import { type Job, stopped } from '../../src/jobs/job.ts';
import { createJobQueue, NEEDED_MS } from '../../src/jobs/queue.ts';

const folder = mkdtempSync(join(tmpdir(), 'momo-jobs-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const NOW = Date.parse('2026-11-15T20:30:00.000Z');
let files = 0;

function newFile(): string {
  files += 1;
  return join(folder, `jobs-${files}.journal`);
}

async function open(file: string) {
  const journal = await openJournal<JobFact>(file);
  return { ...(await openJobBook(journal, NOW)), close: journal.close };
}

function jobOf(id: string, sim = 'sim-1'): Job {
  const payment = { number: '677000001', amountXaf: 2_500, name: null };
  return { id, offer: '1', sim, operator: 'mtn', action: 'transfer', ...payment };
}

const DONE = { ...stopped('x'), outcome: 'accepted', problem: null } as const;

test('a job that was confirmed when the program died is unknown, and never done again', async () => {
  const file = newFile();
  const before = await open(file);
  await before.keep(jobOf('paid'));
  await before.confirm('paid', NOW);
  await before.keep(jobOf('begun'));
  await before.close();
  const book = await open(file);
  assert.deepEqual(
    book.open().map(({ id }) => id),
    ['begun'],
  );
  const [unknown] = book.unreported();
  assert.deepEqual([unknown?.job.id, unknown?.end.outcome], ['paid', 'unknown']);
  assert.equal(await book.keep(jobOf('paid')), 'known');
  assert.deepEqual(
    book.open().map(({ id }) => id),
    ['begun'],
  );
  await book.close();
});

test('a job stopped before its confirmation may be offered again, a paid one may not', async () => {
  const book = await open(newFile());
  await book.keep(jobOf('stopped'));
  const end = stopped('too_late');
  await book.end('stopped', end);
  await book.finish('stopped', end);
  await book.keep(jobOf('paid'));
  await book.confirm('paid', NOW);
  await book.end('paid', DONE);
  await book.finish('paid', DONE);
  assert.equal(await book.keep(jobOf('stopped')), 'open');
  assert.equal(await book.keep(jobOf('paid')), 'known');
  assert.deepEqual(
    book.open().map(({ id }) => id),
    ['stopped'],
  );
  assert.deepEqual(book.unreported(), []);
  book.reportAgain({ ...jobOf('paid'), offer: '2' });
  const [again] = book.unreported();
  assert.deepEqual([again?.job.offer, again?.end.outcome], ['2', 'accepted']);
  await book.close();
});

test('a damaged line makes open jobs unknown; a torn last line does not', async () => {
  const file = newFile();
  const before = await open(file);
  await before.keep(jobOf('one'));
  await before.confirm('one', NOW);
  await before.close();
  const torn = newFile();
  const [first = ''] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(torn, `${first}\n`);
  appendFileSync(torn, '0123456789abcdef {"fact":"confir');
  const afterCut = await open(torn);
  assert.equal(afterCut.open().length, 1, 'what was not on disk was not sent');
  await afterCut.close();
  writeFileSync(file, readFileSync(file, 'utf8').replace('"confirming"', '"confirmin!"'));
  const book = await open(file);
  assert.deepEqual(book.open(), []);
  assert.equal(book.unreported()[0]?.end.outcome, 'unknown');
  await book.keep(jobOf('two'));
  await book.close();
  const next = await open(file);
  assert.equal(next.open().length, 1, 'jobs after it are not suspect');
  await next.close();
});

test('confirmed payments count for the SIM’s day, over restarts and rewritten journals', async () => {
  const file = newFile();
  const before = await open(file);
  for (let count = 0; count < 3; count += 1) {
    await before.keep(jobOf(`job-${count}`));
    await before.confirm(`job-${count}`, NOW);
    await before.end(`job-${count}`, DONE);
    await before.finish(`job-${count}`, DONE);
  }
  await before.keep(jobOf('other', 'sim-2'));
  await before.confirm('other', NOW);
  await before.close();
  const book = await open(file);
  const spent = book.spentSince('sim-1', startOfDay(NOW));
  assert.deepEqual(spent, { payments: 3, amountXaf: 7_500 });
  assert.ok(isWithin({ payments: 4, amountXaf: 10_000 }, spent, 2_500));
  assert.ok(!isWithin({ payments: 3, amountXaf: 10_000 }, spent, 1));
  assert.ok(!isWithin({ payments: 4, amountXaf: 9_999 }, spent, 2_500));
  assert.equal(book.spentSince('sim-1', startOfDay(NOW + 86_400_000)).payments, 0);
  await book.close();
});

test('a day of Cameroon begins at 23:00 UTC', () => {
  assert.equal(new Date(startOfDay(NOW)).toISOString(), '2026-11-14T23:00:00.000Z');
  const late = Date.parse('2026-11-15T23:00:00.000Z');
  assert.equal(startOfDay(late), late);
});

test('a job is done once, in turn, and only with time left; a late one is refused', async () => {
  const book = await open(newFile());
  let now = 0;
  const clocks = { steady: () => now, wall: () => NOW + now };
  const queue = createJobQueue(book, clocks);
  for (const id of ['first', 'second', 'third']) await book.keep(jobOf(id));
  const done: string[] = [];
  const run = async ({ id }: Job) => {
    done.push(id);
    return DONE;
  };
  assert.equal(await queue.work('sim-1', run), false, 'the service has given none yet');
  for (const id of ['first', 'second', 'third']) queue.admit(id, deadlineIn(5 * NEEDED_MS, clocks));
  assert.equal(await queue.work('sim-2', run), false);
  assert.equal(await queue.work('sim-1', run), true);
  now = 4 * NEEDED_MS;
  assert.equal(await queue.work('sim-1', run), true);
  now += 1;
  assert.equal(await queue.work('sim-1', run), false);
  await queue.sweep();
  assert.deepEqual(done, ['first', 'second']);
  assert.deepEqual(
    book.unreported().map(({ end }) => [end.outcome, end.problem]),
    [
      ['accepted', null],
      ['accepted', null],
      ['stopped', 'too_late'],
    ],
  );
  await book.close();
});

test('a job whose end cannot be written is not done again', async () => {
  const book = await open(newFile());
  const queue = createJobQueue(book);
  await book.keep(jobOf('one'));
  queue.admit('one', deadlineIn(10 * NEEDED_MS));
  const failing = queue.work('sim-1', async ({ id }) => {
    await book.confirm(id, NOW);
    throw new Error('no space left');
  });
  await assert.rejects(failing);
  assert.equal(await queue.work('sim-1', async () => DONE), false);
  await queue.sweep();
  assert.equal(book.unreported()[0]?.end.outcome, 'unknown');
  await book.close();
});

test('neither a sleeping computer nor a clock set back makes a job last longer', () => {
  const clocksAt = (steady: number, wall: number) => ({ steady: () => steady, wall: () => wall });
  const deadline = deadlineIn(60_000, clocksAt(0, NOW));
  assert.equal(leftUntil(deadline, clocksAt(10_000, NOW + 10_000)), 50_000);
  assert.ok(leftUntil(deadline, clocksAt(10_000, NOW + 7_200_000)) < 0, 'it slept for two hours');
  assert.ok(leftUntil(deadline, clocksAt(70_000, NOW - 7_200_000)) < 0, 'the clock was set back');
});
