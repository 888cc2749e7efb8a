import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSms } from '../../src/domain/receipts/sms/parse.ts';
import { loadSmsTemplates } from '../../src/settings/sms-templates.ts';
import { OWN_MTN_LINE, OWN_ORANGE_LINE } from '../support/receipts/sms-texts.ts';

const templates = loadSmsTemplates(null);
const context = { ownLines: [OWN_ORANGE_LINE, OWN_MTN_LINE], line: null };

const LONGEST = 2_000;

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
    const read = (length: number) => {
      const text = piece.repeat(length / piece.length);
      const start = performance.now();
      parseSms(templates, { sender: 'OrangeMoney', text }, context);
      return performance.now() - start;
    };
    // The quickest of each: a busy machine only ever adds.
    let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let times = 0; times < 8; times += 1) {
      short = Math.min(short, read(LONGEST / 8));
      long = Math.min(long, read(LONGEST));
    }
    // Eight times the length takes 8 times as long; comparing all pairs would take 64 times.
    assert.ok(long < 24 * short, `${piece}: ${short} and ${long} ms`);
  }
});
