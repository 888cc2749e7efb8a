import type { Action, TransactionDetail } from '../api/types.ts';
import type { Words } from '../words/words.tsx';

export type DecisionAction = Extract<
  Action,
  'approve' | 'reject' | 'cancel' | 'confirm' | 'refuse'
>;

const DECISIONS: ReadonlySet<Action> = new Set<DecisionAction>([
  'approve',
  'reject',
  'cancel',
  'confirm',
  'refuse',
]);

/** The decisions that wait for staff, whether or not this person may make them. */
export function decisionsOf({ actions }: Actions): readonly DecisionAction[] {
  return actions
    .filter(({ refusal }) => refusal !== 'state')
    .map(({ action }) => action)
    .filter(isDecision);
}

type Actions = Pick<TransactionDetail, 'actions'>;

function isDecision(action: Action): action is DecisionAction {
  return DECISIONS.has(action);
}

/** Whether the state allows the action, to this person or to another. */
export function isPossible(action: Action, { actions }: Actions): boolean {
  return actions.some((judged) => judged.action === action && judged.refusal !== 'state');
}

/** `null` if the action is allowed, else the sentence that says why not. */
export function whyNot(action: Action, judged: Judged, words: Words): string | null {
  const { whyNot: sentences } = words.actions;
  const refusal = judged.actions.find((one) => one.action === action)?.refusal ?? null;
  if (refusal === null) return null;
  if (refusal !== 'state') return sentences[refusal];
  if (action !== 'complete') return sentences[action];
  return whyNotCompleted(judged.state, words);
}

type Judged = Pick<TransactionDetail, 'actions' | 'state'>;

/** Why a deposit cannot be completed from payments: it is over, or its provider asks the player. */
export function whyNotCompleted(state: TransactionDetail['state'], words: Words): string {
  const { completed } = words.actions.whyNot;
  return state === 'succeeded' || state === 'failed' ? completed[state] : completed.prompt;
}
