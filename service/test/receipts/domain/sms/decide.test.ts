import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingOf } from '../../../../src/domain/receipts/sms/decide.ts';
import type { HeadValues, TemplateMatch } from '../../../../src/domain/receipts/sms/match.ts';
import type {
  ReviewReason,
  SmsContext,
  SmsReading,
} from '../../../../src/domain/receipts/sms/reading.ts';
import type { LabelledValues } from '../../../../src/domain/receipts/sms/scan-labels.ts';
import {
  SMS_KINDS,
  type SmsKind,
  type SmsTemplate,
} from '../../../../src/domain/receipts/sms/template.ts';

const LINE = '+237699000001';
const SECOND = '+237699000002';
const PLAYER = '+237690000001';
const OTHER = '+237690000002';
const TIME = new Date('2026-09-12T17:34:00Z');

const TEMPLATE: Omit<SmsTemplate, 'kind'> = {
  id: 'sample',
  version: 3,
  operator: 'orange',
  language: 'fr',
  senders: ['orangemoney'],
  head: [],
  labels: [],
  idKinds: [],
  unit: 'required',
};
const LABELLED: LabelledValues = {
  id: { id: 'PP1', time: TIME, next: 0 },
  amount: 50_000,
  net: null,
  fee: 100,
  balances: [900_000],
  doubt: null,
};
const CONTEXT: SmsContext = { ownLines: [LINE, SECOND], line: LINE };

interface Reported {
  readonly head?: HeadValues;
  readonly labelled?: Partial<LabelledValues>;
  readonly doubt?: ReviewReason;
  readonly context?: Partial<SmsContext>;
}

function read(kind: SmsKind, reported: Reported = {}): SmsReading {
  const { head = {}, labelled = {}, doubt = null, context = {} } = reported;
  const match: TemplateMatch = {
    kind: doubt === null ? 'matched' : 'doubtful',
    doubt,
    head,
    labelled: { ...LABELLED, ...labelled },
  };
  return readingOf({ template: { ...TEMPLATE, kind }, match }, { ...CONTEXT, ...context });
}

/** As in `review no_player in`: the kind, the reason, and how the line moved. */
function shown(reading: SmsReading): string {
  const reason = 'reason' in reading ? ` ${reading.reason}` : '';
  const moves = 'moves' in reading ? ` ${reading.moves ?? 'unknown'}` : '';
  return `${reading.kind}${reason}${moves}`;
}

const FROM = { payer: PLAYER };
const NO_LINES = { ownLines: [], line: null };

const MEANINGS: readonly (readonly [SmsKind, name: string, Reported, expected: string])[] = [
  ['received', 'from a player', { head: FROM }, 'payment'],
  ['received', 'from a line of ours', { head: { payer: SECOND } }, 'review between_own_lines in'],
  ['received', 'without a payer', {}, 'review number_unclear in'],
  ['received', 'in doubt', { head: FROM, doubt: 'id_unclear' }, 'review id_unclear in'],
  [
    'received',
    'in doubt, from a line of ours',
    { head: { payer: SECOND }, doubt: 'id_unclear' },
    'review id_unclear in',
  ],
  ['transfer', 'to our line', { head: { payer: PLAYER, payee: LINE } }, 'payment'],
  ['transfer', 'of our line', { head: { payer: LINE, payee: PLAYER } }, 'sent'],
  [
    'transfer',
    'between our lines, to this one',
    { head: { payer: SECOND, payee: LINE } },
    'review between_own_lines in',
  ],
  [
    'transfer',
    'between our lines, from this one',
    { head: { payer: LINE, payee: SECOND } },
    'review between_own_lines out',
  ],
  [
    'transfer',
    'from a line to itself',
    { head: { payer: LINE, payee: LINE } },
    'review between_own_lines unknown',
  ],
  [
    'transfer',
    'to another line of ours',
    { head: { payer: PLAYER, payee: SECOND } },
    'review other_own_line unknown',
  ],
  [
    'transfer',
    'of another line of ours',
    { head: { payer: SECOND, payee: PLAYER } },
    'review not_ours unknown',
  ],
  [
    'transfer',
    'between strangers',
    { head: { payer: PLAYER, payee: OTHER } },
    'review no_own_line unknown',
  ],
  [
    'transfer',
    'of a line of ours, on a SIM that is not known',
    { head: { payer: SECOND, payee: PLAYER }, context: { line: null } },
    'sent',
  ],
  [
    'transfer',
    'between our lines, on a SIM that is not known',
    { head: { payer: LINE, payee: SECOND }, context: { line: null } },
    'review between_own_lines unknown',
  ],
  [
    'transfer',
    'in doubt, of our line without a payee',
    { head: { payer: LINE }, doubt: 'number_unclear' },
    'review number_unclear out',
  ],
  ['merchant_payment', 'of a player', { head: FROM }, 'payment'],
  ['merchant_payment', 'of our line', { head: { payer: LINE } }, 'sent'],
  [
    'merchant_payment',
    'where no line of ours is known',
    { head: FROM, context: NO_LINES },
    'review no_own_line in',
  ],
  [
    'merchant_payment',
    'where only the SIM is known',
    { head: FROM, context: { ownLines: [] } },
    'payment',
  ],
  [
    'merchant_payment',
    'where only our lines are known',
    { head: FROM, context: { line: null } },
    'payment',
  ],
  ['merchant_payment', 'in doubt', { head: FROM, doubt: 'id_unclear' }, 'review id_unclear in'],
  ['cash_in', 'to our line', { head: { payer: OTHER, payee: LINE } }, 'review no_player in'],
  ['cash_in', 'that we served as an agent', { head: { payer: LINE, payee: PLAYER } }, 'sent'],
  ['cash_in', 'without a payer to a stranger', { head: { payee: PLAYER } }, 'sent'],
  [
    'cash_in',
    'between strangers',
    { head: { payer: OTHER, payee: PLAYER } },
    'review not_ours unknown',
  ],
  ['cash_out', 'of our line', { head: { payer: LINE } }, 'sent'],
  ['cash_out', 'without a name', {}, 'sent'],
  ['cash_out', 'of a stranger', { head: FROM }, 'review not_ours unknown'],
  ['sent', 'with everything', { head: { payee: PLAYER } }, 'sent'],
  ['sent', 'without an id', { labelled: { id: null } }, 'review incomplete out'],
  ['sent', 'without an amount', { labelled: { amount: null } }, 'review incomplete out'],
  ['sent', 'in doubt', { doubt: 'id_unclear' }, 'review incomplete out'],
  [
    'sent',
    'without an id or a balance',
    { labelled: { id: null, balances: [] } },
    'nothing incomplete',
  ],
  [
    'sent',
    'in doubt, with an id alone',
    { doubt: 'id_unclear', labelled: { balances: [] } },
    'review incomplete out',
  ],
  ['deposited', 'by an agent', {}, 'review no_player in'],
  ['deposited', 'in doubt', { doubt: 'amount_unclear' }, 'review amount_unclear in'],
  ['reversal', 'of a payment', { head: { original: 'PP0' } }, 'review reversed unknown'],
  ['refusal', 'with a balance', {}, 'balance'],
  ['refusal', 'in doubt', { doubt: 'wording_unclear' }, 'review refusal unknown'],
  ['refusal', 'with an id alone', { labelled: { balances: [] } }, 'review refusal unknown'],
  ['refusal', 'with nothing', { labelled: { id: null, balances: [] } }, 'nothing refusal'],
  ['balance', 'that was asked for', { labelled: { id: null, amount: null } }, 'balance'],
  ['balance', 'in doubt', { doubt: 'wording_unclear' }, 'review incomplete unknown'],
  ['balance', 'without one', { labelled: { balances: [] } }, 'review incomplete unknown'],
];

