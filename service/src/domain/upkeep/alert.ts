import type { FloatLevel } from '../lines/float-level.ts';
import { isInBurst } from '../lines/guesses.ts';
import type { SealProblem } from '../transactions/sealed-transaction.ts';

/** What the pager wakes people for. */
export const ALERT_KINDS = [
  'payouts_wait',
  'float_low',
  'line_silent',
  'line_burst',
  'contradiction',
  'policy_untrusted',
  'seal_broken',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Something that is so now, and whose beginning and end the company wants to know. */
export interface Condition {
  readonly kind: AlertKind;
  /** The wallet, line, state or contradiction; with the kind it identifies the condition. */
  readonly subject: string;
  readonly facts: Readonly<Record<string, string | number | null>>;
}

export interface AlertFacts {
  readonly at: Date;
  /** Withdrawals that are not settled, by state. */
  readonly payouts: readonly {
    readonly state: string;
    readonly count: number;
    readonly oldestAt: Date;
  }[];
  readonly payoutMinutes: number;
  readonly wallets: readonly {
    readonly wallet: string;
    readonly level: FloatLevel;
    readonly lowXaf: number | null;
  }[];
  readonly lines: readonly {
    readonly line: string;
    readonly problem: string | null;
    /** When the last of many texts came that connect to nothing, or `null`. */
    readonly burstAt: Date | null;
  }[];
  readonly contradictions: readonly {
    readonly id: string;
    readonly transactionId: string | null;
    readonly kind: string;
  }[];
  /** Payments of which something stored is not what the service wrote. */
  readonly brokenSeals: readonly BrokenSeal[];
  /** Why the stored policy is not used, or `null` if it is. */
  readonly policyProblem: string | null;
  /** The rows that this service did not write, and therefore does not use. */
  readonly sealProblems: readonly { readonly subject: string; readonly problem: string }[];
}

export interface BrokenSeal {
  /** `transaction:<id>`, `checkout:<id>` or `agreement:<id>`. */
  readonly subject: string;
  readonly transactionId: string | null;
  /** What is not used because of it; of a payment that is as written, what was made of it. */
  readonly problem:
    | SealProblem
    | 'request_changed'
    | 'webhook_changed'
    | 'job_changed'
    | 'yes_changed';
}

const MINUTE_MS = 60_000;

/** Payouts of one state are one condition: a pager that rings for each is switched off. */
export function findConditions(facts: AlertFacts): readonly Condition[] {
  const since = facts.at.getTime() - facts.payoutMinutes * MINUTE_MS;
  return [
    ...facts.payouts
      .filter(({ oldestAt }) => oldestAt.getTime() < since)
      .map(({ state, count, oldestAt }) => ({
        kind: 'payouts_wait' as const,
        subject: state,
        facts: { count, oldest_at: oldestAt.toISOString() },
      })),
    ...facts.wallets
      .filter(({ level }) => level === 'low')
      .map(({ wallet, lowXaf }) => ({
        kind: 'float_low' as const,
        subject: wallet,
        // Many read a pager, and what a wallet has is a secret.
        facts: { low_xaf: lowXaf },
      })),
    ...facts.lines.flatMap(({ line, problem }) =>
      problem === null ? [] : [{ kind: 'line_silent' as const, subject: line, facts: { problem } }],
    ),
    ...facts.lines.flatMap(({ line, burstAt }) =>
      burstAt === null || !isInBurst(burstAt, facts.at)
        ? []
        : [
            {
              kind: 'line_burst' as const,
              subject: line,
              facts: { last_at: burstAt.toISOString() },
            },
          ],
    ),
    ...facts.contradictions.map(({ id, transactionId, kind }) => ({
      kind: 'contradiction' as const,
      subject: id,
      facts: { transaction_id: transactionId, contradiction: kind },
    })),
    ...(facts.policyProblem === null
      ? []
      : [
          {
            kind: 'policy_untrusted' as const,
            subject: 'policy',
            facts: { problem: facts.policyProblem },
          },
        ]),
    ...facts.brokenSeals.map(({ subject, transactionId, problem }) => ({
      kind: 'seal_broken' as const,
      subject,
      facts: { transaction_id: transactionId, problem },
    })),
    ...facts.sealProblems.map(({ subject, problem }) => ({
      kind: 'seal_broken' as const,
      subject,
      facts: { problem },
    })),
  ];
}

export interface OpenAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly subject: string;
  /** The pager has it, or gets it from the outbox. */
  readonly isSent: boolean;
}

export interface AlertChanges {
  readonly begun: readonly Condition[];
  /** They go on, and no pager has them yet. */
  readonly unsent: readonly { readonly alert: OpenAlert; readonly condition: Condition }[];
  readonly ended: readonly OpenAlert[];
}

/** What has changed since the last comparison of the alerts. */
export function compareAlerts(
  open: readonly OpenAlert[],
  conditions: readonly Condition[],
): AlertChanges {
  const known = new Map(open.map((alert) => [nameOf(alert), alert]));
  const now = new Set(conditions.map(nameOf));
  return {
    begun: conditions.filter((one) => !known.has(nameOf(one))),
    unsent: conditions.flatMap((condition) => {
      const alert = known.get(nameOf(condition));
      return alert === undefined || alert.isSent ? [] : [{ alert, condition }];
    }),
    ended: open.filter((one) => !now.has(nameOf(one))),
  };
}

function nameOf({ kind, subject }: { readonly kind: string; readonly subject: string }): string {
  return `${kind} ${subject}`;
}
