import { formatXaf } from '../money.ts';
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

/** Why a payment was not matched with a deposit, in words for the person who decides. */
export function differencesBetween(payment: Payment, deposit: Candidate): readonly string[] {
  const differences: string[] = [];
  if (payment.operator !== deposit.operator) differences.push('It came through another operator.');
  if (payment.payerMsisdn !== deposit.msisdn) differences.push('It came from another number.');
  if (payment.line !== deposit.merchantNumber) {
    differences.push('It went to another merchant number than the one in the instructions.');
  }
  const gapXaf = payment.amountXaf - deposit.amountXaf;
  if (gapXaf < 0) differences.push(`It is ${formatXaf(-gapXaf)} too little.`);
  if (gapXaf > 0) differences.push(`It is ${formatXaf(gapXaf)} too much.`);
  if (payment.receivedAt < deposit.createdAt) {
    differences.push('It was received before the deposit was asked for.');
  }
  if (deposit.collectionMode !== 'customer_initiated') {
    differences.push('The deposit asked the player to confirm on the phone, not to pay by code.');
  }
  if (deposit.state === 'failed') differences.push('The deposit had already failed.');
  return differences;
}