for (const [kind, name, reported, expected] of MEANINGS) {
  test(`a text of the kind ${kind}, ${name}, means: ${expected}`, () => {
    assert.equal(shown(read(kind, reported)), expected);
  });
}

test('every kind of text has a meaning here', () => {
  assert.deepEqual([...new Set(MEANINGS.map(([kind]) => kind))], SMS_KINDS);
});

const AMOUNTS: readonly (readonly [name: string, Partial<LabelledValues>, expected: string])[] = [
  ['that is missing', { amount: null }, 'review amount_missing in'],
  ['with hundredths', { amount: 50_001 }, 'review amount_not_whole in'],
  ['of nothing', { amount: 0 }, 'review amount_zero in'],
  ['that its net confirms', { net: 50_000 }, 'payment'],
  ['that its net and fee confirm', { net: 49_900 }, 'payment'],
  ['that its net contradicts', { net: 49_901 }, 'review amounts_disagree in'],
];

for (const [name, labelled, expected] of AMOUNTS) {
  test(`an amount ${name} means: ${expected}`, () => {
    assert.equal(shown(read('received', { head: FROM, labelled })), expected);
  });
}

test('an amount that is not in whole francs is shown as none', () => {
  const amountOf = (amount: number | null) => {
    const reading = read('received', { head: FROM, labelled: { amount } });
    return 'amountXaf' in reading ? reading.amountXaf : undefined;
  };
  assert.deepEqual([50_000, 50_001, null].map(amountOf), [500, null, null]);
});

test('a payment has all that the text says of it', () => {
  const head = { payer: PLAYER, payerName: 'AWA NGONO', balance: 800_000 };
  assert.deepEqual(read('received', { head }), {
    kind: 'payment',
    operator: 'orange',
    templateId: 'sample',
    templateVersion: 3,
    operatorTxId: 'PP1',
    amountXaf: 500,
    payer: PLAYER,
    payee: null,
    payerName: 'AWA NGONO',
    operatorTime: TIME,
    feeCents: 100,
    balancesCents: [800_000, 900_000],
  });
});

test('money that left names its payee, and its time is that of the head where the id has none', () => {
  const earlier = new Date('2026-09-12T17:00:00Z');
  const head = { payee: PLAYER, payeeName: 'AWA NGONO', time: earlier };
  const id = { id: '19020304055', time: null, next: 0 };
  const reading = read('sent', { head, labelled: { id } });
  assert.ok(reading.kind === 'sent');
  assert.deepEqual(
    [reading.payee, reading.payeeName, reading.operatorTime],
    [PLAYER, 'AWA NGONO', earlier],
  );
});

test('a balance in a text about another number says nothing of our line', () => {
  const reading = read('cash_out', { head: FROM });
  assert.ok(reading.kind === 'review');
  assert.deepEqual(reading.balancesCents, []);
  const advert = read('cash_out', { head: FROM, labelled: { id: null, balances: [] } });
  assert.deepEqual(advert, { kind: 'nothing', reason: 'not_ours' });
});

test('the amount of a refusal did not move', () => {
  const reading = read('refusal', { doubt: 'wording_unclear' });
  assert.ok(reading.kind === 'review');
  assert.equal(reading.amountXaf, null);
});

test('a text of another kind is nothing', () => {
  for (const match of [{ kind: 'absent' }, { kind: 'elsewhere', reason: 'not_money' }] as const) {
    const reading = readingOf({ template: { ...TEMPLATE, kind: 'received' }, match }, CONTEXT);
    assert.deepEqual(reading, { kind: 'nothing', reason: 'no_template' });
  }
});
