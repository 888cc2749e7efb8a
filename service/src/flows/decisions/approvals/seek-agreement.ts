import type { Queryable } from '../../../db/client.ts';
import { listRecentSetUps, lockApprovers, saveApproval } from '../../../db/decisions/approvals.ts';
import type { ApprovalRules } from '../../../domain/access/policy.ts';
import { countIndependent, mayApprove } from '../../../domain/decisions/approval.ts';
import type { AgreedDecision, Resolution } from '../../../domain/decisions/resolution.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { auditDecision, type Decided, type Decider } from '../decision.ts';

export interface Question {
  readonly transaction: Transaction;
  readonly decision: AgreedDecision;
  readonly needsTwo: boolean;
  /** Of others only what they decided after this counts. */
  readonly since: Date;
  /** How many others had decided the same when this person was asked; null: not known. */
  readonly othersSeen: number | null;
  readonly reason: string | null;
}

export type Agreement =
  | { readonly kind: 'agreed' }
  /** This person's yes is on record; somebody else has to say the same. */
  | { readonly kind: 'waits'; readonly isNew: boolean }
  | Extract<Decided, { readonly kind: 'forbidden' | 'conflict' }>;

/**
 * Takes one person's yes to a decision and says whether enough people agree. It counts for the
 * version of the transaction at which it was given. If a person was told that theirs is the first
 * of two, and somebody else has agreed meanwhile, theirs decides nothing: they have to check again.
 */
export async function seekAgreement(
  connection: Queryable,
  rules: Pick<ApprovalRules, 'setUpDays'>,
  { staffId }: Decider,
  { transaction, decision, needsTwo, since, othersSeen, reason }: Question,
): Promise<Agreement> {
  const { id: transactionId, version, state } = transaction;
  const asked = { transactionId, version, decision };
  const people = await lockApprovers(connection, { ...asked, since, deciderId: staffId });
  const counted = people.filter(mayApprove).map(({ id }) => id);
  if (!counted.includes(staffId)) return { kind: 'forbidden', why: 'access_ended' };
  const others = counted.filter((id) => id !== staffId);
  if (othersSeen !== null && othersSeen !== others.length) {
    return { kind: 'conflict', state, isAboutApprovals: true };
  }
  const hasAgreed = people.some(({ id, has_agreed }) => id === staffId && has_agreed);
  const isEnough = !needsTwo || (await areTwoPeople(connection, counted, rules));
  if (!isEnough && others.length > 0 && !hasAgreed) {
    return { kind: 'forbidden', why: 'set_up_by_approver' };
  }
  await saveApproval(connection, { ...asked, staffId, reason });
  return isEnough ? { kind: 'agreed' } : { kind: 'waits', isNew: !hasAgreed };
}

/** What still stands against one person's word that it was paid, or was not; null: nothing. */
export async function agreeOnOutcome(
  connection: Queryable,
  rules: Pick<ApprovalRules, 'setUpDays'>,
  decider: Decider,
  question: Question & { readonly decision: Resolution },
): Promise<Decided | null> {
  const { transaction, decision, reason } = question;
  const agreement = await seekAgreement(connection, rules, decider, question);
  if (agreement.kind === 'agreed') return null;
  if (agreement.kind !== 'waits') return agreement;
  if (agreement.isNew) {
    const after = { state: transaction.state, reason };
    await auditDecision(connection, decider, `transaction.first_${decision}`, transaction, after);
  }
  return { kind: 'waits_for_second_person', transaction };
}

async function areTwoPeople(
  connection: Queryable,
  people: readonly string[],
  { setUpDays }: Pick<ApprovalRules, 'setUpDays'>,
): Promise<boolean> {
  const setUps = setUpDays === 0 ? [] : await listRecentSetUps(connection, { days: setUpDays });
  return countIndependent(people, setUps) >= 2;
}
