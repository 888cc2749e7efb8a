import type { BookedRequest } from '../outside/book.ts';
import { bookedOf, type Facts, isReturn, type Outside, type Payment } from './facts.ts';
import { DEPOSIT_WINDOW_MS } from './model.ts';

/** Between the last check of the deadline and the call, in case the clock is set meanwhile. */
const ON_THE_WAY_MS = 130_000;

/** Whether the states agree with the operator's own book. */
export function judgeMoney(outside: Outside, facts: Facts): readonly string[] {
  const { operator } = outside;
  const wrong = facts.payments.flatMap((payment) => {
    const there = payment.sentAs === null ? null : operator.look(payment.sentAs);
    const booked = bookedOf(outside, payment);
    return [
      ...judgeSendings(outside, payment),
      ...(there === null ? [] : [...judgeBooked(payment, there), ...judgeNames(payment, there)]),
      ...(payment.operator === 'mtn' || isReturn(payment)
        ? judgeOutcome(payment, booked, facts)
        : []),
    ].map((what) => `${payment.reference} ${what}`);
  });
  for (const reference of facts.notFound) {
    wrong.push(`${reference} is said to be unknown to a system that keeps no such names`);
  }
  for (const { reference, direction } of operator.list()) {
    const owners = facts.payments.filter(({ sentAs }) => sentAs === reference);
    if (owners.length !== 1)
      wrong.push(`a ${direction} at the operator has ${owners.length} owners`);
  }
  return [...wrong, ...judgeRefunds(outside, facts), ...judgeBooks(facts)];
}

/** Refunds of a deposit that were paid, or still may be, are at most what it brought. */
function judgeRefunds({ operator }: Outside, { payments }: Facts): readonly string[] {
  return payments.flatMap(({ id, reference, amountXaf, state }) => {
    const refunds = payments.filter(
      (one) =>
        one.refundOf === id &&
        !isReturn(one) &&
        (one.state !== 'failed' ||
          (one.sentAs !== null && operator.look(one.sentAs)?.state === 'succeeded')),
    );
    const backXaf = refunds.reduce((sum, one) => sum + one.amountXaf, 0);
    const cameXaf = state === 'succeeded' ? amountXaf : 0;
    return backXaf > cameXaf ? [`${reference} brought ${cameXaf}, refunded are ${backXaf}`] : [];
  });
}

/** A request is sent once, whatever its answer, and no prompt after its deadline. */
function judgeSendings({ operator }: Outside, payment: Payment): readonly string[] {
  const { sentAs, direction, createdAt } = payment;
  const sendings = operator.sendings.filter(({ reference }) => reference === sentAs);
  const wrong: string[] = [];
  if (sendings.filter(({ isRefused }) => !isRefused).length > 1) {
    wrong.push(`was sent ${sendings.length} times`);
  }
  const latest = createdAt + DEPOSIT_WINDOW_MS + ON_THE_WAY_MS;
  if (direction === 'deposit' && sendings.some(({ at }) => at > latest)) {
    wrong.push('was prompted after its deadline');
  }
  return wrong;
}

function judgeBooked(payment: Payment, booked: BookedRequest): readonly string[] {
  const { amountXaf, msisdn, direction, moves } = payment;
  const wrong: string[] = [];
  if (booked.amountXaf !== amountXaf) wrong.push(`is ${amountXaf}, sent as ${booked.amountXaf}`);
  if (booked.msisdn !== msisdn) wrong.push('was sent for another number');
  if (booked.direction !== direction) wrong.push('was sent the wrong way');
  const isSent = moves.some(({ trigger }) => trigger === 'transfer_sent');
  if (direction === 'withdrawal' && !isSent) wrong.push('was sent without an approval');
  return wrong;
}

/** A name that a system has given is learnt, from its answer or a callback, and is never another's. */
function judgeNames({ handle }: Payment, there: BookedRequest): readonly string[] {
  if (handle !== null) return handle === there.handle ? [] : ['has the name of another payment'];
  return there.namedAs === there.handle ? ['was named by a callback, and nobody knows it'] : [];
}

function judgeOutcome(
  { id, state, moves, direction }: Payment,
  booked: BookedRequest | null,
  { contradicted }: Facts,
): readonly string[] {
  const isPaid = booked?.state === 'succeeded';
  // Staff may refuse a paid deposit and return it; a paid payout must be a contradiction.
  const isByStaff = moves.at(-1)?.trigger === 'staff_rejected';
  if (state === 'succeeded' && !isPaid) return ['succeeded and was never paid'];
  if (!isPaid || (state !== 'failed' && state !== 'expired')) return [];
  if (!isByStaff) return [`was paid and is ${state}`];
  return direction === 'withdrawal' && !contradicted.has(id)
    ? ['was paid after staff had refused it, without a contradiction']
    : [];
}

/** What the books owe to platforms equals their payments. */
function judgeBooks({ payments, booked }: Facts): readonly string[] {
  const ofPlatforms = payments.filter((payment) => !isReturn(payment));
  const sum = (direction: Payment['direction']) =>
    ofPlatforms
      .filter((payment) => payment.direction === direction && payment.state === 'succeeded')
      .reduce((all, { amountXaf }) => all + amountXaf, 0);
  const expected = sum('withdrawal') - sum('deposit');
  const underWay = -(booked.get('payouts_under_way') ?? 0);
  const open = (of: readonly Payment[]) =>
    of.filter(isSentAndOpen).reduce((all, { amountXaf }) => all + amountXaf, 0);
  const sent = open(payments);
  const found = (booked.get('application') ?? 0) - underWay + sent - open(ofPlatforms);
  return [
    ...(found === expected ? [] : [`the books have ${found} of payments that are ${expected}`]),
    ...(underWay === sent ? [] : [`the books have ${underWay} of payouts under way, not ${sent}`]),
  ];
}

function isSentAndOpen({ direction, state, moves }: Payment): boolean {
  const isOpen = state === 'provider_submitted' || state === 'requires_manual_resolution';
  return (
    direction === 'withdrawal' && isOpen && moves.some(({ trigger }) => trigger === 'transfer_sent')
  );
}
