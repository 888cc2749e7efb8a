import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hideInWords, hideNamed } from '../../../src/domain/lines/hidden-balance.ts';
import * as texts from '../../support/receipts/sms-texts.ts';

const { FACTS } = texts;
/** One balance in every way that operators print it. */
const SPELLINGS = [
  '48210.37',
  '48210,37',
  '48 210,37',
  '48\u202F210',
  '48,210.37',
  '48.210',
  '48210',
];
type Write = (facts: texts.SmsFacts) => string;
const WORDINGS = Object.values(texts)
  .flatMap((group): unknown[] => (typeof group === 'object' ? Object.values(group) : []))
  .filter((one): one is Write => typeof one === 'function');

test('no wording of an operator shows its balance, in any spelling', () => {
  assert.ok(WORDINGS.length > 20);
  for (const write of WORDINGS) {
    for (const balance of SPELLINGS) {
      const hidden = hideInWords(write({ ...FACTS, balance }));
      const digits = hidden.replaceAll(/(?<=\d)[ \u00A0\u202F.,'’](?=\d)/g, '');
      assert.ok(!digits.includes('48210'), hidden);
    }
  }
});

test('a payment’s amount, number, id and time stay readable', () => {
  const [write] = Object.values(texts.MTN_RECEIVED);
  assert.ok(write);
  const hidden = hideInWords(write(FACTS));
  for (const kept of ['recu 7250 XAF', FACTS.payer, FACTS.mtnId, FACTS.time]) {
    assert.ok(hidden.includes(kept), `${kept}: ${hidden}`);
  }
});

const WORDS: readonly (readonly [words: string, hidden: string])[] = [
  ['Cher client, 84 157 362 FCFA sont sur le compte.', 'Cher client, ••• FCFA sont sur le compte.'],
  ['Il vous reste XAF84157362', 'Il vous reste XAF•••'],
  ['Solde au 12/09/2026 18:34: 48 210,37', 'Solde au 12/09/2026 18:34: •••'],
  ['{"availableBalance":"48210","currency":"XAF"}', '{"availableBalance":"•••","currency":"XAF"}'],
  ['{"amount":"500","status":"SUCCESSFUL"}', '{"amount":"500","status":"SUCCESSFUL"}'],
  ['Montant: 500 FCFA Nouveau: 48210 FCFA', 'Montant: 500 FCFA Nouveau: ••• FCFA'],
];

for (const [words, hidden] of WORDS) {
  test(`of an operator’s words is shown: ${hidden}`, () =>
    assert.equal(hideInWords(words), hidden));
}

test('in other texts only what is called a balance is hidden', () => {
  assert.equal(hideNamed('It is 500 too little.'), 'It is 500 too little.');
  assert.equal(hideNamed('{"balance_cents":7000025,"rows":5}'), '{"balance_cents":•••,"rows":5}');
  assert.equal(
    hideNamed('MTN answered 503, SERVICE_UNAVAILABLE 7'),
    'MTN answered 503, SERVICE_UNAVAILABLE 7',
  );
});

test('a long text without a word takes no time', () => {
  const started = performance.now();
  hideInWords('. '.repeat(50_000));
  hideInWords('1,'.repeat(50_000));
  hideNamed('solde '.repeat(20_000));
  assert.ok(performance.now() - started < 2_000);
});
