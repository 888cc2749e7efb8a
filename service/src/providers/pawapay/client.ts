import type { Direction } from '../../domain/payment-kinds.ts';
import { secretsOf } from '../exchange.ts';
import { createHttpClient, type HttpAnswer } from '../http-client.ts';
import type { Account, AccountSetting, Call, PreparedOrder } from '../provider.ts';
import { createSession } from '../session.ts';
import { plainNote } from '../wire.ts';
import { nameOfOperator } from './reasons.ts';

export interface PawapayClient {
  readonly send: (order: PreparedOrder, call: Call) => Promise<HttpAnswer>;
  readonly ask: (order: PreparedOrder, call: Call) => Promise<HttpAnswer>;
  readonly limits: (call: Call) => Promise<HttpAnswer>;
  readonly balances: (call: Call) => Promise<HttpAnswer>;
  readonly close: () => Promise<void>;
}

/** What a direction is called in paths and bodies. */
export const KINDS = {
  deposit: { path: 'deposits', id: 'depositId', party: 'payer', operation: 'DEPOSIT' },
  withdrawal: { path: 'payouts', id: 'payoutId', party: 'recipient', operation: 'PAYOUT' },
} as const satisfies Record<Direction, object>;

export const COUNTRY = 'CMR';
export const CURRENCY = 'XAF';

/** How pawaPay is called: which path, headers and body. What answers mean is in `translate.ts`. */
export function createClient(account: Account, settings: readonly AccountSetting[]): PawapayClient {
  const http = createHttpClient();
  const session = createSession({
    http,
    baseUrl: account['baseUrl'] ?? '',
    secrets: secretsOf(settings, account),
    credentials: {
      kind: 'headers',
      headers: { Authorization: `Bearer ${account['apiToken'] ?? ''}` },
    },
  });
  const get = (path: string, call: Call) =>
    session.send({ method: 'GET', path, headers: {}, body: null }, call);
  return {
    send: (order, call) => {
      const path = `/v2/${KINDS[order.direction].path}`;
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify(bodyOf(order));
      return session.send({ method: 'POST', path, headers, body }, call);
    },
    ask: ({ direction, handle }, call) =>
      get(`/v2/${KINDS[direction].path}/${encodeURIComponent(handle)}`, call),
    limits: (call) => get(`/v2/active-conf?country=${COUNTRY}`, call),
    balances: (call) => get('/v2/wallet-balances', call),
    close: http.close,
  };
}

function bodyOf(order: PreparedOrder) {
  const { id, party } = KINDS[order.direction];
  return {
    [id]: order.handle,
    amount: String(order.amountXaf),
    currency: CURRENCY,
    [party]: {
      type: 'MMO',
      accountDetails: {
        phoneNumber: order.msisdn.replace(/^\+/, ''),
        provider: nameOfOperator(order),
      },
    },
    customerMessage: messageOf(order.note),
  };
}

/** pawaPay takes 4 to 22 letters, digits and spaces. */
function messageOf(note: string): string {
  const text = plainNote(note).slice(0, 22).trim();
  return text.length < 4 ? 'Payment' : text;
}
