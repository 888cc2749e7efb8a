import type { DetailAnswer, TransactionDetail } from '../api/types.ts';
import { formatTime } from '../words/format.ts';
import type { Words } from '../words/words.tsx';

/** Approvals of other people that count: they decide whether one more sends the money. */
export function approvalsByOthers(
  { approvals }: Pick<Question, 'approvals'>,
  me: { readonly id: string },
): number {
  return approvals.filter(({ counts, staff_id }) => counts && staff_id !== me.id).length;
}

type Question = Pick<TransactionDetail, 'state' | 'state_updated_at'> & {
  readonly approvals: readonly TransactionDetail['approvals'][number][];
};

/** Whether a question no longer means what it did when it was put. */
export function isOvertaken(asked: Question, now: Question, me: { readonly id: string }): boolean {
  return now.state !== asked.state || approvalsByOthers(now, me) !== approvalsByOthers(asked, me);
}

/** Who changed what somebody is being asked about, and to what. */
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
  // After an approval the transfer goes its own way; the person who decided is further up. But who
  // decided before the question was put, perhaps the very person who is asked, was not faster.
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
  'rejected',
  'staff_confirmed',
  'staff_rejected',
  'staff_completed',
]);
