import type { DetailAnswer, TransactionDetail } from '../../api/types.ts';
import type { DecisionAction } from '../../transactions/actions.ts';
import { actorName } from '../../transactions/actor-name.ts';
import { formatTime } from '../../words/format.ts';
import { sayState } from '../../words/states/say-state.ts';
import type { Words } from '../../words/words.tsx';
import { type Agreed, approvalsByOthers } from './counted-approvals.ts';

const AGREED: readonly Agreed[] = ['approve', 'confirm', 'reject'];

type Question = Pick<
  TransactionDetail,
  'direction' | 'state' | 'reason_code' | 'state_updated_at'
> & {
  readonly approvals: readonly TransactionDetail['approvals'][number][];
};

/** Whether the situation has changed since the dialog opened. */
export function isOvertaken(asked: Question, now: Question, me: { readonly id: string }): boolean {
  if (now.state !== asked.state) return true;
  return AGREED.some(
    (agreed) => approvalsByOthers(now, me, agreed) !== approvalsByOthers(asked, me, agreed),
  );
}

/** Who decided what while the dialog was open, and which state it has led to. */
export function describeOvertaken(
  asked: Question,
  { transaction, history }: { readonly transaction: Question } & Pick<DetailAnswer, 'history'>,
  words: OvertakenWords,
): string | null {
  const { results } = words.actions;
  const sayDone = (decision: Decision) => results.did[decision];
  if (transaction.state === asked.state) {
    // A person who changes their mind is there already, with another decision.
    const known = new Set(asked.approvals.map(keyOf));
    const news = transaction.approvals.findLast((approval) => !known.has(keyOf(approval)));
    if (news === undefined) return results.approvalsChanged;
    const done = `${news.staff} ${sayDone(AGREED_ON[news.decision])}`;
    return results.meanwhile(done, formatTime(news.at, words.language));
  }
  // After an approval the transfer continues by itself; the person who decided is further up. But a
  // person who decided before the dialog opened, perhaps the same one, was not faster.
  const askedAt = Date.parse(asked.state_updated_at);
  const line =
    history.findLast(
      ({ trigger, at }) => STAFF_TRIGGERS.has(trigger) && Date.parse(at) > askedAt,
    ) ?? history.at(-1);
  if (line === undefined) return null;
  const decision = STAFF_TRIGGERS.get(line.trigger);
  const who = actorName(line.actor, words, words.providerName);
  const done = decision === undefined ? who : `${who} ${sayDone(decision)}`;
  const state = sayState({ state: transaction.state, reason: transaction.reason_code }, words);
  return results.faster(done, state, formatTime(line.at, words.language));
}

interface OvertakenWords extends Pick<Words, 'states' | 'rejected' | 'actors' | 'actions'> {
  readonly language: 'fr' | 'en';
  readonly providerName: (providerId: string) => string;
}

type Approval = Question['approvals'][number];

function keyOf({ staff_id, decision, at }: Approval): string {
  return `${staff_id} ${decision} ${at}`;
}

type Decision = DecisionAction | 'complete';

/** What the decision of one of two people is called on its button. */
const AGREED_ON = {
  approve: 'approve',
  confirm: 'confirm',
  reject: 'refuse',
} as const satisfies Record<Agreed, Decision>;

const STAFF_TRIGGERS: ReadonlyMap<string, Decision> = new Map<string, Decision>([
  ['approved', 'approve'],
  ['approved_anew', 'approve'],
  ['rejected', 'reject'],
  ['cancelled', 'cancel'],
  ['staff_confirmed', 'confirm'],
  ['staff_rejected', 'refuse'],
  ['staff_completed', 'complete'],
]);
