import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALERT_KINDS,
  type AlertFacts,
  compareAlerts,
  findConditions,
} from '../../../src/domain/upkeep/alert.ts';

const AT = new Date('2026-03-01T10:00:00.000Z');
const QUIET: AlertFacts = {
  at: AT,
  payouts: [],
  payoutMinutes: 10,
  wallets: [],
  lines: [],
  contradictions: [],
  policyProblem: null,
  brokenSeals: [],
  sealProblems: [],
};

test('there is no alert when everything is as it should be', () => {
  const facts: AlertFacts = {
    ...QUIET,
    payouts: [{ state: 'approved', count: 1, oldestAt: before(10) }],
    wallets: [{ wallet: 'mtn:+237670000000', level: 'enough', lowXaf: null }],
    lines: [{ line: '+237690000000', problem: null, burstAt: before(61) }],
  };
  assert.deepEqual(findConditions(facts), []);
});

test('payouts of one state that wait too long are one condition', () => {
  const oldestAt = new Date(before(10).getTime() - 1);
  const payouts = [
    { state: 'approved', count: 3, oldestAt },
    { state: 'provider_submitted', count: 1, oldestAt: before(9) },
  ];
  assert.deepEqual(findConditions({ ...QUIET, payouts }), [
    {
      kind: 'payouts_wait',
      subject: 'approved',
      facts: { count: 3, oldest_at: oldestAt.toISOString() },
    },
  ]);
});

test('a low wallet, a silent line, a burst of texts, a contradiction, a foreign policy and a broken seal each have an alert with details', () => {
  const facts: AlertFacts = {
    ...QUIET,
    wallets: [{ wallet: 'mtn:+237670000000', level: 'low', lowXaf: 2_000 }],
    lines: [{ line: '+237690000000', problem: 'It is silent.', burstAt: before(59) }],
    contradictions: [{ id: 'C', transactionId: null, kind: 'paid_though_failed' }],
    policyProblem: 'it is missing',
    brokenSeals: [{ subject: 'transaction:T', transactionId: 'T', problem: 'history_changed' }],
    sealProblems: [{ subject: 'staff A', problem: 'it is no longer there' }],
  };
  const kinds = new Set(['payouts_wait', ...findConditions(facts).map(({ kind }) => kind)]);
  assert.deepEqual([...kinds], ALERT_KINDS, 'there are no other alerts');
  assert.deepEqual(findConditions(facts), [
    { kind: 'float_low', subject: 'mtn:+237670000000', facts: { low_xaf: 2_000 } },
    { kind: 'line_silent', subject: '+237690000000', facts: { problem: 'It is silent.' } },
    {
      kind: 'line_burst',
      subject: '+237690000000',
      facts: { last_at: before(59).toISOString() },
    },
    {
      kind: 'contradiction',
      subject: 'C',
      facts: { transaction_id: null, contradiction: 'paid_though_failed' },
    },
    { kind: 'policy_untrusted', subject: 'policy', facts: { problem: 'it is missing' } },
    {
      kind: 'seal_broken',
      subject: 'transaction:T',
      facts: { transaction_id: 'T', problem: 'history_changed' },
    },
    { kind: 'seal_broken', subject: 'staff A', facts: { problem: 'it is no longer there' } },
  ]);
});

test('a known condition is not reported again, unless no pager has it, and its end is reported', () => {
  const known = { kind: 'float_low', subject: 'A', facts: {} } as const;
  const fresh = { kind: 'line_silent', subject: 'A', facts: {} } as const;
  const open = [
    { id: '1', kind: 'float_low', subject: 'A', isSent: true },
    { id: '2', kind: 'float_low', subject: 'B', isSent: true },
  ] as const;
  const changes = { begun: [fresh], unsent: [], ended: [open[1]] };
  assert.deepEqual(compareAlerts(open, [known, fresh]), changes);
  const unsent = { ...open[0], isSent: false };
  assert.deepEqual(compareAlerts([unsent], [known]), {
    begun: [],
    unsent: [{ alert: unsent, condition: known }],
    ended: [],
  });
  assert.deepEqual(compareAlerts([], []), { begun: [], unsent: [], ended: [] });
});
function before(minutes: number): Date {
  return new Date(AT.getTime() - minutes * 60_000);
}
