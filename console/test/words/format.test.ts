import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMsisdn, formatPrefix, formatTime, formatUtc } from '../../src/words/format.ts';
import { formatBalance, formatMoney } from '../../src/words/money.ts';

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
