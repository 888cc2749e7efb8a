import { randomInt, randomUUID } from 'node:crypto';
import type { Core } from '../core.ts';
import type { Settings } from '../emulator.ts';
import { inventName, type PersonName } from '../names.ts';

export const MTN_OPERATIONS = [
  'token',
  'collect',
  'collect_status',
  'collect_reminder',
  'transfer',
  'transfer_status',
  'balance',
  'active',
  'user_info',
  'provision',
] as const;

export type MtnOperation = (typeof MTN_OPERATIONS)[number];

export const PRODUCTS = ['collection', 'disbursement'] as const;
export type Product = (typeof PRODUCTS)[number];

export interface ProductAccount {
  readonly subscriptionKey: string;
  readonly apiUser: string;
  readonly apiKey: string;
}

export interface MtnAccount {
  readonly collection: ProductAccount;
  readonly disbursement: ProductAccount;
}

/** Tests may change these at any time. */
export interface MtnSettings extends Settings {
  targetEnvironment: string;
  /** The sandbox accepts only EUR; otherwise the currency is XAF. */
  eurOnly: boolean;
  /** MTN documents both: a bad request, and an internal error with a code. */
  wrongCurrencyStatus: 400 | 500;
  /** Servers send a text, the published description promises an object. */
  reasonShape: 'text' | 'object';
  tokenLifeMs: number;
  /** Checks host, scheme and name of X-Callback-Url as production does; useless on loopback. */
  checkCallbackHost: boolean;
  providerCallbackHost: string;
}

/** Request fields that the status repeats. */
export interface MtnDetails {
  readonly product: Product;
  readonly amount: string;
  readonly currency: string;
  readonly externalId: string | null;
  readonly party: { readonly partyIdType: string; readonly partyId: string };
  readonly payerMessage: string | null;
  readonly payeeNote: string | null;
  readonly callbackUrl: string | null;
  readonly financialTransactionId: string;
}

interface ApiUser {
  readonly product: Product;
  readonly providerCallbackHost: string | null;
  apiKey: string | null;
}

interface Token {
  readonly product: Product;
  readonly apiUser: string;
  readonly endsAt: number;
}

export interface MtnState {
  readonly settings: MtnSettings;
  readonly core: Core<MtnOperation, MtnDetails>;
  readonly subscriptionKeys: ReadonlyMap<string, Product>;
  readonly apiUsers: Map<string, ApiUser>;
  readonly tokens: Map<string, Token>;
  readonly nameOf: (msisdn: string) => PersonName;
  readonly setName: (msisdn: string, name: PersonName) => void;
  readonly nextFinancialId: () => string;
}

/** Fixed, to fit in a settings file; valid for this emulator only. */
export const MTN_ACCOUNT: MtnAccount = {
  collection: {
    subscriptionKey: 'c011ec7100000000000000000000e001',
    apiUser: '0c011ec7-0000-4000-8000-000000000001',
    apiKey: 'ac011ec7000000000000000000000001',
  },
  disbursement: {
    subscriptionKey: 'd15b000000000000000000000000e002',
    apiUser: '0d15b000-0000-4000-8000-000000000002',
    apiKey: 'ad15b000000000000000000000000002',
  },
};

export function createMtnState(
  settings: MtnSettings,
  core: Core<MtnOperation, MtnDetails>,
  account: MtnAccount,
): MtnState {
  const names = new Map<string, PersonName>();
  // An operator never gives an id twice, not even after a restart or from another account.
  let lastFinancialId = randomInt(10_000_000_000, 90_000_000_000);
  return {
    settings,
    core,
    subscriptionKeys: new Map(
      PRODUCTS.map((product) => [account[product].subscriptionKey, product]),
    ),
    apiUsers: new Map(
      PRODUCTS.map((product) => [
        account[product].apiUser,
        { product, providerCallbackHost: null, apiKey: account[product].apiKey },
      ]),
    ),
    tokens: new Map(),
    nameOf: (msisdn) => names.get(msisdn) ?? inventName(msisdn),
    setName: (msisdn, name) => {
      names.set(msisdn, name);
    },
    nextFinancialId: () => {
      lastFinancialId += 1;
      return String(lastFinancialId);
    },
  };
}

export function issueToken(
  { tokens, settings, core }: MtnState,
  apiUser: string,
  product: Product,
) {
  const token = `${randomUUID()}.${randomUUID()}`.replaceAll('-', '');
  tokens.set(token, { product, apiUser, endsAt: core.now() + settings.tokenLifeMs });
  return token;
}
