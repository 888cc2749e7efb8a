import type { Channel } from '../../domain/providers/channel.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Order } from '../../providers/provider.ts';
import { type LeasedRequest, type ProviderRequestDeps } from './leased-request.ts';

export function paymentOrderOf(
  deps: Pick<ProviderRequestDeps, 'callbackBase'>,
  { providerRequest, transaction }: Pick<LeasedRequest, 'providerRequest' | 'transaction'>,
  channel: Pick<Channel, 'merchantNumber' | 'merchantDisplayName'>,
): Order {
  const { reference, callbackSecret } = providerRequest;
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
