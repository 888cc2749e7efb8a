import { FACTS_OF, OPERATORS, type Operator } from '../../domain/operators/operator.ts';
import type { OperatorFacts } from '../../domain/operators/operator-facts.ts';
import type { CollectionMode } from '../../domain/payment-kinds.ts';
import type { Channel, Provider } from '../../domain/providers/channel.ts';

type SandboxProvider = Provider & { readonly logo: string };

const WHAT_HAPPENS = {
  merchant_initiated: 'the request goes to the phone of the player',
  customer_initiated: 'the player dials a code',
} as const satisfies Record<CollectionMode, string>;

/** A primary and a backup provider per operator, like production; nothing leaves the service. */
export const SANDBOX_PROVIDERS: readonly SandboxProvider[] = OPERATORS.flatMap((operator) => {
  const { displayName, sandbox } = FACTS_OF[operator];
  return [
    provider(operator, {
      id: sandbox.providerId,
      displayName,
      description: `Simulated ${displayName}: ${WHAT_HAPPENS[sandbox.collectionMode]}.`,
      isPrimary: true,
    }),
    provider(operator, {
      id: backupOf(operator),
      displayName: `${displayName} (backup)`,
      description: `Simulated second way to ${displayName}, used when the first is switched off.`,
      isPrimary: false,
    }),
  ];
});

export const SANDBOX_CHANNELS: readonly Channel[] = OPERATORS.flatMap((operator) => {
  const { sandbox } = FACTS_OF[operator];
  return [sandbox.providerId, backupOf(operator)].map((id) => channel(id, operator, sandbox));
});

function backupOf(operator: Operator): string {
  return `${operator}-backup`;
}

function provider(
  operator: Operator,
  words: Pick<Provider, 'id' | 'displayName' | 'description' | 'isPrimary'>,
): SandboxProvider {
  return {
    ...words,
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

function channel(
  providerId: string,
  operator: Operator,
  { collectionMode }: OperatorFacts['sandbox'],
): Channel {
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
