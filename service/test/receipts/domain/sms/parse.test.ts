import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGEST_TEXT, parseSms } from '../../../../src/domain/receipts/sms/parse.ts';
import type { SmsContext, SmsReading } from '../../../../src/domain/receipts/sms/reading.ts';
import type { HeadField, SmsTemplate } from '../../../../src/domain/receipts/sms/template.ts';
import { loadSmsTemplates } from '../../../../src/settings/sms-templates.ts';
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
} from '../../../support/receipts/sms-texts.ts';

const templates = loadSmsTemplates(null);
const ORANGE: SmsContext = { ownLines: [OWN_ORANGE_LINE], line: OWN_ORANGE_LINE };
const MTN: SmsContext = { ownLines: [OWN_MTN_LINE], line: OWN_MTN_LINE };

const orange = (text: string, context = ORANGE, sender = 'OrangeMoney') =>
  parseSms(templates, { sender, text }, context);
const mtn = (text: string, context = MTN, sender = 'MobileMoney') =>
  parseSms(templates, { sender, text }, context);

const french = ORANGE_RECEIVED['French with details and glued units'];
const frenchMtn = MTN_RECEIVED['French with the financial id'];
const of = (facts: Partial<SmsFacts>): SmsFacts => ({ ...FACTS, ...facts });

test('every form of a received Orange transfer is read', () => {
  for (const [name, write] of Object.entries(ORANGE_RECEIVED)) {
    const reading = orange(write(FACTS));
    assert.ok(reading.kind === 'payment', `${name}: ${JSON.stringify(reading)}`);
    const { templateId, templateVersion, ...rest } = reading;
    assert.match(templateId, /^orange-transfer-/);
    assert.equal(templateVersion, 1);
    assert.deepEqual(
      rest,
      {
        kind: 'payment',
        operator: 'orange',
        operatorTxId: 'PP260912.1834.C70415',
        amountXaf: 7250,
        payer: '+237691234567',
        payee: OWN_ORANGE_LINE,
        payerName: 'ESSOMBA CLARISSE',
        operatorTime: new Date('2026-09-12T17:34:00Z'),
        feeCents: 0,
        balancesCents: [4_821_037],
      },
      name,
    );
  }
});

test('every form of a received MTN transfer is read', () => {
  for (const [name, write] of Object.entries(MTN_RECEIVED)) {
    const reading = mtn(write(of({ payer: '678901234', balance: '48210' })));
    assert.ok(reading.kind === 'payment', `${name}: ${JSON.stringify(reading)}`);
    const { templateId, feeCents, ...rest } = reading;
    assert.match(templateId, /^mtn-received-/);
    assert.ok(feeCents === 0 || !/frais|fees/i.test(write(FACTS)), name);
    assert.deepEqual(
      rest,
      {
        kind: 'payment',
        operator: 'mtn',
        templateVersion: 1,
        operatorTxId: '19020304055',
        amountXaf: 7250,
        payer: '+237678901234',
        payee: null,
        payerName: 'ESSOMBA CLARISSE',
        operatorTime: new Date('2026-09-12T17:34:07Z'),
        balancesCents: [4_821_000],
      },
      name,
    );
  }
});

test('a merchant payment is received when its payer is not one of our lines', () => {
  const facts = of({ orangeId: 'MP260912.1834.C70415' });
  for (const write of Object.values(MERCHANT_RECEIVED)) {
    const reading = orange(write(facts));
    assert.ok(reading.kind === 'payment', JSON.stringify(reading));
    assert.deepEqual(
      [reading.amountXaf, reading.payer, reading.payee, reading.balancesCents],
      [7250, '+237691234567', null, [4_821_037]],
    );
    assert.equal(orange(write({ ...facts, payer: FACTS.payee })).kind, 'sent');
    const unknownLine = orange(write(facts), { ownLines: [], line: null });
    assert.deepEqual(reasonOf(unknownLine), ['review', 'no_own_line']);
  }
});

test('a name has one to three words or is absent', () => {
  for (const payerName of ['', 'MBIDA', 'NGO BASSA', 'NANA EPSE ETEKI', "N'DONGO-EBOA 3"]) {
    const reading = orange(french(of({ payerName })));
    assert.ok(reading.kind === 'payment', payerName);
    assert.equal(reading.payerName, payerName === '' ? null : payerName);
  }
});

