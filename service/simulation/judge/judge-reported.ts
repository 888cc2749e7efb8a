import type { Asked } from '../world-parts.ts';
import { type Facts, isReturn, type Outside, type Payment } from './facts.ts';
import { eventAt } from './model.ts';

/** Whether platforms have what they asked for, and received every event in order. */
export function judgeReported(outside: Outside, facts: Facts): readonly string[] {
  const { asked, receivers } = outside;
  const ids = new Set(facts.payments.map(({ id }) => id));
  return [
    ...asked.flatMap((one) => judgeAsked(one, facts)),
    ...facts.payments
      .filter((payment) => !isReturn(payment))
      .flatMap((payment) =>
        judgeEvents(outside, payment).map((what) => `${payment.reference} ${what}`),
      ),
    ...receivers.reported.flatMap(({ id, event }) => (ids.has(id) ? [] : [`${event} of nothing`])),
    ...(facts.unsentEvents === 0 ? [] : [`${facts.unsentEvents} events were never sent`]),
  ];
}

/** What was acknowledged exists once, as it was asked for. */
function judgeAsked(one: Asked, { payments }: Facts): readonly string[] {
  const { reference, direction, playerId } = one;
  const own = payments.filter(
    (payment) =>
      payment.reference === reference &&
      payment.direction === direction &&
      payment.playerId === playerId,
  );
  if (own.length > 1) return [`${reference} exists ${own.length} times`];
  const [payment] = own;
  if (payment === undefined) {
    return one.id === null ? [] : [`${reference} was acknowledged and is lost`];
  }
  if (one.id !== null && one.id !== payment.id) return [`${reference} was sent another id`];
  const isSame = payment.msisdn === one.msisdn && payment.amountXaf === one.amountXaf;
  return isSame ? [] : [`${reference} is of another number or amount`];
}

function judgeEvents({ receivers, sentAgain }: Outside, payment: Payment): readonly string[] {
  const { id, reference, amountXaf, state, moves } = payment;
  const reported = receivers.reported.filter((one) => one.id === id);
  const wrong: string[] = [];
  if (reported.some((one) => one.reference !== reference || one.amountXaf !== amountXaf)) {
    wrong.push('was sent with another amount or reference');
  }
  const received = reported.map(({ event }) => event);
  const happened = moves.flatMap(({ to }) => eventAt(to) ?? []);
  const expected = eventAt(state);
  if (expected !== null && !received.includes(expected)) wrong.push(`was never sent ${expected}`);
  for (const event of new Set(received)) {
    if (!happened.includes(event)) wrong.push(`was sent ${event}, which never was`);
  }
  // A resent event may come after later ones.
  const first = [...new Set(received)];
  const inOrder = [...new Set(happened)].filter((event) => first.includes(event));
  if (!sentAgain.has(id) && first.join() !== inOrder.join()) {
    wrong.push(`was sent ${first.join()} for ${inOrder.join()}`);
  }
  return wrong;
}
