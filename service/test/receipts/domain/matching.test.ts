import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isPaymentFor,
  lacksOperatorId,
  MAX_CANDIDATES,
  type MatchCandidate,
  matchReceipt,
  receiptOfHeld,
} from '../../../src/domain/receipts/matching.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import {
  after,
  CREATED_AT,
  EXPIRES_AT,
  LATE_WINDOW_MS,
  sampleDeposit,
  sampleWithdrawal,
} from '../../transactions/domain/sample-transaction.ts';
import {
  AT,
  BASE,
  candidate,
  context,
  ended,
  LINE,
  NAMED,
  PROMPT,
  RECEIPT,
} from './sample-match.ts';

const crowd = (size: number) => Array.from({ length: size }, () => candidate());

const HELD: readonly (readonly [
  name: string,
  candidates: readonly MatchCandidate[],
  code: string,
  at?: Date,
])[] = [
  ['no deposit', [], 'no_deposit_waits'],
  ['another number', [candidate({ msisdn: '+237690000002' })], 'no_deposit_waits'],
  ['another operator', [candidate({ operator: 'mtn' })], 'no_deposit_waits'],
  [
    'a withdrawal',
    [{ transaction: sampleWithdrawal(), line: LINE, checkoutId: null }],
    'no_deposit_waits',
  ],
  [
    'a withdrawal of the same number and amount that failed',
    [candidate({ ...ended('failed'), direction: 'withdrawal', collectionMode: null })],
    'no_deposit_waits',
    after(EXPIRES_AT, 1),
  ],
  ['one that is paid', [candidate({ ...ended('succeeded'), ...NAMED })], 'no_deposit_waits'],
  [
    'one that expired too long ago',
    [candidate(ended('expired'))],
    'no_deposit_waits',
    after(EXPIRES_AT, LATE_WINDOW_MS + 1),
  ],
  ['a franc more', [candidate({ amountXaf: BASE.amountXaf + 1 })], 'other_amount'],
  ['a franc less', [candidate({ amountXaf: BASE.amountXaf - 1 })], 'other_amount'],
  ['another line', [candidate({}, '+237699000002')], 'other_line'],
  ['two players', [candidate(), candidate({ playerId: 'other' })], 'several_players'],
  ['two applications', [candidate(), candidate({ applicationId: 'other' })], 'several_players'],
  [
    'two players, one of them on another line',
    [candidate(), candidate({ playerId: 'other' }, '+237699000002')],
    'several_players',
  ],
  ['two prompts', [candidate(PROMPT), candidate(PROMPT)], 'several_prompts'],
  [
    'a prompt and one that failed',
    [candidate(PROMPT), candidate({ ...ended('failed'), collectionMode: 'merchant_initiated' })],
    'several_prompts',
  ],
  [
    'a prompt and a younger one to dial',
    [candidate(PROMPT), candidate({ createdAt: after(CREATED_AT, 1) })],
    'several_prompts',
  ],
  ['more than are looked through', crowd(MAX_CANDIDATES + 1), 'too_many_deposits'],
];

for (const [name, candidates, code, at] of HELD) {
  test(`held: ${name}`, () => {
    assert.deepEqual(matchReceipt(RECEIPT, candidates, context(at)), {
      kind: 'held',
      reason: { code },
    });
  });
}

test('a payment for a failed deposit by code is held, not credited', () => {
  const failed = candidate(ended('failed'));
  const match = matchReceipt(RECEIPT, [failed], context(after(EXPIRES_AT, 1_000)));
  assert.ok(match.kind === 'matched');
  assert.deepEqual(match.triggers, ['late_confirmation']);
});

const TRIGGERS: readonly (readonly [
  name: string,
  transaction: Transaction,
  at: Date,
  triggers: readonly string[],
])[] = [
  ['in time', BASE, AT, ['payment_confirmed']],
  ['at the deadline', BASE, EXPIRES_AT, ['window_closed', 'matching_payment_received']],
  [
    'after the expiry',
    sampleDeposit('customer_initiated', 'expired'),
    after(EXPIRES_AT, LATE_WINDOW_MS),
    ['matching_payment_received'],
  ],
  [
    'for a prompt that was not answered yet',
    sampleDeposit('merchant_initiated', 'provider_acknowledged'),
    AT,
    ['payment_confirmed'],
  ],
  [
    'for a prompt that failed',
    sampleDeposit('merchant_initiated', 'failed'),
    after(EXPIRES_AT, 1_000),
    ['late_confirmation'],
  ],
];