test('amounts are read as operators write them', () => {
  const cases: readonly (readonly [string, number])[] = [
    ['1', 1],
    ['10000', 10_000],
    ['5000.00', 5_000],
    ['5000.0', 5_000],
    ['7,943', 7_943],
    ['1,250,000', 1_250_000],
    ['1,250,000.00', 1_250_000],
  ];
  for (const [amount, amountXaf] of cases) {
    for (const reading of [
      orange(french(of({ amount, net: amount }))),
      mtn(frenchMtn(of({ amount }))),
    ]) {
      assert.ok(reading.kind === 'payment', `${amount}: ${JSON.stringify(reading)}`);
      assert.equal(reading.amountXaf, amountXaf);
    }
  }
});

test('an amount that can be understood in two ways, or is no amount, is never credited', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['1.250', 'amount_unclear'],
    ['1.250.000', 'amount_unclear'],
    ['5000,00', 'amount_unclear'],
    ['1,25', 'amount_unclear'],
    ['1000,250', 'amount_unclear'],
    ['100 000', 'amount_unclear'],
    ['0500', 'amount_unclear'],
    ['-500', 'amount_unclear'],
    ['5O00', 'amount_unclear'],
    ['l000', 'amount_unclear'],
    ['٥٠٠٠', 'amount_unclear'],
    ['5٠00', 'amount_unclear'],
    ['５０００', 'amount_unclear'],
    ['5000\u200b', 'amount_unclear'],
    ['1000000000000000', 'amount_unclear'],
    ['5000.50', 'amount_not_whole'],
    ['0', 'amount_zero'],
    ['500 EURO', 'unknown_currency'],
  ];
  for (const [amount, reason] of cases) {
    const facts = of({ amount, net: '5000' });
    assert.deepEqual(reasonOf(mtn(frenchMtn(facts))), ['review', reason], `mtn ${amount}`);
    assert.deepEqual(reasonOf(orange(french(facts))), ['review', reason], `orange ${amount}`);
  }
});

test('a number that is truncated, masked, foreign or too long goes to review', () => {
  const numbers = ['67890123', '6789012345', '***901234', '69XXXXXXX', '٦78901234', '678 901 234'];
  for (const payer of numbers) {
    assert.deepEqual(reasonOf(mtn(frenchMtn(of({ payer }))))[1], 'number_unclear', payer);
    const reading = orange(french(of({ payer })));
    assert.equal(reading.kind, 'review', payer);
  }
  const foreign = frenchMtn(FACTS).replace('(237691234567)', '(22990123456)');
  assert.deepEqual(reasonOf(mtn(foreign)), ['review', 'number_unclear']);
});

test('what was certain is kept for the human who reviews', () => {
  const reading = mtn(frenchMtn(of({ payer: '67890123' })));
  assert.ok(reading.kind === 'review');
  assert.deepEqual(
    [reading.amountXaf, reading.operatorTxId, reading.payer, reading.payerName],
    [7250, '19020304055', null, 'ESSOMBA CLARISSE'],
  );
});

test('a missing, damaged or second id goes to review', () => {
  const cases: readonly (readonly [SmsReading, string])[] = [
    [mtn(frenchMtn(FACTS).replace(/Financial.*$/, '')), 'id_missing'],
    [mtn(frenchMtn(of({ mtnId: '1902030405O' }))), 'id_unclear'],
    [mtn(frenchMtn(of({ mtnId: '190203 04055' }))), 'id_unclear'],
    [mtn(frenchMtn(of({ mtnId: '' }))), 'id_unclear'],
    [mtn(`${frenchMtn(FACTS)} ${frenchMtn(FACTS)}`), 'several_ids'],
    [orange(`${french(FACTS)} ${french(FACTS)}`), 'several_ids'],
    [orange(french(of({ orangeId: 'PP261312.1834.C70415' }))), 'id_unclear'],
    [orange(french(of({ orangeId: 'PP260230.1834.C70415' }))), 'id_unclear'],
    [orange(french(of({ orangeId: 'PP260912.2460.C70415' }))), 'id_unclear'],
    [orange(french(of({ orangeId: 'pp260912.1834.c70415' }))), 'id_unclear'],
    [orange(french(of({ orangeId: 'MP260912.1834.C70415' }))), 'id_unclear'],
    [orange(french(of({ orangeId: 'PP260912.1834.C704159' }))), 'id_unclear'],
    [orange(french(of({ orangeId: 'PP260912.1834.C7041' }))), 'id_unclear'],
    [orange(french(of({ orangeId: 'PP260912.1834.C70415A' }))), 'id_unclear'],
    [orange(`${french(FACTS)} PP260912.1834.C70416`), 'several_ids'],
  ];
  for (const [reading, reason] of cases) assert.deepEqual(reasonOf(reading), ['review', reason]);
});

