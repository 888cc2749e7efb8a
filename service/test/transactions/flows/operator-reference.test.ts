import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorReferenceOf } from '../../../src/flows/transactions/operator-reference.ts';

const KEY = {
  applicationId: '00000000-0000-7000-8000-000000000001',
  playerId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  direction: 'withdrawal',
  reference: 'payout-1',
} as const;

test('the reference at the operator is always the same for the same transaction', () => {
  assert.equal(operatorReferenceOf(KEY), operatorReferenceOf({ ...KEY }));
  // Fixed here: a release that derived another one would pay again after a restore.
  assert.equal(operatorReferenceOf(KEY), '538ca733-b30d-435c-88de-fa8f9bb11047');
});

test('every part of a transaction’s identity changes the reference', () => {
  const others = [
    KEY,
    { ...KEY, applicationId: '00000000-0000-7000-8000-000000000002' },
    { ...KEY, playerId: '3f2504e0-4f89-41d3-9a0c-0305e82c3302' },
    { ...KEY, direction: 'deposit' as const },
    { ...KEY, reference: 'payout-2' },
    // Joined without care, the parts of these two would be the same text.
    { ...KEY, playerId: 'a', reference: 'b,c' },
    { ...KEY, playerId: 'a,b', reference: 'c' },
  ];
  assert.equal(new Set(others.map(operatorReferenceOf)).size, others.length);
});

test('it has the form of a version 4 UUID, whatever the reference of the platform is', () => {
  for (let index = 0; index < 200; index += 1) {
    const derived = operatorReferenceOf({ ...KEY, reference: `é"\\ ${index}` });
    assert.match(derived, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});
