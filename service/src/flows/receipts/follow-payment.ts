import type { Queryable } from '../../db/client.ts';
import { confirmReceipt, insertReceipt, lockReceiptOf } from '../../db/receipts/receipts.ts';
import type { Sms } from '../../db/receipts/sms.ts';
import type { SmsPayment } from '../../domain/receipts/sms/reading.ts';
import type { SmsState } from '../../domain/receipts/sms-state.ts';
import { judgeTrust } from '../../domain/receipts/sms-trust.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import { creditReceipt, creditWaiting } from './credit-receipt.ts';
import { lockLineOf, standOf } from './stand-of-text.ts';

export interface SmsResult {
  readonly state: SmsState;
  readonly reason: Remark | null;
  readonly isCredited?: boolean;
}

const NO_LINE = 'unknown';

/** Money that came: it becomes a receipt, which completes its deposit or is held. */
export async function followPayment(
  deps: { readonly lateWindowMs: number },
  connection: Queryable,
  sms: Sms,
  payment: SmsPayment,
): Promise<SmsResult> {
  const line = await lockLineOf(connection, sms);
  const known = await lockReceiptOf(connection, payment);
  const isDoubtful = known !== null && !known.isTrusted && !known.waitsForLine;
  const isNews = known === null || (isDoubtful && sms.trust === 'trusted');
  if (isDoubtful && known.state === 'dismissed' && sms.trust === 'trusted') {
    return { state: 'review', reason: { code: 'dismissed_before' } };
  }
  // The operator or the gateway reports the same payment again; or a person recorded it.
  if (!isNews) return { state: 'repeat', reason: { code: 'known_payment' } };
  const otherOperator = sms.operator !== null && sms.operator !== payment.operator;
  if (otherOperator) {
    return { state: 'review', reason: { code: 'other_operator_than_sim' } };
  }
  const stand = await standOf(connection, { sms, line, reading: payment });
  const { trust, at } = sms;
  const { balance, doubt: chainDoubt } = stand;
  const verdict = judgeTrust({ trust, payment, at, balance, chainDoubt });
  const facts = {
    ...payment,
    line: sms.line ?? payment.payee ?? NO_LINE,
    smsId: sms.id,
    isTrusted: verdict.holdReason === null,
    score: verdict.score,
    doubts: verdict.doubts,
    reason: verdict.holdReason ?? ({ code: 'just_arrived' } as const),
    waitsForLine: verdict.waitsForLine,
    balanceCents: payment.balancesCents.length === 1 ? (payment.balancesCents[0] ?? null) : null,
  };
  const receipt =
    known === null
      ? await insertReceipt(connection, facts)
      : await confirmReceipt(connection, known.id, facts);
  if (receipt === null) return { state: 'repeat', reason: { code: 'known_payment' } };
  if (verdict.holdReason !== null) return { state: 'receipt', reason: verdict.holdReason };
  const { reason, isCredited } = await creditReceipt(deps, connection, receipt);
  const waiting = await creditWaiting(deps, connection, stand.released);
  return { state: 'receipt', reason, isCredited: isCredited || waiting.credited > 0 };
}
