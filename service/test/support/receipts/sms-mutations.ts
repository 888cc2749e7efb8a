import { parseSms } from '../../../src/domain/receipts/sms/parse.ts';
import type { SmsPayment } from '../../../src/domain/receipts/sms/reading.ts';
import type { SmsTemplate } from '../../../src/domain/receipts/sms/template.ts';
import { OWN_MOVES } from './sms-own-moves.ts';
import {
  FACTS,
  MERCHANT_RECEIVED,
  MTN_RECEIVED,
  MTN_SENT,
  NOTHING,
  ORANGE_RECEIVED,
  ORANGE_SENT,
  OTHER_COUNTRIES,
  OWN_MTN_LINE,
  OWN_ORANGE_LINE,
  type SmsFacts,
} from './sms-texts.ts';

/** Reads mutated texts and compares what is a payment with what the text literally spells. */
export function fuzzSms(templates: readonly SmsTemplate[], run: FuzzRun): FuzzReport {
  const random = randomFrom(run.seed);
  const kinds: Record<string, number> = {};
  const wrong: string[] = [];
  let totalMs = 0;
  let slowestMs = 0;
  for (let count = 0; count < run.texts; count += 1) {
    const { sender, text } = mutatedMessage(random);
    const context =
      sender === 'MobileMoney'
        ? { ownLines: [OWN_MTN_LINE], line: OWN_MTN_LINE }
        : { ownLines: [OWN_ORANGE_LINE], line: OWN_ORANGE_LINE };
    const parse = () => parseSms(templates, { sender, text }, context);
    const start = computedMs();
    const reading = parse();
    const took = computedMs() - start;
    totalMs += took;
    // A pause of the collector is not the parser's: only what stays slow counts.
    if (took > slowestMs) slowestMs = Math.max(slowestMs, Math.min(took, bestOfThree(parse)));
    kinds[reading.kind] = (kinds[reading.kind] ?? 0) + 1;
    if (reading.kind !== 'payment') continue;
    const problem = problemOf(reading, text);
    if (problem !== null) wrong.push(`${problem} in: ${text}`);
  }
  return { ...run, kinds, wrong, averageMs: totalMs / run.texts, slowestMs };
}

export interface FuzzRun {
  readonly seed: number;
  readonly texts: number;
}

export interface FuzzReport extends FuzzRun {
  readonly kinds: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
  readonly averageMs: number;
  readonly slowestMs: number;
}

/**
 * The oracle shares no code with the parser: for each role it finds with a pattern of its own where
 * the text spells that value, and says what is not spelled as it was read.
 */
export function problemOf(payment: SmsPayment, text: string): string | null {
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  if (DENIED.test(plain)) return 'a payment that is denied';
  const national = payment.payer.slice('+237'.length);
  if (payment.operator === 'mtn') {
    const amount = MTN_AMOUNT.exec(plain)?.[1];
    if (amountOf(amount) !== payment.amountXaf) return `amount ${payment.amountXaf}`;
    if (MTN_PAYER.exec(plain)?.[1] !== national) return `payer ${national}`;
    const ids = new Set([...plain.matchAll(MTN_ID)].map(([, id]) => id));
    return ids.size === 1 && ids.has(payment.operatorTxId) ? null : `id ${payment.operatorTxId}`;
  }
  const amounts = [...plain.matchAll(ORANGE_AMOUNT)].map(([, amount]) => amountOf(amount));
  if (!amounts.includes(payment.amountXaf)) return `amount ${payment.amountXaf}`;
  if (ORANGE_PAYER.exec(plain)?.[1] !== national) return `payer ${national}`;
  if (payment.payee !== null) {
    if (payment.payee !== OWN_ORANGE_LINE) return `payee ${payment.payee}`;
    if (ORANGE_PAYEE.exec(plain)?.[1] !== payment.payee.slice(4)) return `payee ${payment.payee}`;
  }
  const ids = [...text.matchAll(ORANGE_ID)].map(([id]) => id);
  return ids.length === 1 && ids[0] === payment.operatorTxId ? null : `id ${payment.operatorTxId}`;
}

