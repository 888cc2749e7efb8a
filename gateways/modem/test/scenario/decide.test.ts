import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { codeOf, decideAnswer, findName, type Shown } from '../../src/scenario/decide.ts';
import { isDraft, readScenario } from '../../src/scenario/scenario.ts';
import { BEFORE, CONFIRM, checkChangedScreens, ORDER, open } from '../support/changed-screens.ts';
import { loadScenario, SCENARIOS } from '../support/scenarios.ts';

const MTN = loadScenario('mtn-transfer');
const DONE =
  'Transfert de 2500 FCFA à ANNE NGO (237677000001) effectué. Nouveau solde: 10.5 FCFA. ID: 18000000001';
const decide = (last: Shown | string, before: readonly Shown[] = BEFORE, order = ORDER) =>
  decideAnswer(MTN, order, [...before, typeof last === 'string' ? open(last) : last]);
const CONFIRMED = [...BEFORE, open(CONFIRM)];

test('every bundled scenario can be used, and is a draft', () => {
  const files = globSync('*.json', { cwd: SCENARIOS });
  assert.ok(files.length >= 4);
  for (const file of files) {
    const { id } = loadScenario(file.replace('.json', ''));
    assert.equal(`${id}.json`, file);
    const json: unknown = JSON.parse(readFileSync(join(SCENARIOS, file), 'utf8'));
    assert.ok(isDraft(json), 'recorded on no SIM yet');
  }
});

test('a menu is walked through as the scenario says, and confirmed at the end', () => {
  const answers = [1, 2, 3].map((count) => decideAnswer(MTN, ORDER, BEFORE.slice(0, count)));
  assert.deepEqual(
    answers.map((one) => one.kind === 'answer' && [one.answer, one.confirms]),
    [
      ['1', false],
      ['677000001', false],
      ['2500', false],
    ],
  );
  assert.deepEqual(decide(CONFIRM), { kind: 'answer', answer: '{pin}', confirms: true });
  const done = decide({ text: DONE, isOpen: false }, CONFIRMED);
  assert.equal(done.kind === 'done' && done.means, 'accepted');
});

const LIMITED = readScenario({
  ...(JSON.parse(readFileSync(join(SCENARIOS, 'mtn-transfer.json'), 'utf8')) as object),
  fee_at_most: '2%',
});

test('a fee above the scenario’s limit is not confirmed', () => {
  assert.ok(LIMITED.kind === 'scenario');
  for (const [fee, isTaken] of [
    ['0', true],
    ['50', true],
    ['50,01', false],
    ['1 200', false],
    ['45 000', false],
  ] as const) {
    const screen = open(CONFIRM.replace('Frais: 0', `Frais: ${fee}`));
    const decision = decideAnswer(LIMITED.scenario, ORDER, [...BEFORE, screen]);
    const expected = isTaken ? 'answer' : 'surprise';
    assert.equal(decision.kind, expected, fee);
    if (decision.kind === 'surprise') assert.equal(decision.problem, 'other_fee');
  }
});

const NAMES: readonly (readonly [seen: string | null, isTaken: boolean])[] = [
  ['ANNE NGO', true],
  ['Ngo Biyong Anne', true],
  ['Mme ÀNNE MBALLA', true],
  [null, true],
  ['A*** N**', true],
  ['MBALLA JEAN', false],
  ['Madame MBALLA', false],
];
for (const [seen, isTaken] of NAMES) {
  test(`an approver who saw ${seen ?? 'no name'} ${isTaken ? 'pays' : 'does not pay'} ANNE NGO`, () => {
    const decision = decide(CONFIRM, BEFORE, { ...ORDER, name: seen });
    if (isTaken) assert.equal(decision.kind, 'answer');
    else assert.deepEqual(decision, { kind: 'surprise', problem: 'other_name' });
  });
}

const ASKED = 'Envoyer 2500 FCFA a ANNE NGO (677000001). Frais: 25 FCFA. 1. Confirmer';
const ASKING_FIRST = readScenario({
  ...(JSON.parse(readFileSync(join(SCENARIOS, 'mtn-transfer.json'), 'utf8')) as object),
  steps: [
    {
      expect: ['Envoyer {amount} FCFA a {name} ({number}). Frais: {fee} FCFA. 1. Confirmer'],
      answer: '1',
    },
    { expect: ['Entrez votre PIN'], answer: '{pin}', confirms: true },
  ],
});

