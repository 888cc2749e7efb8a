import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Act,
  AGREED_DECISIONS,
  AGREEING_ROLE,
  AGREEMENT_REASONS,
  CHANGE_HOURS,
  CHANGE_KINDS,
  CHANGE_STATES,
  changesAdministrators,
  judgePeople,
  mayAgree,
  type Needs,
  requiredPeople,
} from '../../../src/domain/access/agreement.ts';
import { AUDIT_ACTIONS, AUDIT_KINDS } from '../../../src/domain/access/audit-action.ts';
import { isAsAsked, isAsBefore } from '../../../src/domain/access/changed-values.ts';
import { countIndependent } from '../../../src/domain/access/independent-people.ts';
import { STAFF_ROLES } from '../../../src/domain/access/staff-role.ts';
import type { StaffAccess } from '../../../src/domain/access/staff-session.ts';
import { MESSAGES } from '../../../src/domain/messages/message.ts';
import {
  DISMISSAL_MEANINGS,
  type DismissalMeaning,
  dismissalOf,
} from '../../../src/domain/receipts/dismissal.ts';
import { ONE_PERSON_POLICY } from '../../support/access/policy.ts';

const ADMIN: StaffAccess = { role: 'admin', disabled: false };
const FINANCE: StaffAccess = { role: 'finance', disabled: false };
const LOCKED: StaffAccess = { role: 'admin', disabled: true };

const CHANGES: readonly (readonly [name: string, StaffAccess, StaffAccess, boolean])[] = [
  ['promoting a person', FINANCE, ADMIN, true],
  ['letting an administrator in again', LOCKED, ADMIN, true],
  ['leaving an administrator one', ADMIN, ADMIN, false],
  ['promoting a person who stays locked out', FINANCE, LOCKED, false],
  ['making an administrator less', ADMIN, FINANCE, true],
  ['locking an administrator out', ADMIN, LOCKED, true],
  ['making a former administrator less', LOCKED, { ...FINANCE, disabled: true }, false],
];

for (const [name, before, after, changes] of CHANGES) {
  test(`${name} ${changes ? 'changes' : 'does not change'} who is an administrator`, () => {
    assert.equal(changesAdministrators(before, after), changes);
  });
}

test('a change is approved only while everything that it is about is as it was', () => {
  const before = { enabled: true, number: '+237670000000', limit: null };
  assert.equal(isAsBefore(before, { ...before, other: 7 }), true);
  assert.equal(isAsBefore(before, { ...before, enabled: false }), false);
  assert.equal(isAsBefore(before, { ...before, limit: 0 }), false);
  assert.equal(isAsBefore({}, before), true);
});

test('a change by facts is approved only as exactly what the second person saw', () => {
  const seen = { amountXaf: 500, other: '+237670000000', deposit: null };
  assert.equal(isAsAsked(seen, { ...seen }), true);
  assert.equal(isAsAsked(seen, { ...seen, amountXaf: 501 }), false);
  assert.equal(isAsAsked(seen, { ...seen, isComputed: true }), false, 'a fact more');
  assert.equal(isAsAsked({ ...seen, isComputed: true }, seen), false, 'a fact less');
});

const TWO: Needs = { people: 2, why: { code: 'set_up' } };
const PEOPLE = {
  decider: 'bih',
  maker: 'ama',
  counted: ['ama', 'bih'],
  hasAgreed: false,
  needs: TWO,
  setUps: [],
};

test('the second person is another one, may still decide, and was not set up by the first', () => {
  assert.equal(judgePeople(PEOPLE), 'enough');
  assert.equal(judgePeople({ ...PEOPLE, decider: 'ama' }), 'own');
  assert.equal(judgePeople({ ...PEOPLE, counted: ['ama'] }), 'access_ended');
  assert.equal(judgePeople({ ...PEOPLE, counted: ['bih'] }), 'waits', 'the first has lost access');
  const setUps = [{ account: 'bih', set_up_by: 'ama' }];
  assert.equal(judgePeople({ ...PEOPLE, setUps }), 'set_up_by_approver');
  const repeated = { ...PEOPLE, maker: null, setUps, hasAgreed: true };
  assert.equal(judgePeople(repeated), 'waits', 'a repeated click');
  const small = { ...PEOPLE, counted: ['bih'], needs: { people: 1, why: null }, setUps } as const;
  assert.equal(judgePeople(small), 'set_up_by_approver', 'they count as the maker');
});

test('where one person is enough, they still need their access, and it is not their own', () => {
  const alone = { ...PEOPLE, needs: { people: 1, why: null }, maker: null } as const;
  assert.equal(judgePeople({ ...alone, counted: ['bih'] }), 'enough');
  assert.equal(judgePeople({ ...alone, counted: [] }), 'access_ended');
  assert.equal(judgePeople({ ...alone, maker: 'bih' }), 'own');
});

