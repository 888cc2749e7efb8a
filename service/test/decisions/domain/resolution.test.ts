import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiredPeople } from '../../../src/domain/access/agreement.ts';
import {
  countedSince,
  countsFor,
  type DecidedFacts,
  decidedByTwo,
  type Resolution,
  requestFactsOf,
  resolutionOf,
  UNSENT,
} from '../../../src/domain/decisions/resolution.ts';
import type { Direction } from '../../../src/domain/payment-kinds.ts';
import { SAID, type Said } from '../../../src/domain/provider-requests/provider-request.ts';
import { ONE_PERSON_POLICY } from '../../support/access/policy.ts';

const LIMIT = 1_000_000;
const NOW = new Date('2026-11-15T12:00:00Z');
const SENT_AT = new Date('2026-11-15T10:00:00Z');

const POLICY = { ...ONE_PERSON_POLICY, secondPersonAboveXaf: LIMIT };

function whyOf(act: ReturnType<typeof resolutionOf>) {
  return requiredPeople(act, POLICY).why?.code ?? null;
}

function why(
  given: {
    readonly direction?: Direction;
    readonly amountXaf?: number;
    readonly said?: Said | null;
    readonly isUnsent?: boolean;
    readonly known?: Partial<DecidedFacts>;
  },
  resolution: Resolution,
) {
  const { direction = 'withdrawal', amountXaf = 500, said = null, isUnsent = false } = given;
  const request = { isUnsent, said, saidAt: said === null ? null : SENT_AT };
  const facts = { ...UNSENT, request, ...given.known };
  return whyOf(resolutionOf({ direction, amountXaf }, resolution, facts));
}

/** What the provider said, and what then takes two people. */
const BY_WORD: Readonly<Record<Said, readonly Resolution[]>> = {
  pending: [],
  succeeded: ['reject'],
  failed: ['confirm'],
  not_found: ['confirm'],
};

for (const said of SAID) {
  test(`after the provider said ${said}, two people contradict it`, () => {
    for (const direction of ['deposit', 'withdrawal'] as const) {
      for (const resolution of ['confirm', 'reject'] as const) {
        const isAgainst = BY_WORD[said].includes(resolution);
        const expected = isAgainst ? 'against_provider' : null;
        assert.equal(why({ direction, said }, resolution), expected, `${direction} ${resolution}`);
      }
    }
  });
}

test('above the limit of approving, resolving takes two people as well, either way', () => {
  for (const direction of ['deposit', 'withdrawal'] as const) {
    for (const resolution of ['confirm', 'reject'] as const) {
      assert.equal(why({ direction, amountXaf: LIMIT }, resolution), null);
      assert.equal(why({ direction, amountXaf: LIMIT + 1 }, resolution), 'large_amount');
    }
  }
});

test('a payout that was never sent: one person says that it was not paid, two that it was', () => {
  const unsent = { isUnsent: true, amountXaf: LIMIT + 1 };
  assert.equal(why(unsent, 'reject'), null);
  assert.equal(why(unsent, 'confirm'), 'never_sent');
  assert.equal(why({ ...unsent, direction: 'deposit' }, 'reject'), 'large_amount');
});

test('without a request only the amount counts', () => {
  const large = { direction: 'withdrawal', amountXaf: LIMIT + 1 } as const;
  const known = { ...UNSENT, request: null };
  assert.equal(whyOf(resolutionOf(large, 'reject', known)), 'large_amount');
  assert.equal(whyOf(resolutionOf({ ...large, amountXaf: 1 }, 'confirm', known)), null);
});

test('rejecting a payout that the operator reports as paid takes two people', () => {
  const known = { reportedAt: SENT_AT };
  assert.equal(why({ known }, 'reject'), 'against_report');
  assert.equal(why({ known, isUnsent: true }, 'reject'), 'against_report');
  assert.equal(why({ known }, 'confirm'), null);
});

