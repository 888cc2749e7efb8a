import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compilePattern, matchPattern, readCents } from '../../src/scenario/pattern.ts';

const read = (pattern: string, screen: string) => {
  const compiled = compilePattern(pattern);
  assert.ok(compiled !== null);
  return matchPattern(compiled, screen)?.map(({ field, value }) => `${field} ${value}`) ?? null;
};

/** Every way in which operators write so many hundredths. */
function spellings(cents: number): readonly string[] {
  const whole = String(Math.floor(cents / 100));
  const rest = String(cents % 100).padStart(2, '0');
  const parted = (by: string) => whole.replaceAll(/\B(?=(\d{3})+$)/g, by);
  const ends = rest === '00' ? ['', ',00', '.00'] : [`,${rest}`, `.${rest}`];
  return ends.flatMap((end) => [
    `${whole}${end}`,
    ...[' ', '\u{A0}', '\u{202F}'].map((space) => `${parted(space)}${end}`),
    ...(end.startsWith('.') ? [] : [`${parted('.')}${end}`]),
    ...(end.startsWith(',') ? [] : [`${parted(',')}${end}`]),
  ]);
}

test('a figure is read the same in every spelling, whatever field it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      for (const field of ['amount', 'balance', 'fee']) {
        for (const figure of spellings(cents)) {
          const found =
            read(`Solde {${field}} FCFA`, `SOLDE ${figure} fcfa`)?.[0]?.split(' ') ?? [];
          assert.equal(readCents(found.slice(1).join(' ')), cents, figure);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('a figure is read whole or not at all, whatever is skipped before it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      for (const figure of spellings(cents)) {
        const facts = read('{skip}{balance} FCFA{skip}', `Votre solde est ${figure} FCFA. Merci`);
        const balance = facts?.find((fact) => fact.startsWith('balance '))?.slice(8);
        assert.ok(balance !== undefined, figure);
        assert.equal(readCents(balance), cents, figure);
      }
    }),
    { numRuns: 300 },
  );
});

const REFUSED: readonly (readonly [pattern: string, screen: string])[] = [
  ['{skip}{balance} FCFA{skip}', 'Solde 500 FCFA, bonus 300 FCFA'],
  ['Solde {balance} FCFA', 'Solde 02 500 FCFA'],
  ['Solde {balance} FCFA', 'Solde 1234.567 FCFA'],
  ['Solde {balance} FCFA', 'Solde 1,250,00 FCFA'],
  ['Solde {balance} FCFA', 'Solde 0.500 FCFA'],
  ['Solde {balance} FCFA', 'Solde -500 FCFA'],
  ['{skip}{balance} FCFA', 'Solde:-500 FCFA'],
];

for (const [pattern, screen] of REFUSED) {
  test(`"${screen}" is not understood by ${pattern}`, () => {
    assert.equal(read(pattern, screen), null);
  });
}

test('an id keeps its letters as shown, whatever the case of the words around it', () => {
  assert.deepEqual(read('effectué. ID {id}', 'EFFECTUE. id PP261117.0903.A87483'), [
    'id PP261117.0903.A87483',
  ]);
});

test('a number before a figure is no part of it', () => {
  assert.deepEqual(read('A {number} {amount} FCFA', 'A 677000001 500 FCFA'), [
    'number 677000001',
    'amount 500',
  ]);
});
