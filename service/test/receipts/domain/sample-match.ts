import type { MatchCandidate, Receipt } from '../../../src/domain/receipts/matching.ts';
import type { State, Transaction } from '../../../src/domain/transactions/transaction.ts';
import {
  after,
  CREATED_AT,
  LATE_WINDOW_MS,
  sampleDeposit,
} from '../../transactions/domain/sample-transaction.ts';

/** Where the payment of these samples arrived. */
export const LINE = '+237699000001';
export const AT = after(CREATED_AT, 60_000);
export const context = (at: Date = AT) => ({ at, lateWindowMs: LATE_WINDOW_MS });
export const BASE = sampleDeposit('customer_initiated');
export const RECEIPT: Receipt = {
  operator: BASE.operator,
  payer: BASE.msisdn,
  line: LINE,
  amountXaf: BASE.amountXaf,
  operatorTime: null,
};
export const candidate = (
  changes: Partial<Transaction> = {},
  line = LINE,
  checkoutId: string | null = null,
): MatchCandidate => ({ transaction: { ...BASE, ...changes }, line, checkoutId });
export const ended = (state: State): Partial<Transaction> =>
  sampleDeposit('customer_initiated', state);

export const PROMPT = {
  collectionMode: 'merchant_initiated',
  state: 'provider_acknowledged',
} as const;
export const NAMED = { providerTxId: 'PP260301.1103.A00001' } as const;