test('in quarantine rejecting a payout takes two people, sent or not', () => {
  const known = { isQuarantined: true };
  for (const isUnsent of [true, false]) {
    assert.equal(why({ known, isUnsent }, 'reject'), 'in_quarantine');
  }
  assert.equal(why({ known }, 'confirm'), null);
  assert.equal(why({ known, direction: 'deposit' }, 'reject'), null);
});

test('what two people decided takes two people to undo, and one to decide again', () => {
  const known = { decidedByTwo: 'reject' } as const;
  assert.equal(why({ known, direction: 'deposit' }, 'confirm'), 'undoes_two');
  assert.equal(why({ known, direction: 'deposit' }, 'reject'), null);
});

test('two people have decided if both said yes to it, or one did and momo on the machine', () => {
  const moved = { seq: 4, trigger: 'staff_rejected', actor: 'Anne' };
  const yes = { decision: 'reject', version: 3 } as const;
  assert.equal(decidedByTwo([moved], [yes, yes]), 'reject');
  assert.equal(decidedByTwo([{ ...moved, actor: 'momo' }], [yes]), 'reject');
  assert.equal(decidedByTwo([moved], [yes]), null);
  assert.equal(decidedByTwo([moved], [yes, { ...yes, version: 2 }]), null);
  assert.equal(decidedByTwo([moved], [yes, { ...yes, decision: 'confirm' }]), null);
  assert.equal(decidedByTwo([{ ...moved, trigger: 'stuck' }], [yes, yes]), null);
});

test('a restored database does not know that something was never sent', () => {
  const row = { sent_at: null, said: null, said_at: null };
  assert.equal(requestFactsOf(row, 'approval_lapsed')?.isUnsent, true);
  assert.equal(requestFactsOf(row, 'restored')?.isUnsent, false);
  assert.equal(requestFactsOf({ ...row, sent_at: SENT_AT }, 'stuck')?.isUnsent, false);
  assert.equal(requestFactsOf(null, 'restored'), null);
});

const VALID = { approvalValidMs: 3_600_000 };

test('a yes counts as long as an approval is valid, and only after the provider’s final status', () => {
  const anHourAgo = new Date('2026-11-15T11:00:00Z');
  const lately = new Date('2026-11-15T11:30:00Z');
  assert.deepEqual(countedSince(NOW, VALID, null), anHourAgo);
  for (const said of SAID) {
    const isFinal = said === 'succeeded' || said === 'failed';
    const request = { isUnsent: false, said, saidAt: lately };
    const known = { request, reportedAt: null };
    assert.deepEqual(countedSince(NOW, VALID, known), isFinal ? lately : anHourAgo, said);
    const old = { ...known, request: { ...request, saidAt: SENT_AT } };
    assert.deepEqual(countedSince(NOW, VALID, old), anHourAgo, said);
  }
  const reported = { request: null, reportedAt: lately };
  assert.deepEqual(countedSince(NOW, VALID, reported), lately, 'nor before a report of it');
});

test('a yes counts for the version for which it was given, by a person who may still give it', () => {
  const given = {
    decision: 'confirm',
    version: 3,
    at: NOW,
    role: 'agent',
    disabled: false,
  } as const;
  const since = SENT_AT;
  const waiting = { state: 'requires_manual_resolution', version: 3 } as const;
  const asked = { transaction: waiting, since, approvals: [given] };
  assert.equal(countsFor(given, asked), true);
  assert.equal(countsFor({ ...given, version: 1 }, asked), false, 'it has moved since');
  assert.equal(countsFor({ ...given, at: SENT_AT }, asked), false, 'too old');
  assert.equal(countsFor({ ...given, disabled: true }, asked), false);
  assert.equal(countsFor({ ...given, role: 'viewer' }, asked), false);
  const done = { ...asked, transaction: { state: 'approved', version: 4 } as const };
  assert.equal(countsFor(given, done), true, 'it was one of those that decided');
  const later = { ...done, approvals: [given, { ...given, version: 5 }] };
  assert.equal(countsFor(given, later), false, 'others decided later');
});

test('a yes to what waits counts for the version that was seen, while it is fresh', () => {
  const since = new Date('2026-03-01T10:00:00Z');
  const given = {
    decision: 'approve',
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