for (const [name, transaction, at, triggers] of TRIGGERS) {
  test(`a payment ${name}: ${triggers.join(', then ')}`, () => {
    const { operator, msisdn: payer } = transaction;
    const receipt = { ...RECEIPT, operator, payer };
    const match = matchReceipt(
      receipt,
      [{ transaction, line: LINE, checkoutId: null }],
      context(at),
    );
    assert.deepEqual(match, { kind: 'matched', transaction, triggers });
  });
}

test('a full list of candidates of one player holds nothing', () => {
  assert.equal(matchReceipt(RECEIPT, crowd(MAX_CANDIDATES), context()).kind, 'matched');
});

test('a prompt on another line leaves the only one of this line to be matched', () => {
  const candidates = [candidate(PROMPT), candidate(PROMPT, '+237699000002')];
  assert.equal(matchReceipt(RECEIPT, candidates, context()).kind, 'matched');
});

const IDS = ['1', '2', '3', '4', '5'];
const SECOND_MS = 1_000;

/** Deposits by code of one player, each a better match than those after it. */
const TURNS: readonly (readonly [name: string, changes: Partial<Transaction>])[] = [
  ['the oldest that is open', {}],
  ['a younger one that is open', { createdAt: after(CREATED_AT, SECOND_MS) }],
  ['one whose expiry is not recorded yet', { expiresAt: AT }],
  ['the one that expired last', ended('expired')],
  ['one that expired before', { ...ended('expired'), stateUpdatedAt: after(EXPIRES_AT, -1) }],
  ['one that failed', { ...ended('failed'), stateUpdatedAt: after(EXPIRES_AT, SECOND_MS) }],
];

for (const [index, [name, changes]] of TURNS.entries()) {
  test(`a payment is for ${name} before all later ones of the list`, () => {
    // Neither the order of the list nor the ids decide.
    const later = TURNS.slice(index + 1).map(([, other], at) =>
      candidate({ ...other, id: `${at}` }),
    );
    const best = candidate({ ...changes, id: 'z' });
    for (const list of [
      [best, ...later],
      [...later, best],
    ]) {
      const match = matchReceipt(RECEIPT, list, context());
      assert.ok(match.kind === 'matched');
      assert.equal(match.transaction.id, 'z');
    }
  });
}

test('between deposits that are alike the id decides, whichever is listed first', () => {
  for (const ids of [IDS, IDS.toReversed()]) {
    const match = matchReceipt(
      RECEIPT,
      ids.map((id) => candidate({ id })),
      context(),
    );
    assert.equal(match.kind === 'matched' && match.transaction.id, '1');
    const paid = ids.map((id) => candidate({ ...ended('succeeded'), id }));
    const held = matchReceipt(RECEIPT, paid, context());
    assert.deepEqual(held, {
      kind: 'held',
      reason: { code: 'may_have_paid', params: { deposit: '1' } },
    });
  }
});

test('a payment on another line is not that of a deposit without an operator’s id', () => {
  const paid = candidate(ended('succeeded'), '+237699000002');
  assert.deepEqual(matchReceipt(RECEIPT, [paid], context()), {
    kind: 'held',
    reason: { code: 'no_deposit_waits' },
  });
  const payout = sampleWithdrawal('succeeded');
  assert.equal(lacksOperatorId(payout), false, 'no player pays a payout');
});

test('a text reports a deposit’s payment when operator, number and amount agree', () => {
  assert.ok(isPaymentFor(RECEIPT, BASE));
  const others = [{ operator: 'mtn' }, { payer: '+237690000002' }, { amountXaf: 1 }] as const;
  for (const other of others) assert.ok(!isPaymentFor({ ...RECEIPT, ...other }, BASE));
});

const HELD_DEPOSIT = sampleDeposit('customer_initiated', 'requires_manual_resolution');
const HOUR_MS = 3_600_000;
const reported = (
  at: Date,
  changes: { readonly operatorTxId?: string; readonly waitsForLine?: boolean } = {},
) => ({ operatorTxId: 'ONE', receivedAt: at, waitsForLine: false, ...changes });

const CONFIRMED: readonly (readonly [
  name: string,
  receipts: readonly ReturnType<typeof reported>[],
  isUsed: boolean,
  providerTxId?: string,
])[] = [
  ['no payment', [], false],
  ['one from its first moment', [reported(CREATED_AT)], true],
  ['one from before it', [reported(after(CREATED_AT, -1))], false],
  ['one an hour after the hold', [reported(after(EXPIRES_AT, HOUR_MS))], true],
  ['one more than an hour after the hold', [reported(after(EXPIRES_AT, HOUR_MS + 1))], false],
  ['two', [reported(AT), reported(AT)], false],
  [
    'one from its time and one from later',
    [reported(AT), reported(after(EXPIRES_AT, 2 * HOUR_MS))],
    true,
  ],
  [
    'the one that the provider named',
    [reported(AT), reported(AT, { operatorTxId: 'TWO' })],
    true,
    'ONE',
  ],
  ['another than the provider named', [reported(AT)], false, 'TWO'],
];

