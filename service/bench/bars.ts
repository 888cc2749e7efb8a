import type { Measured } from './load/measure.ts';
import { findCase, type Limits } from './report.ts';
import type { SmsFindings } from './sms.ts';
import type { WebhookFindings } from './webhooks.ts';

/** Everything that one run of the bench has found. */
export interface Findings {
  readonly limits: Limits;
  readonly empty: readonly Measured[];
  readonly full: readonly Measured[];
  readonly webhooks: WebhookFindings | null;
  readonly sms: SmsFindings | null;
}

export interface Judged {
  readonly text: string;
  readonly value: number;
  readonly met: boolean;
}

interface Bar {
  readonly text: string;
  /** Null when this run has not measured it. */
  readonly value: (findings: Findings) => number | null;
  readonly atLeast?: number;
  readonly below?: number;
}

const CREATE = 'create deposit';
const READ = 'read by id';

/** Ratios within one run: absolute figures say more about the machine than about the service. */
const BARS: readonly Bar[] = [
  {
    text: 'deposits created, against one row per commit',
    atLeast: 1.3,
    value: ({ empty, limits }) => divide(rateOf(empty, CREATE), limits.commits.perSecond),
  },
  {
    text: 'deposits created, against the server without a database',
    atLeast: 0.5,
    value: ({ empty, limits }) => divide(rateOf(empty, CREATE), rateOf(limits.bare, CREATE)),
  },
  {
    text: 'p99 of deposits created, in ms',
    below: 40,
    value: ({ empty }) => findCase(empty, CREATE)?.p99Ms ?? null,
  },
  {
    text: 'reads, against the server without a database',
    atLeast: 0.6,
    value: ({ empty, limits }) => divide(rateOf(empty, READ), rateOf(limits.bare, READ)),
  },
  {
    text: 'deposits created, full against empty',
    atLeast: 0.9,
    value: ({ empty, full }) => divide(rateOf(full, CREATE), rateOf(empty, CREATE)),
  },
  {
    text: 'reads, full against empty',
    atLeast: 0.9,
    value: ({ empty, full }) => divide(rateOf(full, READ), rateOf(empty, READ)),
  },
  {
    text: 'webhooks delivered, against signatures on all cores',
    atLeast: 0.5,
    value: ({ webhooks }) => webhooks && webhooks.deliveredPerSecond / webhooks.signaturesPerSecond,
  },
  {
    text: 'p50 from simulate answered to webhook received, idle, in ms',
    below: 20,
    value: ({ webhooks }) => webhooks && webhooks.idleP50Ms,
  },
  {
    text: 'p99 from simulate answered to webhook received, idle, in ms',
    below: 100,
    value: ({ webhooks }) => webhooks && webhooks.idleP99Ms,
  },
  {
    text: 'p99 from SMS sent to webhook received, idle, in ms',
    below: 150,
    value: ({ sms }) => sms && sms.idleP99Ms,
  },
  {
    text: 'memory of the service under load, in MB',
    below: 200,
    value: ({ empty, full }) => {
      const seen = [...empty, ...full].flatMap(({ rssMb }) => (rssMb === null ? [] : [rssMb]));
      return seen.length === 0 ? null : Math.max(...seen);
    },
  },
];

export function judge(findings: Findings): readonly Judged[] {
  return BARS.flatMap(({ text, value: measure, atLeast = 0, below = Infinity }) => {
    const value = measure(findings);
    if (value === null) return [];
    const bar = below === Infinity ? `at least ${atLeast}` : `below ${below}`;
    return [{ text: `${text} (${bar})`, value, met: value >= atLeast && value < below }];
  });
}

function rateOf(rows: readonly Measured[], name: string): number | null {
  return findCase(rows, name)?.perSecond ?? null;
}

function divide(value: number | null, base: number | null): number | null {
  return value === null || base === null ? null : value / base;
}
