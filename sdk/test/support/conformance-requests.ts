/**
 * A request as it is sent. In its path `{last}` is the id that the last success of its side was
 * about, `{cursor}` where the last list goes on, and any other name what `as` has named.
 */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** The name of the id that its answer is about, for later paths. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export const PLAYER = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
export const UNKNOWN = '019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10';
const JSON_HEADERS = { 'content-type': 'application/json' };

export function get(path: string): RawRequest {
  return { method: 'GET', path };
}

export function post(path: string, body?: unknown): RawRequest {
  if (body === undefined) return { method: 'POST', path };
  return { method: 'POST', path, headers: JSON_HEADERS, body: JSON.stringify(body) };
}

let references = 0;

export function payment(changes: object = {}): object {
  references += 1;
  return {
    player_id: PLAYER,
    msisdn: '+237670000000',
    amount_xaf: 500,
    operator: 'mtn',
    reference: `conformance-${references}`,
    ...changes,
  };
}

/** Values that each member of a payment is tried with, right ones and wrong ones. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  player_id: [
    undefined,
    null,
    42,
    '',
    'user-42',
    PLAYER.toUpperCase(),
    PLAYER.replaceAll('-', ''),
    `{${PLAYER}}`,
    `urn:uuid:${PLAYER}`,
    `${PLAYER}0`,
  ],
  msisdn: [
    undefined,
    null,
    237670000000,
    '',
    '0670000001',
    '670000000',
    '237670000000',
    '+237 670 000 000',
    '00237670000000',
    '+2376700000',
    '+254700000000',
    '+237690000000',
    '+237620000000',
    'abc',
    '\u0000',
  ],
  amount_xaf: [
    undefined,
    null,
    '500',
    true,
    50.5,
    500.0,
    0,
    -100,
    99,
    100,
    1e12,
    1e20,
    Number.MAX_SAFE_INTEGER,
    [],
  ],
  operator: [undefined, null, 1, '', 'MTN', 'airtel', 'orange', ' mtn'],
  reference: [
    undefined,
    null,
    7,
    '',
    'a',
    'x'.repeat(128),
    'x'.repeat(129),
    'é'.repeat(128),
    '\ud800',
  ],
  callback_url: [
    undefined,
    null,
    1,
    '',
    'nope',
    'ftp://shop.example/',
    'https://user:pw@shop.example/',
    'https://shop.example:99999/',
    'https://shop.example/hooks?a=1#b',
    `https://shop.example/${'x'.repeat(2_100)}`,
    'http://127.0.0.1:9/',
  ],
  lang: [undefined, null, 'en', 'fr', 'de', 1],
};

function fieldRequests(): readonly RawRequest[] {
  return ['deposits', 'withdrawals'].flatMap((kind) =>
    Object.entries(VALUES).flatMap(([name, values]) =>
      values.map((value) => post(`/api/v1/${kind}`, payment({ [name]: value }))),
    ),
  );
}

/** Two wrong members at once, bodies that are no objects, and texts that are no JSON. */
function bodyRequests(): readonly RawRequest[] {
  const path = '/api/v1/deposits';
  const texts = [
    '',
    '{',
    "{'a': 1}",
    '{"a": 1,}',
    '[]',
    '"x"',
    'null',
    '1',
    '\ufeff{}',
    '{"a":NaN}',
  ];
  const whole = JSON.stringify(payment());
  return [
    post(path, {}),
    post(path, payment({ amount_xaf: 1, operator: 5, extra: 'ignored' })),
    post(path, payment({ msisdn: 'x', callback_url: 'y' })),
    ...texts.map((body) => ({ method: 'POST', path, headers: JSON_HEADERS, body })),
    { method: 'POST', path, body: whole, headers: { 'content-type': 'text/plain' } },
    {
      method: 'POST',
      path,
      body: 'a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    { method: 'POST', path, body: '{', headers: { ...JSON_HEADERS, 'content-encoding': 'gzip' } },
    { ...post(path, payment()), headers: { 'content-type': 'application/problem+json' } },
    { ...post(path, payment()), headers: { 'content-type': 'application/json; charset=utf-8' } },
  ];
}

function routeRequests(): readonly RawRequest[] {
  return [
    get('/api/v1/nowhere'),
    get('/api/v1/deposits'),
    get('/api/v2/deposits'),
    get('/deposits'),
    get('/api/v1/withdrawals'),
    { method: 'PUT', path: '/api/v1/deposits' },
    { method: 'DELETE', path: `/api/v1/transactions/${UNKNOWN}` },
    post('/health'),
    post('/api/v1/webhooks'),
    post('/api/v1/CM/providers'),
    get(`/api/v1/transactions/${UNKNOWN}`),
    get('/api/v1/transactions/order-1001'),
    get(`/api/v1/transactions/${UNKNOWN.toUpperCase()}`),
    get('/api/v1/transactions/%20'),
    post(`/api/v1/transactions/${UNKNOWN}/replay-webhook`),
    post('/api/v1/transactions/x/replay-webhook'),
    get('/api/v1/CM/providers'),
    get('/api/v1/cm/providers'),
    get('/api/v1/KE/providers'),
    get('/api/v1/KE/providers/status'),
    ...[
      { msisdn: '6 90 00 00 01' },
      { msisdn: '00237 670-00-00-00' },
      { msisdn: '(+237) 655.000.000' },
      { msisdn: 'nonsense' },
      { msisdn: '+254700000000' },
      { msisdn: '620000000' },
      { msisdn: 7 },
      {},
      { msisdn: '670000000', country_code: 'cm' },
      { msisdn: '670000000', country_code: 'KE' },
      { msisdn: '670000000', country_code: null },
    ].map((body) => post('/api/v1/msisdn/detect', body)),
  ];
}

function listRequests(): readonly RawRequest[] {
  const list = `/api/v1/players/${PLAYER}/transactions`;
  const queries = [
    '?limit=3',
    '?limit=3&page=2',
    '?page=999',
    '?page=0',
    '?page=x',
    '?page=1.0',
    '?limit=101',
    '?limit=0',
    '?limit=1_0&page=%201',
    '?direction=withdrawal&limit=2',
    '?direction=both',
    '?status=pending&limit=2',
    '?status=pending_approval&limit=1',
    '?status=nonsense',
    '?status=succeeded&status=failed&limit=1',
    '?page=99999999999999999999',
  ];
  const days = [
    '',
    '?from=2026-01-01',
    '?from=2026-01-01&to=2026-01-02',
    '?from=2026-02-30&to=2026-03-01',
    '?from=01/02/2026&to=2026-03-01',
    '?from=2026-01-01&to=2026-01-02&limit=501',
    '?from=2026-01-01&to=2026-01-02&limit=x',
  ];
  const webhooks = [
    '?state=pending&limit=0',
    '?state=lost',
    '?service_tx_id=x',
    `?service_tx_id=${UNKNOWN}`,
    '?before=x',
    '?limit=101',
  ];
  return [
    get('/api/v1/players/x/transactions'),
    get(`/api/v1/players/${UNKNOWN}/transactions`),
    ...queries.map((query) => get(`${list}${query}`)),
    ...days.map((query) => get(`/api/v1/statement${query}`)),
    ...['', '?limit=1'].map((query) => get(`/api/v1/balance${query}`)),
    ...webhooks.map((query) => get(`/api/v1/webhooks${query}`)),
  ];
}

const OUTCOMES = [
  'succeeded',
  'failed',
  'expired',
  'acknowledged',
  'refused_at_initiation',
  'held',
  'approved',
  'lapsed',
  'submitted',
  'transfer_succeeded',
  'transfer_failed',
  'stuck',
  'staff_confirmed',
  'staff_rejected',
  'success',
  '',
  7,
] as const;

/** Every outcome on a new payment of each kind; then what it has become. */
function simulationRequests(): readonly RawRequest[] {
  const kinds = [
    ['deposits', {}],
    ['deposits', { operator: 'orange', msisdn: '+237690000000' }],
    ['withdrawals', {}],
  ] as const;
  return [
    post(`/api/v1/sandbox/transactions/${UNKNOWN}/simulate`, { outcome: 'succeeded' }),
    ...[0, 1, 604_800, 604_801, 'x', null].map((seconds) =>
      post('/api/v1/sandbox/clock/advance', { seconds }),
    ),
    post('/api/v1/sandbox/phones', { msisdn: 'x' }),
    ...kinds.flatMap(([kind, changes]) =>
      OUTCOMES.flatMap((outcome) => [
        post(`/api/v1/${kind}`, payment(changes)),
        post('/api/v1/sandbox/transactions/{last}/simulate', { outcome }),
        get('/api/v1/transactions/{last}'),
      ]),
    ),
    ...['', '/replay-webhook'].map((end) => post(`/api/v1/transactions/{last}${end}`)),
  ];
}

/** Numbers that decide by themselves; …20 only waits. */
function numberRequests(): readonly RawRequest[] {
  const all = Array.from({ length: 24 }, (_, n) => String(n).padStart(2, '0'));
  const numbers = all.filter((end) => end !== '20');
  const kinds = [
    ['deposits', 'mtn', '+237679990000'],
    ['deposits', 'orange', '+237699990000'],
    ['withdrawals', 'mtn', '+237679990000'],
  ] as const;
  return kinds.flatMap(([kind, operator, number]) =>
    numbers.flatMap((end) => [
      post(`/api/v1/${kind}`, payment({ operator, msisdn: number.replace(/0000$/, `00${end}`) })),
      get('/api/v1/transactions/{last}'),
    ]),
  );
}

/** A reference that is known, with everything else the same and different. */
function repeatRequests(): readonly RawRequest[] {
  const first = payment();
  return [
    first,
    first,
    { ...first, amount_xaf: 900 },
    { ...first, msisdn: '+237670000009', callback_url: 'https://shop.example/other' },
    { ...first, operator: 'orange', msisdn: '+237690000000' },
    { ...first, operator: 'orange' },
    { ...first, player_id: UNKNOWN },
  ].flatMap((body) => [post('/api/v1/deposits', body), post('/api/v1/withdrawals', body)]);
}

export const PAYMENT_REQUESTS: readonly RawRequest[] = [
  ...routeRequests(),
  ...fieldRequests(),
  ...bodyRequests(),
  ...repeatRequests(),
  ...listRequests(),
  ...simulationRequests(),
  ...numberRequests(),
];