for (const [name, receipts, isUsed, providerTxId = null] of CONFIRMED) {
  test(`confirmed by staff with ${name}: ${isUsed ? 'the first is used' : 'none is used'}`, () => {
    const found = receiptOfHeld({ ...HELD_DEPOSIT, providerTxId }, receipts);
    assert.equal(found, isUsed ? receipts[0] : null);
  });
}

test('a payment that was made before a deposit was asked for is not for it', () => {
  const madeAt = (operatorTime: Date) =>
    matchReceipt({ ...RECEIPT, operatorTime }, [candidate()], context());
  assert.equal(madeAt(after(CREATED_AT, -300_000)).kind, 'matched', 'clocks may differ');
  assert.equal(madeAt(AT).kind, 'matched');
  assert.deepEqual(madeAt(after(CREATED_AT, -300_001)), {
    kind: 'held',
    reason: { code: 'older_than_deposits' },
  });
});

const WITHOUT_ID = ended('succeeded');
const BEFORE = after(CREATED_AT, -300_000);
const UNTIL = after(EXPIRES_AT, 300_000);
const YOUNGER = { id: 'younger', createdAt: AT };

/** Next to a deposit that succeeded at its deadline without the operator's id. */
const PAID_BEFORE: readonly (readonly [
  name: string,
  operatorTime: Date | null,
  others: readonly MatchCandidate[],
  outcome: 'known' | 'may_have_paid' | 'matched' | 'older_than_deposits' | 'no_deposit_waits',
])[] = [
  ['alone', AT, [], 'known'],
  ['alone, five minutes before it was asked for', BEFORE, [], 'known'],
  ['alone, earlier', after(BEFORE, -1), [], 'no_deposit_waits'],
  ['alone, five minutes after its success', UNTIL, [], 'known'],
  ['alone, later', after(UNTIL, 1), [], 'no_deposit_waits'],
  ['alone, at an unknown time', null, [], 'may_have_paid'],
  ['with an open one', AT, [candidate(YOUNGER)], 'may_have_paid'],
  [
    'with an open one, paid later than its success',
    after(UNTIL, 1),
    [candidate(YOUNGER)],
    'matched',
  ],
  [
    'with an open one that was asked for later',
    BEFORE,
    [candidate({ ...YOUNGER, createdAt: after(BEFORE, 300_001) })],
    'known',
  ],
  ['with an open one on another line', AT, [candidate(YOUNGER, '+237699000002')], 'known'],
  ['with one that expired', AT, [candidate({ ...ended('expired'), id: 'x' })], 'may_have_paid'],
  ['with another without an id', AT, [candidate({ ...WITHOUT_ID, id: 'x' })], 'may_have_paid'],
  ['with one that has its id', AT, [candidate({ ...WITHOUT_ID, ...NAMED, id: 'x' })], 'known'],
];

for (const [name, operatorTime, others, outcome] of PAID_BEFORE) {
  test(`a payment and a success without an id, ${name}: ${outcome}`, () => {
    const all = [candidate(WITHOUT_ID), ...others];
    for (const candidates of [all, all.toReversed()]) {
      const found = matchReceipt({ ...RECEIPT, operatorTime }, candidates, context(UNTIL));
      assert.equal(found.kind === 'held' ? found.reason.code : found.kind, outcome);
    }
  });
}

test('a held deposit without an id never counts as paid, and staff see why', () => {
  const held = candidate(ended('requires_manual_resolution'));
  const found = matchReceipt({ ...RECEIPT, operatorTime: AT }, [held], context());
  const reason = { code: 'may_have_paid', params: { deposit: held.transaction.id } };
  assert.deepEqual(found, { kind: 'held', reason });
});

test('an old payment does not hide the deposit that it really paid', () => {
  const older = candidate({ id: 'older', createdAt: after(CREATED_AT, -3_600_000) });
  const operatorTime = after(CREATED_AT, -600_000);
  const match = matchReceipt({ ...RECEIPT, operatorTime }, [candidate(), older], context());
  assert.equal(match.kind === 'matched' && match.transaction.id, 'older');
});
