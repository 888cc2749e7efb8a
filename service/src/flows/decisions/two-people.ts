import type { Queryable } from '../../db/client.ts';
import { lockApprovedSum } from '../../db/decisions/approvals.ts';
import { listMarks } from '../../db/transactions/payment-limits.ts';
import type { ApprovalRules } from '../../domain/access/policy.ts';
import { needsSecondPerson } from '../../domain/transactions/second-person.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Decider } from './decision.ts';

/**
 * Whether one person's approval of a payout is not enough: it is large, it was marked when it was
 * created, or with it the person would approve more within a day than one alone may.
 */
export async function needsTwoPeople(
  connection: Queryable,
  rules: Pick<ApprovalRules, 'secondPersonAboveXaf' | 'approvalSumXaf'>,
  { staffId }: Decider,
  transaction: Transaction,
): Promise<boolean> {
  const { id, amountXaf } = transaction;
  const marks = await listMarks(connection, id);
  if (needsSecondPerson({ ...transaction, marks }, rules)) return true;
  const { approvalSumXaf } = rules;
  if (approvalSumXaf === null) return false;
  // What was approved without this one, so that a repeated click counts it once.
  const sumXaf = await lockApprovedSum(connection, { staffId, except: id });
  return sumXaf + amountXaf > approvalSumXaf;
}
