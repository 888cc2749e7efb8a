import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWork, ROLES, waitsFor } from '../src/api/roles.ts';
import type { QueueName, Role } from '../src/api/types.ts';

const TABLE = [
  ['approvals', 'agent, admin', 'viewer, finance'],
  ['held', 'agent, admin', 'viewer, finance'],
  ['statement_differences', 'finance, admin', ''],
  ['changes', 'admin', ''],
  ['own_changes', '', 'viewer, agent, finance, admin'],
] as const satisfies readonly (readonly [QueueName, string, string])[];

function rolesWhere(isWanted: (role: Role) => boolean): string {
  return ROLES.filter(isWanted).join(', ');
}

for (const [name, mine, others] of TABLE) {
  test(`${name} waits for those who can work it off`, () => {
    assert.equal(
      rolesWhere((role) => waitsFor(name, role) === 'me'),
      mine,
    );
    assert.equal(
      rolesWhere((role) => waitsFor(name, role) === 'others'),
      others,
    );
  });
}

test('what a person asked for is no new work for them', () => {
  assert.equal(
    rolesWhere((role) => isWork('own_changes', role)),
    '',
  );
  assert.equal(
    rolesWhere((role) => isWork('statement_differences', role)),
    'finance, admin',
  );
});
