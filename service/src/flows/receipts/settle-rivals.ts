import type { Queryable } from '../../db/client.ts';
import { findPaidWith } from '../../db/receipts/match-candidates.ts';
import type { NewReceipt, StoredReceipt } from '../../db/receipts/receipts.ts';
import {
  findTextOf,
  holdRivals,
  insertRivals,
  markTextReplaced,
} from '../../db/receipts/rival-texts.ts';
import type { Sms } from '../../db/receipts/sms.ts';
import { recordContradiction } from '../../db/transactions/contradictions.ts';
import type { Message } from '../../domain/messages/message.ts';
import { judgeRivals } from '../../domain/receipts/rival-texts.ts';
import type { SmsState } from '../../domain/receipts/sms-state.ts';
import type { BalanceCheck } from './balance-check.ts';

export interface SmsResult {
  readonly state: SmsState;
  readonly reason: Message | null;
  readonly isCredited?: boolean;
}

export const FOR_REVIEW: SmsResult = { state: 'review', reason: { code: 'rival_of_known' } };

/**
 * A text has the operator's id of a known payment but reports another amount or payer. Both are
 * kept side by side. Returns `null` if the new one is believed, and the receipt gets its facts.
 */
export async function settleRivals(
  connection: Queryable,
  rivals: {
    readonly known: StoredReceipt;
    readonly facts: NewReceipt;
    readonly sms: Sms;
    readonly balanceCheck: BalanceCheck;
  },
): Promise<SmsResult | null> {
  const { known, facts, sms, balanceCheck } = rivals;
  const { id: receiptId, state } = known;
  const reported = {
    isVouched: sms.trust === 'trusted',
    isBelieved: balanceCheck.balance === 'proven',
  };
  const ruling = judgeRivals({ state, ...(await findTextOf(connection, receiptId)) }, reported);
  await insertRivals(connection, receiptId, facts);
  switch (ruling) {
    case 'contradiction':
      await recordContradiction(connection, {
        remark: { code: 'told_otherwise', params: { amount_xaf: facts.amountXaf } },
        transactionId: await findPaidWith(connection, known, null),
        receiptId,
        smsId: sms.id,
        evidence: `text:${sms.id}`,
      });
      return FOR_REVIEW;
    case 'both_held':
      await holdRivals(connection, { receiptId, reason: { code: 'rival_texts' } });
      return FOR_REVIEW;
    case 'known_stands':
      return FOR_REVIEW;
    case 'replaces':
      await markTextReplaced(connection, { receiptId, reason: { code: 'rival_replaced' } });
      return null;
  }
}
