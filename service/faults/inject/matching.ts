import fc from 'fast-check';
import { type MatchCandidate, matchReceipt } from '../../src/domain/receipts/matching.ts';
import {
  after,
  CREATED_AT,
  EXPIRES_AT,
  LATE_WINDOW_MS,
  sampleDeposit,
} from '../../test/transactions/domain/sample-transaction.ts';

const LINE = '+237699000001';
const AT_MS = 1_800_000;
const BASE = sampleDeposit('customer_initiated');

const deposit = fc.record({
  state: fc.constantFrom('pending' as const, 'expired' as const),
  createdMs: fc.nat({ max: 500_000 }),
  endedMs: fc.nat({ max: AT_MS - 600_000 }),
});

/** Deposits of the same number and amount, of two players or more, that a payment may still pay. */
const ambiguous = fc.array(deposit, { minLength: 2, maxLength: 8 }).map((drawn) =>
  drawn.map(({ state, createdMs, endedMs }, index): MatchCandidate => {
    const isOpen = state === 'pending';
    const createdAt = after(CREATED_AT, createdMs);
    return {
      line: LINE,
      checkoutId: null,
      transaction: {
        ...sampleDeposit('customer_initiated', state),
        id: `0195ab3e-0000-7000-8000-${String(index).padStart(12, '0')}`,
        playerId: index % 2 === 0 ? 'one' : 'two',
        createdAt,
        expiresAt: isOpen ? after(createdAt, AT_MS) : null,
        stateUpdatedAt: isOpen ? createdAt : after(EXPIRES_AT, endedMs),
      },
    };
  }),
);

/** Payments that may be of either of two players. */
export function matchAmbiguous(order: { readonly payments: number; readonly seed: number }) {
  const receipt = {
    operator: BASE.operator,
    payer: BASE.msisdn,
    line: LINE,
    amountXaf: BASE.amountXaf,
    operatorTime: null,
  };
  let [credits, held] = [0, 0];
  const drawn = fc.sample(ambiguous, { seed: order.seed, numRuns: order.payments });
  for (const candidates of drawn) {
    const at = after(CREATED_AT, AT_MS);
    const found = matchReceipt(receipt, candidates, { at, lateWindowMs: LATE_WINDOW_MS });
    if (found.kind === 'held') held += 1;
    else credits += 1;
  }
  return { credits, held };
}
