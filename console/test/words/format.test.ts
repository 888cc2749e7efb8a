import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatAhead,
  formatMsisdn,
  formatPrefix,
  formatTime,
  formatUtc,
  sayNumber,
  shortAmount,
} from '../../src/words/format.ts';
import { formatBalance, formatMoney } from '../../src/words/money.ts';
import { WORDS } from './both-languages.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

const AMOUNTS = [
  [100, '100 FCFA'],
  [12_500, '12 500 FCFA'],
  [1_000_000, '1 000 000 FCFA'],
  [-4_000, '−4 000 FCFA'],
  [9_007_199_254_740_991, '9 007 199 254 740 991 FCFA'],
] as const;

for (const [amount, text] of AMOUNTS) {
  test(`${amount} XAF is written ${text}`, () => assert.equal(plain(formatMoney(amount)), text));
}

const BALANCES = [
  [0, '0 FCFA', '0 FCFA'],
  [50_000, '50 000 FCFA', '50 000 FCFA'],
  [319_001.25, '319 001,25 FCFA', '319 001.25 FCFA'],
  [1_234_567.3, '1 234 567,30 FCFA', '1 234 567.30 FCFA'],
  [-12.5, '−12,50 FCFA', '−12.50 FCFA'],
] as const;

for (const [xaf, french, english] of BALANCES) {
  test(`a balance of ${xaf} XAF is written ${french} or ${english}`, () => {
    assert.equal(plain(formatBalance(xaf, 'fr')), french);
    assert.equal(plain(formatBalance(xaf, 'en')), english);
  });
}

test('numbers of Cameroon are grouped as they are read aloud, others by three', () => {
  assert.equal(plain(formatMsisdn('+237670000001')), '+237 6 70 00 00 01');
  assert.equal(plain(formatMsisdn('+33612345678')), '+336 123 456 78');
  assert.equal(plain(formatMsisdn('+23767*****01')), '+237 6 7• •• •• 01');
  assert.equal(plain(formatMsisdn('***')), '•••');
});

test('a prefix has the groups of the numbers that begin with it', () => {
  for (const [prefix, shown] of [
    ['6', '6'],
    ['67', '6 7'],
    ['650', '6 50'],
    ['6501', '6 50 1'],
  ] as const) {
    assert.equal(plain(formatPrefix(prefix)), shown);
  }
});

test('a time of another year, as Douala counts them, names its year', () => {
  const now = new Date('2026-12-31T23:30:00.000Z');
  assert.match(formatTime('2026-12-31T22:30:00.000Z', 'en', now), /31 Dec 2026/);
  assert.doesNotMatch(formatTime('2027-01-01T00:30:00.000Z', 'en', now), /2027/);
});

test('times are Douala’s in both languages, an hour ahead of UTC', () => {
  const at = '2026-11-15T23:30:05.000Z';
  const now = new Date(at);
  assert.equal(formatTime(at, 'fr', now), '16 nov. à 00:30');
  assert.equal(formatTime(at, 'en', now), '16 Nov, 00:30');
  assert.equal(formatUtc(at), '2026-11-15 23:30:05 UTC');
});

test('nine national digits are a number of Cameroon, in the same groups', () => {
  assert.equal(plain(formatMsisdn('690000001')), '+237 6 90 00 00 01');
  assert.equal(plain(sayNumber('690000001')), '+237 6 90 00 00 01');
  assert.equal(sayNumber('100000001'), '100000001');
  assert.equal(sayNumber('4242'), '4242');
});

const SHORT_AMOUNTS = [
  [950, '950', '950'],
  [18_400, '18k', '18k'],
  [999_499, '999k', '999k'],
  [999_500, '1 M', '1M'],
  [2_500_000, '2,5 M', '2.5M'],
  [-2_500_000, '−2,5 M', '−2.5M'],
  [9_960_000, '10 M', '10M'],
  [16_400_000, '16 M', '16M'],
] as const;

test('an axis counts in millions from one million, as each language writes them', () => {
  for (const [xaf, french, english] of SHORT_AMOUNTS) {
    assert.equal(plain(shortAmount(xaf, 'fr')), french);
    assert.equal(plain(shortAmount(xaf, 'en')), english);
  }
});

test('what is expected further ahead than a week is not said to the minute', () => {
  const now = Date.parse('2026-11-15T08:00:00.000Z');
  const say = (iso: string, language: 'en' | 'fr') =>
    plain(formatAhead(iso, now, { ...WORDS[language], language }));
  assert.equal(say('2026-11-17T10:49:00.000Z', 'en'), 'around 17 Nov, 11:49');
  assert.equal(say('2026-11-17T10:49:00.000Z', 'fr'), 'vers le 17 nov. à 11:49');
  assert.equal(say('2026-12-05T08:00:00.000Z', 'en'), 'in about 20 days');
  assert.equal(say('2027-07-06T10:49:00.000Z', 'en'), 'in about 8 months');
  assert.equal(say('2027-07-06T10:49:00.000Z', 'fr'), 'dans environ 8 mois');
});
