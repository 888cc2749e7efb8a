import type { Forgery, LineMove } from '../outside/line.ts';
import type { Facts, Outside, Payment, Receipt } from './facts.ts';
import { DEPOSIT_WINDOW_MS, LATE_WINDOW_MS, TWO_PEOPLE_XAF } from './model.ts';

const HOUR_MS = 3_600_000;
/** Clocks differ, and operators give only the minute. */
const CLOCKS_DIFFER_MS = 300_000;
const CLOCK_SET_MS = 120_000;
/** How long a disturbance of the line may hold payments back. */
const DISTURBED_MS = 24 * HOUR_MS;
const BY_ITSELF = new Set(['payment_confirmed', 'matching_payment_received']);

/** Whether deposits on our line were credited once, by money that really came to it. */
export function judgeLine(outside: Outside, facts: Facts): readonly string[] {
  const { receipts } = facts;
  const deposits = facts.payments.filter(
    ({ operator, direction }) => operator === 'orange' && direction === 'deposit',
  );
  const credited = deposits.filter(({ state }) => state === 'succeeded');
  return [
    ...judgeReceipts(outside, receipts),
    ...credited.flatMap((deposit) =>
      judgeCredit(deposit, receipts, deposits).map((what) => `${deposit.reference} ${what}`),
    ),
    ...judgeUncredited(outside, deposits, facts),
    ...judgeDecided(outside, facts),
  ];
}

/** Every payment is one receipt; money that never came pays nothing. */
function judgeReceipts({ line }: Outside, receipts: readonly Receipt[]): readonly string[] {
  const wrong: string[] = [];
  for (const { id, other: payer, amountXaf } of line.payments) {
    const own = receipts.filter(({ operatorTxId }) => operatorTxId === id);
    if (own.length !== 1) wrong.push(`payment ${id} is known ${own.length} times`);
    for (const one of own) {
      if (one.amountXaf !== amountXaf || one.payer !== payer) {
        wrong.push(`payment ${id} is of another amount or payer`);
      }
      if (one.uses.length > 1) wrong.push(`payment ${id} was used ${one.uses.length} times`);
      if (one.waitsForLine && one.state === 'unmatched') {
        wrong.push(`payment ${id} still waits, and all texts are there`);
      }
    }
  }
  const real = new Set(line.payments.map(({ id }) => id));
  for (const { operatorTxId, uses } of receipts) {
    if (real.has(operatorTxId)) continue;
    if (!line.forged.has(operatorTxId)) wrong.push(`payment ${operatorTxId} was invented`);
    else if (uses.length > 0) wrong.push(`payment ${operatorTxId} was forged, and credited`);
  }
  return wrong;
}

function judgeCredit(
  deposit: Payment,
  receipts: readonly Receipt[],
  deposits: readonly Payment[],
): readonly string[] {
  const { id, msisdn, amountXaf, moves } = deposit;
  const used = receipts.filter(({ uses }) => uses.some((use) => use.id === id));
  const wrong: string[] = [];
  if (used.some(({ payer }) => payer !== msisdn)) wrong.push('was paid from another number');
  if (used.reduce((sum, one) => sum + one.amountXaf, 0) < amountXaf) {
    wrong.push('was credited with more than was paid');
  }
  const move = moves.findLast(({ to }) => to === 'succeeded');
  const [only, ...more] = used;
  if (move === undefined || only === undefined || !BY_ITSELF.has(move.trigger)) return wrong;
  if (more.length > 0 || only.amountXaf !== amountXaf) {
    wrong.push('was credited by a payment of another amount');
  }
  const usedAt = only.uses.find((use) => use.id === id)?.at ?? 0;
  const paidAt = only.operatorTime ?? move.at;
  const moment = { at: move.at, by: move.actor, usedAt, paidAt };
  const rivals = deposits.filter((other) => isRival(deposit, other, moment));
  if (rivals.length > 0) wrong.push('was credited, and the payer may have been another player');
  return wrong;
}

interface Credit {
  readonly at: number;
  /** `receipt:` and its id. */
  readonly by: string;
  readonly usedAt: number;
  readonly paidAt: number;
}

/** Another player's deposit that the same payment may have been for. */
function isRival(
  { msisdn, amountXaf, playerId }: Payment,
  other: Payment,
  { at, by, usedAt, paidAt }: Credit,
): boolean {
  const isAlike = other.msisdn === msisdn && other.amountXaf === amountXaf;
  if (!isAlike || other.playerId === playerId) return false;
  if (other.createdAt >= at || other.createdAt > paidAt + CLOCKS_DIFFER_MS) return false;
  // A clock that was set back can swap before and after. Ids have the time of processes, which
  // nobody sets.
  if (other.createdAt >= at - CLOCK_SET_MS && `receipt:${other.id}` > by) return false;
  const last = other.moves.findLast((move) => move.at <= usedAt + CLOCK_SET_MS);
  if (last === undefined || !['pending', 'expired', 'failed'].includes(last.to)) return false;
  const endedAt = last.to === 'pending' ? other.createdAt + DEPOSIT_WINDOW_MS : last.at;
  return usedAt - endedAt <= LATE_WINDOW_MS;
}