function amountOf(spelled: string | undefined): number | null {
  const number = spelled?.replace(/[.,]+$/, '') ?? '';
  if (!/^(?:[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.0{1,2})?$/.test(number)) return null;
  return Number(number.replaceAll(',', ''));
}

/** A denial before the first word of success. */
const DENIED =
  /^\W*(?:transfert|transfer|paiement)\b(?:(?!reussi|succes|succeeded)[^:])*?\b(?:non|pas|not|failed)\b(?:(?!reussi|succes|succeeded)[^:])*?\b(?:reussi|succes|successful|succeeded)\b/;
const MTN_AMOUNT =
  /^\W*(?:y'ello\W*)?(?:vous\s+avez\s+recu|you\s+have\s+received)[\s.,:;!]*(?:(?:f\s*cfa|xaf)\s*)?([\d.,]+)\s*(?:f\s*cfa|xaf|[.,;|)]|$|de\b|from\b)/;
const MTN_PAYER = /^[^(]*\(\s*\+?(?:237)?(\d{9})(?![\d\p{L}])/u;
const MTN_ID =
  /(?<![a-z])(?:transaction\s+id|id\s+(?:de\s+)?(?:la\s+)?transaction|identifiant\s+de\s+(?:la\s+)?transaction(?:\s+financiere)?)\s*:?\s*(\d+)/g;
const ORANGE_AMOUNT = /(?:transaction|montant|amount)\s*:?\s*(?:(?:fcfa|xaf)\s*)?(\d[\d.,]*)/g;
const ORANGE_PAYER =
  /^\W*(?:transfert\s+de|(?:successful\s+)?transfer\s+from|paiement\s+de\b.{0,100}?\bpar|successful\s+payment\s+of\b.{0,100}?\bfrom)[\s.,:;!]*\+?(?:237)?(\d{9})(?![\d\p{L}])/su;
const ORANGE_PAYEE = /\b(?:vers(?:\s+le)?|to)[\s.,:;!]*\+?(?:237)?(\d{9})(?![\d\p{L}])/u;
const ORANGE_ID = /[A-Z]{2}\d{6}\.\d{4}\.[A-Z]\d{5}/g;

type Random = (below: number) => number;

/** Mulberry32: small, quick, and the same on every machine. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((((mixed ^ (mixed >>> 14)) >>> 0) * below) / 2 ** 32) >>> 0;
  };
}

interface Message {
  readonly sender: string;
  readonly text: string;
}

function mutatedMessage(random: Random): Message {
  const { sender, text } = message(random);
  let mutated = text;
  // Some texts stay whole, so that the fuzz also sees payments.
  for (let times = random(5); times > 0; times -= 1) mutated = mutate(mutated, random);
  return { sender, text: mutated };
}

/** Mostly texts about received money: those are the dangerous ones. */
function message(random: Random): Message {
  const which = random(10);
  const facts = randomFacts(random);
  if (which < 4) return written('OrangeMoney', pick(random, Object.values(ORANGE_RECEIVED)), facts);
  if (which < 7) return written('MobileMoney', pick(random, Object.values(MTN_RECEIVED)), facts);
  if (which === 7) {
    const orangeId = facts.orangeId.replace('PP', 'MP');
    const write = pick(random, Object.values(MERCHANT_RECEIVED));
    return written('OrangeMoney', write, { ...facts, orangeId });
  }
  if (which === 8) {
    const isOrange = random(2) === 0;
    return isOrange
      ? written('OrangeMoney', pick(random, Object.values(ORANGE_SENT)), facts)
      : written('MobileMoney', pick(random, Object.values(MTN_SENT)), facts);
  }
  if (random(2) === 0) return pick(random, OWN_MOVES);
  const [sender, text] = pick(random, [...NOTHING, ...OTHER_COUNTRIES]);
  return { sender, text };
}

function written(sender: string, write: (facts: SmsFacts) => string, facts: SmsFacts): Message {
  return { sender, text: write(facts) };
}

function randomFacts(random: Random): SmsFacts {
  const digits = (count: number) => Array.from({ length: count }, () => random(10)).join('');
  const two = (most: number) => String(1 + random(most)).padStart(2, '0');
  const amount = String(1 + random(10 ** (2 + random(6))));
  const [month, day, hour, minute] = [two(12), two(28), two(23), two(59)];
  const names = ['ABENA', 'ESSOMBA CLARISSE', 'NANA EPSE ETEKI', 'JEAN PIERRE NDI FOE', ''];
  return {
    ...FACTS,
    amount,
    net: amount,
    balance: `${random(1_000_000)}.${digits(1 + random(2))}`,
    payer: `6${digits(8)}`,
    payerName: pick(random, names),
    orangeId: `PP26${month}${day}.${hour}${minute}.${pick(random, ['A', 'B', 'D'])}${digits(5)}`,
    mtnId: `1${digits(10)}`,
    time: `2026-${month}-${day} ${hour}:${minute}:${two(59)}`,
  };
}

function mutate(text: string, random: Random): string {
  const at = random(text.length + 1);
  const to = Math.min(text.length, at + 1 + random(30));
  switch (random(14)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + pick(random, STRANGE) + text.slice(at);
    case 2:
      return text.slice(0, at) + pick(random, STRANGE) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);
    case 4:
      return text.slice(0, to) + text.slice(at);
    case 5:
      return text.slice(0, at) + text.slice(to);
    case 6:
      return text.slice(0, at);
    case 7:
      return text.slice(0, at) + message(random).text.slice(random(120));
    case 8:
      return `${text} ${message(random).text}`;
    case 9:
      return text.slice(0, at) + pick(random, PHRASES) + text.slice(at);
    case 10:
      return atDigit(text, random, (digit) =>
        pick(random, [...LOOK_ALIKE, digit + digit, '', ' ']),
      );
    case 11:
      return atDigit(text, random, (digit) => digit + pick(random, ['.', ',', ' ', '\u00a0', 'O']));
    case 12:
      return atDigit(text, random, () => String(random(10)));
    default:
      return random(2) === 0 ? text.toUpperCase() : text.replaceAll(' ', '  ');
  }
}

/** Changes one digit, where the money is. */
function atDigit(text: string, random: Random, change: (digit: string) => string): string {
  const digits = [...text.matchAll(/[0-9]/g)].map(({ index }) => index);
  if (digits.length === 0) return text;
  const at = pick(random, digits);
  return text.slice(0, at) + change(text.charAt(at)) + text.slice(at + 1);
}

function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[random(values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

function bestOfThree(work: () => unknown): number {
  const times = [0, 1, 2].map(() => {
    const start = computedMs();
    work();
    return computedMs() - start;
  });
  return Math.min(...times);
}

/** Of this thread: on a busy machine most of the time belongs to others. */
function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const LOOK_ALIKE = ['O', 'o', 'l', 'I', '٣', '５', '०', '²', 'S'];
const STRANGE = [
  ...LOOK_ALIKE,
  ...[' ', '.', ',', ':', '(', ')', '|', '-', '+', '*', '#', '\n', '\u00a0', '\u200b', '\u202e'],
  ...['é', 'e\u0301', '\ud83d', '\u0000', '7', '0', '00', 'F', 'CFA', '{', '%'],
];
const PHRASES = [
  ...[
    ' Transaction Id: 10987654321. ',
    ' ID transaction: PP260101.0101.A00001, ',
    ' Frais: 0 FCFA ',
  ],
  ...[' Montant Transaction: 999999 FCFA, ', ' Votre nouveau solde: 1 XAF. ', ' 100 000 FCFA '],
  ...[
    '(237670000001)',
    ' vers 699000001 ',
    ' Vous avez recu 999999 XAF de ',
    ' to ',
    ' de ',
    ' XOF ',
  ],
  ...[
    'Montant: 1 FCFA ',
    ' Montant Net: 1 FCFA',
    ' reussi. ',
    ' non ',
    ' n’a pas ',
    ' not ',
    ' has failed ',
    ' Amount: 5, ',
    ' ID: ',
    ' from 699000002 ',
  ],
];
