import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PUBLIC_PROBLEMS } from '../../service/src/contract/public-problems.ts';
import { isInDoubt } from '../src/api/client.ts';

function doubts(status: number, code: string): boolean {
  return isInDoubt({ status, refusal: { code, text: '', issues: [] } });
}

for (const [code, { status, remedy }] of Object.entries(PUBLIC_PROBLEMS)) {
  const isRefusal = status < 500 || /^Nothing was (stored|changed)/.test(remedy);
  test(`a change that is answered with ${code} is ${isRefusal ? 'refused' : 'in doubt'}`, () => {
    assert.equal(doubts(status, code), !isRefusal);
  });
}

test('a change without an answer, or with one of a proxy, is in doubt', () => {
  assert.ok(doubts(0, ''));
  assert.ok(doubts(502, ''));
  assert.ok(doubts(503, ''));
  assert.ok(doubts(503, 'code_of_a_newer_service'));
  assert.ok(!doubts(409, ''));
});
