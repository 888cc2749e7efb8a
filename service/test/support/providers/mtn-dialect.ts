import type { Direction } from '../../../src/domain/payment-kinds.ts';
import { MTN_MOMO } from '../../../src/providers/mtn-momo/index.ts';
import type { PreparedOrder } from '../../../src/providers/provider.ts';
import {
  BOTH,
  type Dialect,
  paymentOrderOf,
  type Routes,
  type Subject,
} from './provider-subject.ts';
import type { ReceivedRequest, Scripted } from './scripted-provider.ts';

// MTN as the test plays it, written from what is known of its interface.

const PATHS = {
  deposit: { product: 'collection', verb: 'requesttopay', party: 'payer' },
  withdrawal: { product: 'disbursement', verb: 'transfer', party: 'payee' },
} as const;

const order = paymentOrderOf(MTN_MOMO, 'deposit');
const NUMBER = order.msisdn.slice(1);

/** The resource as MTN shows it, with a status of the test's choice. */
export function resource(direction: Direction, changes: object = {}): object {
  return {
    amount: '2500',
    currency: 'XAF',
    financialTransactionId: '18402759301',
    externalId: order.reference,
    [PATHS[direction].party]: { partyIdType: 'MSISDN', partyId: NUMBER },
    payerMessage: 'Depot n 12 l equipe',
    payeeNote: 'Depot n 12 l equipe',
    status: 'SUCCESSFUL',
    ...changes,
  };
}

function routesOf(direction: Direction): Routes {
  const { product, verb } = PATHS[direction];
  const base = `/${product}/v1_0/${verb}`;
  const at = (method: string, path: RegExp) => (request: ReceivedRequest) =>
    request.method === method && path.test(request.path);
  return {
    prepare: null,
    send: { matches: at('POST', new RegExp(`^${base}$`)), well: { status: 202 } },
    ask: {
      matches: at('GET', new RegExp(`^${base}/`)),
      well: { status: 200, body: resource(direction) },
    },
    name: {
      matches: at('GET', /\/basicuserinfo$/),
      well: { status: 200, body: { given_name: 'AMINA', family_name: 'NGONO', sub: '0' } },
    },
    check: {
      matches: at('GET', /\/account\/balance$/),
      well: { status: 200, body: { availableBalance: '150000', currency: 'XAF' } },
    },
  };
}

const ROUTES: Readonly<Record<Direction, Routes>> = {
  deposit: routesOf('deposit'),
  withdrawal: routesOf('withdrawal'),
};

const refusal = (status: number, code: string): Scripted => ({
  status,
  body: { code, message: 'No.' },
});
const status = (value: string, changes: object = {}) => ({
  status: 200,
  body: { ...resource('deposit'), ...resource('withdrawal'), status: value, ...changes },
});

const PAYMENT = { kind: 'refused', because: 'payment' } as const;
const PROVIDER = { kind: 'refused', because: 'provider' } as const;
const UNKNOWN = { kind: 'unknown' } as const;
const ACCEPTED = { kind: 'accepted', isFinal: false, providerTxId: null } as const;

/** Whose money it is that was not enough. */
const POOR = {
  deposit: { code: 'payer_lacks_money' },
  withdrawal: { code: 'we_lack_money', params: { system: 'MTN' } },
} as const;

