import type { BooksReport } from '../../src/flows/finance/verify-books.ts';
import type { LineMove } from '../outside/line.ts';
import { bookedOf, type Facts, type Outside, type Payment, type Receipt } from './facts.ts';

/**
 * The judge keeps its own wallets, from what the operators moved: the books have every movement
 * once, except those that a person still has to look at, and `books verify` says the same.
 */
export function judgeWallets(
  outside: Outside,
  facts: Facts,
  verified: BooksReport,
): readonly string[] {
  const left = listLeft(outside, facts);
  return [
    ...left.flatMap(({ wrong }) => wrong),
    ...judgeLineWallet(outside, facts, left),
    ...judgeForgeries(outside, facts),
    ...judgeReturns(outside, facts),
    ...judgeUnmatched(outside, facts),
    ...judgeOperatorWallets(outside, facts),
    ...judgeVerified(outside, verified, left),
  ];
}

/** A movement of the line that the books do not have. */
interface Left {
  /** What the wallet has more by it. */
  readonly xaf: number;
  /** Why it should be in the books. */
  readonly wrong: readonly string[];
}

/** A person has to look at a payment or a transfer whose text nothing proves. */
function listLeft({ line }: Outside, facts: Facts): readonly Left[] {
  const payments = line.payments
    .filter((payment) => !isBooked(facts, payment))
    .map(({ id, amountXaf }) => {
      const receipt = facts.receipts.find(({ operatorTxId }) => operatorTxId === id);
      const isForPerson = receipt !== undefined && !receipt.isTrusted && receipt.state !== 'used';
      const wrong = isForPerson ? [] : [`payment ${id} is believed and not in the books`];
      return { xaf: amountXaf, wrong };
    });
  const outs = line
    .outs()
    .filter(({ id }) => facts.texts.get(id)?.isBelieved !== true)
    .map(({ amountXaf }) => ({ xaf: -amountXaf, wrong: [] }));
  return [...payments, ...outs];
}

/** What the line has is what it began with and what the books have, and what is left. */
function judgeLineWallet(
  { line }: Outside,
  { booked }: Facts,
  left: readonly Left[],
): readonly string[] {
  const xaf = booked.get(`wallet ${line.wallet}`) ?? 0;
  const missing = line.balanceXaf() - xaf - sumOf(left.map((one) => one.xaf));
  return missing === 0 ? [] : [`the line has ${missing} that nothing explains`];
}

/** A forged text moves nothing, and so it is not in the books. */
function judgeForgeries({ line }: Outside, { entries }: Facts): readonly string[] {
  return [...line.forged.keys()].flatMap((id) => {
    const own = entries.filter(({ cause }) => cause === causeOf(id));
    const intoWallet = own.map(({ debit, credit, xaf }) => {
      if (debit.startsWith('wallet')) return xaf;
      return credit.startsWith('wallet') ? -xaf : 0;
    });
    const xaf = sumOf(intoWallet);
    return xaf === 0 ? [] : [`payment ${id} was forged, and the books have ${xaf} of it`];
  });
}

/** The clocks of operators and ours differ by less. */
const HOUR_MS = 3_600_000;

/** A payment that staff called returned is closed by the transfer back, whichever came first. */
function judgeReturns({ line }: Outside, facts: Facts): readonly string[] {
  const { entries, receipts, texts } = facts;
  const isOverpaid = (xaf: number) =>
    entries.some((one) => one.credit === 'overpayments' && one.xaf === xaf);
  const returned = receipts.filter(
    ({ dismissedAs, operatorTxId }) =>
      dismissedAs === 'returned' && line.payments.some(({ id }) => id === operatorTxId),
  );
  const given = (one: Receipt) =>
    entries.some(
      ({ cause, debit, credit }) =>
        cause === causeOf(one.operatorTxId) && debit === 'unmatched' && isWallet(credit),
    );
  return returned.flatMap((one) => {
    const isAlike = (other: { readonly amountXaf: number }, number: string) =>
      other.amountXaf === one.amountXaf && number === one.payer;
    // A transfer of this amount may have been for what the payer had overpaid.
    if (isOverpaid(one.amountXaf)) return [];
    const alike = returned.filter((other) => isAlike(other, other.payer));
    // What left long before the first of them came was for something else.
    const firstAt = Math.min(
      ...alike.map(({ createdAt, operatorTime }) => operatorTime ?? createdAt),
    );
    const sent = line.refunds.filter(
      (refund) =>
        isAlike(refund, refund.other) &&
        refund.at > firstAt - HOUR_MS &&
        texts.get(refund.id)?.isBelieved === true,
    );
    const closed = alike.filter(given).length;
    const expected = Math.min(alike.length, sent.length);
    return closed === expected
      ? []
      : [`${closed} returns of ${one.amountXaf} to ${one.payer} are booked, not ${expected}`];
  });
}

