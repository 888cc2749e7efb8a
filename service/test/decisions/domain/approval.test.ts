import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STAFF_ROLES } from '../../../src/domain/access/staff-role.ts';
import {
  countIndependent,
  countsFor,
  isApprovable,
  mayApprove,
} from '../../../src/domain/decisions/approval.ts';

test('an approval counts while its person is an agent or administrator who may sign in', () => {
  for (const role of STAFF_ROLES) {
    const mayDecide = role === 'agent' || role === 'admin';
    assert.equal(mayApprove({ role, disabled: false }), mayDecide, role);
    assert.equal(mayApprove({ role, disabled: true }), false, role);
  }
});

test('a yes to what waits counts for the version that was seen, while it is fresh', () => {
  const since = new Date('2026-03-01T10:00:00Z');
  const given = {
    version: 1,
    at: new Date(since.getTime() + 1),
    role: 'agent',
    disabled: false,
  } as const;
  const waiting = ['pending_approval', 'requires_manual_resolution', 'pending', 'expired'] as const;
  for (const state of waiting) {
    const asked = { transaction: { state, version: 1 }, since, approvals: [given] };
    assert.equal(countsFor(given, asked), true, state);
    assert.equal(countsFor({ ...given, at: since }, asked), false, state);
    const moved = { ...asked, transaction: { state, version: 2 } };
    assert.equal(countsFor(given, moved), false, state);
  }
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

/** Who set up whom, as "account<by". */
const CASES: readonly (readonly [
  name: string,
  setUps: string,
  accounts: string,
  people: number,
])[] = [
  ['two whom nobody set up', '', 'a b', 2],
  ['one who set up the other', 'b<a', 'a b', 1],
  ['the other who set up the one', 'a<b', 'a b', 1],
  ['two whom a third person set up', 'a<x b<x', 'a b', 1],
  ['one at the end of a chain', 'b<c c<d d<a', 'a b', 1],
  ['two who set up each other', 'a<b b<a', 'a b', 1],
  ['three in a circle, and one outside', 'a<b b<c c<a', 'a c d', 2],
  ['one who set up themselves', 'a<a', 'a b', 2],
  ['two whom different people set up', 'a<x b<y', 'a b', 2],
  ['two, while others were set up', 'c<d d<e', 'a b', 2],
  ['nobody', 'b<a', '', 0],
];

for (const [name, setUps, accounts, people] of CASES) {
  test(`${name}: that makes ${people}`, () => {
    const rows = words(setUps).map((text) => {
      const [account = '', set_up_by = ''] = text.split('<');
      return { account, set_up_by };
    });
    assert.equal(countIndependent(words(accounts), rows), people);
    assert.equal(countIndependent(words(accounts), rows.toReversed()), people);
  });
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}
