import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  differenceOf,
  fromContent,
  looserPart,
  newPolicy,
  POLICY_NAMES,
  type PolicyKey,
  type PolicyValues,
  policyKey,
  policyName,
  readChange,
  readPolicy,
  sealedPolicy,
  toContent,
  unsetPolicy,
} from '../../../src/domain/access/policy.ts';
import type { Plain } from '../../../src/domain/access/policy-fields.ts';

const OFF = null;

/** As `changePolicy` asks it. */
function loosens(before: PolicyValues, after: PolicyValues): boolean {
  return Object.keys(looserPart(before, differenceOf(before, after))).length > 0;
}

/** From tight to loose: each step is looser than the one before it. */
const LOOSER: Readonly<Record<PolicyKey, readonly [Plain, Plain, ...Plain[]]>> = {
  amountMaxXaf: [1_000, 1_000_000],
  approvalSecondPersonXaf: [0, 250_000, 1_000_000],
  approvalSumPerDayXaf: [1, 5_000_000, OFF],
  unprovenSumPerDayXaf: [0, 50_000, 1_000_000],
  approvalValidHours: [1, 24],
  accountsNeedVouching: [true, false],
  changesSecondPerson: [true, false],
  payoutsPerNumberAndDay: [1, 5, OFF],
  payoutsPerPlayerAndDay: [1, 5, OFF],
  payoutDuplicateMinutes: [60, 30, OFF],
  payoutsWaitForFloat: [true, false],
  openPromptsPerNumber: [1, 3, OFF],
  requestsPerSecond: [1, 100, OFF],
  httpCallbacks: [false, true],
  depositWindowSeconds: [60, 900],
  latePaymentWindowHours: [0, 24],
  floatLowXaf: ['1000,mtn:+237670000000=9000', '1000', '500', OFF],
  operatorPrefixes: ['mtn=67;orange=69', 'mtn=67,68;orange=69'],
  keepTextMonths: [OFF, 24, 1],
  keepEvidenceMonths: [OFF, 24, 1],
  keepWebhookMonths: [OFF, 24, 1],
  keepSessionMonths: [OFF, 24, 1],
  archiveAfterMonths: [OFF, 24, 14],
};

for (const [key, steps] of Object.entries(LOOSER) as [PolicyKey, readonly Plain[]][]) {
  test(`what is looser of ${policyName(key)} is known by its value`, () => {
    const at = (value: Plain) => ({ ...unsetPolicy('live'), [key]: value });
    for (const [index, tighter] of steps.entries()) {
      for (const looser of steps.slice(index + 1)) {
        assert.ok(loosens(at(tighter), at(looser)), `${tighter} to ${looser}`);
        // Of prefixes every change is one of whose number it is.
        const isBack = loosens(at(looser), at(tighter));
        assert.equal(isBack, key === 'operatorPrefixes', `${looser} to ${tighter}`);
      }
      assert.ok(!loosens(at(tighter), at(tighter)));
    }
  });
}

test('a new live installation begins with every limit that protects money', () => {
  const before = unsetPolicy('live');
  assert.deepEqual(toContent(differenceOf(before, newPolicy('live'))), {
    amount_max_xaf: 1_000_000,
    approval_second_person_xaf: 250_000,
    approval_sum_per_day_xaf: 5_000_000,
    payouts_per_number_and_day: 5,
    payouts_per_player_and_day: 5,
    payout_duplicate_minutes: 30,
    open_prompts_per_number: 3,
    http_callbacks: false,
  });
  assert.ok(!loosens(before, newPolicy('live')), 'nothing begins looser than it was');
  assert.deepEqual(newPolicy('sandbox'), unsetPolicy('sandbox'));
});

test('of one change the looser part is known, and the rest', () => {
  const before = newPolicy('live');
  const change = { amountMaxXaf: 2_000_000, openPromptsPerNumber: 1 };
  assert.deepEqual(looserPart(before, change), { amountMaxXaf: 2_000_000 });
  assert.deepEqual(differenceOf(before, { ...change, amountMaxXaf: 1_000_000 }), {
    openPromptsPerNumber: 1,
  });
});

test('every value is read from text, and what is wrong is named with its form', () => {
  const read = readChange({
    AMOUNT_MAX_XAF: '5000',
    payouts_per_number_and_day: 'off',
    changes_second_person: true,
    float_low_xaf: 'mtn:+237670000000=2000, 1000',
    operator_prefixes: 'mtn=650-652;orange=69',
  });
  assert.deepEqual(read, {
    kind: 'change',
    change: {
      amountMaxXaf: 5_000,
      payoutsPerNumberAndDay: null,
      changesSecondPerson: true,
      floatLowXaf: '1000,mtn:+237670000000=2000',
      operatorPrefixes: 'mtn=650,651,652;orange=69',
    },
  });
  const wrong = readChange({
    amount_max_xaf: 'off',
    payouts_per_number_and_day: '0',
    changes_second_person: 'maybe',
    archive_after_months: '13',
    float_low_xaf: 'much',
    operator_prefixes: 'mtn',
    amount_max: '1',
  });
  assert.ok(wrong.kind === 'invalid');
  assert.deepEqual(
    wrong.problems.map((problem) => problem.split(' ').slice(0, 3).join(' ')),
    [
      'amount_max_xaf must be',
      'payouts_per_number_and_day must be',
      'changes_second_person must be',
      'archive_after_months must be',
      'float_low_xaf must be',
      'operator_prefixes is not',
      'amount_max is no',
    ],
  );
});

test('what is stored becomes the same values again, whatever release stored it', () => {
  for (const environment of ['sandbox', 'live'] as const) {
    const values = newPolicy(environment);
    assert.deepEqual(fromContent(toContent(values)), values);
    const reread = readChange(toContent(values));
    assert.deepEqual(reread, { kind: 'change', change: values });
    assert.equal(readPolicy({}, environment).accountsNeedVouching, environment === 'live');
  }
  assert.deepEqual(fromContent({ amount_max_xaf: 5, of_a_later_release: 1 }), { amountMaxXaf: 5 });
  for (const name of POLICY_NAMES)
    assert.equal(policyName(policyKey(name) ?? 'keepTextMonths'), name);
});

test('a seal covers revision and content, in whatever order the database returns it', () => {
  const text = sealedPolicy({ revision: 2, content: { a: 1, b: null } });
  assert.equal(text, sealedPolicy({ revision: 2, content: { b: null, a: 1 } }));
  assert.notEqual(text, sealedPolicy({ revision: 3, content: { a: 1, b: null } }));
  assert.notEqual(text, sealedPolicy({ revision: 2, content: { a: 1, b: 0 } }));
});
