import type { Message } from '../messages/message.ts';
import type { Operator } from '../operators/operator.ts';
import type { CollectionMode } from '../payment-kinds.ts';
import type { State } from '../transactions/transaction.ts';

interface Payment {
  readonly operator: Operator;
  readonly payerMsisdn: string;
  readonly line: string;
  readonly amountXaf: number;
  readonly receivedAt: Date;
}

interface Candidate {
  readonly operator: Operator;
  readonly msisdn: string;
  readonly merchantNumber: string;
  readonly amountXaf: number;
  readonly state: State;
  readonly collectionMode: CollectionMode | null;
  readonly createdAt: Date;
}

/** Why a payment was not matched with a deposit, for the person who decides. */
export function differencesBetween(payment: Payment, deposit: Candidate): readonly Message[] {
  const differences: Message[] = [];
  if (payment.operator !== deposit.operator) differences.push({ code: 'differs_operator' });
  if (payment.payerMsisdn !== deposit.msisdn) differences.push({ code: 'differs_number' });
  if (payment.line !== deposit.merchantNumber) {
    differences.push({ code: 'differs_line' });
  }
  const gapXaf = payment.amountXaf - deposit.amountXaf;
  if (gapXaf < 0) differences.push({ code: 'too_little', params: { amount_xaf: -gapXaf } });
  if (gapXaf > 0) differences.push({ code: 'too_much', params: { amount_xaf: gapXaf } });
  if (payment.receivedAt < deposit.createdAt) {
    differences.push({ code: 'paid_before_asked' });
  }
  if (deposit.collectionMode !== 'customer_initiated') {
    differences.push({ code: 'not_paid_by_code' });
  }
  if (deposit.state === 'failed') differences.push({ code: 'deposit_had_failed' });
  return differences;
}