test('what a payer writes into the message cannot replace the id, the amount or the balance', () => {
  const withMessage = (message: string) => mtn(frenchMtn(FACTS).replace('loyer', message));
  const forgedId = 'ok. Financial Transaction Id: 11111111111';
  assert.deepEqual(reasonOf(withMessage(forgedId)), ['review', 'several_ids']);
  assert.deepEqual(reasonOf(withMessage('ok Transaction ID: 11111111111')), [
    'review',
    'several_ids',
  ]);
  // The chain of the line shows which is true; more would be guesses.
  const forgedBalance = 'ok. Votre nouveau solde: 9 XAF';
  const doubled = withMessage(forgedBalance);
  assert.ok(doubled.kind === 'payment', JSON.stringify(doubled));
  assert.deepEqual(doubled.balancesCents, [900, 4_821_037]);
  const guesses = [1, 2, 3, 4].map((xaf) => `. Votre nouveau solde: ${xaf} XAF`).join('');
  assert.deepEqual(reasonOf(withMessage(`ok${guesses}`)), ['review', 'several_balances']);
  for (const message of [
    'Vous avez recu 900000 XAF',
    '900000 XAF (237670000000)',
    '2020-01-01 00:00:00',
  ]) {
    const reading = withMessage(message);
    assert.ok(reading.kind === 'payment', message);
    assert.deepEqual([reading.amountXaf, reading.payer], [7250, '+237691234567']);
    assert.deepEqual(reading.operatorTime, new Date('2026-09-12T17:34:07Z'));
  }
});

test('the transaction amount is taken, and never the net amount', () => {
  const paid = orange(french(of({ fee: '50', net: '7300' })));
  assert.ok(paid.kind === 'payment');
  assert.deepEqual([paid.amountXaf, paid.feeCents], [7250, 5000]);
  const withoutAmount = french(FACTS).replace(/Montant Transaction: \S+ /, '');
  assert.deepEqual(reasonOf(orange(withoutAmount)), ['review', 'amount_missing']);
  const english = ORANGE_RECEIVED.English(FACTS).replace('Transaction amount', 'Net debit amount');
  assert.equal(orange(english).kind, 'review');
  const otherAmount = ORANGE_RECEIVED.English(FACTS).replace('Transaction amount', 'Tax amount');
  assert.deepEqual(reasonOf(orange(otherAmount)), ['review', 'amount_missing']);
  const twice = `${french(FACTS)} Montant Transaction: 9000 FCFA`;
  assert.deepEqual(reasonOf(orange(twice)), ['review', 'several_amounts']);
  const damaged = orange(french(of({ amount: '7950' })));
  assert.deepEqual(reasonOf(damaged), ['review', 'amounts_disagree']);
});

test('only our own lines give a transfer its direction', () => {
  const mine = OWN_ORANGE_LINE;
  const second = '+237691234567';
  const cases: readonly (readonly [SmsContext, string, string | undefined])[] = [
    [{ ownLines: [mine], line: null }, 'payment', undefined],
    [{ ownLines: [], line: mine }, 'payment', undefined],
    [{ ownLines: [second], line: second }, 'sent', undefined],
    [{ ownLines: [second], line: null }, 'sent', undefined],
    [{ ownLines: [mine, second], line: mine }, 'review', 'between_own_lines'],
    [{ ownLines: [], line: null }, 'review', 'no_own_line'],
    [{ ownLines: ['+237699999999'], line: null }, 'review', 'no_own_line'],
    [{ ownLines: [mine, '+237699999999'], line: '+237699999999' }, 'review', 'other_own_line'],
    [{ ownLines: [second, '+237699999999'], line: '+237699999999' }, 'review', 'not_ours'],
  ];
  for (const [context, kind, reason] of cases) {
    for (const write of Object.values(ORANGE_RECEIVED)) {
      assert.deepEqual(reasonOf(orange(write(FACTS), context)), [kind, reason]);
    }
  }
});

test('a transfer of MTN from one of our own lines is no payment', () => {
  const own = of({ payer: OWN_MTN_LINE.slice(4) });
  assert.deepEqual(reasonOf(mtn(frenchMtn(own))), ['review', 'between_own_lines']);
});

