import type { Direction } from '../../../src/domain/payment-kinds.ts';
import { PAWAPAY } from '../../../src/providers/pawapay/index.ts';
import type { PreparedOrder } from '../../../src/providers/provider.ts';
import {
  BOTH,
  type Dialect,
  paymentOrderOf,
  type Routes,
  type Subject,
} from './provider-subject.ts';
import type { ReceivedRequest, Scripted } from './scripted-provider.ts';

// pawaPay as the test plays it, written from its public description of version 2.

const PATHS = {
  deposit: { path: 'deposits', id: 'depositId', party: 'payer' },
  withdrawal: { path: 'payouts', id: 'payoutId', party: 'recipient' },
} as const;

const order = paymentOrderOf(PAWAPAY, 'deposit');
const NUMBER = order.msisdn.slice(1);

/** The payment as pawaPay shows it, with changes of the test's choice. */
function payment(direction: Direction, changes: object = {}): object {
  const { id, party } = PATHS[direction];
  return {
    [id]: order.reference,
    status: 'COMPLETED',
    amount: '2500.00',
    currency: 'XAF',
    country: 'CMR',
    [party]: {
      type: 'MMO',
      accountDetails: { phoneNumber: NUMBER, provider: 'MTN_MOMO_CMR' },
    },
    customerMessage: 'Depot n 12 l equipe',
    created: '2026-11-15T08:15:00Z',
    providerTransactionId: '18402759301',
    ...changes,
  };
}

function found(changes: object = {}): Scripted {
  const data = { ...payment('deposit'), ...payment('withdrawal'), ...changes };
  return { status: 200, body: { status: 'FOUND', data } };
}

function taken(status: string, changes: object = {}): Scripted {
  const ids = { depositId: order.reference, payoutId: order.reference };
  return { status: 200, body: { ...ids, status, created: '2026-11-15T08:15:00Z', ...changes } };
}

const rejected = (failureCode: string): Scripted =>
  taken('REJECTED', { failureReason: { failureCode, failureMessage: 'No.' } });
const failed = (failureCode: string): Scripted =>
  found({ status: 'FAILED', failureReason: { failureCode, failureMessage: 'No.' } });
const technical = (status: number, failureCode: string): Scripted => ({
  status,
  body: { failureReason: { failureCode, failureMessage: 'No.' } },
});

function routesOf(direction: Direction): Routes {
  const base = `/v2/${PATHS[direction].path}`;
  const at = (method: string, path: RegExp) => (request: ReceivedRequest) =>
    request.method === method && path.test(request.path);
  return {
    prepare: null,
    send: { matches: at('POST', new RegExp(`^${base}$`)), well: taken('ACCEPTED') },
    ask: { matches: at('GET', new RegExp(`^${base}/`)), well: found() },
    // pawaPay names nobody.
    name: { matches: () => false, well: { status: 404 } },
    check: {
      matches: at('GET', /^\/v2\/wallet-balances$/),
      well: {
        status: 200,
        body: { balances: [{ country: 'CMR', balance: '150000.00', currency: 'XAF' }] },
      },
    },
  };
}

const ROUTES: Readonly<Record<Direction, Routes>> = {
  deposit: routesOf('deposit'),
  withdrawal: routesOf('withdrawal'),
};

const PAYMENT = { kind: 'refused', because: 'payment' } as const;
const PROVIDER = { kind: 'refused', because: 'provider' } as const;
const UNKNOWN = { kind: 'unknown' } as const;
const PAID_OTHERWISE = { kind: 'differs', isPaid: true } as const;
const ACCEPTED = { kind: 'accepted', isFinal: false, providerTxId: null } as const;
const PENDING = { kind: 'pending' } as const;

/** Whose money, and whose account it is that a failure speaks of. */
const FAILURES = {
  INSUFFICIENT_BALANCE: {
    deposit: { code: 'payer_lacks_money' },
    withdrawal: { code: 'we_lack_money', params: { system: 'PawaPay' } },
  },
  WALLET_LIMIT_REACHED: {
    deposit: { code: 'payer_at_limit' },
    withdrawal: { code: 'payee_at_limit' },
  },
  PAYER_NOT_FOUND: {
    deposit: { code: 'payer_unknown', params: { system: 'MTN' } },
    withdrawal: { code: 'payer_unknown', params: { system: 'MTN' } },
  },
} as const;

