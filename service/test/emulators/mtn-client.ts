import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import {
  type MtnEmulator,
  type MtnOptions,
  startMtnEmulator,
} from '../../emulators/mtn/mtn-emulator.ts';
import type { Product } from '../../emulators/mtn/mtn-state.ts';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Headers = Readonly<Record<string, string | null>>;

export interface MtnClient {
  readonly emulator: MtnEmulator;
  /** Sends what is given; a header that is null is left out. */
  readonly call: (
    method: string,
    path: string,
    options?: { readonly headers?: Headers; readonly body?: string; readonly product?: Product },
  ) => Promise<Reply>;
  readonly freshToken: (product?: Product) => Promise<string>;
  /** Asks for a payment and returns its reference. */
  readonly create: (product: Product, changes?: object, headers?: Headers) => Promise<Created>;
  readonly read: (product: Product, reference: string) => Promise<Reply>;
}

export interface Created extends Reply {
  readonly reference: string;
}

export const PATHS = {
  collection: '/collection/v1_0/requesttopay',
  disbursement: '/disbursement/v1_0/transfer',
} as const;

export const PRODUCTS = ['collection', 'disbursement'] as const;

export async function startMtn(t: TestContext, options: MtnOptions = {}): Promise<MtnClient> {
  const emulator = await startMtnEmulator({ settleMs: 1, delayedMs: 5, ...options });
  t.after(() => emulator.stop());
  const { account, settings } = emulator;
  const tokens = new Map<Product, string>();

  const freshToken = async (product: Product = 'collection') => {
    const { apiUser, apiKey, subscriptionKey } = account[product];
    const { status, body } = await send(`${emulator.url}/${product}/token/`, 'POST', {
      authorization: basic(apiUser, apiKey),
      'ocp-apim-subscription-key': subscriptionKey,
    });
    assert.equal(status, 200);
    const token = String(body['access_token']);
    tokens.set(product, token);
    return token;
  };
  const call: MtnClient['call'] = async (method, path, { headers = {}, body, product } = {}) => {
    const used = product ?? (path.startsWith('/disbursement') ? 'disbursement' : 'collection');
    const token = tokens.get(used) ?? (await freshToken(used));
    const all = {
      authorization: `Bearer ${token}`,
      'ocp-apim-subscription-key': account[used].subscriptionKey,
      'x-target-environment': settings.targetEnvironment,
      ...headers,
    };
    return send(`${emulator.url}${path}`, method, all, body);
  };
  return {
    emulator,
    call,
    freshToken,
    create: async (product, changes = {}, headers = {}) => {
      const reference = headers['x-reference-id'] ?? randomUUID();
      const body = JSON.stringify({ ...paymentBody(product), ...changes });
      const reply = await call('POST', PATHS[product], {
        headers: { 'content-type': 'application/json', 'x-reference-id': reference, ...headers },
        body,
      });
      return { ...reply, reference };
    },
    read: (product, reference) => call('GET', `${PATHS[product]}/${reference}`),
  };
}

export function paymentBody(product: Product, msisdn = '237670000001') {
  return {
    amount: '500',
    currency: 'XAF',
    externalId: 'order-1',
    [product === 'collection' ? 'payer' : 'payee']: { partyIdType: 'MSISDN', partyId: msisdn },
    payerMessage: 'Deposit 1',
    payeeNote: 'Note 1',
  };
}

/** The part of a body that names the customer. */
export function party(product: Product, partyId: string, partyIdType = 'MSISDN') {
  return { [product === 'collection' ? 'payer' : 'payee']: { partyIdType, partyId } };
}

export function basic(name: string, secret: string): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
}

export async function send(
  url: string,
  method: string,
  headers: Headers,
  body?: string,
): Promise<Reply> {
  const present = Object.entries(headers).filter(([, value]) => value !== null);
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(present) as Record<string, string>,
    redirect: 'manual',
    signal: AbortSignal.timeout(5_000),
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, text, body: toObject(text) };
}

function toObject(text: string): Reply['body'] {
  try {
    return JSON.parse(text) as Reply['body'];
  } catch {
    return {};
  }
}
