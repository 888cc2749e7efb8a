import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenise } from '../../../../src/domain/receipts/sms/tokens.ts';
import {
  isGluedAfter,
  looksLikeValue,
  readMoney,
  readNumberOfPhone,
  readTime,
  timeInDouala,
} from '../../../../src/domain/receipts/sms/values.ts';

/** By the rule that a unit is required, and by the one that it may be missing. */
const MONEY: readonly (readonly [text: string, required: string, optional?: string])[] = [
  ['500 FCFA', '50000'],
  ['500FCFA', '50000'],
  ['500 F CFA', '50000'],
  ['FCFA 500', '50000'],
  ['FCFA 500.', '50000'],
  ['FCFA500', '50000'],
  ['FCFA 500 sur', 'unknown_currency'],
  ['500', 'amount_unclear', '50000'],
  ['500.', 'amount_unclear', '50000'],
  ['500)', 'amount_unclear', '50000'],
  ['500 sur', 'unknown_currency'],
  ['500 -', 'amount_unclear'],
  ['500 RWF', 'other_currency'],
  ['500RWF', 'other_currency'],
  ['500 Mo', 'not_money'],
  ['500Mo', 'not_money'],
  ['500x', 'amount_unclear'],
  ['500 FCFAx', 'unknown_currency'],
  ['500 FCFA 7', '50000'],
  ['1,250 FCFA', '125000'],
  ['1,250.5 FCFA', '125050'],
  ['1, 250 FCFA', 'amount_unclear'],
  ['1 ,250 FCFA', 'amount_unclear'],
  ['1, 250', 'amount_unclear'],
  ['1. 25 FCFA', 'amount_unclear'],
  ['1, 25.00 FCFA', 'amount_unclear'],
  ['500, 25', 'amount_unclear', '50000'],
  ['500. 1234', 'amount_unclear', '50000'],
  ['1250,250 FCFA', 'amount_unclear'],
  ['1.250 FCFA', 'amount_unclear'],
  ['x FCFA', 'amount_unclear'],
  ['', 'amount_unclear'],
];

for (const [text, required, optional = required] of MONEY) {
  test(`“${text}” is ${required}, and ${optional} where no unit is needed`, () => {
    const read = (unit: 'required' | 'optional') => {
      const money = readMoney(tokenise(text), 0, unit);
      return money.kind === 'money' ? String(money.hundredths) : money.reason;
    };
    assert.equal(read('required'), required);
    assert.equal(read('optional'), optional);
  });
}

const PHONES: readonly (readonly [text: string, msisdn: string | null])[] = [
  ['678901234', '+237678901234'],
  ['237678901234', '+237678901234'],
  ['+237678901234', '+237678901234'],
  ['678901234.', '+237678901234'],
  ['678901234 5', '+237678901234'],
  ['+ 237678901234', null],
  ['+678901234', null],
  ['67890123', null],
  ['33612345678', null],
  ['+33612345678', null],
  ['378901234', null],
  ['678901234x', null],
  ['+237678901234x', null],
  ['678901234,5', null],
  ['678901234*', null],
  ['AWA', null],
  ['', null],
];

for (const [text, msisdn] of PHONES) {
  test(`“${text}” is ${msisdn === null ? 'no number that is certain' : 'a number'}`, () => {
    assert.equal(readNumberOfPhone(tokenise(text), 0)?.msisdn ?? null, msisdn);
  });
}

const MEANT: readonly (readonly [text: string, isValue: boolean])[] = [
  ['500', true],
  ['FCFA', true],
  ['*6789', true],
  ['+237', true],
  ['-500', true],
  ['\u0665', true],
  ['l000', true],
  ['OO5', true],
  ['l 000', false],
  ['la000', false],
  ['lx', false],
  ['AWA', false],
  ['un 5', false],
  ['(500', false],
  ['', false],
];

for (const [text, isValue] of MEANT) {
  test(`“${text}” ${isValue ? 'was meant as a value' : 'may be part of an advert'}`, () => {
    assert.equal(looksLikeValue(tokenise(text), 0), isValue);
  });
}

const GLUED: readonly (readonly [text: string, isGlued: boolean])[] = [
  ['5', false],
  ['5 x', false],
  ['5x', true],
  ['5*', true],
  ['5.', false],
  ['5. 7', false],
  ['5.x', false],
  ['5.7', true],
  ['5,,', true],
  ['5,.', true],
  ['5)(', false],
];

for (const [text, isGlued] of GLUED) {
  test(`the figure of “${text}” ${isGlued ? 'is part of something longer' : 'ends there'}`, () => {
    assert.equal(isGluedAfter(tokenise(text), 0), isGlued);
  });
}

const TIMES: readonly (readonly [parts: readonly number[], time: string | null])[] = [
  [[2026, 3, 4, 23, 59, 59], '2026-03-04T22:59:59.000Z'],
  [[2026, 3, 4, 0, 0, 0], '2026-03-03T23:00:00.000Z'],
  [[2026, 3, 4], '2026-03-03T23:00:00.000Z'],
  [[2026, 3, 4, 24, 0, 0], null],
  [[2026, 3, 4, 10, 60, 0], null],
  [[2026, 3, 4, 10, 0, 60], null],
  [[2026, 2, 29, 10, 0, 0], null],
  [[2026, 13, 1, 10, 0, 0], null],
  [[2026, 3, 0, 10, 0, 0], null],
];

for (const [parts, time] of TIMES) {
  test(`${parts.join(' ')} in Douala is ${time}`, () => {
    assert.equal(timeInDouala(parts)?.toISOString() ?? null, time);
  });
}

test('a time is read only when it is whole and stands alone', () => {
  const read = (text: string) => readTime(tokenise(text), 0)?.time.toISOString() ?? null;
  const time = '2026-09-12T17:34:07.000Z';
  assert.equal(read('2026-09-12 18:34:07'), time);
  assert.equal(read('2026-09-12 18:34:07. Frais'), time);
  for (const text of [
    '2026-09-12 18:34',
    '2026-09-12 18:34:07x',
    '2026-09-12 18:34:071',
    '12',
    '',
  ]) {
    assert.equal(read(text), null, text);
  }
});
