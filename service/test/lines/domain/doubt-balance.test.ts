import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubtBalance, findBalanceDoubt } from '../../../src/domain/lines/doubt-balance.ts';
import { sentenceOf } from '../../../src/domain/messages/message.ts';

const english = (message: Parameters<typeof sentenceOf>[0]) =>
  sentenceOf(message).replaceAll('\u00a0', ' ');

test('a text that does not connect is said to assume another balance than the line had', () => {
  assert.equal(
    english(doubtBalance(81_500_00, 77_000_00)),
    'This text assumes a balance of 77 000 FCFA; the line had 81 500 FCFA.',
  );
});

test('a doubt names no balance that no line can have, and no difference that cannot be seen', () => {
  for (const beforeCents of [-500_00, 1_000_02]) {
    assert.deepEqual(doubtBalance(1_000_00, beforeCents), { code: 'text_fits_no_balance' });
  }
});

test('without the facts of its moment a text is only said not to fit', () => {
  const stored = [{ code: 'line_not_opened' }, { code: 'odd_clock' }] as const;
  const doubt = doubtBalance(1_000_00, 500_00);
  assert.deepEqual(findBalanceDoubt([...stored, doubt], { hasBalance: false }), doubt);
  const unknown = { code: 'text_fits_no_balance' };
  assert.deepEqual(findBalanceDoubt(stored, { hasBalance: true }), unknown);
  assert.equal(findBalanceDoubt(stored, { hasBalance: false }), null);
});
