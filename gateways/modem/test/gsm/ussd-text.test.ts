import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readScreen, writeCode } from '../../src/gsm/ussd-text.ts';

const SCREENS: readonly (readonly [
  name: string,
  reported: string,
  coding: number | null,
  is: string,
])[] = [
  ['plain text', '1. Transfert\n2. Solde', 15, '1. Transfert\n2. Solde'],
  ['UCS-2 that says so', '0053006F006C00640065', 72, 'Solde'],
  ['UCS-2 that says otherwise', '0053006F006C00640065', 15, 'Solde'],
  ['UCS-2 that says nothing', '00C9007400E9', null, 'Été'],
  ['packed letters', 'E8329BFD4697D9EC37', 15, 'hellohello'],
  ['a balance alone', '12345678', 15, '12345678'],
  ['a short number', '5000', 15, '5000'],
  ['a word of hexadecimal letters', 'DEAD', 15, 'DEAD'],
  ['nothing', '', null, ''],
  ['half a byte', 'ABC', 72, 'ABC'],
];

for (const [name, reported, coding, is] of SCREENS) {
  test(`a screen of ${name} is read`, () => {
    assert.equal(readScreen(reported, coding), is);
  });
}

test('a code is written as the modem wants it', () => {
  assert.equal(writeCode('*100#', 'plain'), '*100#');
  assert.equal(writeCode('*100#', 'packed'), 'AA180C3602');
  assert.equal(writeCode('*126#', 'ucs2'), '002A0031003200360023');
});

for (const code of ['', '1"', '1\r', '1\u001A', '1\nAT+CMGD=1,4', 'é']) {
  test(`${JSON.stringify(code)} never reaches a modem`, () => {
    assert.equal(writeCode(code, 'plain'), null);
  });
}