/** What we owe to payers: what came, is not used and did not go back. */
function judgeUnmatched(outside: Outside, facts: Facts): readonly string[] {
  const { booked, entries } = facts;
  const unused = outside.line.payments.filter(
    (payment) => isBooked(facts, payment) && !isCredited(facts, payment),
  );
  const back = entries.filter(({ debit, credit }) => debit === 'unmatched' && isWallet(credit));
  // A person may confirm a deposit without saying which payment it was.
  const unpaid = facts.payments.filter((payment) => isConfirmedAlone(facts, payment));
  const open = facts.payments.filter((payment) => isPaidAndOpen(outside, payment));
  const expected =
    sumOf([...unused, ...open].map(({ amountXaf }) => amountXaf)) -
    sumOf([...unpaid.map(({ amountXaf }) => amountXaf), ...back.map(({ xaf }) => xaf)]);
  const found = -(booked.get('unmatched') ?? 0);
  return found === expected ? [] : [`the books owe payers ${found}, not ${expected}`];
}

/** What the systems with an interface have taken and paid out, as far as we have its name. */
function judgeOperatorWallets(outside: Outside, facts: Facts): readonly string[] {
  const moved = facts.payments.flatMap((payment) => {
    const request = bookedOf(outside, payment);
    if (request?.state !== 'succeeded') return [];
    if (request.direction === 'deposit') return [request.amountXaf];
    // Staff have it, or it was refused and then paid: a contradiction.
    return payment.state === 'requires_manual_resolution' ? [] : [-request.amountXaf];
  });
  const line = `wallet ${outside.line.wallet}`;
  const wallets = [...facts.booked].filter(([name]) => isWallet(name) && name !== line);
  const found = sumOf(wallets.map(([, xaf]) => xaf));
  const expected = sumOf(moved);
  return found === expected ? [] : [`the wallets with an interface have ${found} of ${expected}`];
}

/** `books verify` finds nothing but what is left for a person. */
function judgeVerified(
  { line }: Outside,
  { findings, wallets }: BooksReport,
  left: readonly Left[],
): readonly string[] {
  const wrong = findings.map(({ subject, problem }) => `books verify: ${subject} ${problem}`);
  const own = wallets.find(({ wallet }) => wallet === line.wallet);
  const reported = Number(own?.reportedCents) / 100;
  const difference = Number(own?.differenceCents) / 100;
  const expected = sumOf(left.map(({ xaf }) => xaf));
  if (reported !== line.balanceXaf()) {
    wrong.push(`books verify says that the line has ${reported}, not ${line.balanceXaf()}`);
  }
  if (difference !== expected) {
    wrong.push(`books verify says that ${difference} is not explained, not ${expected}`);
  }
  return wrong;
}

function isBooked({ entries }: Facts, { id }: LineMove): boolean {
  return entries.some(({ cause, debit }) => cause === causeOf(id) && isWallet(debit));
}

/** Until a held deposit is decided, its payment is owed to the payer. */
function isCredited({ receipts, payments }: Facts, { id }: LineMove): boolean {
  const receipt = receipts.find(({ operatorTxId }) => operatorTxId === id);
  const deposits = new Set(receipt?.uses.map((use) => use.id));
  return payments.some((payment) => deposits.has(payment.id) && payment.state === 'succeeded');
}

function isConfirmedAlone({ receipts }: Facts, payment: Payment): boolean {
  const { operator, direction, state } = payment;
  if (operator !== 'orange' || direction !== 'deposit' || state !== 'succeeded') return false;
  return !receipts.some(({ uses }) => uses.some(({ id }) => id === payment.id));
}

function isPaidAndOpen(outside: Outside, payment: Payment): boolean {
  if (payment.direction !== 'deposit' || payment.state === 'succeeded') return false;
  return bookedOf(outside, payment)?.state === 'succeeded';
}

const isWallet = (account: string) => account.startsWith('wallet ');
const causeOf = (id: string) => `payment:orange:${id}`;

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0);
}
