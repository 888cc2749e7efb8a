import type { Direction } from '../payment-kinds.ts';
import { countIndependent, type SetUp } from './independent-people.ts';
import { includesRole, type StaffRole } from './staff-role.ts';
import type { StaffAccess } from './staff-session.ts';

// Acts that may need two people: how many each needs, why, and whose yes counts.

/** How much one person may decide alone. */
export interface AgreementPolicy {
  /** Above this amount one person alone may not decide. */
  readonly secondPersonAboveXaf: number;
  /** What one person alone may approve and complete within 24 hours, or `null` for no limit. */
  readonly approvalSumXaf: number | null;
  /** The same for deposits completed from payments that only this person's word supports. */
  readonly unprovenSumXaf: number;
  /** Whether an account counts as the person who set it up until another one vouches for it. */
  readonly needsVouching: boolean;
  /** Whether a change of who gets the money, or of who may decide, needs two people. */
  readonly changesSecondPerson: boolean;
  /** How long a yes about a transaction stays valid. */
  readonly approvalValidMs: number;
}

/** Decisions about a transaction; where it takes two people, both make the same one. */
export const AGREED_DECISIONS = ['approve', 'confirm', 'reject'] as const;
export type AgreedDecision = (typeof AGREED_DECISIONS)[number];

/** What exactly a person says yes to. A yes to another choice is a yes to another act. */
export interface AgreedAct {
  readonly amount_xaf: number;
  /** The payments that complete the deposit. */
  readonly receipts?: readonly string[];
  /** What becomes of the money of a rejected deposit. */
  readonly money?: string;
  /** Of a refund: how much was said against its deposit and its other refunds. */
  readonly disputes?: number;
  /** Whom the person saw under the number: kept for the provider, and no other choice. */
  readonly payee_name?: string;
}