const DIALECT: Dialect = {
  token: {
    matches: ({ method, path }) => method === 'POST' && /^\/\w+\/token\/$/.test(path),
    well: {
      status: 200,
      body: { access_token: 'eyJhbGciOi.first', token_type: 'access_token', expires_in: 3_600 },
    },
  },
  of: (direction) => ROUTES[direction],
  sends: [
    { name: '202', answer: { status: 202 }, expected: ACCEPTED },
    { name: '409', answer: refusal(409, 'RESOURCE_ALREADY_EXIST'), expected: ACCEPTED },
    { name: 'known, as 400', answer: refusal(400, 'RESOURCE_ALREADY_EXIST'), expected: ACCEPTED },
    { name: '400', answer: refusal(400, 'INVALID_CURRENCY'), expected: PAYMENT },
    { name: 'an empty 400', answer: { status: 400 }, expected: PAYMENT },
    { name: '400 and a page', answer: { status: 400, body: '<p>' }, expected: UNKNOWN },
    { name: '400 of a new code', answer: refusal(400, 'NEW_WORD'), expected: PAYMENT },
    { name: '404 of the payer', answer: refusal(404, 'PAYER_NOT_FOUND'), expected: PAYMENT },
    { name: '404 of the route', answer: { status: 404 }, expected: PROVIDER },
    { name: '403 of our address', answer: refusal(403, 'FORBIDDEN IP'), expected: PROVIDER },
    { name: '405', answer: { status: 405 }, expected: PROVIDER },
    { name: '500 NOT_ALLOWED', answer: refusal(500, 'NOT_ALLOWED'), expected: UNKNOWN },
    { name: '503', answer: refusal(503, 'SERVICE_UNAVAILABLE'), expected: UNKNOWN },
    { name: '200', answer: { status: 200, body: {} }, expected: UNKNOWN },
    { name: '201', answer: { status: 201 }, expected: UNKNOWN },
  ].map((row) => ({ ...row, directions: BOTH })),
  asks: [
    {
      name: 'SUCCESSFUL',
      answer: status('SUCCESSFUL'),
      expected: { kind: 'succeeded' as const, providerTxId: '18402759301' },
    },
    {
      name: 'SUCCESSFUL without an id',
      answer: status('SUCCESSFUL', { financialTransactionId: undefined }),
      expected: { kind: 'succeeded' as const, providerTxId: null },
    },
    { name: 'PENDING', answer: status('PENDING'), expected: { kind: 'pending' as const } },
    {
      name: 'FAILED with an object',
      answer: status('FAILED', { reason: { code: 'EXPIRED', message: 'x' } }),
      expected: { kind: 'failed' as const, code: 'EXPIRED', isExpiry: true as const },
    },
    {
      name: 'FAILED with an unknown reason',
      answer: status('FAILED', { reason: 'SUN_SPOTS' }),
      expected: { kind: 'failed' as const, code: 'SUN_SPOTS' },
    },
    {
      name: 'FAILED without a reason',
      answer: status('FAILED'),
      expected: { kind: 'failed' as const, code: null },
    },
    {
      name: '404 of the reference',
      answer: refusal(404, 'RESOURCE_NOT_FOUND'),
      expected: { kind: 'not_found' as const },
    },
    { name: '404 of the route', answer: { status: 404 }, expected: UNKNOWN },
    {
      name: 'a success of another amount',
      answer: status('SUCCESSFUL', { amount: '2501' }),
      expected: UNKNOWN,
    },
    {
      name: 'a success without an amount',
      answer: status('SUCCESSFUL', { amount: null }),
      expected: UNKNOWN,
    },
    {
      name: 'a success in another currency',
      answer: status('SUCCESSFUL', { currency: 'EUR' }),
      expected: UNKNOWN,
    },
    {
      name: 'a success of another number',
      answer: status('SUCCESSFUL', {
        payer: { partyId: '237670000013' },
        payee: { partyId: '237670000013' },
      }),
      expected: UNKNOWN,
    },
    {
      name: 'a success of another externalId',
      answer: status('SUCCESSFUL', { externalId: 'other' }),
      expected: UNKNOWN,
    },
    {
      name: 'a failure of another amount',
      answer: status('FAILED', { amount: '1' }),
      expected: UNKNOWN,
    },
    { name: 'an unknown status', answer: status('SUCCESS'), expected: UNKNOWN },
    { name: 'no status', answer: status(''), expected: UNKNOWN },
  ]
    .map((row) => ({ ...row, directions: BOTH }))
    .concat(
      BOTH.map((direction) => ({
        name: 'FAILED with a reason',
        answer: status('FAILED', { reason: 'NOT_ENOUGH_FUNDS' }),
        expected: { kind: 'failed', code: 'NOT_ENOUGH_FUNDS', reason: POOR[direction] },
        directions: [direction],
      })),
    ),
  isSuccess: isMtnSuccess,
};

function isMtnSuccess(body: unknown, order: PreparedOrder): boolean {
  const found = body as Record<string, unknown>;
  const party = (found[order.direction === 'deposit' ? 'payer' : 'payee'] ?? {}) as {
    partyId?: unknown;
  };
  return (
    String(found['status']).trim() === 'SUCCESSFUL' &&
    /^\s*2500(\.0+)?\s*$/.test(String(found['amount'])) &&
    found['currency'] === 'XAF' &&
    [undefined, null, order.reference].includes(found['externalId'] as string) &&
    [undefined, null, NUMBER].includes(party.partyId as string)
  );
}

export const MTN_SUBJECT: Subject = {
  adapter: MTN_MOMO,
  account: (baseUrl) => ({
    baseUrl,
    targetEnvironment: 'mtncameroon',
    currency: 'XAF',
    collectionSubscriptionKey: 'c0ffee11c0ffee11c0ffee11',
    collectionApiUser: '3f0e8a52-1111-4d5e-8f6a-7c1d2e3f4a5b',
    collectionApiKey: 'a1b2c3d4e5f60718a1b2c3d4',
    disbursementSubscriptionKey: 'd0ffee22d0ffee22d0ffee22',
    disbursementApiUser: '3f0e8a52-2222-4d5e-8f6a-7c1d2e3f4a5b',
    disbursementApiKey: 'f6e5d4c3b2a10718f6e5d4c3',
  }),
  dialect: DIALECT,
};
