import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchTemplate } from '../../../../src/domain/receipts/sms/match.ts';
import { parseSms } from '../../../../src/domain/receipts/sms/parse.ts';
import type { SmsReading } from '../../../../src/domain/receipts/sms/reading.ts';
import type {
  HeadField,
  Segment,
  SmsKind,
  SmsTemplate,
} from '../../../../src/domain/receipts/sms/template.ts';
import { tokenise } from '../../../../src/domain/receipts/sms/tokens.ts';
import { loadSmsTemplates } from '../../../../src/settings/sms-templates.ts';
import {
  FACTS,
  MERCHANT_RECEIVED,
  MTN_RECEIVED,
  ORANGE_RECEIVED,
  OWN_MTN_LINE,
  OWN_ORANGE_LINE,
  type SmsFacts,
} from '../../../support/receipts/sms-texts.ts';

// An operator also reports what did not happen, in nearly the same words.

const templates = loadSmsTemplates(null);
const PLAYER = FACTS.payer;
const [ORANGE_OWN, MTN_OWN] = [OWN_ORANGE_LINE.slice(4), OWN_MTN_LINE.slice(4)];

const NO_SUCCESS: ReadonlySet<SmsKind> = new Set(['reversal', 'refusal', 'balance']);
const SUCCESSES = templates.filter(({ kind }) => !NO_SUCCESS.has(kind));

/** Words that make a sentence say the opposite; each gap of it gets every third. */
const DENIALS = [
  ...['non', 'pas', "n'a pas", 'n’a', 'échec:', 'échoué', 'a echoue', 'annulé', 'rejetée'],
  ...['refusé', 'NOT', 'has not', "hasn't", 'failed', 'has failed', 'unsuccessful', 'cancelled'],
  ...['rejected', 'declined', 'reversed', 'pending'],
];

test('every way to write a success is one, until a word denies it anywhere in its sentence', () => {
  let denied = 0;
  for (const template of SUCCESSES) {
    const written = writtenBy(template).filter(
      ({ sentence, rest }) =>
        matchTemplate(tokenise(`${sentence}${rest}`), template).kind === 'matched',
    );
    assert.ok(written.length > 0, template.id);
    for (const { sentence, rest } of written) {
      const whole = `${sentence}${rest}`;
      assert.ok(LINES.map((lines) => readBy(template, whole, lines)).some(isBelieved), whole);
      for (const [gap, at] of gapsOf(sentence).entries()) {
        for (const word of DENIALS.filter((_, index) => index % 3 === gap % 3)) {
          const text = `${sentence.slice(0, at)} ${word} ${sentence.slice(at)}${rest}`;
          assert.notEqual(matchTemplate(tokenise(text), template).kind, 'matched', text);
          const reading = readBy(template, text, LINES[denied % LINES.length] ?? []);
          assert.ok(!isBelieved(reading), `${text}: ${JSON.stringify(reading)}`);
          assert.notEqual(reading.kind, 'nothing', text);
          denied += 1;
        }
      }
    }
  }
  assert.ok(denied > 7_000, `${denied} are too few to prove anything`);
});

/** Whether it credits, books or names money. */
function isBelieved(reading: SmsReading): boolean {
  if (reading.kind === 'payment' || reading.kind === 'sent') return true;
  if (reading.kind !== 'review') return false;
  return reading.reason === 'no_player' || reading.reason === 'between_own_lines';
}

/** Whose lines are ours: that of the payee, that of the payer, or both. */
const LINES = [['payee'], ['payer'], ['payee', 'payer']] as const;

function readBy(
  { operator, senders }: SmsTemplate,
  text: string,
  parties: readonly ('payee' | 'payer')[],
): SmsReading {
  const payee = operator === 'mtn' ? OWN_MTN_LINE : OWN_ORANGE_LINE;
  const numbers = { payee, payer: `+237${PLAYER}` };
  const ownLines = parties.map((party) => numbers[party]);
  const context = { ownLines, line: ownLines[0] ?? null };
  return parseSms(templates, { sender: senders[0] ?? '', text }, context);
}

