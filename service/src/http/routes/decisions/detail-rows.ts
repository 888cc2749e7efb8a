import { toNullableMessageBody } from '../../../contract/message.ts';
import type { TransactionEntry } from '../../../db/books/entries.ts';
import type { EvidenceRow } from '../../../db/provider-requests/evidence.ts';
import type { RequestFactsRow } from '../../../db/provider-requests/request-facts.ts';
import type { PayoutEvidence } from '../../../db/receipts/payout-transfers.ts';

// What is known of one transaction, as its screen shows it.

export function toSentRequest({ tried, problem, ...row }: RequestFactsRow) {
  const { sent_at, asked_at, said_at, next_step_at } = row;
  return {
    ...row,
    asked_at: asked_at?.toISOString() ?? null,
    said_at: said_at?.toISOString() ?? null,
    problem: toNullableMessageBody(problem),
    sent_at: sent_at?.toISOString() ?? null,
    next_step_at: next_step_at?.toISOString() ?? null,
    tried: [...tried],
  };
}

export function toEvidenceRow({ at, ...row }: EvidenceRow) {
  return { ...row, at: at.toISOString() };
}

export function toReportRow({ operatorTxId, wallet, smsId, at }: PayoutEvidence) {
  return { operator_tx_id: operatorTxId, wallet, sms_id: smsId, at: at.toISOString() };
}

export function toEntryRow({ rule, debit, credit, cents, bookedAt, valueAt }: TransactionEntry) {
  return {
    rule,
    debit,
    credit,
    amount_xaf: Number(cents) / 100,
    booked_at: bookedAt.toISOString(),
    value_at: valueAt.toISOString(),
  };
}
