import assert from 'node:assert/strict';
import { test } from 'node:test';
import { includesRole, type StaffRole } from '../../../src/domain/access/staff-role.ts';
import {
  isApprovable,
  judgeActions,
  type StaffAction,
} from '../../../src/domain/decisions/staff-actions.ts';
import type { CollectionMode, Direction } from '../../../src/domain/payment-kinds.ts';
import type { State } from '../../../src/domain/transactions/transaction.ts';

/** Nothing was sent to a provider. */
const UNSENT = { lastTrigger: null, sentAt: null } as const;

type Row = readonly [Direction, State, CollectionMode | null, readonly StaffAction[]];

/** What an agent may do outside the sandbox with a transaction that has a callback_url. */
const AGENT_MAY: readonly Row[] = [
  ['withdrawal', 'pending_approval', null, ['approve', 'reject']],
  ['withdrawal', 'approved', null, ['cancel']],
  ['withdrawal', 'provider_submitted', null, []],
  ['withdrawal', 'requires_manual_resolution', null, ['confirm', 'refuse']],
  ['withdrawal', 'succeeded', null, ['replay_webhook']],
  ['withdrawal', 'failed', null, ['replay_webhook']],
  ['deposit', 'pending', 'customer_initiated', ['complete']],
  ['deposit', 'pending', 'merchant_initiated', []],
  ['deposit', 'provider_acknowledged', 'merchant_initiated', []],
  ['deposit', 'expired', 'customer_initiated', ['complete']],
  ['deposit', 'expired', 'merchant_initiated', []],
  [
    'deposit',
    'requires_manual_resolution',
    'customer_initiated',
    ['confirm', 'refuse', 'complete'],
  ],
  ['deposit', 'requires_manual_resolution', 'merchant_initiated', ['confirm', 'refuse']],
  ['deposit', 'failed', 'customer_initiated', ['replay_webhook']],
  ['deposit', 'succeeded', 'merchant_initiated', ['replay_webhook']],
];

for (const [direction, state, collectionMode, expected] of AGENT_MAY) {
  const given = { direction, state, collectionMode, hasCallbackUrl: true, isSandbox: false };
  const situation = { ...given, ...UNSENT };
  test(`an agent may ${expected.join(', ') || 'nothing'}: ${direction} ${state}`, () => {
    assert.deepEqual(allowedActions('agent', situation), expected);
    assert.deepEqual(allowedActions('admin', situation), expected);
    assert.deepEqual(allowedActions('viewer', situation), [], 'a viewer only reads');
  });
}

function allowedActions(role: StaffRole, situation: Parameters<typeof judgeActions>[1]) {
  const judged = judgeActions({ role, agreedTo: [], isMaker: false }, situation);
  return judged.filter(({ refusal }) => refusal === null).map(({ action }) => action);
}

test('a person who has approved a withdrawal may reject it, but not approve it again', () => {
  const situation = {
    direction: 'withdrawal',
    state: 'pending_approval',
    collectionMode: null,
    hasCallbackUrl: true,
    isSandbox: false,
    ...UNSENT,
  } as const;
  const judged = judgeActions({ role: 'agent', agreedTo: ['approve'], isMaker: false }, situation);
  const refusals = Object.fromEntries(judged.map(({ action, refusal }) => [action, refusal]));
  assert.equal(refusals['approve'], 'approved_by_you');
  assert.equal(refusals['reject'], null);
  assert.equal(refusals['confirm'], 'state');
});

test('a person who created a withdrawal may reject it, but not approve it', () => {
  const situation = {
    direction: 'withdrawal',
    state: 'pending_approval',
    collectionMode: null,
    hasCallbackUrl: true,
    isSandbox: false,
    ...UNSENT,
  } as const;
  const judged = judgeActions({ role: 'admin', agreedTo: [], isMaker: true }, situation);
  const refusals = Object.fromEntries(judged.map(({ action, refusal }) => [action, refusal]));
  assert.equal(refusals['approve'], 'created_by_you');
  assert.equal(refusals['reject'], null);
});