interface Written {
  readonly sentence: string;
  readonly rest: string;
}

/** The head in each of its wordings, and the labelled values behind it. */
function writtenBy({ head, operator, idKinds }: SmsTemplate): readonly Written[] {
  const own = operator === 'mtn' ? MTN_OWN : ORANGE_OWN;
  const rest =
    operator === 'mtn'
      ? `. Financial Transaction Id: ${FACTS.mtnId}. Votre nouveau solde: 48210 XAF.`
      : `. ID transaction: ${idKinds[0] ?? 'RC'}260912.1834.C70415, Montant: 7250 FCFA, Frais: 0 FCFA, Nouveau solde: 48210 FCFA.`;
  const most = Math.max(...head.map((one) => (one.kind === 'field' ? 1 : one.choices.length)));
  return Array.from({ length: most }, (_, wording) => ({
    sentence: head.map((segment) => writtenSegment(segment, { wording, own })).join(' '),
    rest,
  }));
}

function writtenSegment(
  segment: Segment,
  { wording, own }: { readonly wording: number; readonly own: string },
): string {
  if (segment.kind === 'field') return VALUES[segment.field] ?? own;
  return (segment.choices[wording] ?? segment.choices[0] ?? []).join(' ');
}

/** `null` for our own line. */
const VALUES: Readonly<Record<HeadField, string | null>> = {
  amount: '7250 FCFA',
  balance: '48210 FCFA',
  payer: PLAYER,
  payer_name: FACTS.payerName,
  payee: null,
  payee_name: FACTS.payeeName,
  time: FACTS.time,
  number: '655777888',
  original: FACTS.mtnId,
  skip: 'WOURI SHOP',
};

/** Before every word, and behind the last one. */
function gapsOf(sentence: string): readonly number[] {
  return [0, ...[...sentence.matchAll(/ /g)].map(({ index }) => index), sentence.length];
}

const SAID = [
  `Transfert de ${PLAYER} ESSOMBA vers ${ORANGE_OWN} WOURI non reussi. ID transaction: PP260912.1834.C70415, Montant Transaction: 7250 FCFA, Frais: 0 FCFA, Nouveau Solde: 48210.37 FCFA.`,
  `Transfert de ${PLAYER} ESSOMBA vers ${ORANGE_OWN} WOURI n'a pas reussi. ID transaction: PP260912.1834.C70415, Montant Transaction: 7250 FCFA, Nouveau Solde: 48210.37 FCFA.`,
  `Transfert de ${PLAYER} ESSOMBA vers ${ORANGE_OWN} WOURI a echoue. ID transaction: PP260912.1834.C70415, Montant Transaction: 7250 FCFA, Nouveau Solde: 48210.37 FCFA.`,
  `Transfert de ${PLAYER} ESSOMBA vers ${ORANGE_OWN} WOURI annulé. ID transaction: PP260912.1834.C70415, Montant Transaction: 7250 FCFA, Nouveau Solde: 48210.37 FCFA.`,
  `Transfer from ${PLAYER} ESSOMBA to ${ORANGE_OWN} WOURI not successful. Transaction ID: PP260912.1834.C70415, Transaction amount: 7250 FCFA, New balance: 48210.37 FCFA.`,
  `Transfer from ${PLAYER} ESSOMBA to ${ORANGE_OWN} WOURI unsuccessful. Transaction ID: PP260912.1834.C70415, Transaction amount: 7250 FCFA, New balance: 48210.37 FCFA.`,
  `Successful transfer from ${PLAYER} ESSOMBA to ${ORANGE_OWN} WOURI has failed. Transaction ID: PP260912.1834.C70415, Transaction amount: 7250 FCFA, New balance: 48210.37 FCFA.`,
  `Paiement de WOURI SHOP non reussi par ${PLAYER} ESSOMBA. ID transaction:MP260912.1834.C70415, Montant:7250 FCFA. Solde: 48210.37 FCFA.`,
] as const;

