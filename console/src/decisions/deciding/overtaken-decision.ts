import type { DetailAnswer, TransactionDetail } from '../../api/types.ts';
import { formatTime } from '../../words/format.ts';
import type { Words } from '../../words/words.tsx';

/** How many other people have agreed to a decision: they decide whether another yes is enough. */
export function approvalsByOthers(
  { approvals }: Pick<Question, 'approvals'>,
  me: { readonly id: string },
  agreed: Agreed = 'approve',
): number {
  return approvals.filter(
    ({ counts, staff_id, decision }) => counts && staff_id !== me.id && decision === agreed,
  ).length;
}

export type Agreed = TransactionDetail['approvals'][number]['decision'];
const AGREED: readonly Agreed[] = ['approve', 'confirm', 'reject'];

type Question = Pick<TransactionDetail, 'state' | 'state_updated_at'> & {
  readonly approvals: readonly TransactionDetail['approvals'][number][];
};

/** Whether the situation has changed since the dialog opened. */
export function isOvertaken(asked: Question, now: Question, me: { readonly id: string }): boolean {
  if (now.state !== asked.state) return true;
  return AGREED.some(
    (agreed) => approvalsByOthers(now, me, agreed) !== approvalsByOthers(asked, me, agreed),
  );
}

/** Who changed the transaction while the dialog was open, and to which state. */
export function describeOvertaken(
  asked: Question,
  { transaction, history }: { readonly transaction: Question } & Pick<DetailAnswer, 'history'>,
  words: Pick<Words, 'states' | 'actions'> & { readonly language: 'fr' | 'en' },
): string | null {
  const { results } = words.actions;
  if (transaction.state === asked.state) {
    const known = new Set(asked.approvals.map(({ staff_id }) => staff_id));
    const news = transaction.approvals.findLast(({ staff_id }) => !known.has(staff_id));
    return news === undefined
      ? results.approvalsChanged
      : results.approvedMeanwhile(news.staff, formatTime(news.at, words.language));
  }
  // After an approval the transfer continues by itself; the person who decided is further up. But a
  // person who decided before the dialog opened, perhaps the same one, was not faster.
  const askedAt = Date.parse(asked.state_updated_at);
  const line =
    history.findLast(
      ({ trigger, at }) => STAFF_TRIGGERS.has(trigger) && Date.parse(at) > askedAt,
    ) ?? history.at(-1);
  if (line === undefined) return null;
  const state = words.states[transaction.state];
  return results.faster(line.actor, state, formatTime(line.at, words.language));
}

const STAFF_TRIGGERS: ReadonlySet<string> = new Set([
  'approved',
  'approved_anew',
  'rejected',
  'cancelled',
  'staff_confirmed',
  'staff_rejected',
  'staff_completed',
]);
