import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  approvalsByOthers,
  describeOvertaken,
  isOvertaken,
} from '../src/decisions/deciding/overtaken-decision.ts';
import { en } from '../src/words/en.ts';
import { enActions } from '../src/words/en-actions.ts';

const words = { ...en, actions: enActions, language: 'en' } as const;
const ADA = { id: 'ada' };
const APPROVED = { decision: 'approve', reason: null } as const;
const byAda = {
  ...APPROVED,
  staff: 'Ada',
  staff_id: 'ada',
  at: '2026-11-15T09:00:30.000Z',
  counts: true,
};
const byBo = {
  ...APPROVED,
  staff: 'Bo',
  staff_id: 'bo',
  at: '2026-11-15T09:01:00.000Z',
  counts: true,
};

const WAITING = {
  state: 'pending_approval',
  state_updated_at: '2026-11-15T09:00:00.000Z',
  approvals: [],
} as const;

function line(trigger: string, actor: string, minute: number) {
  return {
    seq: minute,
    from_state: null,
    to_state: 'approved',
    trigger,
    reason: { code: 'prose', text: '' },
    actor,
    at: `2026-11-15T09:0${minute}:00.000Z`,
  } as const;
}

test('a question is overtaken by another state and by an approval of somebody else', () => {
  const now = (changes: object) => ({ ...WAITING, approvals: [], ...changes });
  assert.ok(!isOvertaken(now({}), now({}), ADA));
  assert.ok(isOvertaken(now({}), now({ state: 'approved' }), ADA));
  assert.ok(isOvertaken(now({}), now({ approvals: [byBo] }), ADA));
  assert.ok(isOvertaken(now({ approvals: [byBo] }), now({ approvals: [] }), ADA));
  assert.ok(!isOvertaken(now({}), now({ approvals: [byAda] }), ADA), 'one’s own');
});

test('approvals that do not count, and one’s own, are not counted', () => {
  assert.equal(approvalsByOthers({ approvals: [byAda, byBo] }, ADA), 1);
  assert.equal(approvalsByOthers({ approvals: [{ ...byBo, counts: false }] }, ADA), 0);
});

test('whoever approved while it was asked about is named', () => {
  const asked = { ...WAITING, approvals: [] };
  const transaction = { ...WAITING, approvals: [byBo] };
  const told = describeOvertaken(
    asked,
    { transaction, history: [line('create', 'api', 0)] },
    words,
  );
  assert.match(told ?? '', /^Bo has approved it meanwhile/);
  const gone = describeOvertaken(transaction, { transaction: asked, history: [] }, words);
  assert.equal(gone, enActions.results.approvalsChanged);
});

test('the person who decided is named, not the provider that carried it out', () => {
  const transaction = { ...WAITING, approvals: [], state: 'succeeded' } as const;
  const history = [
    line('create', 'api', 0),
    line('approved', 'Bo', 1),
    line('transfer_succeeded', 'MTN', 2),
  ];
  const told = describeOvertaken({ ...WAITING, approvals: [] }, { transaction, history }, words);
  assert.match(told ?? '', /^Somebody was faster: Bo,/);
});

test('nobody is told that they were faster by what they decided before the question', () => {
  const asked = {
    state: 'requires_manual_resolution',
    state_updated_at: '2026-11-15T09:03:00.000Z',
    approvals: [byAda],
  } as const;
  const transaction = { ...asked, approvals: [byAda], state: 'succeeded' } as const;
  const history = [
    line('create', 'api', 0),
    line('approved', 'Ada', 1),
    line('escalated', 'system', 3),
    line('transfer_succeeded', 'MTN', 4),
  ];
  const question = { ...asked, approvals: [byAda] };
  const told = describeOvertaken(question, { transaction, history }, words);
  assert.match(told ?? '', /^Somebody was faster: MTN,/);
});
