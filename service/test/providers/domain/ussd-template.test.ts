import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkUssdTemplate } from '../../../src/domain/providers/ussd-template.ts';
import { english } from '../../support/sentences.ts';

test('codes as operators print them are accepted', () => {
  const templates = [
    '*126*4*{merchant}*{amount}#',
    '#150*47*{merchant}*{amount}#',
    '*1*{amount}*{merchant}#',
  ];
  for (const template of templates) {
    assert.deepEqual(checkUssdTemplate(template), { kind: 'valid' }, template);
  }
});

test('the invalid code of the sandbox is a template like any other', () => {
  assert.deepEqual(checkUssdTemplate('*000*{merchant}*{amount}#'), { kind: 'valid' });
});

test('each mistake in a template is named', () => {
  const shape = 'a USSD code starts with * or # and ends with #';
  const noAmount = '{amount} is missing, so the player would have to type the amount';
  const noMerchant = '{merchant} is missing, so the player would pay whom the code names';
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['', [shape, noAmount, noMerchant]],
    ['*126*{merchant}#', [noAmount]],
    ['*126*{amount}*{merchant}', [shape]],
    ['126*{amount}*{merchant}#', [shape]],
    [
      '*126*{pin}*{merchant}*{amount}#',
      ['the placeholder {pin} is not known; use {merchant}, {amount}'],
    ],
    ['*126*4*{amount}#', [noMerchant]],
    ['*126*4*677123456*{amount}#', [noMerchant, numberIn('677123456')]],
    ['*126*12345*{merchant}*{amount}#', [numberIn('12345')]],
    ['*126*{merchant}{amount}#', [mixedPart('{merchant}{amount}')]],
    ['*126*{merchant}*1{amount}#', [mixedPart('1{amount}')]],
    ['*126*{merchant}*{amount}00#', [mixedPart('{amount}00')]],
    ['*126*abc*{merchant}*{amount}#', [mixedPart('abc')]],
    ['*126 *{merchant}*{amount}#', [mixedPart('126 ')]],
    [
      '*126*{merchant}*{AMOUNT}#',
      ['the placeholder {AMOUNT} is not known; use {merchant}, {amount}', noAmount],
    ],
  ];
  for (const [template, problems] of cases) {
    const check = checkUssdTemplate(template);
    assert.ok(check.kind === 'invalid', template);
    assert.deepEqual(check.problems.map(english), problems, template);
  }
});

function mixedPart(part: string): string {
  return `“${part}” must be digits only or one placeholder, parted from the rest by * or #`;
}

function numberIn(digits: string): string {
  return `the code names ${digits}: digits of a number or merchant code come only from the channel`;
}
