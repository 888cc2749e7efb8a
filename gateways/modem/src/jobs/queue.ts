import type { JobBook } from './book.ts';
import { CLOCKS, type Clocks, type Deadline, leftUntil } from './deadline.ts';
import { type Job, type JobEnd, stopped, unseen } from './job.ts';

/** The jobs that may be done now, and until when. The service gives new deadlines after a start. */
export interface JobQueue {
  /** The service has given us the job until then. */
  readonly admit: (id: string, until: Deadline) => void;
  /** Jobs that the service has not given us since the start of the program. */
  readonly unadmitted: () => readonly Job[];
  /** How long there is to finish it; negative if it was not given to us. */
  readonly leftMs: (id: string) => number;
  /** Does the oldest job of a SIM; returns whether there was one. */
  readonly work: (sim: string, run: (job: Job) => Promise<JobEnd>) => Promise<boolean>;
  /** Ends jobs that can no longer be finished in time. */
  readonly sweep: () => Promise<void>;
}

/** A session takes about this long: a job with less time is not begun. */
export const NEEDED_MS = 60_000;

export function createJobQueue(book: JobBook, clocks: Clocks = CLOCKS): JobQueue {
  const until = new Map<string, Deadline>();
  const underWay = new Set<string>();
  const leftMs = (id: string) => {
    const deadline = until.get(id);
    return deadline === undefined ? Number.NEGATIVE_INFINITY : leftUntil(deadline, clocks);
  };
  const isLate = ({ id }: Job) => until.has(id) && leftMs(id) < NEEDED_MS;

  async function end(job: Job, how: JobEnd): Promise<void> {
    await book.end(job.id, how);
    until.delete(job.id);
  }

  return {
    admit: (id, deadline) => void until.set(id, deadline),
    unadmitted: () => book.open().filter(({ id }) => !until.has(id)),
    leftMs,
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
