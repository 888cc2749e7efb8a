import { findErasedDigest } from '../../db/provider-requests/request-facts.ts';
import { ERASED_NUMBER } from '../../domain/msisdn.ts';
import type { Channel } from '../../domain/providers/channel.ts';
import { erasedText, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Order, PreparedOrder } from '../../providers/provider.ts';
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

/** The order of a request that was sent, as the provider's answers are compared with it. */
export async function sentOrderOf(
  deps: Pick<ProviderRequestDeps, 'callbackBase' | 'database' | 'seal'>,
  leased: Pick<LeasedRequest, 'providerRequest' | 'transaction'>,
  { channel, handle }: { readonly channel: Channel; readonly handle: string },
): Promise<PreparedOrder> {
  const order = { ...paymentOrderOf(deps, leased, channel), handle };
  if (order.msisdn !== ERASED_NUMBER) return order;
  const { id } = leased.transaction;
  const digest = await findErasedDigest(deps.database, id);
  const wasNumber = (msisdn: string) => {
    const named = deps.seal(erasedText({ id, msisdn }));
    // Without a key the digest was made with one that nobody has: reference and amount decide.
    return named === null || named === digest;
  };
  return { ...order, wasNumber };
}

const NOTES = { deposit: 'Deposit', withdrawal: 'Withdrawal' } as const satisfies Record<
  Transaction['direction'],
  string
>;
