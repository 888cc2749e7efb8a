import { type HistoryRow, isReturn, type Outside, type Payment } from './facts.ts';
import {
  APPROVAL_GOOD_MS,
  BEGINS_AS,
  DEPOSIT_WINDOW_MS,
  eventAt,
  isLegal,
  LATE_WINDOW_MS,
  PASSING,
  STUCK_MS,
  TWO_PEOPLE_XAF,
} from './model.ts';

/** Whether a payment reached its state by legal moves, in time, and with enough people. */
export function judgeHistory(outside: Outside, payment: Payment): readonly string[] {
  const { reference, state, events } = payment;
  const moves = payment.moves.slice(1);
  const wrong = [
    ...judgePath(payment),
    ...moves.flatMap((move, at) => judgeMoment(payment, move, payment.moves[at])),
    ...judgePeople(outside, payment),
  ];
  const expected = isReturn(payment) ? [] : moves.flatMap(({ to }) => eventAt(to) ?? []);
  if (expected.join() !== events.join()) {
    wrong.push(`has the events ${events.join()} for ${expected.join()}`);
  }
  if (PASSING.includes(state)) wrong.push(`is ${state} after days of quiet`);
  return wrong.map((what) => `${reference} ${what}`);
}

function judgePath({ direction, state, moves }: Payment): readonly string[] {
  const wrong: string[] = [];
  const [first, ...others] = moves;
  if (first?.to !== BEGINS_AS[direction]) wrong.push(`began as ${first?.to}`);
  let last = first;
  for (const move of others) {
    const { from, trigger, to, seq, at } = move;
    if (seq !== (last?.seq ?? 0) + 1) wrong.push(`has no move ${seq - 1}`);
    if (from !== last?.to) wrong.push(`moved from ${from} when it was ${last?.to}`);
    if (!isLegal(direction, { from: from ?? '', trigger, to })) {
      wrong.push(`moved from ${from} to ${to} by ${trigger}`);
    }
    if (at < (last?.at ?? 0)) wrong.push(`was ${to} before it was ${from}`);
    last = move;
  }
  if (last?.to !== state) wrong.push(`is ${state} and was last moved to ${last?.to}`);
  return wrong;
}

/** Whether a move happened at an allowed time. */
function judgeMoment(
  payment: Payment,
  { trigger, at }: HistoryRow,
  before: HistoryRow | undefined,
): readonly string[] {
  const deadline = payment.createdAt + DEPOSIT_WINDOW_MS;
  const since = at - (before?.at ?? 0);
  switch (trigger) {
    case 'payment_confirmed':
    case 'payment_refused':
    case 'initiation_refused':
      return at < deadline ? [] : [`met ${trigger} ${at - deadline} ms after its deadline`];
    case 'window_closed':
      return at === deadline ? [] : [`expired ${at - deadline} ms from its deadline`];
    case 'matching_payment_received':
      return at <= deadline + LATE_WINDOW_MS ? [] : [`was credited after the late window`];
    case 'transfer_sent':
      return since < APPROVAL_GOOD_MS ? [] : [`was sent ${since} ms after its approval`];
    case 'approval_lapsed':
      // That of a return also does when what was overpaid has gone back another way.
      return since >= APPROVAL_GOOD_MS || isReturn(payment)
        ? []
        : [`lapsed ${since} ms after its approval`];
    case 'stuck':
      return since >= STUCK_MS ? [] : [`was given up ${since} ms after it was sent`];
    default:
      return [];
  }
}

const APPROVALS = new Set(['approved', 'approved_anew']);

/** Every decision answered with `done` has its move, and a large payout had two people. */
function judgePeople({ decisions }: Outside, payment: Payment): readonly string[] {
  const { id, moves, amountXaf } = payment;
  const wrong: string[] = [];
  const own = decisions.filter((decision) => decision.id === id);
  for (const { staffId, trigger, answer } of own) {
    const isOwn = (one: { readonly actor: string; readonly trigger: string }) =>
      one.actor === `staff:${staffId}` && isSame(one.trigger, trigger);
    const done = own.filter(
      (other) =>
        other.answer === 'done' && other.staffId === staffId && isSame(other.trigger, trigger),
    );
    if (answer === 'done' && moves.filter(isOwn).length < done.length) {
      wrong.push(`was answered as ${trigger}, and has no such move`);
    }
  }
  if (amountXaf > TWO_PEOPLE_XAF && moves.some(({ trigger }) => trigger === 'approved')) {
    const agreed = own.filter(
      ({ trigger, answer }) =>
        trigger === 'approved' &&
        (answer === null || ['done', 'already_done', 'waits_for_second_person'].includes(answer)),
    );
    const people = new Set(agreed.map(({ staffId }) => staffId));
    if (people.size < 2) wrong.push(`of ${amountXaf} was approved by one person`);
  }
  return wrong;
}

/** A person with an old screen cannot know which of the two approvals theirs is. */
function isSame(one: string, other: string): boolean {
  return one === other || (APPROVALS.has(one) && APPROVALS.has(other));
}
