import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HeadValues, matchTemplate } from '../../../../src/domain/receipts/sms/match.ts';
import { readSmsTemplates } from '../../../../src/domain/receipts/sms/read-templates.ts';
import type { SmsKind, SmsTemplate } from '../../../../src/domain/receipts/sms/template.ts';
import { tokenise } from '../../../../src/domain/receipts/sms/tokens.ts';

const ID = 'ref 19020304055';
const TIME = '2026-09-12 18:34:07';
const AT = new Date('2026-09-12T17:34:07Z');

/** A head, a text, and what is read of it: what is doubtful and the values, or nothing. */
const HEADS: readonly (readonly [
  head: string,
  text: string,
  doubt: string | null,
  values: HeadValues,
  kind?: SmsKind,
])[] = [
  ['envoye {amount}', `Envoye 500 FCFA, ${ID}`, null, { amount: 50_000 }],
  ['envoye {amount}', `Envoye: 500 FCFA, ${ID}`, null, { amount: 50_000 }],
  // With a first value it is no advert any more, and what differs is shown to a person.
  ['envoye {amount}', `Envoye 5OO FCFA, ${ID}`, 'amount_unclear', {}],
  ['envoye {amount} a {payee}', `Envoye 500 FCFA par ${ID}`, 'wording_unclear', { amount: 50_000 }],
  [
    'envoye {amount} a {payee}',
    `Envoye 500 FCFA a 67, ${ID}`,
    'number_unclear',
    { amount: 50_000 },
  ],
  ['envoye {amount} a {payee}', 'Envoye a tous', 'absent', {}],
  ['caisse {payee_name} envoye {amount}', `Caisse 12345678 envoye 500 FCFA, ${ID}`, 'absent', {}],
  // A full stop or another mark before words is harmless; a digit that touches them is not.
  [
    'envoye {amount} [oui] a {payee}',
    `Envoye 500 FCFA. a 678901234, ${ID}`,
    null,
    { amount: 50_000, payee: '+237678901234' },
  ],
  [
    'envoye {amount} a {payee}',
    `Envoye 500 FCFA a678901234, ${ID}`,
    'wording_unclear',
    { amount: 50_000 },
  ],
  // A name goes to the end of its sentence or line, or to the next words.
  ...['.', ',', ';', '\n', ''].map(
    (end) =>
      [
        'envoye {amount} a {payee_name}',
        `Envoye 500 FCFA a AWA  NGONO${end}${end === '' ? '' : ` ${ID}`}`,
        end === '' ? 'id_missing' : null,
        { amount: 50_000, payeeName: 'AWA NGONO' },
      ] as const,
  ),
  [
    'de {payer_name} a {payee_name} envoye {amount}',
    `De AWA a PAUL 1234567 envoye 500 FCFA, ${ID}`,
    null,
    { payerName: 'AWA', payeeName: 'PAUL 1234567', amount: 50_000 },
  ],
  ['de {payer_name} envoye {amount}', `De envoye 500 FCFA, ${ID}`, null, { amount: 50_000 }],
  // What is no name leaves it unclear whose number or amount follows.
  ...['PAUL 12345678', 'PAUL: AWA', 'X'.repeat(81)].map(
    (name) =>
      [
        'de {payer_name} a {payee_name} envoye {amount}',
        `De AWA a ${name} envoye 500 FCFA, ${ID}`,
        'wording_unclear',
        { payerName: 'AWA' },
      ] as const,
  ),
  [
    'de {payer_name} envoye {amount}',
    `De ${'X'.repeat(80)} envoye 500 FCFA, ${ID}`,
    null,
    { payerName: 'X'.repeat(80), amount: 50_000 },
  ],
  // A time comes a few words later, and before the first full stop.
  [
    'envoye {amount} {time}',
    `Envoye 500 FCFA le ${TIME}, ${ID}`,
    null,
    { amount: 50_000, time: AT },
  ],
  [
    'envoye {amount} {time}',
    `Envoye 500 FCFA ${'x '.repeat(11)}${TIME}, ${ID}`,
    null,
    { amount: 50_000, time: AT },
  ],
  [
    'envoye {amount} {time}',
    `Envoye 500 FCFA ${'x '.repeat(12)}${TIME}, ${ID}`,
    null,
    { amount: 50_000 },
  ],
  ['envoye {amount} {time}', `Envoye 500 FCFA. ${TIME}, ${ID}`, null, { amount: 50_000 }],
  ['envoye {amount} {time}', `Envoye 500 FCFA note: ${TIME}, ${ID}`, null, { amount: 50_000 }],
  ['envoye {amount} {time}', 'Envoye 500 FCFA', 'id_missing', { amount: 50_000 }],
  // A reversal names its payment.
  ...['19010101011', ': 19010101011'].map(
    (id) =>
      [
        'annule {original} de {payer}',
        `Annule ${id} de 678901234`,
        null,
        { original: '19010101011', payer: '+237678901234' },
        'reversal',
      ] as const,
  ),
  // Only where money may be credited or booked does a missing id matter.
  ['solde {balance}', 'Solde 500 FCFA', null, { balance: 50_000 }, 'balance'],
];

for (const [head, text, doubt, values, kind = 'sent'] of HEADS) {
  test(`“${text.slice(0, 60).replaceAll('\n', '↵')}” by “${head}” has ${doubt ?? 'no doubt'}`, () => {
    const match = matchTemplate(tokenise(text), templateOf(head, kind));
    if (match.kind === 'absent' || match.kind === 'elsewhere') {
      assert.equal(match.kind, doubt);
      return;
    }
    assert.equal(match.doubt, doubt);
    assert.equal(match.kind, doubt === null ? 'matched' : 'doubtful');
    assert.deepEqual(match.head, values);
  });
}

function templateOf(head: string, kind: SmsKind): SmsTemplate {
  const read = readSmsTemplates({
    operator: 'mtn',
    senders: ['MobileMoney'],
    labels: { id: ['ref'] },
    templates: [{ id: 'sample', version: 1, language: 'fr', kind, head }],
  });
  assert.ok(read.kind === 'templates', JSON.stringify(read));
  const [template] = read.templates;
  assert.ok(template !== undefined);
  return template;
}
