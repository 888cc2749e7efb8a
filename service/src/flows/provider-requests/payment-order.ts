import type { Channel } from '../../domain/providers/channel.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Order } from '../../providers/provider.ts';
import { type LeasedSubmission, type SubmissionDeps } from './leased-request.ts';

export function paymentOrderOf(
  deps: Pick<SubmissionDeps, 'callbackBase'>,
  { submission, transaction }: Pick<LeasedSubmission, 'submission' | 'transaction'>,
  channel: Pick<Channel, 'merchantNumber' | 'merchantDisplayName'>,
): Order {
  const { reference, callbackSecret } = submission;
  return {
    direction: transaction.direction,
    operator: transaction.operator,
    reference,
    msisdn: transaction.msisdn,
    amountXaf: transaction.amountXaf,
    merchantNumber: channel.merchantNumber,
    note: channel.merchantDisplayName ?? NOTES[transaction.direction],
    callbackUrl:
      deps.callbackBase === null
        ? null
        : `${deps.callbackBase}/internal/v1/callbacks/${reference}/${callbackSecret}`,
  };
}

const NOTES = { deposit: 'Deposit', withdrawal: 'Withdrawal' } as const satisfies Record<
  Transaction['direction'],
  string
>;
