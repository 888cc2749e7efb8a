import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Bell } from '../modem/keep-modem.ts';
import type { JobsOffice, SimReport } from '../service/ask-for-jobs.ts';
import type { JobBook } from './book.ts';
import { type Job, stopped } from './job.ts';
import type { JobQueue } from './queue.ts';

export interface KeepWorkingDeps {
  readonly book: JobBook;
  readonly queue: JobQueue;
  readonly office: JobsOffice;
  /** The current state of the SIMs, without those of modems that do not work. */
  readonly readSims: () => Promise<readonly SimReport[]>;
  /** Called when a job may be done. */
  readonly onAdmitted: () => void;
  /** Rings when a job has ended. */
  readonly ended: Bell;
  /** Aborts when the SIMs have news to report or the program stops; a new one each time. */
  readonly untilNews: () => AbortSignal;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/** The service offers refused jobs again at once; this pause keeps the requests apart. */
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** How often failed reports are tried again. */
const REPORT_AGAIN_MS = 5_000;

/** Asks the service for jobs and reports how they ended, until the program stops. */
export async function keepWorking(deps: KeepWorkingDeps): Promise<void> {
  await Promise.all([keepAsking(deps), keepReporting(deps)]);
}

async function keepAsking(deps: KeepWorkingDeps): Promise<void> {
  const { log, stopping } = deps;
  let pauseMs = SHORTEST_PAUSE_MS;
  while (!stopping.aborted) {
    const isDone = await askOnce(deps).catch((error: unknown) => {
      log('journal_failed', { problem: String(error) });
      return false;
    });
    pauseMs = isDone ? SHORTEST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    await pause(pauseMs, undefined, { signal: stopping }).catch(() => {});
  }
}

/** Returns whether the service could be asked, or only news ended the wait. */
async function askOnce(deps: KeepWorkingDeps): Promise<boolean> {
  const { queue, office, readSims, untilNews } = deps;
  await queue.sweep();
  await takeAll(deps);
  const news = untilNews();
  const jobs = await office.ask(await readSims(), news);
  if (jobs === null) return news.aborted;
  await keepAll(deps, jobs);
  return true;
}

/**
 * A job is on disk before it is taken, so it is known here whatever happens next. A job that the
 * SIM would not do is left to the service, which withdraws it.
 */
async function keepAll(
  { book, office, log, ended, readSims }: KeepWorkingDeps,
  jobs: readonly Job[],
): Promise<void> {
  const sims = await readSims();
  for (const job of jobs) {
    const would = sims.some(
      ({ sim, trouble, actions }) =>
        sim === job.sim && trouble === null && actions.includes(job.action),
    );
    if (!would) continue;
    if ((await book.keep(job)) === 'open') continue;
    // The service has gone back in time, so it gets the outcome again.
    log('job_known', { job: job.id });
    if ((await office.take(job)).kind === 'taken') book.reportAgain(job);
    ended.ring();
  }
}

/** Asked again after each start: only the service knows how much time is left. */
async function takeAll({ queue, office, book, onAdmitted, ended, log }: KeepWorkingDeps) {
  for (const job of queue.unadmitted()) {
    const { id } = job;
    const taken = await office.take(job);
    if (taken.kind === 'away') return;
    log('job_taken', { job: id, how: taken.kind });
    if (taken.kind === 'taken') {
      queue.admit(id, taken.until);
      onAdmitted();
    } else {
      await book.end(id, stopped('too_late'));
      ended.ring();
    }
  }
}

async function keepReporting(deps: KeepWorkingDeps): Promise<void> {
  const { ended, log, stopping } = deps;
  while (!stopping.aborted) {
    const isDone = await reportAll(deps).catch((error: unknown) => {
      log('journal_failed', { problem: String(error) });
      return false;
    });
    await ended.wait(isDone ? 60_000 : REPORT_AGAIN_MS);
  }
}

/** Returns whether the service knows every end. */
async function reportAll({ book, office, log }: KeepWorkingDeps): Promise<boolean> {
  for (;;) {
    // Looked up again each time: a job that the service has offered again has no end to report.
    const [next] = book.unreported();
    if (next === undefined) return true;
    const { job, end } = next;
    if (!(await office.report(job, end))) return false;
    await book.finish(job.id, end);
    log('job_ended', { job: job.id, outcome: end.outcome, problem: end.problem });
  }
}
