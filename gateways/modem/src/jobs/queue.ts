import type { JobBook } from './book.ts';
import { type Job, type JobEnd, stopped, unseen } from './job.ts';

/** The jobs that may be done now, and until when. Deadlines are not kept: the service says them. */
export interface JobQueue {
  /** The service has given the job to us, until then on the clock of `performance.now()`. */
  readonly admit: (id: string, untilMs: number) => void;
  /** Jobs that the service has not given to us since the start of the program. */
  readonly unadmitted: () => readonly Job[];
  readonly untilOf: (id: string) => number;
  /** Does the oldest job of a SIM, if there is one; tells whether there was. */
  readonly work: (sim: string, run: (job: Job) => Promise<JobEnd>) => Promise<boolean>;
  /** Ends what can no longer be finished in time. */
  readonly sweep: () => Promise<void>;
}

/** A session takes about this long: what has less left is not begun. */
export const NEEDED_MS = 60_000;

export function createJobQueue(book: JobBook, clock: () => number): JobQueue {
  const until = new Map<string, number>();
  const underWay = new Set<string>();
  const untilOf = (id: string) => until.get(id) ?? Number.NEGATIVE_INFINITY;
  const isLate = ({ id }: Job) => until.has(id) && untilOf(id) - clock() < NEEDED_MS;

  async function end(job: Job, how: JobEnd): Promise<void> {
    await book.end(job.id, how);
    until.delete(job.id);
  }

  return {
    admit: (id, untilMs) => void until.set(id, untilMs),
    unadmitted: () => book.open().filter(({ id }) => !until.has(id)),
    untilOf,
    work: async (sim, run) => {
      const job = book.open().find((one) => one.sim === sim && until.has(one.id) && !isLate(one));
      if (job === undefined) return false;
      underWay.add(job.id);
      try {
        await end(job, await run(job));
      } finally {
        underWay.delete(job.id);
      }
      return true;
    },
    sweep: async () => {
      for (const job of book.open()) {
        if (isLate(job) && !underWay.has(job.id)) await end(job, stopped('too_late'));
      }
      for (const job of book.hanging()) {
        if (!underWay.has(job.id)) await end(job, unseen('interrupted'));
      }
    },
  };
}
