import {
  get,
  PAYMENT_REQUESTS,
  PLAYER,
  payment,
  post,
  type RawRequest,
  UNKNOWN,
} from './conformance-requests.ts';

/** Requests that follow from each other: what was refunded, bought on a page, listed, or is over. */
const CHECKOUTS = '/api/v1/checkouts';
const ADVANCE = '/api/v1/sandbox/clock/advance';

function simulate(id: string, outcome: string): RawRequest {
  return post(`/api/v1/sandbox/transactions/${id}/simulate`, { outcome });
}

function refundRequests(): readonly RawRequest[] {
  const refund = (body: unknown, id = '{deposit}') => post(`/api/v1/deposits/${id}/refunds`, body);
  const taken = payment({ reference: 'refund-taken' });
  const first = { reference: 'refund-1', amount_xaf: 200, reason: 'The order was cancelled.' };
  const read = [get('/api/v1/transactions/{deposit}'), get('/api/v1/transactions/{refund}')];
  return [
    { ...post('/api/v1/deposits', payment({ amount_xaf: 900 })), as: 'deposit' },
    refund(first),
    simulate('{deposit}', 'succeeded'),
    ...[
      undefined,
      {},
      { reference: '' },
      { reference: 'r', amount_xaf: 99 },
      { reference: 'r', amount_xaf: '200' },
      { reference: 'r', amount_xaf: 901 },
      { reference: 'r', reason: 'x' },
      { reference: 'r', callback_url: 'nope' },
    ].map((body) => refund(body)),
    { ...refund(first), as: 'refund' },
    refund(first),
    refund({ ...first, amount_xaf: 300 }),
    refund({ ...first, amount_xaf: null, reason: null }),
    ...read,
    refund({ reference: 'refund-2', amount_xaf: 701 }),
    simulate('{refund}', 'failed'),
    ...read,
    { ...refund({ reference: 'refund-3' }), as: 'refund' },
    simulate('{refund}', 'succeeded'),
    ...read,
    refund({ reference: 'refund-4' }),
    post('/api/v1/withdrawals', taken),
    refund({ reference: 'refund-taken' }),
    refund({ reference: 'r' }, '{last}'),
    refund({ reference: 'r' }, UNKNOWN),
    refund({ reference: 'r' }, 'x'),
    get('/api/v1/transactions?reference=refund-3'),
    get(`/api/v1/players/${PLAYER}/transactions?direction=withdrawal&limit=4`),
    get('/api/v1/balance'),
  ];
}

/** Values that each member of a checkout is tried with, right ones and wrong ones. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  amount_xaf: [undefined, '500', 99, 100],
  reference: [undefined, '', 'r'.repeat(120), 'r'.repeat(121)],
  description: [null, '', 'Two shirts', 'd'.repeat(141)],
  return_url: [null, 'nope', 'https://shop.example/thanks'],
  cancel_url: [null, 'ftp://shop.example/', 'https://shop.example/cart'],
  callback_url: [null, 'nope', 'https://shop.example/hook'],
  expires_in: [null, 599, 600, 2_592_000, 2_592_001],
  player_id: [null, 'x', PLAYER],
  lang: [null, 'en', 'de'],
  operators: [null, [], ['mtn'], ['MTN'], ['mtn', 'orange'], ['mtn', 'mtn', 'mtn']],
};

let carts = 0;

function checkout(changes: object = {}): Readonly<Record<string, unknown>> {
  carts += 1;
  return { amount_xaf: 500, reference: `conformance-cart-${carts}`, ...changes };
}

function checkoutRequests(): readonly RawRequest[] {
  const asked = checkout({ operators: ['mtn', 'orange'], description: 'Two shirts' });
  const cancel = post(`${CHECKOUTS}/{checkout}/cancel`);
  return [
    ...Object.entries(VALUES).flatMap(([name, values]) =>
      values.map((value) => post(CHECKOUTS, checkout({ [name]: value }))),
    ),
    { ...post(CHECKOUTS, asked), as: 'checkout' },
    get(`${CHECKOUTS}/{checkout}`),
    post(CHECKOUTS, { ...asked, operators: ['orange', 'mtn'], expires_in: 900 }),
    post(CHECKOUTS, { ...asked, operators: null, lang: 'en', description: null }),
    post(CHECKOUTS, { ...asked, amount_xaf: 600, player_id: PLAYER, extra: 1 }),
    get(`${CHECKOUTS}/${UNKNOWN}`),
    get(`${CHECKOUTS}/x`),
    get(`${CHECKOUTS}?limit=1`),
    post('/api/v1/transactions/{checkout}/replay-webhook'),
    cancel,
    cancel,
    post(CHECKOUTS, asked),
    post(`${CHECKOUTS}/${UNKNOWN}/cancel`),
  ];
}

/** Nothing is sent to it: no test waits for what becomes of an event. */
const HOOK = { callback_url: 'http://127.0.0.1:9/' };

