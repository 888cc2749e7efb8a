import type { Operator } from '../../domain/operators/operator.ts';
import type { CollectionMode } from '../../domain/payment-kinds.ts';
import type { Channel, Provider } from '../../domain/providers/channel.ts';

type SandboxProvider = Provider & { readonly logo: string };

/** A primary and a backup provider per operator, like production; nothing leaves the service. */
export const SANDBOX_PROVIDERS: readonly SandboxProvider[] = [
  provider('mtn-momo', 'mtn', {
    displayName: 'MTN Mobile Money',
    description: 'Simulated MTN Mobile Money: the request goes to the phone of the player.',
    isPrimary: true,
  }),
  provider('mtn-backup', 'mtn', {
    displayName: 'MTN Mobile Money (backup)',
    description: 'Simulated second way to MTN Mobile Money, used when the first is switched off.',
    isPrimary: false,
  }),
  provider('orange-money', 'orange', {
    displayName: 'Orange Money',
    description: 'Simulated Orange Money: the player dials a code.',
    isPrimary: true,
  }),
  provider('orange-backup', 'orange', {
    displayName: 'Orange Money (backup)',
    description: 'Simulated second way to Orange Money, used when the first is switched off.',
    isPrimary: false,
  }),
];

export const SANDBOX_CHANNELS: readonly Channel[] = [
  channel('mtn-momo', 'mtn', 'merchant_initiated'),
  channel('mtn-backup', 'mtn', 'merchant_initiated'),
  channel('orange-money', 'orange', 'customer_initiated'),
  channel('orange-backup', 'orange', 'customer_initiated'),
];

function provider(
  id: string,
  operator: Operator,
  words: Pick<Provider, 'displayName' | 'description' | 'isPrimary'>,
): SandboxProvider {
  return {
    ...words,
    id,
    adapter: 'sandbox',
    logo: operator,
    operators: [operator],
    directions: ['deposit', 'withdrawal'],
    depositFeePercent: 0,
    withdrawalFeePercent: 0,
    depositFeeMessage: 'No fee in the sandbox.',
    priority: words.isPrimary ? 1 : 2,
    flagEnabled: true,
  };
}

function channel(providerId: string, operator: Operator, collectionMode: CollectionMode): Channel {
  return {
    id: `${providerId}-sandbox`,
    providerId,
    operator,
    collectionMode,
    merchantNumber: '000000',
    merchantDisplayName: 'SANDBOX MERCHANT',
    // No network answers *000: the code shows the amount and can do no harm when it is dialled.
    ussdTemplate: collectionMode === 'customer_initiated' ? '*000*{merchant}*{amount}#' : null,
    illustrationUrl: null,
    illustrationAlt: null,
    enabled: true,
    minAmountXaf: null,
    maxAmountXaf: null,
  };
}
