import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STAFF_ROLES } from '../../../src/domain/access/staff-role.ts';
import {
  findAccessRefusal,
  type StaffAccess,
  sessionStatus,
} from '../../../src/domain/access/staff-session.ts';

const BOTH = [false, true] as const;

test('a browser has come as far as its first open step, in every combination', () => {
  for (const isEnrolled of BOTH) {
    for (const hasGivenSecondFactor of BOTH) {
      for (const mustChangePassword of BOTH) {
        for (const mustEnrol of BOTH) {
          const facts = { isEnrolled, hasGivenSecondFactor, mustChangePassword, mustEnrol };
          const steps = [
            ...(isEnrolled && !hasGivenSecondFactor ? ['second_factor_required'] : []),
            ...(mustChangePassword ? ['password_change_required'] : []),
            ...(mustEnrol && !isEnrolled ? ['enrolment_required'] : []),
            'signed_in',
          ];
          const status = sessionStatus({ kind: 'browser', ...facts });
          assert.equal(status, steps[0], JSON.stringify(facts));
          assert.equal(sessionStatus({ kind: 'script', ...facts }), 'signed_in');
        }
      }
    }
  }
});

const ACCESSES: readonly StaffAccess[] = STAFF_ROLES.flatMap((role) =>
  BOTH.map((disabled) => ({ role, disabled })),
);

test('whatever is changed, an administrator remains', () => {
  for (const before of ACCESSES) {
    for (const after of ACCESSES) {
      for (const otherAdmins of [0, 1, 2]) {
        const refusal = findAccessRefusal({ before, after, isOwn: false, otherAdmins });
        const isAdmin = ({ role, disabled }: StaffAccess) => role === 'admin' && !disabled;
        const takesLast = otherAdmins === 0 && isAdmin(before) && !isAdmin(after);
        assert.equal(refusal, takesLast ? 'last_admin' : null, JSON.stringify({ before, after }));
      }
    }
  }
});

test('people cannot lessen their own access, but may keep or raise it', () => {
  const own = { isOwn: true, otherAdmins: 5 };
  for (const role of STAFF_ROLES) {
    const before = { role, disabled: false };
    const disable = findAccessRefusal({ ...own, before, after: { role, disabled: true } });
    assert.equal(disable, 'own_access');
    for (const wanted of STAFF_ROLES) {
      const after = { role: wanted, disabled: false };
      // Agents decide and finance keeps the books: each would lose what the other may not.
      const isKept = wanted === role || wanted === 'admin' || role === 'viewer';
      const expected = isKept ? null : 'own_access';
      assert.equal(findAccessRefusal({ ...own, before, after }), expected, `${role} ${wanted}`);
    }
  }
});
