import { reasonMember } from '../../../contract/fields.ts';
import { toMessageBody } from '../../../contract/message.ts';
import type { AgreedRow } from '../../../db/access/agreements.ts';
import type { RequestFactsRow } from '../../../db/provider-requests/request-facts.ts';
import type { PayoutEvidence } from '../../../db/receipts/payout-transfers.ts';
import type { ListedReceiptRow } from '../../../db/receipts/staff-receipts.ts';
import type { HistoryRow } from '../../../db/transactions/transaction-detail.ts';
import type { TimedTransaction } from '../../../db/transactions/transactions.ts';
import {
  type AgreementPolicy,
  type Approved,
  type Needs,
  requiredPeople,
} from '../../../domain/access/agreement.ts';
import type { StaffRole } from '../../../domain/access/staff-role.ts';
import {
  completionOf,
  countedSince,
  countsFor,
  type DecidedFacts,
  decidedByTwo,
  type MoneyChoice,
  type Resolution,
  requestFactsOf,
  resolutionOf,
  toChosenPayment,
  UNSENT,
} from '../../../domain/decisions/resolution.ts';
import { judgeActions } from '../../../domain/decisions/staff-actions.ts';
import { approvalOf } from '../../../domain/transactions/payment-limits.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { reasonOfLine } from '../../../domain/transactions/transition.ts';
import { toNeeded } from '../transactions/listed-transaction.ts';

interface Facts {
  readonly found: TimedTransaction;
  readonly staff: { readonly id: string; readonly role: StaffRole };
  readonly approvals: readonly AgreedRow[];
  readonly history: readonly HistoryRow[];
  readonly providerRequest: RequestFactsRow | null;
  readonly reports: readonly Pick<PayoutEvidence, 'at'>[];
  readonly isQuarantined: boolean;
  /** When something was last said against the deposit of a refund, or its other refunds. */
  readonly disputedAt: Date | null;
  readonly approved: Approved;
  readonly hasPaidFromNumber: boolean;
  /** The person who views the payout created it. */
  readonly isMaker: boolean;
}

interface Rules {
  readonly environment: 'sandbox' | 'live';
  readonly policy: AgreementPolicy;
}

/** What can be decided about a transaction, by how many people, and who has agreed so far. */
export function toDecisionFacts(facts: Facts, rules: Rules) {
  const { found, staff, approvals, history, providerRequest, reports, isQuarantined } = facts;
  const { transaction, now } = found;
  const lastTrigger = history.at(-1)?.trigger ?? null;
  const known: DecidedFacts = {
    request: requestFactsOf(providerRequest, lastTrigger),
    reportedAt: reports.at(-1)?.at ?? null,
    decidedByTwo: decidedByTwo(history, approvals),
    isQuarantined,
  };
  const decided = transaction.state === 'pending_approval' ? { ...UNSENT, isQuarantined } : known;
  const resolving = (resolution: Resolution, money: MoneyChoice | null = null) =>
    requiredPeople(resolutionOf(transaction, resolution, decided, money), rules.policy);
  const needs = {
    confirm: resolving('confirm'),
    reject: resolving('reject'),
    complete: needsToComplete(facts, rules, []),
  };
  const since = {
    approve: countedSince(now, rules.policy, { ...known, reportedAt: facts.disputedAt }),
    confirm: countedSince(now, rules.policy, known),
  };
  const given = approvals.map((approval) => ({
    ...approval,
    counts: countsFor(approval, {
      transaction,
      since: approval.decision === 'approve' ? since.approve : since.confirm,
      approvals,
    }),
  }));
  const mine = given.filter(({ staff_id, counts }) => staff_id === staff.id && counts);
  const actions = judgeActions(
    {
      role: staff.role,
      agreedTo: mine.map(({ decision }) => decision),
      isMaker: facts.isMaker,
    },
    {
      ...transaction,
      lastTrigger,
      sentAt: providerRequest?.sent_at ?? null,
      hasCallbackUrl: transaction.callbackUrl !== null,
      isSandbox: rules.environment === 'sandbox',
    },
  );
  return {
    approvals: given.map((approval) => ({
      staff: approval.staff,
      staff_id: approval.staff_id,
      at: approval.at.toISOString(),
      decision: approval.decision,
      reason: approval.reason,
      counts: approval.counts,
    })),
    second_person: {
      confirm: needs.confirm.why?.code ?? null,
      reject: needs.reject.why?.code ?? null,
      complete: needs.complete.why?.code ?? null,
    },
    needs_to: {
      confirm: toNeeded(needs.confirm),
      reject: toNeeded(needs.reject),
      reject_returned: toNeeded(resolving('reject', 'returned')),
      complete: toNeeded(needs.complete),
    },
    actions: [...actions],
    allowed_actions: actions.filter(({ refusal }) => refusal === null).map(({ action }) => action),
  };
}

/** How many people it takes to complete the deposit from these payments. */
export function needsToComplete(
  { found: { transaction }, approved, hasPaidFromNumber: isKnownPayer }: Facts,
  { policy }: Rules,
  receipts: readonly ListedReceiptRow[],
): Needs {
  if (transaction.direction !== 'deposit') return { people: 1, why: null };
  const payments = receipts.map(toChosenPayment);
  return requiredPeople(completionOf(transaction, payments, { approved, isKnownPayer }), policy);
}

/** What the person may still approve alone today; `null` without such a limit. */
export function findLeftAlone(
  { approvalSumXaf }: AgreementPolicy,
  payout: Parameters<typeof approvalOf>[0],
  approved: Approved,
): number | null {
  if (approvalSumXaf === null) return null;
  return Math.max(0, approvalSumXaf - (approvalOf(payout, approved, null).approvedXaf ?? 0));
}

/** Its reason code is the one that the payment had when it reached the state. */
export function toHistoryRow({ direction }: Pick<Transaction, 'direction'>, line: HistoryRow) {
  const { from_state: from, to_state: to, trigger, reason, at } = line;
  return {
    ...line,
    reason: toMessageBody(reason),
    ...reasonMember(reasonOfLine(direction, { from, to, trigger, message: reason })),
    at: at.toISOString(),
  };
}