test('money that leaves a line is never a payment, and its figures are read', () => {
  const facts = of({ payer: OWN_ORANGE_LINE.slice(4), payee: '655777888', fee: '20', net: '7270' });
  for (const [name, write] of Object.entries(ORANGE_SENT)) {
    const reading = orange(write(facts));
    assert.ok(reading.kind === 'sent', `${name}: ${JSON.stringify(reading)}`);
    assert.equal(reading.amountXaf, 7250, name);
    assert.match(reading.operatorTxId, /^(MP|CI|CO)260912\.1834\.C70415$/);
    assert.deepEqual(reading.operatorTime, new Date('2026-09-12T17:34:00Z'));
  }
  for (const [name, write] of Object.entries(MTN_SENT)) {
    const reading = mtn(write(of({ payee: '655777888', fee: '20', balance: '910' })));
    assert.ok(reading.kind === 'sent', `${name}: ${JSON.stringify(reading)}`);
    assert.deepEqual(
      [reading.amountXaf, reading.operatorTxId, reading.balancesCents],
      [7250, '19020304055', [91_000]],
      name,
    );
    assert.deepEqual(reading.operatorTime, new Date('2026-09-12T17:34:07Z'), name);
  }
});

test('a deposit by an agent to our line goes to review: no player can be matched', () => {
  const text =
    'Depot effectue par 690555111 ETS CENTRALE22 to 698111222 BOUTIQUE WOURI. Informations detaillees: Montant de transaction : 3000 FCFA, ID transaction : CI260912.1021.C04642, Frais : 0 FCFA, Commission : 0 FCFA, Montant Net du Credit : 3000 FCFA, Nouveau Solde : 20022.43 FCFA.';
  const reading = orange(text);
  assert.deepEqual(reasonOf(reading), ['review', 'no_player']);
  assert.ok(reading.kind === 'review');
  assert.deepEqual([reading.amountXaf, reading.operatorTxId], [3000, 'CI260912.1021.C04642']);
  const elsewhere = orange(text, { ownLines: ['+237699999999'], line: '+237699999999' });
  assert.deepEqual(reasonOf(elsewhere), ['review', 'not_ours']);
  const cashIn = MTN_SENT['a deposit served as agent'](of({ payee: OWN_MTN_LINE.slice(4) }));
  assert.deepEqual(reasonOf(mtn(cashIn)), ['review', 'no_player']);
});

test('a balance is read and is no payment', () => {
  const cases: readonly (readonly [SmsReading, number])[] = [
    [orange('Le solde de votre compte est de 81204.6FCFA.'), 8_120_460],
    [orange('The balance of your account is 5500FCFA.'), 550_000],
    [mtn('Mobile Money Balance: 120 FCFA. Airtime balance: 3,901FCFA.'), 12_000],
  ];
  for (const [reading, balanceCents] of cases) {
    assert.ok(reading.kind === 'balance', JSON.stringify(reading));
    assert.equal(reading.balanceCents, balanceCents);
  }
});

test('adverts and codes give nothing, and texts of other countries no payment', () => {
  for (const context of [ORANGE, MTN]) {
    for (const [sender, text] of NOTHING) {
      const reading = parseSms(templates, { sender, text }, context);
      assert.equal(reading.kind, 'nothing', `${text}: ${JSON.stringify(reading)}`);
    }
    for (const [sender, text] of OTHER_COUNTRIES) {
      const reading = parseSms(templates, { sender, text }, context);
      assert.match(reasonOf(reading)[1] ?? '', /other_c|no_template/, JSON.stringify(reading));
    }
  }
});

test('an unknown wording about received money goes to review if an operator sent it', () => {
  const text = 'Super! 4000 FCFA recu de 691234567 le 12/09. ID transaction PP260912.1834.C70415';
  assert.deepEqual(reasonOf(orange(text)), ['review', 'wording_unknown']);
  const likeTheOther = 'Vous avez recu 4000 FCFA de 691234567. ID transaction PP260912.1834.C70415';
  assert.deepEqual(reasonOf(orange(likeTheOther)), ['review', 'wording_unknown']);
  assert.deepEqual(reasonOf(orange(text, ORANGE, '+237691234567')), ['nothing', 'no_template']);
});

test('an operator’s words from another sender are held and never credited', () => {
  for (const sender of ['+237691234567', 'OrangeM0ney', 'Оrange', 'MobileMoney', '']) {
    const reading = orange(french(FACTS), ORANGE, sender);
    assert.deepEqual(reasonOf(reading), ['review', 'unknown_sender'], sender);
    assert.ok(reading.kind === 'review');
    assert.deepEqual([reading.amountXaf, reading.payer], [7250, '+237691234567']);
  }
  const balance = orange('Le solde de votre compte est de 5FCFA.', ORANGE, '691234567');
  assert.deepEqual(reasonOf(balance), ['nothing', 'unknown_sender']);
});