test('fee and name are compared on every screen up to the confirming one', () => {
  assert.ok(ASKING_FIRST.kind === 'scenario');
  const { scenario } = ASKING_FIRST;
  const seen = { ...ORDER, name: 'Anne' };
  for (const [screen, problem] of [
    [ASKED, null],
    [ASKED.replace('25 FCFA', '45 000 FCFA'), 'other_fee'],
    [ASKED.replace('ANNE NGO', 'JEAN MBALLA'), 'other_name'],
  ] as const) {
    const decision = decideAnswer(scenario, seen, [open(screen)]);
    const expected =
      problem === null
        ? { kind: 'answer', answer: '1', confirms: false }
        : { kind: 'surprise', problem };
    assert.deepEqual(decision, expected, screen);
  }
  assert.equal(findName(scenario, [ASKED, 'Entrez votre PIN']), 'ANNE NGO');
});

const SURPRISES: readonly (readonly [name: string, screen: Shown, problem: string])[] = [
  ['another amount', open(CONFIRM.replace('2 500', '25 000')), 'other_amount'],
  ['an amount that begins with zero', open(CONFIRM.replace('2 500', '02 500')), 'other_screen'],
  ['an amount with cents', open(CONFIRM.replace('2 500', '2500,50')), 'other_amount'],
  ['an amount of zero', open(CONFIRM.replace('2 500', '0')), 'other_amount'],
  ['another number', open(CONFIRM.replace('677000001', '677000002')), 'other_number'],
  ['unknown text', open(`${CONFIRM} Assurance: 100 FCFA`), 'other_screen'],
  ['an amount in the name', open(CONFIRM.replace('ANNE', 'ANNE 100 FCFA')), 'other_screen'],
  ['a session that is over', { text: CONFIRM, isOpen: false }, 'no_question'],
  ['a success without a confirmation', { text: DONE, isOpen: false }, 'other_screen'],
  ['nothing', open(''), 'other_screen'],
];

for (const [name, screen, problem] of SURPRISES) {
  test(`before the confirmation, ${name} ends it`, () => {
    assert.deepEqual(decide(screen), { kind: 'surprise', problem });
  });
}

test('a refusal is one before and after the confirmation', () => {
  for (const before of [BEFORE, CONFIRMED]) {
    const decision = decide({ text: 'Votre solde est insuffisant.', isOpen: false }, before);
    assert.equal(decision.kind === 'done' && decision.means, 'refused');
  }
});

test('after the confirmation, an unknown screen is unknown, and never answered', () => {
  const screens = ['Merci de patienter', '', CONFIRM, DONE.replace('2500', '2501')];
  for (const text of screens) {
    for (const isOpen of [true, false]) {
      assert.deepEqual(decide({ text, isOpen }, CONFIRMED), { kind: 'unknown' }, text);
    }
  }
});

test('an order that lacks a value of the scenario is not begun', () => {
  const orange = loadScenario('orange-transfer');
  assert.deepEqual(codeOf(orange, ORDER), { kind: 'code', code: '#150*1*1*677000001*2500#' });
  for (const order of [
    { amountXaf: null, number: '677000001', name: null },
    { amountXaf: 0, number: '677000001', name: null },
    { amountXaf: 1.5, number: '677000001', name: null },
    { amountXaf: 500, number: '6770*1#', name: null },
  ]) {
    assert.deepEqual(codeOf(orange, order), { kind: 'lacking' });
  }
});

test('no changed screen is confirmed unless it shows exactly the amount and the number', () => {
  checkChangedScreens(MTN, 5_000);
});

const UNSAFE: readonly (readonly [name: string, change: object])[] = [
  ['without a confirming step', { steps: [] }],
  ['with a PIN in its code', { dial: '*126*{pin}#' }],
  [
    'that confirms without reading the amount back',
    { steps: [{ expect: ['Envoyer à {number} ?'], answer: '{pin}', confirms: true }] },
  ],
  [
    'that skips a part of what it confirms',
    { steps: [{ expect: ['Envoyer {amount} {number} {skip}'], answer: '1', confirms: true }] },
  ],
  [
    'that confirms whatever is shown',
    { steps: [{ expect: ['{amount} {number}'], answer: '1', confirms: true }] },
  ],
  ['without an outcome for success', { outcomes: [{ expect: ['Erreur'], means: 'refused' }] }],
  ['that answers with text', { steps: [{ expect: ['Menu'], answer: '1"\r' }] }],
  ['with an unknown field', { steps: [{ expect: ['Menu {thing}'], answer: '1' }] }],
];

for (const [name, change] of UNSAFE) {
  test(`a scenario ${name} is not accepted`, () => {
    const json = JSON.parse(readFileSync(join(SCENARIOS, 'mtn-transfer.json'), 'utf8')) as object;
    assert.equal(readScenario({ ...json, ...change }).kind, 'invalid');
  });
}

test('whatever a scenario file holds, reading it does not throw', () => {
  fc.assert(fc.property(fc.jsonValue(), (json) => void readScenario(json)));
});
