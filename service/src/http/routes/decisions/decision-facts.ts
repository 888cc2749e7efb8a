import type { ApprovalRow } from '../../../db/decisions/approvals.ts';
import type { SubmissionFactsRow } from '../../../db/submissions/submission-facts.ts';
import type { HistoryRow } from '../../../db/transactions/transaction-detail.ts';
import type { TimedTransaction } from '../../../db/transactions/transactions.ts';
import type { ApprovalRules } from '../../../domain/access/policy.ts';
import type { StaffRole } from '../../../domain/access/staff-role.ts';
import { countsFor } from '../../../domain/decisions/approval.ts';
import {
  countedSince,
  requestFactsOf,
  whyTwoPeople,
  whyTwoToComplete,
} from '../../../domain/decisions/resolution.ts';
import { judgeActions } from '../../../domain/decisions/staff-actions.ts';

interface Facts {
  readonly found: TimedTransaction;
  readonly staff: { readonly id: string; readonly role: StaffRole };
  readonly approvals: readonly ApprovalRow[];
  readonly history: readonly HistoryRow[];
  readonly submission: SubmissionFactsRow | null;
}

interface Rules extends ApprovalRules {
  readonly environment: 'sandbox' | 'live';
}

/** What can be decided about a transaction, by how many people, and who has agreed so far. */
export function toDecisionFacts(
  { found, staff, approvals, history, submission }: Facts,
  rules: Rules,
) {
  const { transaction, now } = found;
  const lastTrigger = history.at(-1)?.trigger ?? null;
  const request = requestFactsOf(submission, lastTrigger);
  const rule = { ...rules, request };
  const since = countedSince(now, rules, request);
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
      sentAt: submission?.sent_at ?? null,
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
      confirm: whyTwoPeople(transaction, 'confirm', rule),
      reject: whyTwoPeople(transaction, 'reject', rule),
      complete: whyTwoToComplete(transaction, rule),
    },
    actions: [...actions],
    allowed_actions: actions.filter(({ refusal }) => refusal === null).map(({ action }) => action),
  };
}