test('a decision is an agent’s; who may ask for each kind of change, and for how long', () => {
  assert.deepEqual(
    CHANGE_KINDS.map((kind) => `${kind}: ${AGREEING_ROLE[kind]}`),
    [
      'channel: admin',
      'staff: admin',
      'adjustment: finance',
      'statement_line: finance',
      'policy: admin',
      'line: admin',
      'gateway: admin',
      'dismissal: agent',
      'explanation: finance',
      'reversal: agent',
      'receipt: agent',
      'statement_mapping: finance',
      'repair: finance',
      'credit_line: finance',
      'settlement: finance',
      'webhook_secret: admin',
    ],
  );
  for (const decision of AGREED_DECISIONS) {
    for (const role of STAFF_ROLES) {
      const mayDecide = role === 'agent' || role === 'admin';
      assert.equal(mayAgree({ role, disabled: false }, decision), mayDecide, role);
      assert.equal(mayAgree({ role, disabled: true }, decision), false, role);
    }
  }
  assert.deepEqual(CHANGE_STATES, ['open', 'approved', 'withdrawn', 'expired']);
  assert.ok(CHANGE_HOURS >= 72);
});

const LIMIT = 1_000;
const POLICY = { ...ONE_PERSON_POLICY, secondPersonAboveXaf: LIMIT, approvalSumXaf: 1_500 };

const NO_REFUND = { refundsDisputedDeposit: false, refundsOldDeposit: false };

test('a payout beyond what its application has takes two people, whatever its amount', () => {
  const many = { hasManyPayouts: true, approvedXaf: 0, amountXaf: 1 } as const;
  const payout = { ...NO_REFUND, ...many, kind: 'approve' } as const;
  for (const policy of [POLICY, ONE_PERSON_POLICY]) {
    const { people, why } = requiredPeople({ ...payout, isBeyondMoney: true }, policy);
    assert.deepEqual([people, why], [2, { code: 'beyond_money' }]);
  }
});

test('a refund of a disputed or an old deposit takes two people, whatever its amount', () => {
  const few = { hasManyPayouts: false, approvedXaf: null, isBeyondMoney: false } as const;
  const refund = { ...NO_REFUND, ...few, kind: 'approve', amountXaf: 100 } as const;
  const whyOf = (act: Partial<typeof NO_REFUND>) =>
    requiredPeople({ ...refund, ...act }, ONE_PERSON_POLICY).why?.code;
  assert.equal(
    whyOf({ refundsDisputedDeposit: true, refundsOldDeposit: true }),
    'disputed_deposit',
  );
  assert.equal(whyOf({ refundsOldDeposit: true }), 'old_deposit');
  assert.equal(whyOf({}), undefined);
});

/** What an approval takes: amount, too many payouts, approved before; and why it takes two. */
const APPROVALS: readonly (readonly [number, boolean, number | null, string | null])[] = [
  [LIMIT, false, 0, null],
  [LIMIT + 1, false, 0, 'large_amount'],
  [LIMIT + 1, true, 9_999, 'large_amount'],
  [1, true, 0, 'many_payouts'],
  [1, true, 9_999, 'many_payouts'],
  [500, false, 1_000, null],
  [501, false, 1_000, 'daily_sum'],
  [501, false, null, null],
];

for (const [amountXaf, hasManyPayouts, approvedXaf, why] of APPROVALS) {
  test(`an approval of ${amountXaf} after ${approvedXaf}: ${why ?? 'one person'}`, () => {
    const facts = { amountXaf, hasManyPayouts, approvedXaf, isBeyondMoney: false };
    const act = { ...NO_REFUND, kind: 'approve', ...facts } as const;
    const { people, why: reason } = requiredPeople(act, POLICY);
    assert.deepEqual([people, reason?.code ?? null], [why === null ? 1 : 2, why]);
    assert.equal(requiredPeople({ ...act, hasManyPayouts: false }, ONE_PERSON_POLICY).people, 1);
  });
}

test('a reason names the limit that is exceeded', () => {
  const facts = { hasManyPayouts: false, approvedXaf: 1_500, isBeyondMoney: false };
  const payout = { ...NO_REFUND, kind: 'approve', ...facts } as const;
  const whyOf = (amountXaf: number) => requiredPeople({ ...payout, amountXaf }, POLICY).why;
  assert.deepEqual(whyOf(1), { code: 'daily_sum', params: { amount_xaf: 1_500 } });
  assert.deepEqual(whyOf(1_001), { code: 'large_amount', params: { amount_xaf: LIMIT } });
});