test('a payout whose approval has lapsed may be approved anew, unless it was ever sent', () => {
  const held = {
    direction: 'withdrawal',
    state: 'requires_manual_resolution',
    collectionMode: null,
    hasCallbackUrl: true,
    isSandbox: false,
  } as const;
  const lapsed = { lastTrigger: 'approval_lapsed', sentAt: null };
  assert.deepEqual(allowedActions('agent', { ...held, ...lapsed }), [
    'approve',
    'confirm',
    'refuse',
  ]);
  const sent = { ...held, ...lapsed, sentAt: new Date() };
  assert.deepEqual(allowedActions('agent', sent), ['confirm', 'refuse', 'ask_provider']);
  const stuck = { ...held, lastTrigger: 'stuck', sentAt: null };
  assert.deepEqual(allowedActions('agent', stuck), ['confirm', 'refuse']);
});

test('a person who has decided about a held transaction may decide otherwise, not the same again', () => {
  const situation = {
    direction: 'withdrawal',
    state: 'requires_manual_resolution',
    collectionMode: null,
    hasCallbackUrl: true,
    isSandbox: false,
    ...UNSENT,
  } as const;
  const judged = judgeActions({ role: 'agent', agreedTo: ['reject'], isMaker: false }, situation);
  const refusals = Object.fromEntries(judged.map(({ action, refusal }) => [action, refusal]));
  assert.equal(refusals['refuse'], 'decided_by_you');
  assert.equal(refusals['confirm'], null);
});

test('a viewer sees that the role is why, where the state would allow it', () => {
  const situation = {
    direction: 'deposit',
    state: 'requires_manual_resolution',
    collectionMode: 'merchant_initiated',
    hasCallbackUrl: true,
    isSandbox: false,
    ...UNSENT,
  } as const;
  const judged = judgeActions({ role: 'viewer', agreedTo: [], isMaker: false }, situation);
  const byRole = judged.filter(({ refusal }) => refusal === 'role').map(({ action }) => action);
  assert.deepEqual(byRole, ['confirm', 'refuse']);
});

test('nothing is replayed without a callback_url', () => {
  const situation = {
    direction: 'deposit',
    state: 'succeeded',
    collectionMode: 'merchant_initiated',
    hasCallbackUrl: false,
    isSandbox: false,
    ...UNSENT,
  } as const;
  assert.deepEqual(allowedActions('agent', situation), []);
});

test('outcomes are simulated in the sandbox only, while there is one to decide', () => {
  const open = {
    direction: 'deposit',
    state: 'pending',
    collectionMode: 'merchant_initiated',
    hasCallbackUrl: true,
    isSandbox: true,
    ...UNSENT,
  } as const;
  assert.deepEqual(allowedActions('agent', open), ['simulate']);
  assert.deepEqual(allowedActions('agent', { ...open, state: 'succeeded' }), ['replay_webhook']);
});

test('an admin may do what an agent may, an agent what a viewer may, and not the reverse', () => {
  assert.ok(includesRole('admin', 'agent') && includesRole('agent', 'viewer'));
  assert.ok(!includesRole('viewer', 'agent') && !includesRole('agent', 'admin'));
});

test('only what was never sent is approved, new or anew', () => {
  const lapsed = { lastTrigger: 'approval_lapsed', sentAt: null } as const;
  assert.equal(isApprovable({ state: 'pending_approval', lastTrigger: null, sentAt: null }), true);
  assert.equal(isApprovable({ state: 'requires_manual_resolution', ...lapsed }), true);
  const sent = { ...lapsed, sentAt: new Date(0) };
  assert.equal(isApprovable({ state: 'requires_manual_resolution', ...sent }), false);
  assert.equal(isApprovable({ state: 'failed', ...lapsed }), false);
  const stuck = { lastTrigger: 'stuck', sentAt: null };
  assert.equal(isApprovable({ state: 'requires_manual_resolution', ...stuck }), false);
});
