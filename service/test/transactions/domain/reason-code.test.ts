import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIM_MESSAGES } from '../../../src/domain/messages/line-messages.ts';
import { MESSAGES, type Message } from '../../../src/domain/messages/message.ts';
import { DIRECTIONS, REASON_CODES } from '../../../src/domain/payment-kinds.ts';
import { hasReason, REASONS, reasonCodeOf } from '../../../src/domain/transactions/reason-code.ts';
import { TRANSITIONS_OF } from '../../../src/domain/transactions/transition.ts';
import { MTN_PAYOUT_REASONS, MTN_REASONS } from '../../../src/providers/mtn-momo/reasons.ts';
import {
  ORANGE_PAYOUT_REASONS,
  ORANGE_REASONS,
} from '../../../src/providers/orange-money/reasons.ts';

test('every reason of an operator, and every sentence of the tables, has its code by name', () => {
  const said = [MTN_REASONS, MTN_PAYOUT_REASONS, ORANGE_REASONS, ORANGE_PAYOUT_REASONS].flatMap(
    (reasons) => Object.values(reasons).map(({ code }) => code),
  );
  const rows = DIRECTIONS.flatMap((direction) => TRANSITIONS_OF[direction]);
  const sentences = rows.filter(({ to }) => hasReason(to)).map(({ remark }) => remark);
  for (const code of [...said, ...sentences]) assert.ok(REASONS[code] !== undefined, code);
});

test('each code can be said by a sentence of the service', () => {
  const given = new Set(
    Object.values(REASONS).flatMap((code) =>
      typeof code === 'string' ? [code] : Object.values(code),
    ),
  );
  assert.deepEqual([...given].toSorted(), [...REASON_CODES].toSorted());
});

test('what concerns our own account or SIM is never said of the player', () => {
  const ours = Object.keys(MESSAGES).filter(
    (code) => /^(our_|we_lack|float_|system_refused_cred)/.test(code) || code in SIM_MESSAGES,
  );
  assert.ok(ours.length > 20);
  for (const code of ours) {
    for (const direction of DIRECTIONS) {
      const meant = codeOf(direction, { code } as Message);
      assert.ok(meant === 'not_sent' || meant === 'unknown', `${code}: ${meant}`);
    }
  }
});

test('in a payout an account without an owner may be ours', () => {
  assert.equal(codeOf('deposit', { code: 'account_blocked' }), 'blocked');
  assert.equal(codeOf('withdrawal', { code: 'account_blocked' }), 'unknown');
});

test('a person’s own words and the sandbox mean what the move means', () => {
  const rejected = { direction: 'withdrawal', to: 'failed' } as const;
  for (const given of [
    null,
    { code: 'prose', params: { text: 'x' } },
    { code: 'simulated', params: { outcome: 'failed' } },
  ] as const) {
    const code = reasonCodeOf({ ...rejected, given, otherwise: 'withdrawal_rejected' });
    assert.equal(code, 'rejected_by_staff');
  }
});

test('a payment that goes on, or has succeeded, has no reason', () => {
  const given = { code: 'payer_lacks_money' } as const;
  const facts = { direction: 'deposit', given, otherwise: 'payment_confirmed' } as const;
  for (const to of ['pending', 'provider_acknowledged', 'succeeded'] as const) {
    assert.equal(reasonCodeOf({ ...facts, to }), null);
  }
});

function codeOf(direction: 'deposit' | 'withdrawal', given: Message) {
  return reasonCodeOf({ direction, to: 'failed', given, otherwise: 'transfer_refused' });
}
