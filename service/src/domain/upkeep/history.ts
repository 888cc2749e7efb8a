import type { AuditAction } from '../access/audit-action.ts';
import type { CollectionMode, Direction } from '../payment-kinds.ts';
import type { PaymentEvent } from '../transactions/transaction.ts';
import { TRANSITIONS_OF, type Trigger } from '../transactions/transition.ts';
import { allowsMode } from '../transactions/transition-row.ts';

/** What a history says, read along the transition tables. */
export interface ReadHistory {
  /** Why it is no path, or `null` if it is one. */
  readonly problem: string | null;
  /** The state that it ends with. */
  readonly state: string;
  readonly lines: number;
  /** The events that it had to report, each with the index of its line. */
  readonly events: readonly { readonly event: PaymentEvent; readonly line: number }[];
  /** How often the request was handed to a provider. */
  readonly sends: number;
}

/** What only people decide, and what the audit log calls it. */
export const LOGGED_DECISIONS = {
  approved: 'withdrawal.approve',
  approved_anew: 'withdrawal.approve',
  rejected: 'withdrawal.reject',
  cancelled: 'withdrawal.cancel',
  staff_confirmed: 'transaction.confirm',
  staff_rejected: 'transaction.reject',
  staff_completed: 'deposit.complete',
} as const satisfies Partial<Record<Trigger, AuditAction>>;

const FIRST_STATES = {
  deposit: 'pending',
  withdrawal: 'pending_approval',
} as const satisfies Record<Direction, string>;

/** Each line is `<seq> <from> <to> <trigger>`, lines have commas between them; no `from` is `-`. */
export function readHistory(
  kind: { readonly direction: Direction; readonly collectionMode: CollectionMode | null },
  path: string,
): ReadHistory {
  const { direction, collectionMode } = kind;
  const events: ReadHistory['events'][number][] = [];
  let problem: string | null = null;
  let state = '-';
  let sends = 0;
  const lines = path.split(',').map((line) => line.split(' '));
  for (const [index, [seq = '', from = '', to = '', trigger = '']] of lines.entries()) {
    const row = TRANSITIONS_OF[direction].find(
      (one) =>
        one.from === from &&
        one.to === to &&
        one.trigger === trigger &&
        allowsMode(one, collectionMode),
    );
    const isFirst = index === 0;
    const isLegal = isFirst
      ? from === '-' && trigger === 'create' && to === FIRST_STATES[direction]
      : row !== undefined;
    if (Number(seq) !== index + 1) problem ??= `its history has no line ${index + 1}`;
    else if (from !== state) problem ??= `line ${seq} of its history goes on from ${from}`;
    else if (!isLegal) problem ??= `line ${seq} of its history is no legal move`;
    const event = row?.event ?? null;
    if (event !== null) events.push({ event, line: index });
    if (trigger === 'transfer_sent') sends += 1;
    state = to;
  }
  return { problem, state, lines: lines.length, events, sends };
}

/** What is unfinished about a number, by kind. */
export interface OpenAboutNumber {
  readonly transactions: number;
  /** Those that ended a short while ago. */
  readonly ended: number;
  /** Provider requests that are asked about again. */
  readonly requests: number;
  readonly payments: number;
  /** Those that it tried to pay, or that name it, and that may still be paid. */
  readonly checkouts: number;
  readonly texts: number;
  readonly contradictions: number;
  readonly jobs: number;
}

const SENTENCES = {
  transactions: 'of its deposits and withdrawals are open or on hold',
  ended: 'of its deposits and withdrawals ended less than seven days ago',
  requests: 'of its requests are still asked about at a provider',
  payments: 'of its payments wait for a deposit or a decision',
  checkouts: 'of the checkouts that it tried to pay, or that name it, are open',
  texts: 'of the texts that name it are unread or wait to be looked at',
  contradictions: 'of its contradictions are open',
  jobs: 'of its SIM jobs have not ended',
} as const satisfies Record<keyof OpenAboutNumber, string>;

/** Why nothing about a number may be erased yet; empty if it may. */
export function whyNotErased(underWay: OpenAboutNumber): readonly string[] {
  const kinds = Object.keys(SENTENCES) as readonly (keyof OpenAboutNumber)[];
  return kinds
    .filter((kind) => underWay[kind] > 0)
    .map((kind) => `${underWay[kind]} ${SENTENCES[kind]}`);
}