/** A payment that came in time, and could only be for one deposit, is credited. */
function judgeUncredited(
  { line }: Outside,
  deposits: readonly Payment[],
  { receipts, texts }: Facts,
): readonly string[] {
  return line.payments.flatMap((payment) => {
    const { id, other: payer, amountXaf, at: paidAt } = payment;
    const alike = line.payments.filter((one) => one.other === payer && one.amountXaf === amountXaf);
    const [deposit, ...others] = deposits.filter(
      (one) => one.msisdn === payer && one.amountXaf === amountXaf,
    );
    if (deposit === undefined || others.length > 0 || alike.length > 1) return [];
    if ([...line.forged.values()].some((one) => isRivalText(one, payment))) return [];
    const { createdAt, reference, state, moves } = deposit;
    // A person may refuse it, and a tester may have said that it failed.
    if (state === 'succeeded' || moves.some(({ to }) => to === 'failed')) return [];
    const own = knownAt(payment, texts);
    const decidedAt = findDecided(line, payment, texts);
    const lastMoment = createdAt + DEPOSIT_WINDOW_MS + LATE_WINDOW_MS - HOUR_MS;
    const isInTime = createdAt <= paidAt && decidedAt < lastMoment && own - paidAt < HOUR_MS;
    if (!isInTime) return [];
    const receipt = receipts.find(({ operatorTxId }) => operatorTxId === id);
    // An agent may have called it something else.
    if (receipt?.state === 'dismissed' || receipt?.state === 'used') return [];
    return [`payment ${id} came in time for ${reference}, which is ${state}: ${receipt?.reason}`];
  });
}

/** What is decided counts as money that came, whether or not there is a deposit for it. */
function judgeDecided({ line }: Outside, { receipts, texts }: Facts): readonly string[] {
  return line.payments.flatMap((payment) => {
    const { id } = payment;
    if ([...line.forged.values()].some((one) => isRivalText(one, payment))) return [];
    const receipt = receipts.find(({ operatorTxId }) => operatorTxId === id);
    const isLeft = receipt?.state === 'unmatched' && !receipt.isTrusted;
    const isDecided =
      texts.get(id)?.isBelieved === true && findDecided(line, payment, texts) < NEVER;
    return isLeft && isDecided
      ? [`the text of payment ${id} is believed, and the payment is not: ${receipt.reason}`]
      : [];
  });
}

/** When the texts and the balances of the line say that a payment came. */
function findDecided(line: Outside['line'], payment: LineMove, texts: Facts['texts']): number {
  const known = [...line.payments, ...line.outs()].map((move) => {
    return { ...move, knownAt: isLeftToPerson(line, move, texts) ? NEVER : knownAt(move, texts) };
  });
  const earlier = known.filter(({ at }) => at <= payment.at);
  // The service believes no text before the earlier ones.
  const allKnownAt = Math.max(...earlier.map((one) => one.knownAt));
  return needsReading(line, payment, { until: allKnownAt, texts })
    ? readAfter(line, known, { payment, knownAt: allKnownAt })
    : allKnownAt;
}

const NEVER = Number.POSITIVE_INFINITY;

function knownAt({ id, seenAt }: LineMove, texts: Facts['texts']): number {
  return Math.max(seenAt ?? NEVER, texts.get(id)?.at ?? NEVER);
}

/** Its own text waits beside a forged one: no balance after it lies on the chain of the texts. */
function isLeftToPerson(line: Outside['line'], move: LineMove, texts: Facts['texts']): boolean {
  const hasRival = [...line.forged.values()].some((one) => isRivalText(one, move));
  return hasRival && texts.get(move.id)?.isBelieved !== true;
}

/** A person decides which of two texts is true: of one payer and amount, or from one balance. */
function isRivalText(forged: Forgery, payment: LineMove): boolean {
  const isOfPayer = forged.payer === payment.other && forged.amountXaf === payment.amountXaf;
  return isOfPayer || forged.beforeXaf === payment.beforeXaf;
}

/** Whether a payment is credited only when a balance shows it that was read after its text. */
function needsReading(
  line: Outside['line'],
  { at: paidAt, amountXaf }: LineMove,
  { until, texts }: { readonly until: number; readonly texts: Facts['texts'] },
): boolean {
  const isNear = (at: number) => at > paidAt - DISTURBED_MS && at <= until;
  const isTyped = line.readings.some(({ by, at }) => by === 'staff' && isNear(at));
  // A forged text disturbs from when it comes, perhaps a day after it was written.
  const isForged = [...line.forged].some(
    ([id, { kind, at }]) => kind !== 'guess' && isNear(texts.get(id)?.at ?? at),
  );
  return amountXaf > TWO_PEOPLE_XAF || isTyped || isForged;
}

/**
 * When the question was answered that shows it: the first reading after the payment, if its text
 * and those of all movements before are known by then. Otherwise the balance does not lie on the
 * chain of the texts, and a person decides.
 */
function readAfter(
  line: Outside['line'],
  known: readonly Known[],
  { payment, knownAt }: { readonly payment: LineMove; readonly knownAt: number },
): number {
  for (const { by, at, takenAt } of line.readings.toSorted((a, b) => a.at - b.at)) {
    // A clock that was set back can swap before and after.
    if ((takenAt ?? NEVER) < payment.at - CLOCK_SET_MS) continue;
    // Of a text and a reading in one millisecond, either may be first.
    const isClean = known.every(
      (move) => move.at > (takenAt ?? NEVER) || (move.at <= at && move.knownAt < at),
    );
    const isShown = isClean && at > knownAt && !isInLoop(known, payment, at);
    if (by === 'staff' || !isShown) return NEVER;
    if (takenAt !== null) return takenAt;
  }
  return NEVER;
}

/** Whether the line had a balance before the payment that it has again after it. */
function isInLoop(moves: readonly LineMove[], payment: LineMove, until: number): boolean {
  const isBefore = ({ at, beforeXaf }: LineMove) =>
    at < payment.at || beforeXaf === payment.beforeXaf;
  const earlier = new Set(moves.filter(isBefore).map(({ beforeXaf }) => beforeXaf));
  return moves.some(({ at, afterXaf }) => at >= payment.at && at <= until && earlier.has(afterXaf));
}

interface Known extends LineMove {
  readonly knownAt: number;
}
