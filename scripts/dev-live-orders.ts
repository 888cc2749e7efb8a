import type { MtnEmulator } from '../service/emulators/mtn/mtn-emulator.ts';
import type { OrangeEmulator } from '../service/emulators/orange/orange-emulator.ts';

/** MTN's collecting number; a phone has its SIM, so that texts about payments can be tried. */
export const MTN_NUMBER = '+237670009999';

/** How an emulated operator is set up as a provider. */
export interface ProviderOrder {
  readonly operator: 'mtn' | 'orange';
  readonly merchantNumber: string;
  readonly terms: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** Another account of ours at MTN, with its own money. */
export const MTN_BACKUP_NUMBER = '+237670008888';

export function mtnOrder(
  { account }: MtnEmulator,
  merchantNumber: string,
  terms: readonly string[],
): ProviderOrder {
  const { collection, disbursement } = account;
  return {
    operator: 'mtn',
    merchantNumber,
    terms: ['--adapter', 'mtn-momo', '--operator', 'mtn', ...terms],
    settings: {
      collectionApiUser: collection.apiUser,
      disbursementApiUser: disbursement.apiUser,
    },
    secrets: {
      collectionSubscriptionKey: collection.subscriptionKey,
      collectionApiKey: collection.apiKey,
      disbursementSubscriptionKey: disbursement.subscriptionKey,
      disbursementApiKey: disbursement.apiKey,
    },
  };
}

export function orangeOrder({ account }: OrangeEmulator): ProviderOrder {
  const { consumerKey, consumerSecret, apiUser, apiPassword, pin, channelMsisdn } = account;
  return {
    operator: 'orange',
    merchantNumber: channelMsisdn,
    terms: ['--adapter', 'orange-money', '--operator', 'orange', '--name', 'Orange', '--primary'],
    settings: { consumerKey, apiUser },
    secrets: { consumerSecret, apiPassword, pin },
  };
}
