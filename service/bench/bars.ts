import { ALL_CORES } from './contest.ts';
import { nodeUs } from './load/account.ts';
import type { Measured } from './load/measure.ts';
import { findCase, type Limits } from './report.ts';
import type { SmsFindings } from './sms.ts';
import type { WebhookFindings } from './webhooks.ts';

/** Everything that one run of the bench has found. */
export interface Findings {
  readonly limits: Limits;
  readonly empty: readonly Measured[];
  /** `null` if nothing was filled. */
  readonly growth: Growth | null;
  readonly webhooks: WebhookFindings | null;
  readonly sms: SmsFindings | null;
}

/** The same cases with few transactions stored and with many, in turn. */
export interface Growth {
  readonly empty: readonly Measured[];
  readonly full: readonly Measured[];
}

export interface Judged {
  readonly text: string;
  readonly wanted: string;
  readonly value: number;
  readonly met: boolean;
}

export interface Bar {
  readonly text: string;
  /** `null` if this run has not measured it. */
  readonly value: (findings: Findings) => number | null;
  readonly atLeast?: number;
  readonly below?: number;
}

const CREATE = 'create deposit';
const READ = 'read by id';
const LIST = 'player list';
const SETTLE = 'simulate outcome';

/** Ratios within one run: absolute figures say more about the machine than about the service. */
export const BARS: readonly Bar[] = [
  {
    text: 'deposits created on all cores, against one row per commit',
    atLeast: 1,
    value: ({ limits }) => divide(standing(limits, ALL_CORES), commitsOf(limits)),
  },
  {
    text: 'deposits created on all cores, against Express',
    atLeast: 2.8,
    value: ({ limits }) => divide(standing(limits, ALL_CORES), standing(limits, 'Express + pg')),
  },
  {
    text: 'deposits created on all cores, against FastAPI',
    atLeast: 4,
    value: ({ limits }) =>
      divide(standing(limits, ALL_CORES), standing(limits, 'FastAPI + asyncpg')),
  },
  {
    text: 'a create, µs of Node',
    below: 140,
    value: ({ empty }) => nodeOf(empty, CREATE),
  },
  {
    text: 'a create, µs of PostgreSQL',
    below: 60,
    value: ({ empty }) => findCase(empty, CREATE)?.account.postgres ?? null,
  },
  {
    text: 'p99 of deposits created, in ms',
    below: 20,
    value: ({ empty }) => findCase(empty, CREATE)?.p99Ms ?? null,
  },
  {
    text: 'p50 of a deposit created alone, in ms',
    below: 1.5,
    value: ({ empty }) => findCase(empty, `${CREATE}, alone`)?.p50Ms ?? null,
  },
  {
    text: 'reads, against the server without a database',
    atLeast: 0.8,
    value: ({ empty, limits }) => divide(rateOf(empty, READ), rateOf(limits.bare, READ)),
  },
  {
    text: 'player lists, against the server without a database',
    atLeast: 0.5,
    value: ({ empty, limits }) => divide(rateOf(empty, LIST), rateOf(limits.bare, LIST)),
  },
  ...[CREATE, SETTLE, READ, LIST].map((name) => ({
    text: `${name}, full against empty`,
    atLeast: 0.95,
    value: ({ growth }: Findings) =>
      growth && divide(rateOf(growth.full, name), rateOf(growth.empty, name)),
  })),
  {
    text: 'webhooks delivered, against signatures on all cores',
    atLeast: 0.65,
    value: ({ webhooks }) => webhooks && webhooks.deliveredPerSecond / webhooks.signaturesPerSecond,
  },
  {
    text: 'webhooks delivered to one plain client, against signatures on all cores',
    atLeast: 0.55,
    value: ({ webhooks }) => webhooks && webhooks.plainPerSecond / webhooks.signaturesPerSecond,
  },
  {
    text: 'p99 from simulate answered to webhook received, idle, in ms',
    below: 15,
    value: ({ webhooks }) => webhooks && webhooks.idleP99Ms,
  },
  {
    text: 'payments reported by SMS and delivered, against signatures on all cores',
    atLeast: 0.55,
    value: ({ sms, webhooks }) =>
      sms && webhooks && sms.reportedPerSecond / webhooks.signaturesPerSecond,
  },
  {
    text: 'p99 from SMS sent to webhook received, idle, in ms',
    below: 30,
    value: ({ sms }) => sms && sms.idleP99Ms,
  },
  {
    text: 'memory of a process under load, in MB',
    below: 200,
    value: ({ empty, growth }) => {
      const seen = [...empty, ...(growth?.full ?? [])].flatMap(({ rssMb }) =>
        rssMb === null ? [] : [rssMb],
      );
      return seen.length === 0 ? null : Math.max(...seen);
    },
  },
];

export function judge(findings: Findings): readonly Judged[] {
  return BARS.flatMap((bar) => {
    const value = bar.value(findings);
    if (value === null) return [];
    return [{ text: bar.text, wanted: describeBar(bar), value, met: isMet(bar, value) }];
  });
}

export function describeBar({ atLeast = 0, below }: Bar): string {
  return below === undefined ? `at least ${atLeast}` : `below ${below}`;
}

export function isMet({ atLeast = 0, below = Infinity }: Bar, value: number): boolean {
  return value >= atLeast && value < below;
}

function rateOf(rows: readonly Measured[], name: string): number | null {
  return findCase(rows, name)?.perSecond ?? null;
}

function nodeOf(rows: readonly Measured[], name: string): number | null {
  const found = findCase(rows, name);
  return found && nodeUs(found.account);
}

function standing({ contest }: Limits, wanted: string): number | null {
  const found = contest?.standings.find(({ name }) => name === wanted);
  return found?.measured.perSecond ?? null;
}

function commitsOf({ contest }: Limits): number | null {
  return contest && contest.commits.perSecond;
}

function divide(value: number | null, base: number | null): number | null {
  return value === null || base === null ? null : value / base;
}
