import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { OPERATORS, type Operator } from '../../../../src/domain/operators/operator.ts';
import { readOperatorId } from '../../../../src/domain/receipts/sms/operator-ids.ts';
import { parseSms } from '../../../../src/domain/receipts/sms/parse.ts';
import { tokenise } from '../../../../src/domain/receipts/sms/tokens.ts';
import { readMoney, readTime } from '../../../../src/domain/receipts/sms/values.ts';
import { loadSmsTemplates } from '../../../../src/settings/sms-templates.ts';
import { problemOf } from '../../../support/receipts/sms-mutations.ts';
import {
  FACTS,
  MTN_RECEIVED,
  ORANGE_RECEIVED,
  OWN_MTN_LINE,
  OWN_ORANGE_LINE,
} from '../../../support/receipts/sms-texts.ts';

const templates = loadSmsTemplates(null);
const context = { ownLines: [OWN_ORANGE_LINE, OWN_MTN_LINE], line: null };
const amounts = fc.integer({ min: 1, max: 999_999_999_999 });
const numbers = fc.stringMatching(/^6[0-9]{8}$/).filter((number) => number !== FACTS.payee);

test('whatever the amount, the payer and the id, they are read back', () => {
  const cases = fc.record({
    amountXaf: amounts,
    payer: numbers,
    mtnId: fc.stringMatching(/^1[0-9]{10}$/),
  });
  fc.assert(
    fc.property(cases, ({ amountXaf, payer, mtnId }) => {
      const facts = { ...FACTS, amount: String(amountXaf), net: String(amountXaf), payer, mtnId };
      for (const [sender, forms] of [
        ['OrangeMoney', ORANGE_RECEIVED],
        ['MobileMoney', MTN_RECEIVED],
      ] as const) {
        for (const write of Object.values(forms)) {
          const reading = parseSms(templates, { sender, text: write(facts) }, context);
          assert.ok(reading.kind === 'payment');
          assert.deepEqual([reading.amountXaf, reading.payer], [amountXaf, `+237${payer}`]);
          assert.equal(
            reading.operatorTxId,
            sender === 'OrangeMoney' ? facts.orangeId : facts.mtnId,
          );
        }
      }
    }),
  );
});

test('an amount with thousands marked by commas is the same amount', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 99 }), (whole, cents) => {
      const decimals = String(cents).padStart(2, '0');
      const grouped = whole.toLocaleString('en-US');
      for (const written of [`${whole}.${decimals} FCFA`, `${grouped}.${decimals}XAF`]) {
        const read = readMoney(tokenise(written), 0, 'required');
        assert.ok(read.kind === 'money', written);
        assert.equal(read.hundredths, whole * 100 + cents);
      }
    }),
  );
});

test('no text makes the parser throw or gives a payment that it does not spell', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      ...[
        'Vous avez recu ',
        '500',
        ' XAF',
        ' FCFA',
        ' de ',
        'NGO',
        ' (',
        '237691234567',
        ')',
        '. ',
      ],
      ...['Transfert de ', '691234567', ' vers ', '698111222', ' reussi', 'Transaction Id: '],
      ...['19020304055', 'ID: ', 'PP260912.1834.C70415', ', ', 'Montant: ', 'Solde: ', '\n', '٣'],
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 40 }),
      fc.constantFrom('OrangeMoney', 'MobileMoney', '', '+237691234567'),
      (parts, sender) => {
        const text = parts.join('');
        const reading = parseSms(templates, { sender, text }, context);
        if (reading.kind === 'payment') assert.equal(problemOf(reading, text), null, text);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('the time of an id or a text is the time of Douala, one hour ahead of UTC', () => {
  const id = (text: string) =>
    readOperatorId(tokenise(text), 0, { operator: 'orange', kinds: ['PP'] })?.time ?? null;
  assert.deepEqual(id('PP260101.0030.A00001'), new Date('2025-12-31T23:30:00Z'));
  assert.deepEqual(id('PP280229.1200.A00001'), new Date('2028-02-29T11:00:00Z'));
  assert.equal(id('PP270229.1200.A00001'), null);
  assert.equal(id('PP260001.1200.A00001'), null);
  const time = (text: string) => readTime(tokenise(text), 0)?.time ?? null;
  assert.deepEqual(time('2026-07-01 00:00:00.'), new Date('2026-06-30T23:00:00Z'));
  for (const wrong of [
    '2026-07-32 00:00:00',
    '2026-07-01 24:00:00',
    '2026-7-01 00:00:00',
    '2026',
  ]) {
    assert.equal(time(wrong), null, wrong);
  }
});

test('an id of MTN is 8 to 12 digits that nothing touches', () => {
  const readMtnId = (text: string) =>
    readOperatorId(tokenise(text), 0, { operator: 'mtn', kinds: [] });
  for (const good of [
    '12345678',
    '190203040556.',
    '19020304055|',
    '19020304055 .',
    '19020304055',
  ]) {
    assert.equal(readMtnId(good)?.id, /^[0-9]+/.exec(good)?.[0]);
  }
  for (const bad of ['1234567', '1234567890123', '0902030405', '19020304055a', '1902030.4055']) {
    assert.equal(readMtnId(bad), null, bad);
  }
});

test('an id in another form than its operator’s is no id', () => {
  const ids = { mtn: '19020304055', orange: 'PP260912.1834.C70415' } as const;
  const read = (id: string, operator: Operator) =>
    readOperatorId(tokenise(id), 0, { operator, kinds: ['PP'] })?.id ?? null;
  for (const operator of OPERATORS) {
    for (const [owner, id] of Object.entries(ids)) {
      assert.equal(read(id, operator), owner === operator ? id : null, `${operator} ${id}`);
    }
    for (const id of ['TX19020304055', 'SAV-19020304', '1902.0304.055', 'C70415', 'ref']) {
      assert.equal(read(id, operator), null, `${operator} ${id}`);
    }
  }
});