for (const text of SAID) {
  test(`“${text.slice(0, 75)}” is for a person`, () => {
    const context = { ownLines: [OWN_ORANGE_LINE], line: OWN_ORANGE_LINE };
    const reading = parseSms(templates, { sender: 'OrangeMoney', text }, context);
    assert.equal(reading.kind, 'review', JSON.stringify(reading));
  });
}

test('the reviewer sees why, and what else the text says', () => {
  const context = { ownLines: [OWN_ORANGE_LINE], line: OWN_ORANGE_LINE };
  const reading = parseSms(templates, { sender: 'OrangeMoney', text: SAID[0] }, context);
  assert.partialDeepStrictEqual(reading, {
    reason: 'denied',
    amountXaf: 7_250,
    payer: `+237${PLAYER}`,
    payee: OWN_ORANGE_LINE,
    operatorTxId: 'PP260912.1834.C70415',
  });
});

test('a withdrawal that failed after its time is not money that left', () => {
  const text = `Votre retrait de 5000 FCFA du 12/09/2026 18:34 a echoue. Transaction Id: ${FACTS.mtnId}. Votre nouveau solde: 48210 XAF.`;
  const context = { ownLines: [OWN_MTN_LINE], line: OWN_MTN_LINE };
  const reading = parseSms(templates, { sender: 'MobileMoney', text }, context);
  assert.partialDeepStrictEqual(reading, { kind: 'review', reason: 'denied' });
});

const NAMES = ['PASCAL NONO', 'NOTUE PASSY', 'ECHECK ANNULETTE', "N'DONGO-EBOA", 'REFUSSI FAILA'];

test('a name that only begins like such a word is a name', () => {
  for (const payerName of NAMES) {
    for (const reading of received({ ...FACTS, payerName, payeeName: payerName })) {
      assert.equal(reading.kind, 'payment', `${payerName}: ${JSON.stringify(reading)}`);
    }
  }
});

test('a payment from a person with such a name goes to review', () => {
  for (const payerName of ['NON', 'ADA PAS', 'NOT JOHN']) {
    for (const reading of received({ ...FACTS, payerName })) {
      assert.partialDeepStrictEqual(reading, {
        kind: 'review',
        reason: 'denied',
        amountXaf: 7_250,
      });
    }
  }
});

test('text after the first sentence, such as a note or an advert, denies nothing', () => {
  for (const reading of received(FACTS, ' Ne partagez PAS votre code: non, jamais.')) {
    assert.equal(reading.kind, 'payment', JSON.stringify(reading));
  }
  const note = MTN_RECEIVED['French with the financial id'](FACTS).replace('loyer', 'pas encore');
  const context = { ownLines: [OWN_MTN_LINE], line: OWN_MTN_LINE };
  assert.equal(parseSms(templates, { sender: 'MobileMoney', text: note }, context).kind, 'payment');
});

function received(facts: SmsFacts, tail = ''): readonly SmsReading[] {
  const merchant = { ...facts, orangeId: 'MP260912.1834.C70415' };
  const orange = [
    ...Object.values(ORANGE_RECEIVED).map((write) => write(facts)),
    ...Object.values(MERCHANT_RECEIVED).map((write) => write(merchant)),
  ];
  const mtn = Object.values(MTN_RECEIVED).map((write) => write(facts));
  const read = (sender: string, line: string) => (text: string) =>
    parseSms(templates, { sender, text: `${text}${tail}` }, { ownLines: [line], line });
  return [
    ...orange.map(read('OrangeMoney', OWN_ORANGE_LINE)),
    ...mtn.map(read('MobileMoney', OWN_MTN_LINE)),
  ];
}