test('case and spaces of a sender do not matter', () => {
  for (const sender of ['OrangeMoney', 'ORANGEMONEY', 'Orange Money', ' om ', 'orange']) {
    assert.equal(orange(french(FACTS), ORANGE, sender).kind, 'payment', sender);
  }
});

test('a text that is too long is not read', () => {
  const long = french(FACTS) + ' '.repeat(LONGEST_TEXT);
  assert.deepEqual(reasonOf(orange(long)), ['review', 'too_long']);
  assert.deepEqual(reasonOf(orange(long, ORANGE, '+237691234567')), ['nothing', 'too_long']);
});

test('a damaged head goes to review', () => {
  const second = french(of({ payerName: 'MBIDA 655000111' }));
  const withoutPayee = french(FACTS).replace(/ vers \d+/, ' vers');
  const cut = frenchMtn(FACTS).slice(0, 40);
  const glued = [french(FACTS).replace(' vers', '7vers'), french(FACTS).replace('vers ', 'vers')];
  for (const text of glued) assert.equal(orange(text).kind, 'review', text);
  assert.deepEqual(reasonOf(orange(second)), ['review', 'wording_unclear']);
  assert.deepEqual(reasonOf(orange(withoutPayee)), ['review', 'number_unclear']);
  assert.deepEqual(reasonOf(mtn(cut)), ['review', 'wording_unclear']);
  assert.deepEqual(reasonOf(orange(french(FACTS).slice(0, 95))), ['review', 'id_missing']);
});

test('two templates that fit a text must mean the same, or a person decides', () => {
  const text = french(FACTS);
  const message = { sender: 'OrangeMoney', text };
  const mine = templates.filter((template) => {
    const alone = parseSms([template], message, ORANGE);
    return alone.kind === 'payment';
  });
  const [template] = mine;
  assert.ok(template !== undefined && mine.length === 1);
  const both = (other: Partial<SmsTemplate>, context = ORANGE) =>
    reasonOf(parseSms([template, { ...template, id: 'other', ...other }], message, context));
  const several = ['review', 'several_readings'];
  assert.equal(both({})[0], 'payment');
  assert.equal(both({ kind: 'received' })[0], 'payment');
  assert.deepEqual(both({ kind: 'sent' }), several);
  assert.deepEqual(both({ kind: 'deposited' }), several);
  // The same text, read as if the payee had paid.
  const swapped = template.head.map((segment) => {
    if (segment.kind !== 'field') return segment;
    const field = SWAPPED.get(segment.field) ?? segment.field;
    return { ...segment, field };
  });
  const received = [
    { ...template, kind: 'received' },
    { ...template, kind: 'received', head: swapped },
  ] as const;
  const reading = parseSms(received, message, { ownLines: [], line: null });
  assert.deepEqual(reasonOf(reading), several);
});

const SWAPPED: ReadonlyMap<HeadField, HeadField> = new Map([
  ['payer', 'payee'],
  ['payee', 'payer'],
]);

test('a text of exactly the longest length is read', () => {
  const text = french(FACTS);
  assert.equal(orange(text.padEnd(LONGEST_TEXT, ' ')).kind, 'payment');
  assert.deepEqual(reasonOf(orange(text.padEnd(LONGEST_TEXT + 1, ' '))), ['review', 'too_long']);
});

test('a stranger’s text in an operator’s words is never a payment', () => {
  const stranger = (text: string, context = ORANGE) => reasonOf(orange(text, context, '690000009'));
  assert.deepEqual(stranger(french(FACTS)), ['review', 'unknown_sender']);
  const others: SmsContext = { ownLines: [], line: OWN_MTN_LINE };
  assert.deepEqual(stranger(french(FACTS), others), ['review', 'unknown_sender']);
  const sent = french(of({ payer: FACTS.payee, payee: FACTS.payer }));
  assert.deepEqual(stranger(sent), ['nothing', 'unknown_sender']);
  assert.deepEqual(stranger(french(of({ orangeId: 'x' }))), ['nothing', 'unknown_sender']);
});

function reasonOf(reading: SmsReading): readonly [string, string | undefined] {
  return [reading.kind, 'reason' in reading ? reading.reason : undefined];
}