const COMPLETION = {
  kind: 'complete',
  amountXaf: 100,
  isUnproven: false,
  isOlder: false,
  isReserved: false,
  isKnownPayer: false,
  approvedXaf: 0,
  unprovenXaf: 0,
} as const;

/** What a completion takes, of at most 300 without proof a day; and why it takes two people. */
const COMPLETIONS: readonly (readonly [
  Partial<Extract<Act, { kind: 'complete' }>>,
  string | null,
])[] = [
  [{}, null],
  [{ amountXaf: LIMIT }, null],
  [{ amountXaf: LIMIT + 1 }, 'large_amount'],
  [{ isUnproven: true }, null],
  [{ isUnproven: true, unprovenXaf: 200 }, null],
  [{ isUnproven: true, unprovenXaf: 201 }, 'unproven_payment'],
  [{ isUnproven: true, amountXaf: 301 }, 'unproven_payment'],
  [{ unprovenXaf: 9_999 }, null],
  [{ isReserved: true }, 'reserved_payment'],
  [{ isOlder: true }, 'older_payment'],
  [{ isOlder: true, isKnownPayer: true }, null],
  [{ isOlder: true, isKnownPayer: true, unprovenXaf: 201 }, 'older_payment'],
  [{ isOlder: true, isKnownPayer: true, amountXaf: 301 }, 'older_payment'],
  [{ approvedXaf: 1_400 }, null],
  [{ approvedXaf: 1_401 }, 'daily_sum'],
];

for (const [facts, why] of COMPLETIONS) {
  test(`a completion with ${JSON.stringify(facts)}: ${why ?? 'one person'}`, () => {
    const policy = { ...POLICY, unprovenSumXaf: 300 };
    const { people, why: reason } = requiredPeople({ ...COMPLETION, ...facts }, policy);
    assert.deepEqual([people, reason?.code ?? null], [why === null ? 1 : 2, why]);
  });
}

test('a change takes two people where they are asked for, and always for a role that only asks', () => {
  for (const changesSecondPerson of [true, false]) {
    const policy = { ...POLICY, changesSecondPerson };
    for (const by of [...STAFF_ROLES, 'momo'] as const) {
      const takesTwo = by !== 'momo' && (changesSecondPerson || by !== 'admin');
      const act = {
        kind: 'change',
        of: 'channel',
        isSensitive: true,
        isLivePolicy: false,
        by,
      } as const;
      assert.equal(requiredPeople(act, policy).people, takesTwo ? 2 : 1, by);
      assert.equal(requiredPeople({ ...act, isSensitive: false }, policy).people, 1, by);
      const tight = by === 'momo' ? 1 : 2;
      const needs = requiredPeople({ ...act, of: 'settlement' }, policy);
      assert.equal(needs.people, tight, 'what became of money always takes two');
      const loosened = requiredPeople({ ...act, of: 'policy', isLivePolicy: true }, policy);
      assert.equal(loosened.people, tight, 'so does a looser policy of a live installation');
    }
  }
});

test('what contradicts the books, or says that money went back, takes two people', () => {
  const peopleFor = (as: DismissalMeaning, isBooked: boolean) =>
    requiredPeople(dismissalOf(as, { isBooked }), POLICY).people;
  const found = DISMISSAL_MEANINGS.map((as) => [as, peopleFor(as, true), peopleFor(as, false)]);
  assert.deepEqual(found, [
    ['deposit', 1, 2],
    ['returned', 2, 2],
    ['forged', 2, 1],
    ['unknown', 1, 1],
  ]);
});

test('every reason is a sentence', () => {
  for (const code of AGREEMENT_REASONS) assert.ok(code in MESSAGES, code);
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

/** Who set up whom, as "account<by". */
const CASES: readonly (readonly [
  name: string,
  setUps: string,
  accounts: string,
  people: number,
])[] = [
  ['two who were not set up by others', '', 'a b', 2],
  ['one who set up the other', 'b<a', 'a b', 1],
  ['the other who set up the one', 'a<b', 'a b', 1],
  ['two whom a third person set up', 'a<x b<x', 'a b', 1],
  ['one at the end of a chain', 'b<c c<d d<a', 'a b', 1],
  ['two who set up each other', 'a<b b<a', 'a b', 1],
  ['three in a circle, and one outside', 'a<b b<c c<a', 'a c d', 2],
  ['one who set up themselves', 'a<a', 'a b', 2],
  ['two whom different people set up', 'a<x b<y', 'a b', 2],
  ['two, while others were set up', 'c<d d<e', 'a b', 2],
  ['no one', 'b<a', '', 0],
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
