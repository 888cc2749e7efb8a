import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openJournal } from '../../src/inbox/journal.ts';
import { type JobFact, openJobBook } from '../../src/jobs/book.ts';
import { type Job, type JobEnd, stopped } from '../../src/jobs/job.ts';
import { keepWorking } from '../../src/jobs/keep-working.ts';
import { createJobQueue } from '../../src/jobs/queue.ts';
import { createBell } from '../../src/modem/keep-modem.ts';

const folder = mkdtempSync(join(tmpdir(), 'momo-working-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const NOW = Date.parse('2026-11-15T20:30:00.000Z');
const TOO_LATE = stopped('too_late');
const PAID: JobEnd = { ...TOO_LATE, outcome: 'accepted', problem: null };

function jobOf(id: string, offer: string): Job {
  const payment = { number: '677000001', amountXaf: 2_500, name: null };
  return { id, offer, sim: 'sim-1', operator: 'mtn', action: 'transfer', ...payment };
}

/** A report that is on its way until the test lets it arrive. */
interface Posted {
  readonly job: Job;
  readonly end: JobEnd;
  readonly arrive: () => void;
}

/** The program at work, with a service without jobs whose link the test controls. */
async function start(name: string) {
  const journal = await openJournal<JobFact>(join(folder, name));
  const book = await openJobBook(journal, NOW);
  const stop = new AbortController();
  const ended = createBell();
  const posted: Posted[] = [];
  const seen = createBell();
  const nextPost = async (): Promise<Posted> => {
    await seen.wait(5_000);
    return posted.shift() ?? assert.fail('nothing was posted');
  };
  const hasStopped = new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve());
  });
  const run = () => {
    const working = keepWorking({
      book,
      queue: createJobQueue(book),
      office: {
        ask: () => hasStopped.then(() => null),
        take: async () => ({ kind: 'away' }),
        report: (job, end) =>
          new Promise((resolve) => {
            posted.push({ job, end, arrive: () => resolve(true) });
            seen.ring();
            void hasStopped.then(() => resolve(false));
          }),
      },
      readSims: async () => [],
      onAdmitted: () => {},
      ended,
      untilNews: () => stop.signal,
      log: () => {},
      stopping: stop.signal,
    });
    return async () => {
      stop.abort();
      ended.ring();
      await working;
      await journal.close();
    };
  };
  return { book, posted, nextPost, ended, run };
}

test('a job offered again while reports are on their way is not reported as stopped', async () => {
  const { book, posted, nextPost, run } = await start('given-again');
  for (const [id, end] of [
    ['paid', PAID],
    ['again', TOO_LATE],
  ] as const) {
    await book.keep(jobOf(id, '1'));
    await book.end(id, end);
  }
  const stop = run();
  const first = await nextPost();
  assert.equal(first.job.id, 'paid');
  assert.equal(await book.keep(jobOf('again', '2')), 'open');
  first.arrive();
  await stop();
  assert.deepEqual(posted, [], 'it runs, and has not ended');
  assert.deepEqual(
    book.open().map(({ id, offer }) => [id, offer]),
    [['again', '2']],
  );
});

test('the answer to an old report does not hide the end of a later offer from the service', async () => {
  const { book, nextPost, ended, run } = await start('old-answer');
  await book.keep(jobOf('again', '1'));
  await book.end('again', TOO_LATE);
  const stop = run();
  const old = await nextPost();
  await book.keep(jobOf('again', '2'));
  await book.end('again', PAID);
  old.arrive();
  ended.ring();
  const { job, end, arrive } = await nextPost();
  assert.deepEqual([job.offer, end.outcome], ['2', 'accepted']);
  arrive();
  await stop();
});
