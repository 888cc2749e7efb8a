import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSms } from '../../../../src/domain/receipts/sms/parse.ts';
import type { SmsReading } from '../../../../src/domain/receipts/sms/reading.ts';
import { stepsOf } from '../../../../src/domain/receipts/sms-steps.ts';
import { loadSmsTemplates } from '../../../../src/settings/sms-templates.ts';
import { OWN_MOVES, OWN_TRANSFERS, UNREADABLE } from '../../../support/receipts/sms-own-moves.ts';
import {
  FACTS,
  MTN_RECEIVED,
  MTN_SENT,
  NOTHING,
  OWN_MTN_LINE,
  OWN_ORANGE_LINE,
  SECOND_MTN_LINE,
  SECOND_ORANGE_LINE,
} from '../../../support/receipts/sms-texts.ts';

const templates = loadSmsTemplates(null);
const LINES = { MobileMoney: OWN_MTN_LINE, OrangeMoney: OWN_ORANGE_LINE } as const;
const SECOND_LINES = [SECOND_MTN_LINE, SECOND_ORANGE_LINE];
const AFTER_CENTS = 4_821_000;

function read(sender: keyof typeof LINES, text: string): SmsReading {
  const line = LINES[sender];
  return parseSms(templates, { sender, text }, { ownLines: [line, ...SECOND_LINES], line });
}

const CHANGES = {
  in: [725_000],
  out: [-725_000],
  either: [725_000, -725_000],
} as const;

for (const { name, sender, text, kind, reason, moves } of [...OWN_MOVES, ...OWN_TRANSFERS]) {
  test(`${name} is read as ${reason ?? kind}, and moves the line ${moves ?? 'not at all'}`, () => {
    const reading = read(sender, text);
    assert.equal(reading.kind, kind, JSON.stringify(reading));
    if (reason !== undefined) assert.equal('reason' in reading && reading.reason, reason);
    const steps = stepsOf(reading, { id: 'sms', at: new Date('2026-09-12T17:35:00Z') });
    const changes = steps.map(({ beforeCents, afterCents }) => afterCents - beforeCents);
    assert.deepEqual(changes, moves === null ? [] : CHANGES[moves]);
    for (const { afterCents } of steps) assert.equal(afterCents, AFTER_CENTS);
    if (reading.kind === 'balance') assert.equal(reading.balanceCents, AFTER_CENTS);
  });
}

test('a reversal names the transaction that it reverses', () => {
  const originals = OWN_MOVES.filter(({ reason }) => reason === 'reversed').map(
    ({ sender, text }) => {
      const reading = read(sender, text);
      return reading.kind === 'review' ? reading.reversedTxId : null;
    },
  );
  const [mtn, orange] = ['19010101011', 'PP260911.1200.A00007'];
  assert.deepEqual(originals, [mtn, mtn, orange, orange]);
});

for (const [sender, text] of [
  [
    'OrangeMoney',
    'Votre transaction CI260912.1834.C70415 de 20000 FCFA a ete effectuee avec succes.',
  ],
  ['OrangeMoney', 'La transaction PP260911.1200.A00007 a ete enregistree.'],
  ['MobileMoney', 'Votre transaction 19010101011 de 20000 FCFA a ete effectuee avec succes.'],
  [
    'MobileMoney',
    'Your transaction 19010101011 of 20000 FCFA was completed. Reversed means taken back.',
  ],
] as const) {
  test(`a text without a word of reversal about its payment reverses nothing: ${text}`, () => {
    const reading = read(sender, text);
    assert.equal(reading.kind, 'review', JSON.stringify(reading));
    assert.ok(reading.kind === 'review' && reading.reversedTxId === null);
    assert.equal(reading.reason, 'not_reversed');
  });
}

test('what an operator sends with an id or a new balance is never nothing', () => {
  for (const [sender, text] of UNREADABLE) {
    const reading = read(sender, text);
    assert.equal(reading.kind, 'review', `${text}: ${JSON.stringify(reading)}`);
  }
});

test('money that left the line is shown to a person when its text is damaged', () => {
  const whole = MTN_SENT['a withdrawal'](FACTS);
  const withoutId = whole.replace(/Transaction Id.*$/, '');
  const reading = read('MobileMoney', withoutId);
  assert.ok(reading.kind === 'review', JSON.stringify(reading));
  assert.deepEqual([reading.reason, reading.moves], ['incomplete', 'out']);
  assert.equal(read('MobileMoney', withoutId.replace(/Votre nouveau.*$/, '')).kind, 'nothing');
});

test('the same words of another sender reverse nothing', () => {
  for (const { text } of OWN_MOVES) {
    const context = { ownLines: [OWN_MTN_LINE], line: OWN_MTN_LINE };
    const reading = parseSms(templates, { sender: '+237691234567', text }, context);
    assert.match(reading.kind, /review|nothing/);
    if (reading.kind === 'review') assert.equal(reading.reversedTxId, null);
  }
});

test('words of these kinds in a payer’s note change nothing about a payment', () => {
  const write = MTN_RECEIVED['French with the financial id'];
  for (const { text } of OWN_MOVES.filter(({ kind }) => kind !== 'balance')) {
    const note = text.split('.')[0] ?? '';
    const reading = read('MobileMoney', write(FACTS).replace('loyer', note));
    assert.ok(reading.kind === 'payment' || reading.kind === 'review', note);
    if (reading.kind === 'payment') assert.equal(reading.amountXaf, 7250);
  }
});

test('adverts in the words of these kinds stay nothing', () => {
  const adverts = [
    ['MobileMoney', 'Vous avez recu une commission de bienvenue! Tape *126*9#.'],
    ['MobileMoney', 'Achat de 1000 FCFA de credit = 500 FCFA offerts. Tape *126*9#.'],
    ['MobileMoney', 'Votre solde est de retour! Emprunte jusqu’a 100 000 FCFA.'],
    ['OrangeMoney', 'Recharge de credit offerte ce week-end: 200% de bonus!'],
    ['OrangeMoney', 'Nouveau solde minimum pour participer: tape #150#'],
  ] as const;
  for (const [sender, text] of [...adverts, ...NOTHING]) {
    const reading = read(sender === 'OrangeMoney' ? sender : 'MobileMoney', text);
    assert.equal(reading.kind, 'nothing', `${text}: ${JSON.stringify(reading)}`);
  }
});
