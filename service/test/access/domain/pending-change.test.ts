import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_ACTIONS, AUDIT_KINDS } from '../../../src/domain/access/audit-action.ts';
import {
  ASKING_ROLE,
  findSecondPersonRefusal,
  isAsBefore,
  makesAdministrator,
  PENDING_CHANGE_HOURS,
  PENDING_CHANGE_KINDS,
  PENDING_CHANGE_STATES,
} from '../../../src/domain/access/pending-change.ts';
import type { StaffAccess } from '../../../src/domain/access/staff-session.ts';

const ADMIN: StaffAccess = { role: 'admin', disabled: false };
const FINANCE: StaffAccess = { role: 'finance', disabled: false };
const LOCKED: StaffAccess = { role: 'admin', disabled: true };

const CHANGES: readonly (readonly [name: string, StaffAccess, StaffAccess, boolean])[] = [
  ['promoting somebody', FINANCE, ADMIN, true],
  ['letting an administrator in again', LOCKED, ADMIN, true],
  ['leaving an administrator one', ADMIN, ADMIN, false],
  ['promoting somebody who stays locked out', FINANCE, LOCKED, false],
  ['making an administrator less', ADMIN, FINANCE, false],
];

for (const [name, before, after, makesOne] of CHANGES) {
  test(`${name} ${makesOne ? 'makes' : 'does not make'} an administrator`, () => {
    assert.equal(makesAdministrator(before, after), makesOne);
  });
}

test('a change is approved only while everything that it is about is as it was', () => {
  const before = { enabled: true, number: '+237670000000', limit: null };
  assert.equal(isAsBefore(before, { ...before, other: 7 }), true);
  assert.equal(isAsBefore(before, { ...before, enabled: false }), false);
  assert.equal(isAsBefore(before, { ...before, limit: 0 }), false);
  assert.equal(isAsBefore({}, before), true);
});

const PEOPLE = { askedBy: 'ama', decider: 'bih', mayAsk: true, independent: 2 };

test('the second person is another one, and whoever asked could still ask', () => {
  assert.equal(findSecondPersonRefusal(PEOPLE), null);
  assert.equal(findSecondPersonRefusal({ ...PEOPLE, decider: 'ama' }), 'own_change');
  assert.equal(findSecondPersonRefusal({ ...PEOPLE, mayAsk: false }), 'asker_gone');
  assert.equal(findSecondPersonRefusal({ ...PEOPLE, independent: 1 }), 'not_independent');
});

test('who may ask for each kind of change, and how long it waits over a weekend', () => {
  const asked = PENDING_CHANGE_KINDS.map((kind) => `${kind}: ${ASKING_ROLE[kind]}`);
  assert.deepEqual(asked, [
    'channel: admin',
    'staff: admin',
    'adjustment: finance',
    'statement_line: finance',
    'policy: admin',
  ]);
  assert.deepEqual(PENDING_CHANGE_STATES, ['open', 'approved', 'withdrawn', 'expired']);
  assert.ok(PENDING_CHANGE_HOURS >= 72);
});

test('every action of the audit log is filed under its kind, each kind once', () => {
  for (const action of AUDIT_ACTIONS) {
    const kinds = AUDIT_KINDS.filter((kind) => action.startsWith(`${kind}.`));
    assert.equal(kinds.length, 1, action);
  }
  for (const kind of AUDIT_KINDS) {
    assert.ok(
      AUDIT_ACTIONS.some((action) => action.startsWith(`${kind}.`)),
      kind,
    );
  }
  assert.ok(AUDIT_KINDS.includes('withdrawal'));
});
