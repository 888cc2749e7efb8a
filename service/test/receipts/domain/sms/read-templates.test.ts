import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSms } from '../../../../src/domain/receipts/sms/parse.ts';
import { readSmsTemplates } from '../../../../src/domain/receipts/sms/read-templates.ts';

const ENTRY = {
  id: 'orange-till-fr',
  version: 1,
  language: 'fr',
  kind: 'transfer',
  ids: ['PP'],
  head: 'caisse {payee} : [oui] client {payer} {payer_name} <a paye|paie>',
};
const FILE = {
  operator: 'orange',
  senders: ['OrangeMoney'],
  labels: { id: ['ref'], amount: ['somme'] },
  templates: [ENTRY],
};

test('a wording that no release knows is read from a file', () => {
  const read = readSmsTemplates(FILE);
  assert.ok(read.kind === 'templates', JSON.stringify(read));
  const text =
    'CAISSE 698111222: client 691234567 Zoé A PAYÉ, somme 900 FCFA, ref PP260912.1834.C70415';
  const context = { ownLines: ['+237698111222'], line: null };
  const reading = parseSms(read.templates, { sender: 'OrangeMoney', text }, context);
  assert.ok(reading.kind === 'payment', JSON.stringify(reading));
  assert.deepEqual(
    [reading.amountXaf, reading.payerName, reading.templateId],
    [900, 'Zoé', 'orange-till-fr'],
  );
});

test('a text that fits templates of different meaning goes to review', () => {
  const text =
    'Caisse 698111222: client 691234567 a paye, somme 900 FCFA, ref PP260912.1834.C70415';
  const reasonWith = (second: object) => {
    const read = readSmsTemplates({
      ...FILE,
      templates: [ENTRY, { ...ENTRY, id: 'b', ...second }],
    });
    assert.ok(read.kind === 'templates');
    const context = { ownLines: ['+237698111222'], line: null };
    const reading = parseSms(read.templates, { sender: 'OrangeMoney', text }, context);
    return reading.kind === 'review' ? reading.reason : reading.kind;
  };
  assert.equal(reasonWith({}), 'payment');
  assert.equal(reasonWith({ kind: 'sent' }), 'several_readings');
  const swapped = 'caisse {payer} : client {payee} a paye';
  assert.equal(reasonWith({ head: swapped }), 'several_readings');
});

test('an entry may have senders, labels and a rule for units of its own', () => {
  const own = { ...ENTRY, senders: ['8787', 'My Till'], labels: { id: ['no'], amount: ['total'] } };
  const read = readSmsTemplates({ ...FILE, templates: [{ ...own, unit: 'optional' }] });
  assert.ok(read.kind === 'templates');
  assert.deepEqual(read.templates[0]?.senders, ['8787', 'mytill']);
  assert.equal(read.templates[0]?.unit, 'optional');
  assert.deepEqual(
    read.templates[0]?.labels.map(({ words }) => words),
    [['no'], ['total']],
  );
});

test('every mistake in a file is named', () => {
  const entry = (change: object) => ({ ...FILE, templates: [{ ...ENTRY, ...change }] });
  const cases: readonly (readonly [unknown, string])[] = [
    [null, 'the file must be an object'],
    [[], 'the file must be an object'],
    [{ ...FILE, extra: 1 }, 'the file has the unknown field extra'],
    [{ ...FILE, operator: 'nexttel' }, 'operator must be one of mtn, orange'],
    [{ ...FILE, operator: undefined }, 'operator must be one of mtn, orange'],
    [{ ...FILE, templates: {} }, 'templates must be a list'],
    [{ ...FILE, templates: [] }, 'templates is empty'],
    [{ ...FILE, templates: [7] }, 'an entry of templates must be an object'],
    [{ ...FILE, templates: [ENTRY, ENTRY] }, 'orange-till-fr is listed twice'],
    [{ ...FILE, senders: undefined }, 'orange-till-fr: senders must be a list'],
    [entry({ senders: [] }), 'orange-till-fr: senders is empty'],
    [entry({ senders: [''] }), 'orange-till-fr: a sender must be a text'],
    [entry({ pattern: 'x' }), 'orange-till-fr has the unknown field pattern'],
    [entry({ id: 'Till 1' }), 'Till 1: id must be words-with-hyphens'],
    [entry({ id: undefined }), 'id of undefined must be a text'],
    [entry({ version: 0 }), 'orange-till-fr: version must be a whole number from 1'],
    [entry({ version: '1' }), 'orange-till-fr: version must be a whole number from 1'],
    [entry({ language: 'de' }), 'orange-till-fr: language must be one of fr, en'],
    [
      entry({ kind: 'gift' }),
      'orange-till-fr: kind must be one of received, transfer, merchant_payment, cash_in, cash_out, sent, deposited, reversal, refusal, balance',
    ],
    [entry({ unit: 'maybe' }), 'orange-till-fr: unit must be one of required, optional'],
    [entry({ ids: undefined }), 'orange-till-fr: ids is missing'],
    [entry({ ids: ['pp'] }), 'orange-till-fr: ids must be pairs of capital letters such as PP'],
    [{ ...FILE, operator: 'mtn' }, 'orange-till-fr: ids does not belong here: ids are digits'],
    [entry({ labels: { ref: ['x'] } }), 'orange-till-fr: labels has the unknown field ref'],
    [entry({ labels: { id: 'x' } }), 'orange-till-fr: labels: id must be a list'],
    [entry({ labels: { amount: ['x'] } }), 'orange-till-fr: labels has no id'],
    [entry({ labels: { id: ['x'] } }), 'orange-till-fr: neither the head nor labels has an amount'],
    [entry({ head: '' }), 'orange-till-fr: head must be a text'],
    [entry({ head: 'a {payer} b' }), 'orange-till-fr: the head of kind transfer must have {payee}'],
    [entry({ head: 'a {who} b' }), 'orange-till-fr: the head has the unknown field {who}'],
    [
      entry({ head: '[a] {payer} to {payee}' }),
      'orange-till-fr: the head must begin with words, or any text would match',
    ],
    [entry({ head: 'a {payer} b {payer}' }), 'orange-till-fr: the head has {payer} twice'],
    [
      entry({ head: 'a {payer_name} {payer} b {payee}' }),
      'orange-till-fr: {payer_name} must be followed by words or end the head',
    ],
    [entry({ head: 'a <b|> {payer} {payee}' }), 'orange-till-fr: "<b|>" has an empty choice'],
    [entry({ head: 'a} {payer} {payee}' }), 'orange-till-fr: the head has a stray mark in "a} "'],
  ];
  for (const [json, problem] of cases) {
    assert.deepEqual(readSmsTemplates(json), { kind: 'problem', problem });
  }
});
