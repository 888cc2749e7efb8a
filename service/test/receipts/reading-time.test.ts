import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSms } from '../../src/domain/receipts/sms/parse.ts';
import { loadSmsTemplates } from '../../src/sms-templates.ts';
import { OWN_MTN_LINE, OWN_ORANGE_LINE } from '../support/receipts/sms-texts.ts';

const templates = loadSmsTemplates(null);
const context = { ownLines: [OWN_ORANGE_LINE, OWN_MTN_LINE], line: null };

test('the longest and most broken texts are read in time that grows with their length only', () => {
  const pieces = [
    'Vous avez recu 1 XAF de ',
    'Transfert de 691234567 ',
    'ID: ',
    '( ',
    '1,',
    '1.',
    'a ',
  ];
  for (const piece of pieces) {
    const text = piece.repeat(2_000 / piece.length);
    const take = () => {
      const start = performance.now();
      parseSms(templates, { sender: 'OrangeMoney', text }, context);
      return performance.now() - start;
    };
    const times = Array.from({ length: 5 }, take);
    assert.ok(Math.min(...times) < 5, `${piece}: ${times.join(', ')} ms`);
  }
});