const DIALECT: Dialect = {
  token: null,
  callback: ({ reference }) =>
    BOTH.map((direction) => {
      const body = JSON.stringify(payment(direction, { [PATHS[direction].id]: reference }));
      return { query: '', body };
    }),
  of: (direction) => ROUTES[direction],
  sends: [
    { name: 'ACCEPTED', answer: taken('ACCEPTED'), expected: ACCEPTED },
    { name: 'DUPLICATE_IGNORED', answer: taken('DUPLICATE_IGNORED'), expected: ACCEPTED },
    { name: 'a limit', answer: rejected('AMOUNT_OUT_OF_BOUNDS'), expected: PAYMENT },
    { name: 'a wrong number', answer: rejected('INVALID_PHONE_NUMBER'), expected: PAYMENT },
    { name: 'a payer without money', answer: rejected('INSUFFICIENT_BALANCE'), expected: PAYMENT },
    { name: 'a new code', answer: rejected('NEW_WORD'), expected: PAYMENT },
    { name: 'REJECTED without a reason', answer: taken('REJECTED'), expected: PAYMENT },
    { name: 'deposits that are off', answer: rejected('DEPOSITS_NOT_ALLOWED'), expected: PROVIDER },
    { name: 'payouts that are off', answer: rejected('PAYOUTS_NOT_ALLOWED'), expected: PROVIDER },
    {
      name: 'an operator that is away',
      answer: rejected('PROVIDER_TEMPORARILY_UNAVAILABLE'),
      expected: PROVIDER,
    },
    {
      name: 'ACCEPTED of another payment',
      answer: taken('ACCEPTED', { depositId: 'other', payoutId: 'other' }),
      expected: UNKNOWN,
    },
    {
      name: 'REJECTED of another payment',
      answer: taken('REJECTED', { depositId: 'other', payoutId: 'other' }),
      expected: UNKNOWN,
    },
    { name: 'a new status', answer: taken('PERHAPS'), expected: UNKNOWN },
    { name: '400 with a code', answer: technical(400, 'INVALID_INPUT'), expected: PAYMENT },
    { name: '400 and a page', answer: { status: 400, body: '<p>' }, expected: UNKNOWN },
    { name: '401', answer: technical(401, 'AUTHENTICATION_ERROR'), expected: PROVIDER },
    { name: '403', answer: technical(403, 'AUTHORISATION_ERROR'), expected: PROVIDER },
    { name: '500', answer: technical(500, 'UNKNOWN_ERROR'), expected: UNKNOWN },
    { name: '404', answer: { status: 404 }, expected: UNKNOWN },
  ].map((row) => ({ ...row, directions: BOTH })),
  asks: [
    {
      name: 'COMPLETED',
      answer: found(),
      expected: { kind: 'succeeded' as const, providerTxId: '18402759301' },
    },
    {
      name: 'COMPLETED without the operator’s id',
      answer: found({ providerTransactionId: null }),
      expected: { kind: 'succeeded' as const, providerTxId: null },
    },
    ...['ACCEPTED', 'ENQUEUED', 'PROCESSING', 'SUBMITTED', 'IN_RECONCILIATION'].map((status) => ({
      name: status,
      answer: found({ status }),
      expected: PENDING,
    })),
    {
      name: 'FAILED with a new code',
      answer: failed('SUN_SPOTS'),
      expected: { kind: 'failed' as const, code: 'SUN_SPOTS' },
    },
    {
      name: 'FAILED without a reason',
      answer: found({ status: 'FAILED' }),
      expected: { kind: 'failed' as const, code: null },
    },
    {
      name: 'NOT_FOUND',
      answer: { status: 200, body: { status: 'NOT_FOUND' } },
      expected: { kind: 'not_found' as const },
    },
    { name: '404', answer: { status: 404 }, expected: UNKNOWN },
    {
      name: 'FOUND without a payment',
      answer: { status: 200, body: { status: 'FOUND' } },
      expected: UNKNOWN,
    },
    { name: 'another amount', answer: found({ amount: '2501' }), expected: PAID_OTHERWISE },
    { name: 'no amount', answer: found({ amount: null }), expected: UNKNOWN },
    { name: 'another currency', answer: found({ currency: 'XOF' }), expected: PAID_OTHERWISE },
    {
      name: 'another payment',
      answer: found({ depositId: 'other', payoutId: 'other' }),
      expected: UNKNOWN,
    },
    {
      name: 'a payment without an id',
      answer: found({ depositId: null, payoutId: null }),
      expected: UNKNOWN,
    },
    ...[
      { phoneNumber: '237670000013', provider: 'MTN_MOMO_CMR' },
      { phoneNumber: NUMBER, provider: 'ORANGE_CMR' },
    ].map((accountDetails) => ({
      name: `a payment of ${JSON.stringify(accountDetails)}`,
      answer: found({ payer: { accountDetails }, recipient: { accountDetails } }),
      expected: PAID_OTHERWISE,
    })),
    {
      name: 'a failure of another amount',
      answer: found({ status: 'FAILED', amount: '1' }),
      expected: { kind: 'differs' as const, isPaid: false },
    },
    { name: 'an unknown status', answer: found({ status: 'DONE' }), expected: UNKNOWN },
  ]
    .map((row) => ({ ...row, directions: BOTH }))
    .concat(
      Object.entries(FAILURES).flatMap(([code, reasons]) =>
        BOTH.map((direction) => ({
          name: `FAILED with ${code}`,
          answer: failed(code),
          expected: { kind: 'failed' as const, code, reason: reasons[direction] },
          directions: [direction],
        })),
      ),
    ),
  isSuccess: isPawapaySuccess,
};

function isPawapaySuccess(body: unknown, { direction, handle }: PreparedOrder): boolean {
  const answer = body as { status?: unknown; data?: Record<string, unknown> };
  const data = answer.data ?? {};
  const party = (data[PATHS[direction].party] ?? {}) as {
    accountDetails?: { phoneNumber?: unknown; provider?: unknown };
  };
  const { phoneNumber, provider } = party.accountDetails ?? {};
  return (
    String(answer.status).trim() === 'FOUND' &&
    String(data['status']).trim() === 'COMPLETED' &&
    String(data[PATHS[direction].id]).trim() === handle &&
    /^\s*2500(\.0+)?\s*$/.test(String(data['amount'])) &&
    data['currency'] === 'XAF' &&
    [undefined, null, NUMBER].includes(phoneNumber as string) &&
    [undefined, null, 'MTN_MOMO_CMR'].includes(provider as string)
  );
}

export const PAWAPAY_SUBJECT: Subject = {
  adapter: PAWAPAY,
  account: (baseUrl) => ({ baseUrl, apiToken: 'eyJraWQiOiIxIn0.pawa.5f1e2d3c4b5a' }),
  dialect: DIALECT,
};
