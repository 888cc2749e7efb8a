import { nationalDigits } from '../../domain/msisdn.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import { secretsOf } from '../exchange.ts';
import { createHttpClient, type HttpAnswer } from '../http-client.ts';
import type { Account, AccountSetting, Call, PayeeQuestion, PreparedOrder } from '../provider.ts';
import { createSession, type ProviderSession } from '../session.ts';
import { basicAuthorisation, plainNote } from '../wire.ts';
import { isUnauthorised } from './translate.ts';

export interface OrangeClient {
  readonly init: (direction: Direction, call: Call) => Promise<HttpAnswer>;
  readonly pay: (order: PreparedOrder, call: Call) => Promise<HttpAnswer>;
  readonly ask: (order: PreparedOrder, call: Call) => Promise<HttpAnswer>;
  readonly findPerson: (payee: PayeeQuestion, call: Call) => Promise<HttpAnswer>;
  readonly signIn: ProviderSession['signIn'];
  readonly close: () => Promise<void>;
}

/** A deposit is a merchant payment, which prompts the player; a payout is a cash-in. */
const SERVICES = { deposit: 'mp', withdrawal: 'cashin' } as const satisfies Record<
  Direction,
  string
>;

/** Orange accepts at most this many characters, and no hyphen. */
const ORDER_ID_CHARACTERS = 20;

/** Orange always requires an address; this one never resolves, by the rules of DNS. */
const NO_CALLBACK_URL = 'https://no-callbacks.invalid/';

/** How Orange is called: which path, headers and body. */
export function createClient(account: Account, settings: readonly AccountSetting[]): OrangeClient {
  const setting = (name: string) => account[name] ?? '';
  const http = createHttpClient();
  const basic = basicAuthorisation(setting('consumerKey'), setting('consumerSecret'));
  const user = basicAuthorisation(setting('apiUser'), setting('apiPassword'));
  const session = createSession({
    http,
    baseUrl: setting('baseUrl'),
    isUnauthorised,
    secrets: [...secretsOf(settings, account), basic, user],
    credentials: {
      kind: 'token',
      ...tokenAddress(setting('tokenUrl')),
      field: 'access_token',
      header: setting('tokenHeader'),
      scheme: 'Bearer',
      request: {
        method: 'POST',
        path: tokenPath(setting('tokenUrl')),
        headers: {
          Authorization: `Basic ${basic}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: grantOf(account),
      },
    },
  });
  const api = setting('apiPath');
  const headers = { 'X-AUTH-TOKEN': user };
  const post = (path: string, body: Readonly<Record<string, string>>) => ({
    method: 'POST' as const,
    path: `${api}${path}`,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    init: (direction, call) => {
      const path = `${api}/${SERVICES[direction]}/init`;
      return session.send({ method: 'POST', path, headers, body: null }, call);
    },
    pay: (order, call) => {
      const body = bodyOf(order, setting('pin'));
      const request = post(`/${SERVICES[order.direction]}/pay`, body);
      return session.send({ ...request, isPayment: true }, call);
    },
    ask: (order, call) => {
      const token = encodeURIComponent(order.handle);
      const path = `${api}/${SERVICES[order.direction]}/paymentstatus/${token}`;
      return session.send({ method: 'GET', path, headers, body: null }, call);
    },
    findPerson: ({ msisdn, merchantNumber }, call) => {
      const number = encodeURIComponent(nationalDigits(msisdn) ?? msisdn);
      const body = { pin: setting('pin'), channelMsisdn: channelNumber(merchantNumber) };
      const request = post(`/infos/subscriber/customer/${number}`, body);
      return session.send({ ...request, isConfidential: true }, call);
    },
    signIn: session.signIn,
    close: http.close,
  };
}

function bodyOf(order: PreparedOrder, pin: string): Readonly<Record<string, string>> {
  return {
    subscriberMsisdn: nationalDigits(order.msisdn) ?? order.msisdn,
    channelUserMsisdn: channelNumber(order.merchantNumber),
    amount: String(order.amountXaf),
    description: plainNote(order.note),
    orderId: order.reference.replaceAll('-', '').slice(0, ORDER_ID_CHARACTERS),
    pin,
    payToken: order.handle,
    notifUrl: order.callbackUrl ?? NO_CALLBACK_URL,
  };
}

/** A merchant's line is a number or a code; numbers go without the country. */
function channelNumber(merchantNumber: string): string {
  return nationalDigits(merchantNumber) ?? merchantNumber;
}

/** Orange's second platform gives its tokens at an address of their own. */
function tokenAddress(tokenUrl: string): { readonly baseUrl?: string } {
  return tokenUrl === '' ? {} : { baseUrl: new URL(tokenUrl).origin };
}

function tokenPath(tokenUrl: string): string {
  return tokenUrl === '' ? '/token' : new URL(tokenUrl).pathname;
}

function grantOf(account: Account): string {
  const grant = { grant_type: account['grant'] ?? '' };
  const user = { username: account['apiUser'] ?? '', password: account['apiPassword'] ?? '' };
  const isOfUser = grant.grant_type === 'password';
  return new URLSearchParams(isOfUser ? { ...grant, ...user } : grant).toString();
}
