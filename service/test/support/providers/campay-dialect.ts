import { CAMPAY } from '../../../src/providers/campay/index.ts';
import type { PreparedOrder } from '../../../src/providers/provider.ts';
import { type Dialect, paymentOrderOf, type Routes, type Subject } from './provider-subject.ts';
import type { ReceivedRequest, Scripted } from './scripted-provider.ts';

// CamPay as the test plays it, written from its public description and from open integrations.

const order = paymentOrderOf(CAMPAY, 'deposit');
const NUMBER = order.msisdn.slice(1);
const LEARNT = '0b7c6a5e-4d3c-4b2a-9f8e-7d6c5b4a3f2e';

/** The payment as CamPay shows it, with changes of the test's choice. */
function shown(changes: object = {}): Scripted {
  const body = {
    reference: LEARNT,
    external_reference: order.reference,
    external_user: order.reference,
    status: 'SUCCESSFUL',
    amount: '2500.00',
    currency: 'XAF',
    operator: 'MTN',
    code: 'CP261115U0001',
    operator_reference: '18402759301',
    endpoint: 'collect',
    phone_number: NUMBER,
    reason: 'None',
    ...changes,
  };
  return { status: 200, body };
}

const taken = (changes: object = {}): Scripted => ({
  status: 200,
  body: { reference: LEARNT, ussd_code: '*126#', operator: 'mtn', ...changes },
});
const refusal = (error_code: string): Scripted => ({
  status: 400,
  body: { error_code, message: 'No.' },
});

const at = (method: string, path: RegExp) => (request: ReceivedRequest) =>
  request.method === method && path.test(request.path);

const ROUTES: Routes = {
  prepare: null,
  send: { matches: at('POST', /^\/collect\/$/), well: taken() },
  ask: { matches: at('GET', /^\/transaction\/[^/]+\/$/), well: shown() },
  // CamPay is not asked for names, since it pays nobody.
  name: { matches: () => false, well: { status: 404 } },
  check: {
    matches: at('GET', /^\/balance\/$/),
    well: {
      status: 200,
      body: { total_balance: 1500.5, mtn_balance: 1000, orange_balance: 500.5, currency: 'XAF' },
    },
  },
};

const PAYMENT = { kind: 'refused', because: 'payment' } as const;
const PROVIDER = { kind: 'refused', because: 'provider' } as const;
const UNKNOWN = { kind: 'unknown' } as const;
const PAID_OTHERWISE = { kind: 'differs', isPaid: true } as const;
const ACCEPTED = { kind: 'accepted', isFinal: false, providerTxId: null, handle: LEARNT } as const;
const SUCCEEDED = { kind: 'succeeded', providerTxId: '18402759301' } as const;
const FAILED = { kind: 'failed', code: null } as const;
const DEPOSIT = ['deposit'] as const;

