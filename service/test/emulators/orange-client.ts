import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import {
  type OrangeEmulator,
  type OrangeOptions,
  startOrangeEmulator,
} from '../../emulators/orange/orange-emulator.ts';
import type { OrangeProduct } from '../../emulators/orange/orange-state.ts';
import { basic, type Headers, type Reply, send } from './mtn-client.ts';

export const BASE = '/omcoreapis/1.0.2';

export interface OrangeReply extends Reply {
  readonly data: Readonly<Record<string, unknown>>;
}

export interface OrangeClient {
  readonly emulator: OrangeEmulator;
  readonly token: (headers?: Headers, body?: string) => Promise<Reply>;
  readonly call: (
    method: string,
    path: string,
    options?: { readonly headers?: Headers; readonly body?: object },
  ) => Promise<OrangeReply>;
  readonly init: (product: OrangeProduct) => Promise<string>;
  readonly pay: (product: OrangeProduct, changes?: object) => Promise<OrangeReply>;
  readonly status: (product: OrangeProduct, payToken: string) => Promise<OrangeReply>;
}

export async function startOrange(t: TestContext, options: OrangeOptions = {}) {
  const emulator = await startOrangeEmulator({ settleMs: 1, delayedMs: 5, ...options });
  t.after(() => emulator.stop());
  const { account } = emulator;
  let bearer: string | null = null;

  const token: OrangeClient['token'] = (
    headers = {},
    body = new URLSearchParams({ grant_type: 'client_credentials' }).toString(),
  ) => {
    const all = {
      authorization: basic(account.consumerKey, account.consumerSecret),
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    };
    return send(`${emulator.url}/token`, 'POST', all, body);
  };
  const freshBearer = async () => {
    const { status, body } = await token();
    assert.equal(status, 200);
    bearer = String(body['access_token']);
    return bearer;
  };
  const call: OrangeClient['call'] = async (method, path, { headers = {}, body } = {}) => {
    const all = {
      authorization: `Bearer ${bearer ?? (await freshBearer())}`,
      'x-auth-token': basic(account.apiUser, account.apiPassword).slice('Basic '.length),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const reply = await send(`${emulator.url}${BASE}${path}`, method, all, text);
    return { ...reply, data: (reply.body['data'] ?? {}) as OrangeReply['data'] };
  };
  const init: OrangeClient['init'] = async (product) => {
    const { status, data } = await call('POST', `/${product}/init`);
    assert.equal(status, 200);
    return String(data['payToken']);
  };
  const client: OrangeClient = {
    emulator,
    token,
    call,
    init,
    pay: async (product, changes = {}) => {
      const payToken = 'payToken' in changes ? changes.payToken : await init(product);
      const body = {
        subscriberMsisdn: '699000001',
        channelUserMsisdn: account.channelMsisdn,
        amount: '500',
        description: 'Deposit',
        orderId: 'order1',
        pin: account.pin,
        notifUrl: 'http://127.0.0.1:9/notify',
        ...changes,
        payToken,
      };
      return call('POST', `/${product}/pay`, { body });
    },
    status: (product, payToken) => call('GET', `/${product}/paymentstatus/${payToken}`),
  };
  return client;
}
