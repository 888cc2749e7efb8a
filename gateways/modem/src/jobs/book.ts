import type { Journal } from '../inbox/journal.ts';
import { type Job, type JobEnd, unseen } from './job.ts';

/** The facts about jobs in the journal. */
export type JobFact =
  | { readonly fact: 'received'; readonly job: Job }
  /** The confirming answer is about to be sent: from now on money may have moved. */
  | { readonly fact: 'confirming'; readonly id: string; readonly at: number }
  | { readonly fact: 'ended'; readonly id: string; readonly end: JobEnd }
  /** The service knows how it ended. */
  | { readonly fact: 'reported'; readonly id: string };

export interface KnownJob {
  readonly job: Job;
  /** When its confirmation was about to be sent, or `null` if it never was. */
  readonly confirmedAt: number | null;
  readonly end: JobEnd | null;
  readonly isReported: boolean;
}

export interface EndedJob extends KnownJob {
  readonly end: JobEnd;
}

export interface JobBook {
  /** `known` if its confirmation was sent once: it is never done again. */
  readonly keep: (job: Job) => Promise<'open' | 'known'>;
  /** Resolves when it is on disk that the confirmation is about to be sent. */
  readonly confirm: (id: string, nowMs: number) => Promise<void>;
  readonly end: (id: string, end: JobEnd) => Promise<void>;
  /** The service knows this end; ignored if it has offered the job again since. */
  readonly finish: (id: string, end: JobEnd) => Promise<void>;
  /** Reports it once more, for this offer: the service seems to have lost it. */
  readonly reportAgain: (job: Job) => void;
  /** Jobs that may be begun, oldest first. */
  readonly open: () => readonly Job[];
  /** Confirmed jobs whose end could not be written. */
  readonly hanging: () => readonly Job[];
  readonly unreported: () => readonly EndedJob[];
  /** The payments that a SIM has confirmed since then. */
  readonly spentSince: (sim: string, sinceMs: number) => Spent;
}

export interface Spent {
  readonly payments: number;
  readonly amountXaf: number;
}

/** At most this many are remembered after they were reported, and more while they count for the day. */
const REMEMBERED = 1_000;
const DAY_MS = 86_400_000;
/** A journal with more facts than this is rewritten. */
const LONGEST_JOURNAL = 8 * REMEMBERED;

/** Opens the book. The outcome of a job that was confirmed when the program died is unknown. */
export async function openJobBook(journal: Journal<JobFact>, nowMs: number): Promise<JobBook> {
  const jobs = new Map<string, KnownJob>();
  let written = journal.past.length;

  function apply(fact: JobFact): void {
    if (fact.fact === 'received') {
      jobs.set(fact.job.id, { job: fact.job, confirmedAt: null, end: null, isReported: false });
      return;
    }
    const known = jobs.get(fact.id);
    if (known === undefined) return;
    jobs.set(fact.id, { ...known, ...changeOf(fact) });
  }

  function forget(now: number): void {
    for (const [id, { isReported, confirmedAt }] of jobs) {
      if (jobs.size <= REMEMBERED) return;
      const counts = confirmedAt !== null && now - confirmedAt < 2 * DAY_MS;
      if (isReported && !counts) jobs.delete(id);
    }
  }

  const unended = () => [...jobs.values()].filter(({ end }) => end === null);

  let last: Promise<unknown> = Promise.resolve();

  /** In turn: a fact must not reach the journal while it is rewritten without that fact. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  }

  const write = (fact: JobFact) => inTurn(() => writeNow(fact));

  async function writeNow(fact: JobFact): Promise<void> {
    await journal.append([fact]);
    apply(fact);
    written += 1;
    if (written > LONGEST_JOURNAL + 4 * jobs.size) await rewrite();
  }

  async function rewrite(): Promise<void> {
    forget(Date.now());
    const facts = [...jobs.values()].flatMap(factsOf);
    await journal.replace(facts);
    written = facts.length;
  }

  for (const fact of journal.past) apply(fact);
  forget(nowMs);
  const isDoubtful = journal.damaged > 0;
  for (const { job, confirmedAt } of unended()) {
    // A line that the disk has lost may have been a confirmation.
    if (confirmedAt === null && !isDoubtful) continue;
    const end = unseen(isDoubtful ? 'disk_damaged' : 'interrupted');
    await write({ fact: 'ended', id: job.id, end });
  }
  if (isDoubtful) await rewrite();
  return {
    keep: async (job) => {
      const known = jobs.get(job.id);
      if (known !== undefined && (known.confirmedAt !== null || known.end?.outcome === 'unknown')) {
        return 'known';
      }
      if (known === undefined || known.end !== null) await write({ fact: 'received', job });
      return 'open';
    },
    confirm: (id, at) => write({ fact: 'confirming', id, at }),
    end: (id, end) => write({ fact: 'ended', id, end }),
    finish: (id, end) =>
      inTurn(async () => {
        if (jobs.get(id)?.end === end) await writeNow({ fact: 'reported', id });
      }),
    reportAgain: (job) => {
      const known = jobs.get(job.id);
      if (known !== undefined) jobs.set(job.id, { ...known, job, isReported: false });
    },
    open: () => unended().flatMap(({ job, confirmedAt }) => (confirmedAt === null ? [job] : [])),
    hanging: () => unended().flatMap(({ job, confirmedAt }) => (confirmedAt === null ? [] : [job])),
    unreported: () =>
      [...jobs.values()].flatMap((known) => {
        const { end, isReported } = known;
        return end === null || isReported ? [] : [{ ...known, end }];
      }),
    spentSince: (sim, sinceMs) => {
      const paid = [...jobs.values()].filter(
        ({ job, confirmedAt }) => job.sim === sim && confirmedAt !== null && confirmedAt >= sinceMs,
      );
      const amountXaf = paid.reduce((sum, { job }) => sum + (job.amountXaf ?? 0), 0);
      return { payments: paid.length, amountXaf };
    },
  };
}

function changeOf(fact: Exclude<JobFact, { readonly fact: 'received' }>): Partial<KnownJob> {
  switch (fact.fact) {
    case 'confirming':
      return { confirmedAt: fact.at };
    case 'ended':
      return { end: fact.end };
    case 'reported':
      return { isReported: true };
  }
}

function factsOf({ job, confirmedAt, end, isReported }: KnownJob): readonly JobFact[] {
  const { id } = job;
  const facts: JobFact[] = [{ fact: 'received', job }];
  if (confirmedAt !== null) facts.push({ fact: 'confirming', id, at: confirmedAt });
  if (end !== null) facts.push({ fact: 'ended', id, end });
  if (isReported) facts.push({ fact: 'reported', id });
  return facts;
}
