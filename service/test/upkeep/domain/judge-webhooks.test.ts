import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentEvent, Transaction } from '../../../src/domain/transactions/transaction.ts';
import { webhookBody } from '../../../src/domain/transactions/webhook-event.ts';
import type { ReadHistory } from '../../../src/domain/upkeep/history.ts';
import { judgeWebhooks } from '../../../src/domain/upkeep/judge-transaction.ts';
import { sampleDeposit } from '../../transactions/domain/sample-transaction.ts';

/** A deposit that expired and was paid later. */
const DEPOSIT: Transaction = {
  ...sampleDeposit('customer_initiated', 'succeeded'),
  providerTxId: 'MP-1',
};
const TIMES = [1_000, 2_000, 3_000];
const HISTORY: ReadHistory = {
  problem: null,
  state: 'succeeded',
  lines: 3,
  events: [
    { event: 'payment.expired', line: 1 },
    { event: 'payment.succeeded', line: 2 },
  ],
  sends: 0,
};
const EXPIRED = webhook('payment.expired', 2_000);
const PAID = webhook('payment.succeeded', 3_000);

test('each event once, in order and with the right body, is correct', () => {
  assert.deepEqual(judge([EXPIRED, PAID]), []);
});

test('events that are missing, doubled, in another order or without need are named', () => {
  const should = 'its events should be payment.expired, payment.succeeded, and are';
  assert.deepEqual(judge(null), [`${should} none`]);
  assert.deepEqual(judge([EXPIRED]), [`${should} payment.expired`]);
  const three = 'payment.expired, payment.succeeded, payment.succeeded';
  assert.deepEqual(judge([EXPIRED, PAID, PAID]), [`${should} ${three}`]);
  assert.deepEqual(judge([PAID, EXPIRED]), [`${should} payment.succeeded, payment.expired`]);
});

test('a transaction without a callback_url has no events', () => {
  assert.deepEqual(judge(null, { callbackUrl: null }), []);
  assert.deepEqual(judge([EXPIRED], { callbackUrl: null }), [
    'its events should be none, and are payment.expired',
  ]);
});

test('a body that says anything else is named', () => {
  const other = (changes: Partial<Transaction>) => [
    EXPIRED,
    webhook('payment.succeeded', 3_000, changes),
  ];
  const changed = ['the body of its webhook payment.succeeded@3000 was changed'];
  assert.deepEqual(judge(other({ amountXaf: 1 })), changed);
  assert.deepEqual(judge(other({ reference: 'order-2' })), changed);
  assert.deepEqual(judge([EXPIRED, { ...PAID, body: '{' }]), changed);
  assert.deepEqual(judge([EXPIRED, { ...PAID, body: '{}' }]), changed);
  const number = PAID.body.replace('"MP-1"', '7');
  assert.deepEqual(judge([EXPIRED, { ...PAID, body: number }]), changed);
  assert.deepEqual(judge([EXPIRED, webhook('payment.succeeded', 3_001)]), [
    'the body of its webhook payment.succeeded@3001 was changed',
  ]);
});

test('only a success stays with its payment', () => {
  const unnamed = webhook('payment.expired', 2_000, { providerTxId: null });
  assert.deepEqual(judge([unnamed, PAID]), []);
  const other = webhook('payment.succeeded', 3_000, { providerTxId: 'MP-2' });
  const named = ['its webhook payment.succeeded@3000 names another payment than it has'];
  assert.deepEqual(judge([EXPIRED, other]), named);
  // It was sent before the payment had an id, or the payment has lost its success since.
  const withoutId = webhook('payment.succeeded', 3_000, { providerTxId: null });
  assert.deepEqual(judge([EXPIRED, withoutId]), []);
  assert.deepEqual(judge([EXPIRED, PAID], { providerTxId: null }), []);
  assert.deepEqual(judge([EXPIRED, other], { state: 'requires_manual_resolution' }), []);
  const early = webhook('payment.expired', 2_000, { providerTxId: 'MP-2' });
  assert.deepEqual(judge([early, PAID]), []);
});

test('a replay repeats an outcome and does not count as one', () => {
  const replay = { ...PAID, id: 'R', isReplay: true };
  assert.deepEqual(judge([EXPIRED, PAID, replay]), []);
  assert.deepEqual(judge([EXPIRED, PAID, { ...EXPIRED, id: 'R', isReplay: true }]), []);
  const false_ = ['its replay R does not tell what happened'];
  const later = { ...webhook('payment.succeeded', 2_000), id: 'R', isReplay: true };
  assert.deepEqual(judge([EXPIRED, PAID, later]), false_);
  const failed = { ...webhook('payment.failed', 3_000), id: 'R', isReplay: true };
  assert.deepEqual(judge([EXPIRED, PAID, failed]), false_);
});

interface Stored {
  readonly id: string;
  readonly event: PaymentEvent;
  readonly isReplay: boolean;
  readonly body: string;
}

function judge(
  stored: readonly Stored[] | null,
  changes: Partial<Transaction> = {},
): readonly string[] {
  const lines = stored?.map(
    ({ id, event, isReplay, body }) => `${id} ${event} ${isReplay} ${body}`,
  );
  const row = { ...DEPOSIT, ...changes, webhooks: lines?.join('\n') ?? null };
  return judgeWebhooks(row, { history: HISTORY, times: TIMES });
}

function webhook(event: PaymentEvent, atMs: number, changes: Partial<Transaction> = {}): Stored {
  const transaction = { ...DEPOSIT, ...changes };
  const reasonCode = event === 'payment.expired' ? 'no_answer' : null;
  const body = webhookBody({ transaction, event, at: new Date(atMs), reasonCode });
  return { id: `${event}@${atMs}`, event, body, isReplay: false };
}
