import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MTN_TEXTS } from '../../src/domain/operators/mtn/texts.ts';
import { writeDoualaTime } from '../../src/domain/operators/operator-texts.ts';
import { ORANGE_TEXTS } from '../../src/domain/operators/orange/texts.ts';
import { parseSms } from '../../src/domain/receipts/sms/parse.ts';
import { loadSmsTemplates } from '../../src/settings/sms-templates.ts';

const AT = new Date('2026-03-01T23:30:07.000Z');
const templates = loadSmsTemplates(null);
const WRITERS = [
  ['mtn', MTN_TEXTS, '670000001', '+237670000000'],
  ['orange', ORANGE_TEXTS, '690000001', '+237690000000'],
] as const;

test('texts have the time on the wall in Douala', () => {
  assert.equal(writeDoualaTime(AT), '2026-03-02 00:30:07');
});

for (const [operator, texts, number, line] of WRITERS) {
  for (const kind of ['received', 'sent'] as const) {
    test(`what ${operator} writes of money ${kind} is read back by its templates`, () => {
      const id = texts.writeId(kind, 1_234_567, AT);
      const money = {
        number,
        name: 'AWA NGONO',
        line,
        amountXaf: 500,
        balanceXaf: 9_500,
        id,
        at: AT,
      };
      const sms = { sender: texts.sender, text: texts.write[kind](money) };
      const reading = parseSms(templates, sms, { ownLines: [line], line });
      assert.equal(reading.kind, kind === 'received' ? 'payment' : 'sent', JSON.stringify(reading));
      assert.ok(reading.kind === 'payment' || reading.kind === 'sent');
      assert.equal(reading.operator, operator);
      assert.equal(reading.operatorTxId, id);
      assert.equal(reading.amountXaf, 500);
      assert.deepEqual(reading.balancesCents, [950_000]);
      const other = kind === 'received' ? reading.payer : reading.payee;
      assert.equal(other, `+237${number}`);
    });
  }

  test(`no two ids of ${operator} in one minute are the same, and each has its form`, () => {
    const serials = [0, 1, 99_999, 100_000, 2_599_999];
    const ids = serials.map((serial) => texts.writeId('received', serial, AT));
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, ID_FORMS[operator], id);
  });
}

test('an id of Orange says what it is of and when', () => {
  assert.equal(ORANGE_TEXTS.writeId('received', 100_007, AT), 'MP260302.0030.B00007');
  assert.equal(ORANGE_TEXTS.writeId('sent', 7, AT), 'PP260302.0030.A00007');
});

const ID_FORMS = { mtn: /^18\d{9}$/, orange: /^[MP]P\d{6}\.\d{4}\.[A-Z]\d{5}$/ } as const;
