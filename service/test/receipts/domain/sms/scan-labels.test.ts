import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSms, tellsOfMoney } from '../../../../src/domain/receipts/sms/parse.ts';
import { readSmsTemplates } from '../../../../src/domain/receipts/sms/read-templates.ts';
import type { SmsReading } from '../../../../src/domain/receipts/sms/reading.ts';
import type { SmsTemplate } from '../../../../src/domain/receipts/sms/template.ts';
import { tokenise } from '../../../../src/domain/receipts/sms/tokens.ts';

const LABELS = {
  id: ['ref'],
  amount: ['somme'],
  net: ['net'],
  fee: ['frais'],
  balance: ['solde', 'nouveau solde'],
};
const ENTRY = { id: 'sample', version: 1, language: 'fr', kind: 'received' };
const ID = 'ref 19020304055';
const AMOUNT = 'somme 900 FCFA';

const PLAIN = templatesWith('recu de {payer}');
const IN_HEAD = templatesWith('recu {amount} de {payer}');

/** The text after `Recu de 678901234, `, and its reading. */
const TEXTS: readonly (readonly [rest: string, expected: string])[] = [
  [`${ID}, ${AMOUNT}`, 'payment'],
  [`${AMOUNT}. ${ID}`, 'payment'],
  [`${AMOUNT}\n${ID}`, 'payment'],
  // Exactly one id and one amount, and both are clear.
  [AMOUNT, 'review id_missing'],
  [`${ID}, ${ID}, ${AMOUNT}`, 'review several_ids'],
  [`ref: x, ${AMOUNT}`, 'review id_unclear'],
  [ID, 'review amount_missing'],
  [`${ID}, ${AMOUNT}, ${AMOUNT}`, 'review several_amounts'],
  [`${ID}, somme 9OO FCFA`, 'review amount_unclear'],
  [`${ID}, somme 900 RWF`, 'review unknown_currency'],
  // A net amount may be missing, but not be unclear.
  [`${ID}, ${AMOUNT}, net 900 FCFA`, 'payment'],
  [`${ID}, ${AMOUNT}, net 800 FCFA`, 'review amounts_disagree'],
  [`${ID}, ${AMOUNT}, net 900 FCFA, net 900 FCFA`, 'review several_amounts'],
  [`${ID}, ${AMOUNT}, net 9OO FCFA`, 'review amount_unclear'],
  // A label begins a clause: after a mark, a figure, a unit or at the beginning of a line.
  [`${ID}, ${AMOUNT} net 800 FCFA`, 'review amounts_disagree'],
  [`${ID}, ${AMOUNT} ici\nnet 800 FCFA`, 'review amounts_disagree'],
  [`${ID}, ${AMOUNT}, du net 800 FCFA`, 'payment'],
  [`${ID}, ${AMOUNT}, avant-net 800 FCFA`, 'payment'],
  [`${ID}, ${AMOUNT}, net de tout`, 'payment'],
  // The label of an id counts everywhere, so that no second one goes unnoticed.
  [`${ID}, ${AMOUNT}, ma ${ID}`, 'review several_ids'],
  // Payers write balances into their notes; a few of them are compared with the line.
  [`${ID}, ${AMOUNT}${', solde 5 FCFA'.repeat(4)}`, 'payment'],
  [`${ID}, ${AMOUNT}${', solde 5 FCFA'.repeat(5)}`, 'review several_balances'],
];

for (const [rest, expected] of TEXTS) {
  test(`“${rest.replaceAll('\n', '↵')}” is a ${expected}`, () => {
    const reading = read(PLAIN, `Recu de 678901234, ${rest}`);
    const reason = 'reason' in reading ? ` ${reading.reason}` : '';
    assert.equal(`${reading.kind}${reason}`, expected);
  });
}

test('a fee that appears twice is unknown, since adverts mention fees', () => {
  const feeOf = (fees: string) => {
    const reading = read(PLAIN, `Recu de 678901234, ${ID}, ${AMOUNT}${fees}`);
    return reading.kind === 'payment' && reading.feeCents;
  };
  assert.equal(feeOf(', frais 5 FCFA'), 500);
  assert.equal(feeOf(', frais 5 FCFA, frais 7 FCFA'), null);
  assert.equal(feeOf(', frais: gratuit'), null);
  assert.equal(feeOf(''), null);
});

test('every balance is kept, and an unreadable one is not a balance', () => {
  const text = `Recu de 678901234, ${ID}, ${AMOUNT}, solde 5 FCFA, nouveau solde: 7 FCFA, solde: x`;
  const reading = read(PLAIN, text);
  assert.ok(reading.kind === 'payment');
  assert.deepEqual(reading.balancesCents, [500, 700]);
});

test('an amount in the head is the amount, whatever is labelled as one', () => {
  const reading = read(IN_HEAD, `Recu 700 FCFA de 678901234, ${ID}, ${AMOUNT}, ${AMOUNT}`);
  assert.ok(reading.kind === 'payment', JSON.stringify(reading));
  assert.equal(reading.amountXaf, 700);
});

const ABOUT_MONEY: readonly (readonly [text: string, isAboutMoney: boolean])[] = [
  ['Nouveau solde: 500 FCFA', true],
  ['Voici: nouveau solde 500', true],
  ['Solde 500 FCFA', false],
  ['Nouveau solde: bientot', false],
  ['Somme 900 FCFA', false],
  ['Ref: 19020304055', true],
  ['Ref 19020304055', true],
  ['Ref: 1234', false],
  ['Votre MP260912.1834.C70415 est prete', true],
  ['Vous avez recu un bonus', false],
  ['Transaction Id: x', false],
  ['Vous avez recu un bonus. Transaction Id: x', true],
  ['Compte credite, no de transaction x', true],
  ['', false],
];

for (const [text, isAboutMoney] of ABOUT_MONEY) {
  test(`“${text}” ${isAboutMoney ? 'is about money' : 'may be an advert'}`, () => {
    assert.equal(tellsOfMoney(tokenise(text), PLAIN), isAboutMoney);
    assert.equal(tellsOfMoney(tokenise(text), []), false, 'no templates');
  });
}

function templatesWith(head: string): readonly SmsTemplate[] {
  const file = { operator: 'mtn', senders: ['MobileMoney'], labels: LABELS };
  const found = readSmsTemplates({ ...file, templates: [{ ...ENTRY, head }] });
  assert.ok(found.kind === 'templates', JSON.stringify(found));
  return found.templates;
}

function read(templates: readonly SmsTemplate[], text: string): SmsReading {
  const line = '+237677333444';
  return parseSms(templates, { sender: 'MobileMoney', text }, { ownLines: [line], line });
}