const DIALECT: Dialect = {
  token: {
    matches: at('POST', /^\/token\/$/),
    well: { status: 200, body: { token: 'the-first-token', expires_in: 3_600 } },
  },
  of: () => ROUTES,
  learnt: LEARNT,
  callback: ({ reference, handle }) => [
    { query: `status=SUCCESSFUL&reference=${handle}&external_reference=${reference}`, body: '' },
    { query: '', body: JSON.stringify({ reference: handle, external_reference: reference }) },
    { query: '', body: `reference=${handle}&external_reference=${reference}` },
  ],
  sends: [
    { name: 'an id', answer: taken(), expected: ACCEPTED },
    { name: 'no id', answer: taken({ reference: null }), expected: UNKNOWN },
    { name: 'the word None for an id', answer: taken({ reference: 'None' }), expected: UNKNOWN },
    { name: 'an id of another form', answer: taken({ reference: '../x' }), expected: UNKNOWN },
    { name: 'a number without its country', answer: refusal('ER101'), expected: PAYMENT },
    { name: 'a number of nobody', answer: refusal('ER102'), expected: PAYMENT },
    { name: 'an amount with decimals', answer: refusal('ER201'), expected: PAYMENT },
    { name: 'a new code', answer: refusal('ER999'), expected: UNKNOWN },
    { name: '400 and a page', answer: { status: 400, body: '<p>' }, expected: UNKNOWN },
    { name: '401', answer: { status: 401, body: {} }, expected: PROVIDER },
    { name: '403', answer: { status: 403, body: {} }, expected: PROVIDER },
    { name: '404', answer: { status: 404 }, expected: UNKNOWN },
  ].map((row) => ({ ...row, directions: DEPOSIT })),
  asks: [
    { name: 'SUCCESSFUL', answer: shown(), expected: SUCCEEDED },
    { name: 'an amount as a number', answer: shown({ amount: 2500 }), expected: SUCCEEDED },
    {
      name: 'what is left after a fee',
      answer: shown({ app_amount: 2462.5 }),
      expected: { ...SUCCEEDED, feeCents: 3_750 },
    },
    // With more digits than hundredths the fee is left to the statement.
    {
      name: 'a fee of many digits',
      answer: shown({ app_amount: '2462.505' }),
      expected: SUCCEEDED,
    },
    {
      name: 'the word None for the operator’s id',
      answer: shown({ operator_reference: 'None' }),
      expected: { kind: 'succeeded' as const, providerTxId: null },
    },
    {
      name: 'PENDING',
      answer: shown({ status: 'PENDING' }),
      expected: { kind: 'pending' as const },
    },
    { name: 'FAILED', answer: shown({ status: 'FAILED' }), expected: FAILED },
    { name: 'an unknown status', answer: shown({ status: 'DONE' }), expected: UNKNOWN },
    ...['amount', 'currency', 'phone_number', 'status'].flatMap((name) =>
      [null, 'None'].map((value) => ({
        name: `${name} ${value}`,
        answer: shown({ [name]: value }),
        expected: UNKNOWN,
      })),
    ),
    { name: 'another amount', answer: shown({ amount: '2501' }), expected: PAID_OTHERWISE },
    { name: 'another currency', answer: shown({ currency: 'EUR' }), expected: PAID_OTHERWISE },
    {
      name: 'another number',
      answer: shown({ phone_number: '237670000013' }),
      expected: PAID_OTHERWISE,
    },
    { name: 'another operator', answer: shown({ operator: 'ORANGE' }), expected: PAID_OTHERWISE },
    { name: 'a withdrawal', answer: shown({ endpoint: 'withdraw' }), expected: PAID_OTHERWISE },
    {
      name: 'a prompt of another operator',
      answer: shown({ status: 'PENDING', operator: 'ORANGE' }),
      expected: { kind: 'differs' as const, isPaid: false },
    },
    // A system that does not keep our names cannot say that it has not got a payment.
    {
      name: '404',
      answer: { status: 404, body: {} },
      expected: { kind: 'unknown' as const, isAnswer: true as const },
    },
    ...['PENDING', 'SUCCESSFUL', 'FAILED'].flatMap((status) =>
      ['None', null, 'other'].map((external_reference) => ({
        name: `${status} under the name ${external_reference}`,
        answer: shown({ status, external_reference }),
        expected: {
          kind: 'unknown' as const,
          isAnswer: true as const,
          ...(external_reference === 'other' && { isOfAnother: true as const }),
        },
      })),
    ),
    {
      name: 'a failure under another id',
      answer: shown({ status: 'FAILED', reference: '1b7c6a5e-4d3c-4b2a-9f8e-7d6c5b4a3f2e' }),
      expected: UNKNOWN,
    },
  ].map((row) => ({ ...row, directions: DEPOSIT })),
  isSuccess: isCampaySuccess,
};

function isCampaySuccess(body: unknown, { handle, reference }: PreparedOrder): boolean {
  const said = body as Record<string, unknown>;
  const text = (name: string) => String(said[name]).trim();
  const isOr = (name: string, values: readonly string[]) =>
    [undefined, null, ''].includes(said[name] as string) ||
    typeof said[name] === 'object' ||
    typeof said[name] === 'boolean' ||
    values.includes(text(name));
  return (
    text('status') === 'SUCCESSFUL' &&
    text('reference') === handle &&
    text('external_reference') === reference &&
    /^2500(\.0+)?$/.test(text('amount')) &&
    text('currency') === 'XAF' &&
    text('phone_number') === NUMBER &&
    isOr('operator', ['MTN', 'mtn', 'None']) &&
    isOr('endpoint', ['collect', 'None'])
  );
}

export const CAMPAY_SUBJECT: Subject = {
  adapter: CAMPAY,
  account: (baseUrl) => ({ baseUrl, username: 'wouri-shop', password: 'cp-pass-5f1e2d3c4b5a' }),
  dialect: DIALECT,
};
