import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHistory } from '../../../src/domain/upkeep/history.ts';

const PROMPTED = { direction: 'deposit', collectionMode: 'merchant_initiated' } as const;
const DIALLED = { direction: 'deposit', collectionMode: 'customer_initiated' } as const;
const PAYOUT = { direction: 'withdrawal', collectionMode: null } as const;

const FIRST_MOVE = 'line 1 of its history is no legal move';
const SECOND_MOVE = 'line 2 of its history is no legal move';

const PAID = '1 - pending create,2 pending provider_acknowledged prompt_sent';

test('a deposit that was prompted and paid is a path with one event', () => {
  const path = `${PAID},3 provider_acknowledged succeeded payment_confirmed`;
  assert.deepEqual(readHistory(PROMPTED, path), {
    problem: null,
    state: 'succeeded',
    lines: 3,
    events: [{ event: 'payment.succeeded', line: 2 }],
    sends: 0,
  });
});

test('each event belongs to the row of history that caused it', () => {
  const path =
    '1 - pending create,2 pending expired window_closed,3 expired succeeded matching_payment_received';
  const { problem, events } = readHistory(DIALLED, path);
  assert.equal(problem, null);
  assert.deepEqual(events, [
    { event: 'payment.expired', line: 1 },
    { event: 'payment.succeeded', line: 2 },
  ]);
});

test('a payout counts how often it was handed over', () => {
  const path =
    '1 - pending_approval create,2 pending_approval approved approved,3 approved provider_submitted transfer_sent';
  assert.equal(readHistory(PAYOUT, path).problem, null);
  assert.equal(readHistory(PAYOUT, path).sends, 1);
  const again = `${path},4 provider_submitted provider_submitted transfer_sent`;
  assert.equal(readHistory(PAYOUT, again).sends, 2);
});

const BROKEN: readonly (readonly [
  name: string,
  kind: typeof PROMPTED | typeof DIALLED | typeof PAYOUT,
  path: string,
  problem: string,
])[] = [
  ['begins later', PROMPTED, '2 - pending create', 'its history has no line 1'],
  ['lacks a line', PROMPTED, `${PAID},4 x y z`, 'its history has no line 3'],
  [
    'jumps',
    PROMPTED,
    '1 - pending create,2 provider_acknowledged succeeded payment_confirmed',
    'line 2 of its history goes on from provider_acknowledged',
  ],
  [
    'has a move that is in no table',
    PROMPTED,
    '1 - pending create,2 pending approved approved',
    SECOND_MOVE,
  ],
  [
    'has a move to the wrong state',
    PROMPTED,
    '1 - pending create,2 pending failed payment_confirmed',
    SECOND_MOVE,
  ],
  [
    'has a move by the wrong trigger',
    PROMPTED,
    '1 - pending create,2 pending provider_acknowledged window_closed',
    SECOND_MOVE,
  ],
  [
    'has a move of another state',
    PROMPTED,
    '1 - pending create,2 pending succeeded payment_confirmed',
    SECOND_MOVE,
  ],
  ['was prompted although the player dials', DIALLED, PAID, SECOND_MOVE],
  ['begins with a payout', PROMPTED, '1 - pending_approval create', FIRST_MOVE],
  ['begins as a deposit', PAYOUT, '1 - pending create', FIRST_MOVE],
  ['begins otherwise', PROMPTED, '1 - pending prompt_sent', FIRST_MOVE],
  [
    'begins in the middle',
    PROMPTED,
    '1 pending provider_acknowledged prompt_sent',
    'line 1 of its history goes on from pending',
  ],
  ['is created twice', PROMPTED, '1 - pending create,2 pending pending create', SECOND_MOVE],
  ['is empty', PROMPTED, '', 'its history has no line 1'],
];

for (const [name, kind, path, problem] of BROKEN) {
  test(`a history that ${name} is no path`, () => {
    assert.equal(readHistory(kind, path).problem, problem);
  });
}

test('only the first of several faults is reported', () => {
  const path = '1 - pending_approval create,2 x y z,4 a b c';
  assert.equal(readHistory(PROMPTED, path).problem, FIRST_MOVE);
  const gap = '2 - pending create,2 pending approved approved';
  assert.equal(readHistory(PROMPTED, gap).problem, 'its history has no line 1');
});
