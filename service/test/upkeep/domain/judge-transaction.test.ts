import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERASED_NUMBER } from '../../../src/domain/msisdn.ts';
import { webhookBody } from '../../../src/domain/transactions/webhook-event.ts';
import { readHistory } from '../../../src/domain/upkeep/history.ts';
import {
  type Judged,
  judgeTransaction,
  type StoredTransaction,
} from '../../../src/domain/upkeep/judge-transaction.ts';
import { firstIdAt } from '../../../src/domain/uuid-time.ts';
import {
  CREATED_AT,
  EXPIRES_AT,
  sampleDeposit,
} from '../../transactions/domain/sample-transaction.ts';

const PAID_AT = new Date(CREATED_AT.getTime() + 90_000);
const PATH = '1 - pending create,2 pending provider_acknowledged prompt_sent';
const PAID_PATH = `${PATH},3 provider_acknowledged succeeded payment_confirmed`;

const DEPOSIT = {
  ...sampleDeposit('merchant_initiated', 'succeeded'),
  id: firstIdAt(CREATED_AT),
  providerTxId: 'MP-1',
};

const STORED: StoredTransaction = {
  ...DEPOSIT,
  line: null,
  instructions: null,
  createdBy: 'api',
  referenceKey: 'ab-cd-ef',
  seal: '01-23',
  numberDigest: null,
  version: 3,
  createdAtMs: CREATED_AT.getTime(),
  updatedAtMs: PAID_AT.getTime(),
  expiresAtMs: null,
  path: PAID_PATH,
  lines: null,
  times: timesOf(CREATED_AT, CREATED_AT, PAID_AT),
  webhooks: `W payment.succeeded false ${webhookBody({
    transaction: DEPOSIT,
    event: 'payment.succeeded',
    at: PAID_AT,
    reasonCode: null,
  })}`,
};

const OPEN: Partial<StoredTransaction> = {
  state: 'provider_acknowledged',
  version: 2,
  path: PATH,
  times: timesOf(CREATED_AT, CREATED_AT),
  expiresAtMs: EXPIRES_AT.getTime(),
  webhooks: null,
};

const JUDGED: Omit<Judged, 'history'> = {
  now: EXPIRES_AT,
  seal: '0123',
  referenceKey: 'abcdef',
  isArchived: false,
  sealedFrom: null,
};

test('a correct transaction has no faults', () => {
  assert.deepEqual(judge({}), []);
  assert.deepEqual(judge(OPEN), []);
});

const CHANGED =
  'creates_are_kept: something was changed that never changes: amount, number, player, reference or address';

const FAULTS: readonly (readonly [
  name: string,
  row: Partial<StoredTransaction>,
  judged: Partial<Judged>,
  problems: readonly string[],
])[] = [
  ['another seal', { seal: '01-24' }, {}, [CHANGED]],
  ['a seal that cannot be computed', { seal: '01-24' }, { seal: null }, []],
  ['no seal, from before seals', { seal: null }, {}, []],
  [
    'no seal, from before the first',
    { seal: null },
    { sealedFrom: new Date(CREATED_AT.getTime() + 1) },
    [],
  ],
  [
    'no seal, from the moment of the first',
    { seal: null },
    { sealedFrom: CREATED_AT },
    ['creates_are_kept: its seal was taken away'],
  ],
  [
    'no seal, and a time of before the first',
    { seal: null, version: 1, createdAtMs: CREATED_AT.getTime() - 7_200_000 },
    { sealedFrom: CREATED_AT, isArchived: true },
    [
      'creates_are_kept: its seal was taken away',
      'creates_are_kept: it was created at another time than its id says',
    ],
  ],
  [
    'a number that was erased',
    { numberDigest: 'digest' },
    {},
    ['creates_are_kept: its number was erased, and is there again'],
  ],
  ['an erased number', { numberDigest: 'digest', msisdn: ERASED_NUMBER }, {}, []],
  [
    'another reference',
    {},
    { referenceKey: 'abcdee' },
    ['references_are_unique: it is filed under the key of another reference'],
  ],
  [
    'another time of creation',
    { createdAtMs: CREATED_AT.getTime() + 1 },
    {},
    ['creates_are_kept: it was created at another time than its history says'],
  ],
  [
    'no history',
    { path: null, times: null, webhooks: null, callbackUrl: null },
    {},
    ['histories_are_paths: it has no history'],
  ],
  [
    'a history that is no path',
    { path: PAID_PATH.replace('3 provider', '4 provider') },
    {},
    ['histories_are_paths: its history has no line 3'],
  ],
  [
    'two lines of history in one',
    { ...OPEN, times: timesOf(CREATED_AT) },
    {},
    ['histories_are_paths: a line of its history has the words of two'],
  ],
  [
    'another state than its history',
    { state: 'failed' },
    {},
    ['histories_are_paths: it is failed, its history ends succeeded'],
  ],
  [
    'another version than its history',
    { version: 4 },
    {},
    ['histories_are_paths: it has version 4 and 3 lines of history'],
  ],
  [
    'no webhook',
    { webhooks: null },
    {},
    ['events_are_told_once: its events should be payment.succeeded, and are none'],
  ],
];

for (const [name, row, judged, problems] of FAULTS) {
  test(`a transaction with ${name} has ${problems.length} fault`, () => {
    assert.deepEqual(judge(row, judged), problems);
  });
}

const OVERDUE = 'deadlines_are_kept: it is provider_acknowledged, and its deadline has passed';

test('an open deposit may outlive its deadline by five seconds and no more', () => {
  const later = (ms: number) => ({ now: new Date(EXPIRES_AT.getTime() + ms) });
  assert.deepEqual(judge(OPEN, later(5_000)), []);
  assert.deepEqual(judge(OPEN, later(5_001)), [OVERDUE]);
  assert.deepEqual(judge({ ...OPEN, expiresAtMs: null }), [OVERDUE]);
  assert.deepEqual(judge({ expiresAtMs: EXPIRES_AT.getTime() }, later(5_001)), []);
});

test('what was archived is judged by what is still here', () => {
  const archived = { path: null, times: null, webhooks: null };
  assert.deepEqual(judge(archived, { isArchived: true }), []);
  assert.deepEqual(judge({ ...archived, seal: '0' }, { isArchived: true }), [CHANGED]);
});

test('a payout that was handed over twice is named with the count', () => {
  const path = [
    '1 - pending_approval create',
    '2 pending_approval approved approved',
    '3 approved provider_submitted transfer_sent',
  ].join();
  const payout = {
    direction: 'withdrawal',
    collectionMode: null,
    state: 'provider_submitted',
    path,
    webhooks: null,
  } as const;
  assert.deepEqual(judge(payout), []);
  const history = { ...readHistory({ direction: 'withdrawal', collectionMode: null }, path) };
  assert.deepEqual(judge(payout, { history: { ...history, sends: 2 } }), [
    'payouts_are_sent_once: it was handed to a provider 2 times',
  ]);
});

function timesOf(...moments: readonly Date[]): string {
  return moments.map((at) => at.getTime()).join();
}

function judge(row: Partial<StoredTransaction>, judged: Partial<Judged> = {}): readonly string[] {
  const stored = { ...STORED, ...row };
  const history = readHistory(stored, stored.path ?? '');
  return judgeTransaction(stored, { ...JUDGED, history, ...judged }).map(
    ({ proof, problem }) => `${proof}: ${problem}`,
  );
}
