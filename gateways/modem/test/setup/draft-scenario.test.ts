import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideAnswer } from '../../src/scenario/decide.ts';
import { readCents } from '../../src/scenario/pattern.ts';
import { isDraft, readScenario } from '../../src/scenario/scenario.ts';
import { draftScenario } from '../../src/setup/draft-scenario.ts';

const WALKED = [
  { said: '*126#', screen: "MTN MoMo\n1. Transfert d'argent" },
  { said: '1', screen: 'Entrez le numéro' },
  { said: '677000001', screen: 'Entrez le montant' },
  { said: '2500', screen: 'Envoyer 2 500,00 FCFA à ANNE (237677000001) ?\nCode PIN :' },
  { said: '{pin}', screen: 'Transfert de 2500 FCFA à ANNE (237677000001) effectué.' },
];
const PAYMENT = { operator: 'mtn', amountXaf: 2_500, number: '677000001' };

test('a menu that was walked becomes a scenario that walks it for another payment', () => {
  const draft = draftScenario({ ...PAYMENT, action: 'transfer', walked: WALKED });
  const read = readScenario(draft);
  if (read.kind !== 'scenario') assert.fail(read.problems.join('; '));
  assert.ok(isDraft(draft));
  assert.deepEqual(
    read.scenario.steps.map(({ answer, confirms }) => [answer, confirms]),
    [
      ['1', false],
      ['{number}', false],
      ['{amount}', false],
      ['{pin}', true],
    ],
  );
  const order = { amountXaf: 100_000, number: '699112233', name: null };
  const shown = WALKED.slice(0, 4).map(({ screen }) => ({
    text: screen.replace('2 500,00', '100 000').replace('677000001', '699112233'),
    isOpen: true,
  }));
  const decision = decideAnswer(read.scenario, order, shown);
  assert.deepEqual(decision, { kind: 'answer', answer: '{pin}', confirms: true });
});

test('a balance that was read becomes a field', () => {
  const walked = [
    { said: '#150*6*1#', screen: 'Entrez votre code secret' },
    { said: '{pin}', screen: 'Le solde de votre compte est de 12345.5 FCFA' },
  ];
  const unpaid = { operator: 'orange', amountXaf: null, number: null };
  const draft = JSON.stringify(draftScenario({ ...unpaid, action: 'balance', walked }));
  assert.match(draft, /Le solde de votre compte est de \{balance\} FCFA/);
  assert.equal(readScenario(JSON.parse(draft)).kind, 'scenario');
});

test('a menu walked only halfway is written, and is no scenario', () => {
  for (const count of [0, 1, 2]) {
    const walked = WALKED.slice(0, count);
    const draft = draftScenario({ ...PAYMENT, action: 'transfer', walked });
    assert.equal(readScenario(draft).kind, 'invalid');
  }
});

/** Screens of a balance, and its hundredths. */
const BALANCES: readonly (readonly [screen: string, cents: number])[] = [
  ['Votre solde est de 249 850,00 FCFA. Merci', 24_985_000],
  ['Votre solde est de 249\u{202F}850 FCFA', 24_985_000],
  ['Votre solde est de 249\u{A0}850,5 FCFA', 24_985_050],
  ['Solde principal: 249.850 FCFA', 24_985_000],
  ['Your balance is XAF 1,249,850.25', 124_985_025],
  ['Solde: 0 FCFA', 0],
  ['Solde: 0,00F', 0],
  ['Cher client 237699111222, solde 12345.5 XAF le 17/11', 1_234_550],
  ['Bonus: 3 SMS. Solde: 1.249.850,75 FCFA', 124_985_075],
  ['{solde} 275 FCFA dans votre compte', 27_500],
];

for (const [screen, cents] of BALANCES) {
  test(`what was recorded of "${screen}" fits it, and reads its balance whole`, () => {
    const walked = [
      { said: '#150*6#', screen: 'Entrez votre code secret' },
      { said: '{pin}', screen },
    ];
    const unpaid = { operator: 'orange', amountXaf: null, number: null };
    const read = readScenario(draftScenario({ ...unpaid, action: 'balance', walked }));
    if (read.kind !== 'scenario') assert.fail(read.problems.join('; '));
    const screens = walked.map((one, at) => ({ text: one.screen, isOpen: at === 0 }));
    const done = decideAnswer(
      read.scenario,
      { amountXaf: null, number: null, name: null },
      screens,
    );
    assert.ok(done.kind === 'done', JSON.stringify(done));
    const balance = done.facts.find(({ field }) => field === 'balance')?.value;
    assert.equal(balance === undefined ? null : readCents(balance), cents);
  });
}

test('the fee that was shown becomes a field, and a limit is proposed', () => {
  for (const [fee, limit] of [
    ['25', '1%'],
    ['30,00', '1.5%'],
    ['0', 0],
  ] as const) {
    const walked = WALKED.map((one, at) =>
      at === 3
        ? { ...one, screen: `Envoyer 2500 a ANNE (677000001). Frais: ${fee} FCFA. PIN:` }
        : one,
    );
    const draft = draftScenario({ ...PAYMENT, action: 'transfer', walked });
    assert.equal((draft as { readonly fee_at_most?: unknown }).fee_at_most, limit);
    assert.match(JSON.stringify(draft), /Frais: \{fee\} FCFA/);
    assert.equal(readScenario(draft).kind, 'scenario');
  }
});

test('a limit is proposed for a fee that an earlier screen shows', () => {
  const walked = WALKED.map((one, at) =>
    at === 2 ? { ...one, screen: 'Frais: 25 FCFA. Entrez le montant' } : one,
  );
  const draft = draftScenario({ ...PAYMENT, action: 'transfer', walked });
  assert.equal((draft as { readonly fee_at_most?: unknown }).fee_at_most, '1%');
});