/** What is due after a while, and what it has become. */
function clockRequests(): readonly RawRequest[] {
  const dialled = { operator: 'orange', msisdn: '+237690000000' };
  const names = ['prompted', 'dialled', 'waiting', 'approved', 'submitted'];
  const all = [
    ...names.map((name) => get(`/api/v1/transactions/{${name}}`)),
    ...['short', 'long', 'cancelled'].map((name) => get(`${CHECKOUTS}/{${name}}`)),
  ];
  const short = checkout({ expires_in: 600, ...HOOK });
  const advance = (seconds: number) => [post(ADVANCE, { seconds }), ...all];
  return [
    { ...post('/api/v1/deposits', payment(HOOK)), as: 'prompted' },
    simulate('{prompted}', 'acknowledged'),
    { ...post('/api/v1/deposits', payment(dialled)), as: 'dialled' },
    { ...post('/api/v1/withdrawals', payment()), as: 'waiting' },
    { ...post('/api/v1/withdrawals', payment()), as: 'approved' },
    simulate('{approved}', 'approved'),
    get('/api/v1/balance'),
    { ...post('/api/v1/withdrawals', payment()), as: 'submitted' },
    simulate('{submitted}', 'submitted'),
    { ...post(CHECKOUTS, short), as: 'short' },
    { ...post(CHECKOUTS, checkout()), as: 'long' },
    { ...post(CHECKOUTS, checkout()), as: 'cancelled' },
    post(`${CHECKOUTS}/{cancelled}/cancel`),
    ...all,
    ...advance(599),
    ...advance(301),
    post(`${CHECKOUTS}/{short}/cancel`),
    post(CHECKOUTS, { ...short, expires_in: 600 }),
    post('/api/v1/transactions/{short}/replay-webhook'),
    ...advance(3_600),
    ...advance(90_000),
    simulate('{prompted}', 'succeeded'),
    simulate('{dialled}', 'succeeded'),
    simulate('{approved}', 'staff_rejected'),
    ...all,
    post(`${CHECKOUTS}/{long}/cancel`),
    get('/api/v1/balance'),
  ];
}

function ownListRequests(): readonly RawRequest[] {
  const list = '/api/v1/transactions';
  return [
    '',
    '?limit=100',
    '?limit=3',
    '?limit=3&cursor={cursor}',
    '?direction=deposit&limit=4',
    '?direction=withdrawal&status=succeeded',
    '?operator=orange&status=failed',
    `?player_id=${PLAYER}&limit=2`,
    `?player_id=${UNKNOWN}`,
    '?reference=nothing',
    '?from=2020-01-01&to=2020-01-02',
    '?from=2020-01-01T00:00:00Z&limit=1',
    '?from=2026-03-02&to=2026-03-01',
    '?from=2026-02-30',
    '?status=nonsense',
    '?state=failed',
    '?direction=both',
    '?operator=MTN',
    '?player_id=x',
    '?cursor=x',
    '?limit=0',
    '?limit=101',
  ].map((query) => get(`${list}${query}`));
}

export const REQUESTS: readonly RawRequest[] = [
  ...PAYMENT_REQUESTS,
  ...refundRequests(),
  ...checkoutRequests(),
  ...clockRequests(),
  ...ownListRequests(),
];
