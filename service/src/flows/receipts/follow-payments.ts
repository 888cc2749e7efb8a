import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../../db/client.ts';
import {
  lockKnownReceipts,
  type NewReceipt,
  nameOf,
  type StoredReceipt,
} from '../../db/receipts/receipts.ts';
import { isOnChain } from '../../db/receipts/rival-texts.ts';
import type { Sms } from '../../db/receipts/sms.ts';
import { applicationOfText } from '../../domain/lines/line.ts';
import { areRivals } from '../../domain/receipts/rival-texts.ts';
import type { SmsPayment } from '../../domain/receipts/sms/reading.ts';
import { doubtWithoutReading, judgeTrust } from '../../domain/receipts/sms-trust.ts';
import {
  type BalanceCheck,
  checkBalances,
  lockLinesOf,
  type ReadText,
  type TextOnLine,
} from './balance-check.ts';
import { creditReceipts } from './credit-receipts.ts';
import { type ReleaseDeps, releaseTexts } from './release-texts.ts';
import { FOR_REVIEW, type SmsResult, settleRivals } from './settle-rivals.ts';

type PaymentText = ReadText<SmsPayment>;

/**
 * Money that came: each text becomes a receipt, which completes its deposit or is held. All locks
 * are taken in one order: the lines, the known receipts, the deposits, the new receipts. Returns
 * what became of each text, by its id; a text without a result is left as it is, to be read alone.
 */
export async function followPayments(
  deps: ReleaseDeps,
  connection: Queryable,
  texts: readonly PaymentText[],
): Promise<ReadonlyMap<string, SmsResult>> {
  const results = new Map<string, SmsResult>();
  if (texts.length === 0) return results;
  const own = texts.filter(({ sms: { id, operator }, reading }) => {
    const isOfSim = operator === null || operator === reading.operator;
    if (!isOfSim) results.set(id, OF_OTHER_OPERATOR);
    return isOfSim;
  });
  const fresh: FreshText[] = [];
  for (const text of await lockKnown(connection, own)) {
    if (await isRepeat(connection, text)) results.set(text.sms.id, REPEAT);
    else fresh.push(text);
  }
  const judged = await judge(deps, connection, fresh);
  const accepted: JudgedText[] = [];
  for (const text of judged) {
    const refusal = await refuse(connection, text);
    if (refusal === null) accepted.push(text);
    else results.set(text.sms.id, refusal);
  }
  const payments = accepted.map(({ sms, known, facts, balanceCheck }) => ({
    ...facts,
    id: known?.id ?? randomUUIDv7(),
    typedBy: facts.isTrusted ? balanceCheck.typedBy : null,
    onlyFor: applicationOfText(sms),
  }));
  const credited = await creditReceipts(deps, connection, payments);
  for (const [index, { sms }] of accepted.entries()) {
    const result = credited.get(payments[index]?.id ?? '');
    // Another process was faster, or a person has used the receipt.
    results.set(sms.id, result === undefined ? REPEAT : { state: 'receipt', ...result });
  }
  for (const { sms, balanceCheck } of judged) {
    const { credited } = await releaseTexts(deps, connection, balanceCheck);
    const result = results.get(sms.id);
    if (credited > 0 && result !== undefined) results.set(sms.id, { ...result, isCredited: true });
  }
  return results;
}

const OF_OTHER_OPERATOR: SmsResult = {
  state: 'review',
  reason: { code: 'other_operator_than_sim' },
};
const REPEAT: SmsResult = { state: 'repeat', reason: { code: 'known_payment' } };

/** With what is known about its payment, or `null` if it is new. */
type FreshText = PaymentText & TextOnLine & { readonly known: StoredReceipt | null };

async function lockKnown(
  connection: Queryable,
  texts: readonly PaymentText[],
): Promise<readonly FreshText[]> {
  const onLines = await lockLinesOf(connection, texts);
  const known = await lockKnownReceipts(
    connection,
    texts.map(({ reading }) => reading),
  );
  return onLines.map((text) => ({ ...text, known: known.get(nameOf(text.reading)) ?? null }));
}

/** Whether the chain of a line has the same payment already. */
async function isRepeat(connection: Queryable, { known, reading }: FreshText): Promise<boolean> {
  if (known === null || !known.isWhole || areRivals(known, reading)) return false;
  return isOnChain(connection, known.id);
}

type JudgedText = FreshText & { readonly balanceCheck: BalanceCheck; readonly facts: NewReceipt };

/** Omits those that are left. */
async function judge(
  deps: ReleaseDeps,
  connection: Queryable,
  texts: readonly FreshText[],
): Promise<readonly JudgedText[]> {
  const checks = await checkBalances(connection, texts);
  return texts.flatMap((text, index) => {
    const balanceCheck = checks[index] ?? null;
    return balanceCheck === null
      ? []
      : [{ ...text, balanceCheck, facts: factsOf(deps, text, balanceCheck) }];
  });
}

const NO_LINE = 'unknown';

function factsOf(
  deps: ReleaseDeps,
  { sms, reading: payment }: PaymentText,
  { balance, doubt: chainDoubt, isInBurst }: BalanceCheck,
): NewReceipt {
  const { trust, at } = sms;
  const { amountXaf } = payment;
  const readingDoubt = doubtWithoutReading({ amountXaf, balance, isInBurst }, deps);
  const verdict = judgeTrust({ trust, payment, at, balance, chainDoubt, readingDoubt });
  return {
    ...payment,
    line: sms.line ?? payment.payee ?? NO_LINE,
    smsId: sms.id,
    isTrusted: verdict.holdReason === null,
    score: verdict.score,
    doubts: verdict.doubts,
    reason: verdict.holdReason ?? { code: 'just_arrived' },
    waitsForLine: verdict.waitsForLine,
    balanceCents: payment.balancesCents.length === 1 ? (payment.balancesCents[0] ?? null) : null,
  };
}

/** `null` if the payment is new, or this text replaces what is known about it. */
async function refuse(
  connection: Queryable,
  { known, facts, sms, balanceCheck, reading }: JudgedText,
): Promise<SmsResult | null> {
  if (known === null) return null;
  if (!known.isWhole) {
    if (!fillsIn(known, sms, balanceCheck)) return REPEAT;
    return areRivals(known, reading) ? FOR_REVIEW : null;
  }
  return areRivals(known, reading)
    ? settleRivals(connection, { known, facts, sms, balanceCheck })
    : recognise(known, sms, balanceCheck);
}

/** A believed text that can be read replaces what another one left open about the payment. */
function fillsIn(known: StoredReceipt, { trust }: Sms, { balance }: BalanceCheck): boolean {
  const isBelieved = balance === 'proven' || balance === 'not_compared';
  return known.state === 'unmatched' && trust === 'trusted' && isBelieved;
}

/**
 * The same payment is reported again, or a person recorded it. Returns `null` if this text is
 * better than the one before, which did not fit, or which no trusted gateway sent.
 */
function recognise(
  known: StoredReceipt,
  { trust }: Sms,
  { balance }: BalanceCheck,
): SmsResult | null {
  const isBetter = trust === 'trusted' && (balance === 'proven' || !known.waitsForLine);
  if (known.isTrusted || !isBetter) return REPEAT;
  if (known.state !== 'dismissed') return null;
  return { state: 'review', reason: { code: 'dismissed_before' } };
}
