import type { AgreedRow } from '../../../db/access/agreements.ts';
import type { RequestFactsRow } from '../../../db/provider-requests/request-facts.ts';
import type { PayoutEvidence } from '../../../db/receipts/payout-transfers.ts';
import type { HistoryRow } from '../../../db/transactions/transaction-detail.ts';
import type { TimedTransaction } from '../../../db/transactions/transactions.ts';
import { type AgreementPolicy, requiredPeople } from '../../../domain/access/agreement.ts';
import type { StaffRole } from '../../../domain/access/staff-role.ts';
import {
  countedSince,
  countsFor,
  type DecidedFacts,
  decidedByTwo,
  type Resolution,
  requestFactsOf,
  resolutionOf,
  UNSENT,
} from '../../../domain/decisions/resolution.ts';
import { judgeActions } from '../../../domain/decisions/staff-actions.ts';
import { toNeeded } from '../transactions/listed-transaction.ts';

interface Facts {
  readonly found: TimedTransaction;
  readonly staff: { readonly id: string; readonly role: StaffRole };
  readonly approvals: readonly AgreedRow[];
  readonly history: readonly HistoryRow[];
  readonly providerRequest: RequestFactsRow | null;
  readonly reports: readonly Pick<PayoutEvidence, 'at'>[];
  readonly isQuarantined: boolean;
}

interface Rules {
  readonly environment: 'sandbox' | 'live';
  readonly policy: AgreementPolicy;
}

/** What can be decided about a transaction, by how many people, and who has agreed so far. */
export function toDecisionFacts(
  { found, staff, approvals, history, providerRequest, reports, isQuarantined }: Facts,
  rules: Rules,
) {
  const { transaction, now } = found;
  const lastTrigger = history.at(-1)?.trigger ?? null;
  const known: DecidedFacts = {
    request: requestFactsOf(providerRequest, lastTrigger),
    reportedAt: reports.at(-1)?.at ?? null,
    decidedByTwo: decidedByTwo(history, approvals),
    isQuarantined,
  };
  const facts = transaction.state === 'pending_approval' ? { ...UNSENT, isQuarantined } : known;
  const resolving = (resolution: Resolution) =>
    requiredPeople(resolutionOf(transaction, resolution, facts), rules.policy);
  const { direction, amountXaf } = transaction;
  const completing = { kind: 'complete', amountXaf, isDoubtful: direction === 'deposit' } as const;
  const needs = {
    confirm: resolving('confirm'),
    reject: resolving('reject'),
    complete: requiredPeople(completing, rules.policy),
  };
  const since = countedSince(now, rules.policy, known);
  const given = approvals.map((approval) => ({
    ...approval,
    counts: countsFor(approval, { transaction, since, approvals }),
  }));
  const mine = given.filter(({ staff_id, counts }) => staff_id === staff.id && counts);
  const actions = judgeActions(
    { role: staff.role, agreedTo: mine.map(({ decision }) => decision) },
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
      complete: toNeeded(needs.complete),
    },
    actions: [...actions],
    allowed_actions: actions.filter(({ refusal }) => refusal === null).map(({ action }) => action),
  };
}