/** What one person requests and an administrator approves: set-up, the books or the policy. */
export const CHANGE_KINDS = [
  'channel',
  'staff',
  'adjustment',
  'statement_line',
  'policy',
  'line',
  'gateway',
  'dismissal',
  'explanation',
  'reversal',
  'receipt',
  'statement_mapping',
  'repair',
  'credit_line',
  'settlement',
  'webhook_secret',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** They say what became of money, which the policy about set-up does not loosen. */
const MONEY_CHANGES: ReadonlySet<ChangeKind> = new Set([
  'adjustment',
  'statement_line',
  'dismissal',
  'explanation',
  'reversal',
  'receipt',
  'statement_mapping',
  'repair',
  'credit_line',
  'settlement',
]);

export const CHANGE_STATES = ['open', 'approved', 'withdrawn', 'expired'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** A weekend; an older request must be made again. */
export const CHANGE_HOURS = 72;

/** Which role may make a decision, or ask for a change; only an administrator approves a change. */
export const AGREEING_ROLE = {
  approve: 'agent',
  confirm: 'agent',
  reject: 'agent',
  channel: 'admin',
  staff: 'admin',
  adjustment: 'finance',
  statement_line: 'finance',
  policy: 'admin',
  line: 'admin',
  gateway: 'admin',
  dismissal: 'agent',
  explanation: 'finance',
  reversal: 'agent',
  receipt: 'agent',
  statement_mapping: 'finance',
  repair: 'finance',
  credit_line: 'finance',
  settlement: 'finance',
  webhook_secret: 'admin',
} as const satisfies Record<AgreedDecision | ChangeKind, StaffRole>;

/** Who approves a change, refuses one of another person, and needs no second one for the rest. */
export const APPROVING_ROLE = 'admin' satisfies StaffRole;

/** What every approval of a change needs: the person who asked, and this one. */
export const NEEDS_OF_APPROVAL = {
  people: 2,
  why: { code: 'set_up' },
} as const satisfies Needs;

/** An act, with the facts that decide how many people it needs. */
export type Act =
  | {
      readonly kind: 'approve';
      readonly amountXaf: number;
      /** There are more payouts to its number or player than the limit. */
      readonly hasManyPayouts: boolean;
      /** It gives back a deposit that was taken back, or that something is said against. */
      readonly refundsDisputedDeposit: boolean;
      /** It gives back an old deposit: its number may belong to another person by now. */
      readonly refundsOldDeposit: boolean;
      /** What the person decided within 24 hours without it, or `null` without an approver. */
      readonly approvedXaf: number | null;
      /** It is more than its application has, with its credit line. */
      readonly isBeyondMoney: boolean;
    }
  | {
      readonly kind: 'resolve';
      readonly resolution: 'confirm' | 'reject';
      readonly direction: Direction;
      readonly amountXaf: number;
      readonly contradictsProvider: boolean;
      /** A believed text or a statement reports that the payout was paid. */
      readonly contradictsReport: boolean;
      /** Two people have decided the opposite. */
      readonly undoesTwo: boolean;
      /** The database was restored, and nobody has accepted it yet. */
      readonly isQuarantined: boolean;
      /** Its request was certainly never sent. */
      readonly isUnsent: boolean;
      /** It says of a payment that it went back to its payer. */
      readonly returnsPayment: boolean;
    }
  | {
      readonly kind: 'complete';
      readonly amountXaf: number;
      /** No balance proves one of its payments. */
      readonly isUnproven: boolean;
      /** One of its payments was made before the deposit was requested. */
      readonly isOlder: boolean;
      /** One of its payments is reserved for another deposit. */
      readonly isReserved: boolean;
      /** A deposit of the same player from this number has succeeded before. */
      readonly isKnownPayer: boolean;
      /** What the person decided within 24 hours. */
      readonly approvedXaf: number;
      readonly unprovenXaf: number;
    }
  /** Whether the operator took a payment back that no balance proves. */
  | { readonly kind: 'rule_reversal'; readonly amountXaf: number }
  /** What a payment was that waits for no deposit. */
  | {
      readonly kind: 'dismiss';
      /** It says that money came which the books do not have, or that theirs never came. */
      readonly contradictsBooks: boolean;
      /** It says that the payment went back to its payer. */
      readonly returnsPayment: boolean;
    }
  | {
      readonly kind: 'change';
      readonly of: ChangeKind;
      /** It decides who gets the money, who may decide, or what the books say, or protects less. */
      readonly isSensitive: boolean;
      /** The role of the person who asks, or `momo` on the service's machine. */
      readonly by: StaffRole | 'momo';
      /** It loosens the policy of a live installation, which the policy itself does not allow. */
      readonly isLivePolicy: boolean;
    };

/**
 * What a person approved and completed within 24 hours, how much of it on nothing but their word,
 * and which of the given payouts are part of it.
 */
export interface Approved {
  readonly sumXaf: number;
  readonly unprovenXaf: number;
  readonly among: readonly string[];
}

export const AGREEMENT_REASONS = [
  'against_provider',
  'against_report',
  'undoes_two',
  'in_quarantine',
  'never_sent',
  'returned_payment',
  'beyond_money',
  'large_amount',
  'unproven_payment',
  'older_payment',
  'reserved_payment',
  'many_payouts',
  'disputed_deposit',
  'old_deposit',
  'daily_sum',
  'set_up',
] as const;
type ReasonCode = (typeof AGREEMENT_REASONS)[number];
/** The amount exceeds a limit. */
type LimitCode = 'large_amount' | 'daily_sum' | 'unproven_payment';

/** A sentence for staff. */
export type AgreementReason =
  | { readonly code: LimitCode; readonly params: { readonly amount_xaf: number } }
  | { readonly code: Exclude<ReasonCode, LimitCode>; readonly params?: undefined };

export type Needs =
  | { readonly people: 1; readonly why: null }
  | { readonly people: 2; readonly why: AgreementReason };

/** How many people an act needs, and why it needs two. */
export function requiredPeople(act: Act, policy: AgreementPolicy): Needs {
  const why = whyTwo(act, policy);
  return why === null ? { people: 1, why } : { people: 2, why };
}

function whyTwo(act: Act, policy: AgreementPolicy): AgreementReason | null {
  switch (act.kind) {
    case 'approve':
      if (act.isBeyondMoney) return { code: 'beyond_money' };
      if (act.refundsDisputedDeposit) return { code: 'disputed_deposit' };
      if (act.refundsOldDeposit) return { code: 'old_deposit' };
      if (isLarge(act, policy)) return largeAmount(policy);
      return act.hasManyPayouts ? { code: 'many_payouts' } : aboveDailySum(act, policy);
    case 'resolve':
      if (act.contradictsProvider) return { code: 'against_provider' };
      if (act.contradictsReport) return { code: 'against_report' };
      if (act.undoesTwo) return { code: 'undoes_two' };
      // It may have been sent and paid after the restored moment.
      if (act.isQuarantined && act.direction === 'withdrawal' && act.resolution === 'reject') {
        return { code: 'in_quarantine' };
      }
      // That a payout which was certainly never sent was not paid is a fact, not a judgement.
      if (act.direction === 'withdrawal' && act.isUnsent) {
        return act.resolution === 'confirm' ? { code: 'never_sent' } : null;
      }
      if (isLarge(act, policy)) return largeAmount(policy);
      return act.returnsPayment ? { code: 'returned_payment' } : null;
    case 'complete': {
      const { unprovenSumXaf: mostXaf } = policy;
      if (isLarge(act, policy)) return largeAmount(policy);
      if (act.isReserved) return { code: 'reserved_payment' };
      const isWithin = act.unprovenXaf + act.amountXaf <= mostXaf;
      if (act.isOlder && !(act.isKnownPayer && isWithin)) return { code: 'older_payment' };
      if (act.isUnproven && !isWithin) {
        return { code: 'unproven_payment', params: { amount_xaf: mostXaf } };
      }
      return aboveDailySum(act, policy);
    }
    case 'rule_reversal':
      return isLarge(act, policy) ? largeAmount(policy) : null;
    case 'dismiss':
      if (act.returnsPayment) return { code: 'returned_payment' };
      return act.contradictsBooks ? { code: 'set_up' } : null;
    case 'change': {
      // A person at the machine needs nobody: they could write to the database as well.
      if (!act.isSensitive || act.by === 'momo') return null;
      const takesTwo = policy.changesSecondPerson || act.isLivePolicy || MONEY_CHANGES.has(act.of);
      // Bookkeepers may only ask.
      return takesTwo || act.by !== APPROVING_ROLE ? { code: 'set_up' } : null;
    }
  }
}

function isLarge({ amountXaf }: { readonly amountXaf: number }, policy: AgreementPolicy): boolean {
  return amountXaf > policy.secondPersonAboveXaf;
}

function largeAmount({ secondPersonAboveXaf }: AgreementPolicy): AgreementReason {
  return { code: 'large_amount', params: { amount_xaf: secondPersonAboveXaf } };
}

function aboveDailySum(
  { approvedXaf, amountXaf }: { readonly approvedXaf: number | null; readonly amountXaf: number },
  { approvalSumXaf: mostXaf }: AgreementPolicy,
): AgreementReason | null {
  if (mostXaf === null || approvedXaf === null || approvedXaf + amountXaf <= mostXaf) return null;
  return { code: 'daily_sum', params: { amount_xaf: mostXaf } };
}

/** A person's yes counts only while they may still give it. */
export function mayAgree(
  { role, disabled }: StaffAccess,
  act: AgreedDecision | ChangeKind,
): boolean {
  return !disabled && includesRole(role, AGREEING_ROLE[act]);
}

/** Why a person's yes is refused. */
export type PersonRefusal = 'own' | 'access_ended' | 'set_up_by_approver';

/** Whether enough people have said yes, or why this person may not be one of them. */
export function judgePeople({ decider, maker, counted, hasAgreed, needs, setUps }: People) {
  if (decider === maker) return 'own';
  if (!counted.includes(decider)) return 'access_ended';
  // An account that its maker could use is not another person than its maker.
  if (maker !== null && countIndependent([decider, maker], setUps) < 2) return 'set_up_by_approver';
  if (needs.people === 1 || countIndependent(counted, setUps) >= needs.people) return 'enough';
  return counted.length > 1 && !hasAgreed ? 'set_up_by_approver' : 'waits';
}

interface People {
  readonly decider: string;
  /** The person whose own act it is: they created the payout, or asked for the change. */
  readonly maker: string | null;
  /** Everyone whose yes counts, including the decider while they have access. */
  readonly counted: readonly string[];
  /** The decider has already said yes. */
  readonly hasAgreed: boolean;
  readonly needs: Needs;
  readonly setUps: readonly SetUp[];
}

/**
 * Whether the change makes a person an administrator (new, promoted or let in again) or takes it
 * from them: one who removes all others alone would decide alone.
 */
export function changesAdministrators(before: StaffAccess, after: StaffAccess): boolean {
  return isAdministrator(after) !== isAdministrator(before);
}

function isAdministrator({ role, disabled }: StaffAccess): boolean {
  return role === 'admin' && !disabled;
}
