import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealedNumber } from '../../../src/domain/transactions/sealed-transaction.ts';
import { keptFrom, spellingsOf } from '../../../src/domain/upkeep/erased.ts';
import { type OpenAboutNumber, whyNotErased } from '../../../src/domain/upkeep/history.ts';

test('a number is looked for in every way that others write it', () => {
  const ways = ['+237670000001', '00237670000001', '237670000001', '670000001'];
  assert.deepEqual(spellingsOf('+237670000001'), ways);
  assert.deepEqual(spellingsOf('+33612345678'), ['+33612345678', '0033612345678', '33612345678']);
});

test('every way of writing a number contains the shortest', () => {
  const ways = spellingsOf('+237670000001');
  const shortest = ways.at(-1) ?? '';
  for (const way of ways) assert.ok(way.includes(shortest), way);
});

test('a seal covers the digest of a number that is gone', () => {
  assert.equal(sealedNumber('0a1b'), 'erased:0a1b');
});

const DONE: OpenAboutNumber = {
  transactions: 0,
  ended: 0,
  requests: 0,
  payments: 0,
  checkouts: 0,
  texts: 0,
  contradictions: 0,
  jobs: 0,
};

test('a number with nothing under way may be erased', () => {
  assert.deepEqual(whyNotErased(DONE), []);
});

test('each kind of thing under way is a reason of its own, with its count', () => {
  const reasons = Object.keys(DONE).map((kind) => whyNotErased({ ...DONE, [kind]: 1 }));
  for (const reason of reasons) assert.match(reason.join('; '), /^1 of (its|the) [^;]+$/);
  assert.equal(new Set(reasons.flat()).size, Object.keys(DONE).length);
  const all = whyNotErased({
    transactions: 1,
    ended: 2,
    requests: 3,
    payments: 4,
    checkouts: 5,
    texts: 6,
    contradictions: 7,
    jobs: 8,
  });
  assert.deepEqual(
    all.map((reason) => reason.split(' ')[0]),
    ['1', '2', '3', '4', '5', '6', '7', '8'],
  );
});

const KEPT: readonly (readonly [at: string, months: number, from: string])[] = [
  ['2026-03-31T23:59:59.999Z', 0, '2026-03-01'],
  ['2026-03-31T23:59:59.999Z', 1, '2026-02-01'],
  ['2026-01-01T00:00:00.000Z', 1, '2025-12-01'],
  ['2026-01-15T12:00:00.000Z', 14, '2024-11-01'],
];

for (const [at, months, from] of KEPT) {
  test(`at ${at} the last ${months} whole months are kept`, () => {
    assert.deepEqual(keptFrom(new Date(at), months), new Date(`${from}T00:00:00Z`));
  });
}
