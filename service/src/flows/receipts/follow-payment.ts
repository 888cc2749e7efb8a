import type { Queryable } from '../../db/client.ts';
import {
  confirmReceipt,
  insertReceipt,
  lockReceiptOf,
  type NewReceipt,
  type StoredReceipt,
} from '../../db/receipts/receipts.ts';
import { isOnChain } from '../../db/receipts/rival-texts.ts';
import type { Sms } from '../../db/receipts/sms.ts';
import { areRivals } from '../../domain/receipts/rival-texts.ts';
import type { SmsPayment } from '../../domain/receipts/sms/reading.ts';
import { judgeTrust } from '../../domain/receipts/sms-trust.ts';
import { creditReceipt } from './credit-receipt.ts';
import { type ReleaseDeps, releaseTexts } from './release-texts.ts';
import { type SmsResult, settleRivals } from './settle-rivals.ts';
import { lockLineOf, type Stand, standOf } from './stand-of-text.ts';

/** Money that came: it becomes a receipt, which completes its deposit or is held. */
export async function followPayment(
  deps: ReleaseDeps,
  connection: Queryable,
  sms: Sms,
  payment: SmsPayment,
): Promise<SmsResult> {
  if (sms.operator !== null && sms.operator !== payment.operator) {
    return { state: 'review', reason: { code: 'other_operator_than_sim' } };
  }
  const line = await lockLineOf(connection, sms);
  const known = await lockReceiptOf(connection, payment);
  const isRival = known !== null && areRivals(known, payment);
  if (known !== null && !isRival && (await isOnChain(connection, known.id))) return REPEAT;
  const stand = await standOf(connection, { sms, line, reading: payment });
  const facts = factsOf(sms, payment, stand);
  const refusal =
    known === null
      ? null
      : isRival
        ? await settleRivals(connection, { known, facts, sms, stand })
        : recognise(known, sms, stand);
  const result = refusal ?? (await record(deps, connection, { known, facts }));
  const waiting = await releaseTexts(deps, connection, stand.released);
  return { ...result, isCredited: result.isCredited === true || waiting.credited > 0 };
}

const REPEAT: SmsResult = { state: 'repeat', reason: { code: 'known_payment' } };

/**
 * The same payment is reported again, or a person recorded it. Null: this text is better than the
 * one before, which did not fit, or for which no gateway vouched.
 */
function recognise(known: StoredReceipt, { trust }: Sms, { balance }: Stand): SmsResult | null {
  const isBetter = trust === 'trusted' && (balance === 'proven' || !known.waitsForLine);
  if (known.isTrusted || !isBetter) return REPEAT;
  if (known.state !== 'dismissed') return null;
  return { state: 'review', reason: { code: 'dismissed_before' } };
}

const NO_LINE = 'unknown';

export function factsOf(sms: Sms, payment: SmsPayment, stand: Stand): NewReceipt {
  const { trust, at } = sms;
  const { balance, doubt: chainDoubt } = stand;
  const verdict = judgeTrust({ trust, payment, at, balance, chainDoubt });
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

/** Makes the receipt, or gives a doubtful one the facts of this text, and credits it if it may. */
async function record(
  deps: { readonly lateWindowMs: number },
  connection: Queryable,
  { known, facts }: { readonly known: StoredReceipt | null; readonly facts: NewReceipt },
): Promise<SmsResult> {
  const receipt =
    known === null
      ? await insertReceipt(connection, facts)
      : await confirmReceipt(connection, known.id, facts);
  if (receipt === null) return REPEAT;
  if (!facts.isTrusted) return { state: 'receipt', reason: facts.reason };
  return { state: 'receipt', ...(await creditReceipt(deps, connection, receipt)) };
}
