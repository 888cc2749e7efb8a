import { secretsOf } from '../exchange.ts';
import { createHttpClient, type HttpAnswer } from '../http-client.ts';
import type { Account, AccountSetting, Call, Order } from '../provider.ts';
import { createSession } from '../session.ts';
import { plainNote } from '../wire.ts';

export interface CampayClient {
  readonly collect: (order: Order, call: Call) => Promise<HttpAnswer>;
  readonly find: (handle: string, call: Call) => Promise<HttpAnswer>;
  readonly balance: (call: Call) => Promise<HttpAnswer>;
  readonly close: () => Promise<void>;
}

const JSON_BODY = { 'Content-Type': 'application/json' };

/** How CamPay is called; every path ends in a slash. */
export function createClient(account: Account, settings: readonly AccountSetting[]): CampayClient {
  const http = createHttpClient();
  const { username = '', password = '' } = account;
  const body = JSON.stringify({ username, password });
  const session = createSession({
    http,
    baseUrl: account['baseUrl'] ?? '',
    secrets: secretsOf(settings, account),
    credentials: {
      kind: 'token',
      request: { method: 'POST', path: '/token/', headers: JSON_BODY, body },
      field: 'token',
      header: 'Authorization',
      scheme: 'Token',
    },
  });
  const get = (path: string, call: Call) =>
    session.send({ method: 'GET', path, headers: {}, body: null }, call);
  return {
    collect: (order, call) => {
      const sent = JSON.stringify(bodyOf(order));
      return session.send(
        { method: 'POST', path: '/collect/', headers: JSON_BODY, body: sent },
        call,
      );
    },
    find: (handle, call) => get(`/transaction/${encodeURIComponent(handle)}/`, call),
    balance: (call) => get('/balance/', call),
    close: http.close,
  };
}

/** The history repeats `external_user` only, so it has our reference as well. */
function bodyOf({ amountXaf, msisdn, note, reference }: Order) {
  return {
    amount: String(amountXaf),
    currency: 'XAF',
    from: msisdn.replace(/^\+/, ''),
    description: plainNote(note),
    external_reference: reference,
    external_user: reference,
  };
}
