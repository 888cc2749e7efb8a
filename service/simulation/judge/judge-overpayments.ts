import { type Facts, isReturn, type Outside, type Payment } from './facts.ts';

/** Between the last look at the deposit and the call, in case the clock is set meanwhile. */
const ON_THE_WAY_MS = 130_000;

/**
 * What players paid above their deposits is owed to them until it has gone back: never more of it,
 * and not once the operator took the payment back.
 */
export function judgeOverpayments(
  outside: Outside,
  facts: Facts,
  { listedXaf }: { readonly listedXaf: number },
): readonly string[] {
  const rests = facts.payments.map((deposit) => readRest(outside, facts, deposit));
  const expected = sumOf(
    rests.map(({ overXaf, leftXaf, byHandXaf }) => overXaf - leftXaf - byHandXaf),
  );
  const found = -(facts.booked.get('overpayments') ?? 0);
  return [
    ...rests.flatMap(judgeRest),
    ...judgeTakenBack(outside, facts),
    ...(found === expected ? [] : [`the books have overpayments of ${found}, not ${expected}`]),
    ...(listedXaf === found ? [] : [`${listedXaf} of overpayments are listed, not ${found}`]),
  ];
}

interface Rest {
  readonly reference: string;
  /** What was paid above the deposit. */
  readonly overXaf: number;
  /** Returns that wait, are under way or were paid, also of one that counts as failed. */
  readonly promisedXaf: number;
  /** Of these what was sent and did not fail. */
  readonly leftXaf: number;
  /** What the books say went back from the line. */
  readonly byHandXaf: number;
}

function readRest(
  outside: Outside,
  { payments, receipts, entries }: Facts,
  deposit: Payment,
): Rest {
  const { id, reference, amountXaf, state } = deposit;
  const used = receipts.filter(({ uses }) => uses.some((use) => use.id === id));
  const cameXaf = sumOf(used.map((one) => one.amountXaf));
  const returns = payments.filter((one) => one.refundOf === id && isReturn(one));
  const promised = returns.filter(
    (one) => one.state !== 'failed' || isPaidByOperator(outside, one),
  );
  const left = returns.filter(
    (one) => one.state !== 'failed' && one.moves.some(({ trigger }) => trigger === 'transfer_sent'),
  );
  const byHand = entries.filter(
    ({ cause, debit, credit }) =>
      cause === `transaction:${id}` && debit === 'overpayments' && credit.startsWith('wallet '),
  );
  return {
    reference,
    overXaf: state === 'succeeded' ? Math.max(0, cameXaf - amountXaf) : 0,
    promisedXaf: sumOf(promised.map((one) => one.amountXaf)),
    leftXaf: sumOf(left.map((one) => one.amountXaf)),
    byHandXaf: sumOf(byHand.map(({ xaf }) => xaf)),
  };
}

function judgeRest({
  reference,
  overXaf,
  promisedXaf,
  leftXaf,
  byHandXaf,
}: Rest): readonly string[] {
  const wrong: string[] = [];
  if (promisedXaf > overXaf) wrong.push(`was overpaid by ${overXaf}, sent back are ${promisedXaf}`);
  if (leftXaf + byHandXaf > overXaf) {
    wrong.push(`was overpaid by ${overXaf}, booked back are ${leftXaf + byHandXaf}`);
  }
  return wrong.map((what) => `${reference} ${what}`);
}

/** Nothing is sent back of what the operator has taken back. */
function judgeTakenBack(
  { line }: Outside,
  { payments, receipts, entries }: Facts,
): readonly string[] {
  return line.takenBack.flatMap(({ paymentId }) => {
    const taken = entries.find(
      ({ cause, debit }) => cause === `payment:orange:${paymentId}` && debit === 'disputed',
    );
    if (taken === undefined) return [];
    const uses = receipts.find(({ operatorTxId }) => operatorTxId === paymentId)?.uses ?? [];
    const deposits = new Set(uses.map(({ id }) => id));
    return payments
      .filter((one) => isReturn(one) && one.refundOf !== null && deposits.has(one.refundOf))
      .filter(({ moves }) =>
        moves.some(
          ({ trigger, at }) => trigger === 'transfer_sent' && at > taken.at + ON_THE_WAY_MS,
        ),
      )
      .map(
        ({ amountXaf }) => `${amountXaf} of payment ${paymentId} were sent back after it was taken`,
      );
  });
}

function isPaidByOperator({ operator }: Outside, { sentAs }: Payment): boolean {
  return sentAs !== null && operator.look(sentAs)?.state === 'succeeded';
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0);
}
