import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Abilities } from '../../../src/providers/provider.ts';
import { ADAPTERS, refuseUnaskable } from '../../../src/providers/registry.ts';
import { SANDBOX } from '../../../src/providers/sandbox/index.ts';

const asking = (changes: Partial<Abilities>) => [
  { ...SANDBOX, abilities: { ...SANDBOX.abilities, ...changes } },
];

test('an adapter that learns its handle only after sending never pays out', () => {
  const learns = { learnsHandle: true, asksByReference: false } as const;
  assert.throws(() => refuseUnaskable(asking({ ...learns, payOut: true })), /lost payout/);
  assert.equal(refuseUnaskable(asking({ ...learns, payOut: false })).length, 1);
});

test('an adapter that learns its handle is not asked by our reference after a restore', () => {
  const both = { learnsHandle: true, asksByReference: true, payOut: false } as const;
  assert.throws(() => refuseUnaskable(asking(both)), /our reference/);
});

test('every adapter of the service passes', () => {
  assert.equal(refuseUnaskable(ADAPTERS), ADAPTERS);
});
