import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvalsByOthers } from '../src/decisions/deciding/counted-approvals.ts';
import { describeOvertaken, isOvertaken } from '../src/decisions/deciding/overtaken-decision.ts';
import { en } from '../src/words/en.ts';
import { enActions } from '../src/words/en-actions.ts';
import { WORDS } from './words/both-languages.ts';

const NAMES: Readonly<Record<string, string>> = { 'mtn-main': 'MTN MoMo' };
const providerName = (id: string) => NAMES[id] ?? id;
const words = { ...en, actions: enActions, language: 'en', providerName } as const;
const french = { ...WORDS.fr, language: 'fr', providerName } as const;
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
  direction: 'withdrawal',
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

test('a question is overtaken by another state and by an approval of another person', () => {
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

test('a person who approved while the dialog was open is named', () => {
  const asked = { ...WAITING, approvals: [] };
  const transaction = { ...WAITING, approvals: [byBo] };
  const text = describeOvertaken(
    asked,
    { transaction, history: [line('create', 'api', 0)] },
    words,
  );
  assert.match(text ?? '', /^Bo has approved it meanwhile/);
  const gone = describeOvertaken(transaction, { transaction: asked, history: [] }, words);
  assert.equal(gone, enActions.results.approvalsChanged);
});

/** The first of two decides; both have to decide the same. */
const VOTES = [
  ['withdrawal', 'approve', 'Bo has approved it', 'Bo l’a approuvé'],
  ['withdrawal', 'confirm', 'Bo has marked it as paid', 'Bo l’a déclaré payé'],
  ['withdrawal', 'reject', 'Bo has marked it as not paid', 'Bo l’a déclaré non payé'],
  ['deposit', 'confirm', 'Bo has marked it as paid', 'Bo l’a déclaré payé'],
  ['deposit', 'reject', 'Bo has marked it as not paid', 'Bo l’a déclaré non payé'],
] as const;

for (const [direction, decision, english, inFrench] of VOTES) {
  test(`the first vote “${decision}” on a held ${direction} is shown as “${english}”`, () => {
    const asked = { ...WAITING, direction, approvals: [] };
    const transaction = { ...asked, approvals: [{ ...byBo, decision }] };
    const text = describeOvertaken(asked, { transaction, history: [] }, words);
    assert.match(text ?? '', new RegExp(`^${english} meanwhile, `));
    const frenchText = describeOvertaken(asked, { transaction, history: [] }, french);
    assert.match(frenchText ?? '', new RegExp(`^${inFrench} entre-temps, `));
  });
}

test('a person who changed their mind is shown with their last decision', () => {
  const held = { ...WAITING, state: 'requires_manual_resolution' } as const;
  const asked = { ...held, approvals: [{ ...byBo, decision: 'confirm' }] } as const;
  const later = { ...byBo, decision: 'reject', at: '2026-11-15T09:02:00.000Z' } as const;
  const transaction = { ...held, approvals: [later] };
  assert.ok(isOvertaken(asked, transaction, ADA));
  const text = describeOvertaken(asked, { transaction, history: [] }, words);
  assert.match(text ?? '', /^Bo has marked it as not paid meanwhile, /);
});

const DECIDED = [
  ['withdrawal', 'approved', 'Bo has approved it', 'Bo l’a approuvé'],
  ['withdrawal', 'approved_anew', 'Bo has approved it', 'Bo l’a approuvé'],
  ['withdrawal', 'rejected', 'Bo has rejected it', 'Bo l’a refusé'],
  ['withdrawal', 'cancelled', 'Bo has cancelled it', 'Bo l’a annulé'],
  ['withdrawal', 'staff_confirmed', 'Bo has marked it as paid', 'Bo l’a déclaré payé'],
  ['withdrawal', 'staff_rejected', 'Bo has marked it as not paid', 'Bo l’a déclaré non payé'],
  ['deposit', 'staff_confirmed', 'Bo has marked it as paid', 'Bo l’a déclaré payé'],
  ['deposit', 'staff_rejected', 'Bo has marked it as not paid', 'Bo l’a déclaré non payé'],
  [
    'deposit',
    'staff_completed',
    'Bo has completed it from payments',
    'Bo l’a complété avec des paiements reçus',
  ],
] as const;

for (const [direction, trigger, english, inFrench] of DECIDED) {
  test(`a ${direction} that was ${trigger} meanwhile is shown as “${english}”`, () => {
    const asked = { ...WAITING, direction, approvals: [] };
    const transaction = { ...asked, state: 'failed' } as const;
    const now = { transaction, history: [line(trigger, 'Bo', 1)] };
    const text = describeOvertaken(asked, now, words);
    assert.match(text ?? '', new RegExp(`^Already decided: ${english}, .* “Failed”`));
    const frenchText = describeOvertaken(asked, now, french);
    assert.match(frenchText ?? '', new RegExp(`^Déjà décidé\u00a0: ${inFrench}, `));
  });
}

test('the person who decided is named, not the provider that carried it out', () => {
  const transaction = { ...WAITING, approvals: [], state: 'succeeded' } as const;
  const history = [
    line('create', 'api', 0),
    line('approved', 'Bo', 1),
    line('transfer_succeeded', 'MTN', 2),
  ];
  const text = describeOvertaken({ ...WAITING, approvals: [] }, { transaction, history }, words);
  assert.match(text ?? '', /^Already decided: Bo has approved it, .* “Succeeded”/);
});

test('a provider that was faster is called by its name', () => {
  const transaction = { ...WAITING, approvals: [], state: 'succeeded' } as const;
  const history = [line('transfer_succeeded', 'provider:mtn-main', 2)];
  for (const spoken of [words, french]) {
    const text = describeOvertaken({ ...WAITING, approvals: [] }, { transaction, history }, spoken);
    assert.match(text ?? '', /MTN MoMo/);
    assert.doesNotMatch(text ?? '', /mtn-main/);
  }
});

test('what another person rejected is called rejected, not failed', () => {
  const reason_code = 'rejected_by_staff';
  const transaction = { ...WAITING, approvals: [], state: 'failed', reason_code } as const;
  const now = { transaction, history: [line('rejected', 'Bo', 1)] };
  const asked = { ...WAITING, approvals: [] };
  assert.match(describeOvertaken(asked, now, words) ?? '', /“Rejected”/);
  assert.match(describeOvertaken(asked, now, french) ?? '', /«\sRefusé/);
});

test('a decision from before the question does not count as faster', () => {
  const asked = {
    direction: 'withdrawal',
    state: 'requires_manual_resolution',
    state_updated_at: '2026-11-15T09:03:00.000Z',
    approvals: [byAda],
  } as const;
  const transaction = { ...asked, approvals: [byAda], state: 'succeeded' } as const;
  const history = [
    line('create', 'api', 0),
    line('approved', 'Ada', 1),
    line('escalated', 'system', 3),
    line('transfer_succeeded', 'provider:mtn-momo', 4),
  ];
  const question = { ...asked, approvals: [byAda] };
  const text = describeOvertaken(question, { transaction, history }, words);
  assert.match(text ?? '', /^Already decided: provider mtn-momo,/);
});
