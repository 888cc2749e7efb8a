import type { Direction } from '../../domain/payment-kinds.ts';
import { secretsOf } from '../exchange.ts';
import { createHttpClient, type HttpAnswer, type HttpClient } from '../http-client.ts';
import type {
  Account,
  AccountSetting,
  Call,
  Order,
  PayeeQuestion,
  PreparedOrder,
} from '../provider.ts';
import { bearerToken, createSession, type ProviderSession } from '../session.ts';
import { basicAuthorisation, plainNote } from '../wire.ts';

export interface MtnClient {
  readonly has: (direction: Direction) => boolean;
  readonly send: (order: PreparedOrder, call: Call) => Promise<HttpAnswer>;
  readonly ask: (order: PreparedOrder, call: Call) => Promise<HttpAnswer>;
  /** The balance of each product that is set up. */
  readonly balances: (call: Call) => Promise<Balances>;
  readonly findPerson: (payee: PayeeQuestion, call: Call) => Promise<HttpAnswer>;
  readonly close: () => Promise<void>;
}

export type Balances = Readonly<Partial<Record<Direction, HttpAnswer>>>;

/** A product has its own subscription, user, key and token, and its own half of the paths. */
interface Product {
  readonly name: 'collection' | 'disbursement';
  readonly session: ProviderSession;
  readonly headers: Readonly<Record<string, string>>;
}

const PRODUCTS = {
  deposit: { name: 'collection', verb: 'requesttopay', party: 'payer' },
  withdrawal: { name: 'disbursement', verb: 'transfer', party: 'payee' },
} as const satisfies Record<Direction, { name: Product['name']; verb: string; party: string }>;

const DIRECTIONS: readonly Direction[] = ['withdrawal', 'deposit'];

/** How MTN is called: which path, headers and body. What answers mean is in `translate.ts`. */
export function createClient(account: Account, settings: readonly AccountSetting[]): MtnClient {
  const http = createHttpClient();
  const secrets = secretsOf(settings, account);
  const products: Readonly<Record<Direction, Product | null>> = {
    deposit: openProduct('collection', { account, http, secrets }),
    withdrawal: openProduct('disbursement', { account, http, secrets }),
  };
  const mainProduct = products.withdrawal ?? products.deposit;
  return {
    has: (direction) => products[direction] !== null,
    send: async (order, call) => {
      const product = products[order.direction];
      if (product === null) return NOT_SET_UP;
      const headers: Record<string, string> = {
        ...product.headers,
        'Content-Type': 'application/json',
        'X-Reference-Id': order.handle,
      };
      if (order.callbackUrl !== null) headers['X-Callback-Url'] = order.callbackUrl;
      const path = pathOf(order.direction);
      const body = JSON.stringify(bodyOf(order, account['currency'] ?? ''));
      return product.session.send({ method: 'POST', path, headers, body }, call);
    },
    ask: async (order, call) => {
      const path = `${pathOf(order.direction)}/${encodeURIComponent(order.handle)}`;
      return get(products[order.direction], path, call);
    },
    balances: async (call) => {
      const asked = DIRECTIONS.filter((direction) => products[direction] !== null);
      const answers = asked.map(async (direction) => {
        const path = `/${PRODUCTS[direction].name}/v1_0/account/balance`;
        return [direction, await get(products[direction], path, call)] as const;
      });
      return Object.fromEntries(await Promise.all(answers));
    },
    findPerson: async ({ msisdn }, call) => {
      const number = encodeURIComponent(digitsOf(msisdn));
      const path = `/${mainProduct?.name}/v1_0/accountholder/msisdn/${number}/basicuserinfo`;
      // The answer has a person's date of birth and more, which is not needed as evidence.
      return get(mainProduct, path, call, { isConfidential: true });
    },
    close: http.close,
  };
}

const NOT_SET_UP: HttpAnswer = { kind: 'not_sent', trouble: { code: 'not_set_up_for_this' } };

function openProduct(
  name: Product['name'],
  {
    account,
    http,
    secrets,
  }: { readonly account: Account; readonly http: HttpClient; readonly secrets: readonly string[] },
): Product | null {
  const subscriptionKey = account[`${name}SubscriptionKey`] ?? '';
  const apiUser = account[`${name}ApiUser`] ?? '';
  const apiKey = account[`${name}ApiKey`] ?? '';
  if (subscriptionKey === '' || apiUser === '' || apiKey === '') return null;
  const basic = basicAuthorisation(apiUser, apiKey);
  const session = createSession({
    http,
    baseUrl: account['baseUrl'] ?? '',
    secrets: [...secrets, basic],
    credentials: bearerToken({
      method: 'POST',
      path: `/${name}/token/`,
      headers: { Authorization: `Basic ${basic}`, 'Ocp-Apim-Subscription-Key': subscriptionKey },
      // MTN answers 400 to a token request with a body.
      body: null,
    }),
  });
  const headers = {
    'Ocp-Apim-Subscription-Key': subscriptionKey,
    'X-Target-Environment': account['targetEnvironment'] ?? '',
  };
  return { name, session, headers };
}

async function get(
  product: Product | null,
  path: string,
  call: Call,
  { isConfidential = false } = {},
): Promise<HttpAnswer> {
  if (product === null) return NOT_SET_UP;
  const { headers, session } = product;
  return session.send({ method: 'GET', path, headers, body: null, isConfidential }, call);
}

function pathOf(direction: Direction): string {
  const { name, verb } = PRODUCTS[direction];
  return `/${name}/v1_0/${verb}`;
}

function bodyOf(order: Order, currency: string) {
  const note = plainNote(order.note);
  return {
    amount: String(order.amountXaf),
    currency,
    externalId: order.reference,
    [PRODUCTS[order.direction].party]: {
      partyIdType: 'MSISDN',
      partyId: digitsOf(order.msisdn),
    },
    payerMessage: note,
    payeeNote: note,
  };
}

function digitsOf(msisdn: string): string {
  return msisdn.replace(/^\+/, '');
}
