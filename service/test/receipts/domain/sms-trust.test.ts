import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeTrust, type TrustSigns } from '../../../src/domain/receipts/sms-trust.ts';
import { english } from '../../support/sentences.ts';

const AT = new Date('2026-03-01T10:00:00.000Z');
const DAY_MS = 24 * 3_600_000;
const GOOD: TrustSigns = {
  trust: 'trusted',
  payment: { operatorTime: AT, balancesCents: [100] },
  at: AT,
  balance: 'proven',
  chainDoubt: null,
  readingDoubt: null,
};
const NO_BALANCE = { operatorTime: AT, balancesCents: [] };
const DOUBT = { code: 'line_holds_more', params: { amount_xaf: 500 } } as const;
const operatorAt = (offMs: number) => ({
  payment: { operatorTime: new Date(AT.getTime() + offMs), balancesCents: [100] },
});

const CASES: readonly (readonly [
  name: string,
  changes: Partial<TrustSigns>,
  score: number,
  holdReason: RegExp | null,
  waitsForLine: boolean,
])[] = [
  ['nothing against it', {}, 100, null, false],
  ['a forged signature', { trust: 'forged' }, 0, /not signed/, false],
  ['a late signature', { trust: 'late' }, 60, /too old/, false],
  ['an unknown SIM', { trust: 'unknown_sim' }, 60, /SIM .* not one of our/, false],
  [
    'a balance that does not follow',
    { balance: 'waits', chainDoubt: DOUBT },
    60,
    /holds 500.FCFA more/,
    true,
  ],
  [
    'a late signature on a line in doubt',
    { trust: 'late', balance: 'waits', chainDoubt: DOUBT },
    20,
    /too old/,
    false,
  ],
  [
    'a forgery on a line in doubt',
    { trust: 'forged', balance: 'waits', chainDoubt: DOUBT },
    0,
    /not signed/,
    false,
  ],
  ['no balance', { payment: NO_BALANCE, balance: 'not_compared' }, 90, null, false],
  [
    'a balance that is compared with nothing',
    { payment: { operatorTime: AT, balancesCents: [100] }, balance: 'not_compared' },
    100,
    null,
    false,
  ],
  [
    'no balance where one is due',
    { payment: NO_BALANCE, balance: 'missing' },
    60,
    /names no balance, while/,
    false,
  ],
  [
    'no balance on a line that was not opened',
    { payment: NO_BALANCE, balance: 'missing', chainDoubt: { code: 'line_not_opened' } },
    20,
    /was not opened/,
    false,
  ],
  [
    'no balance where one is due, signed late',
    { payment: NO_BALANCE, balance: 'missing', trust: 'late' },
    20,
    /too old/,
    false,
  ],
  [
    'no time of the operator',
    { payment: { operatorTime: null, balancesCents: [1] } },
    100,
    null,
    false,
  ],
  ['a clock that is a day ahead', operatorAt(DAY_MS), 100, null, false],
  ['a clock that is more than a day ahead', operatorAt(DAY_MS + 1), 90, null, false],
  ['a clock that is more than a day behind', operatorAt(-DAY_MS - 1), 90, null, false],
  [
    'neither balance nor a likely time',
    { payment: { operatorTime: new Date(0), balancesCents: [] }, balance: 'not_compared' },
    80,
    null,
    false,
  ],
];

for (const [name, changes, score, holdReason, waitsForLine] of CASES) {
  test(`${name}: score ${score}, ${holdReason === null ? 'credited' : 'held'}`, () => {
    const verdict = judgeTrust({ ...GOOD, ...changes });
    assert.equal(verdict.score, score);
    assert.equal(verdict.waitsForLine, waitsForLine);
    if (holdReason === null) assert.equal(verdict.holdReason, null);
    else assert.match(english(verdict.holdReason), holdReason);
    assert.equal(verdict.doubts.length > 0, score < 100, 'a lower score has a reason');
    for (const doubt of verdict.doubts) assert.match(english(doubt), /^\p{Lu}.+\.$/u);
    if (verdict.holdReason !== null) assert.equal(verdict.doubts[0], verdict.holdReason);
  });
}
