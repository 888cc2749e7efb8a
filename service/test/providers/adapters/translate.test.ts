import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createScrubber } from '../../../src/providers/exchange.ts';
import type { HttpAnswer } from '../../../src/providers/http-client.ts';
import { MTN_MOMO } from '../../../src/providers/mtn-momo/index.ts';
import { MTN_PAYOUT_REASONS, MTN_REASONS } from '../../../src/providers/mtn-momo/reasons.ts';
import * as mtn from '../../../src/providers/mtn-momo/translate.ts';
import { ORANGE_MONEY } from '../../../src/providers/orange-money/index.ts';
import {
  ORANGE_PAYOUT_REASONS,
  ORANGE_REASONS,
} from '../../../src/providers/orange-money/reasons.ts';
import * as orange from '../../../src/providers/orange-money/translate.ts';
import * as pawapay from '../../../src/providers/pawapay/translate.ts';
import { readToken } from '../../../src/providers/session.ts';
import { plainNote } from '../../../src/providers/wire.ts';
import { paymentOrderOf } from '../../support/providers/provider-subject.ts';
import { english } from '../../support/sentences.ts';

const mtnOrder = paymentOrderOf(MTN_MOMO, 'deposit');
const asked = { order: mtnOrder, currency: 'XAF' };
const pawapayOrder = { ...mtnOrder, handle: mtnOrder.reference };
const orangeOrder = { ...paymentOrderOf(ORANGE_MONEY, 'withdrawal'), handle: 'CI2611150a1b2c' };

function answered(status: number, json: unknown): HttpAnswer {
  return { kind: 'answered', status, json, text: JSON.stringify(json) ?? '' };
}

for (const [code, message] of Object.entries(MTN_REASONS)) {
  test(`MTN's ${code} reads as a sentence, in both shapes`, () => {
    for (const reason of [code, { code, message: 'words' }]) {
      const json = { status: 'FAILED', reason };
      const answer = mtn.toStatusAnswer(answered(200, json), asked);
      const expiry = code === 'EXPIRED' ? { isExpiry: true } : {};
      assert.deepEqual(answer, { kind: 'failed', reason: message, code, ...expiry });
    }
    assert.match(english(message), /^[A-Z][^\n]*\.$/);
  });
}

for (const [code, message] of Object.entries({ ...ORANGE_REASONS, ...ORANGE_PAYOUT_REASONS })) {
  test(`Orange's ${code} reads as a sentence, in any field`, () => {
    const bodies = [
      { code, message: 'Echec' },
      { message: `${code} :: Echec | 12`, data: null },
      { message: 'Echec', data: { status: 'FAILED', txnstatus: code } },
      { message: 'Echec', data: { status: 'FAILED', inittxnmessage: `${code} :: Echec` } },
    ];
    for (const body of bodies) {
      for (const status of [200, 417]) {
        const answer = orange.toSendAnswer(answered(status, body), orangeOrder);
        const expected = { kind: 'refused', because: 'payment', reason: message, code };
        assert.deepEqual(answer, expected, JSON.stringify(body));
      }
    }
    assert.match(english(message), /^[A-Z][^\n]*\.$/);
  });
}

const payoutOrder = paymentOrderOf(MTN_MOMO, 'withdrawal');

test('of a payout, in which we pay, no reason speaks of the payer or blames the player', () => {
  for (const code of Object.keys(MTN_REASONS)) {
    const failed = mtn.toStatusAnswer(answered(200, { status: 'FAILED', reason: code }), {
      order: payoutOrder,
      currency: 'XAF',
    });
    const refused = mtn.toSendAnswer(answered(400, { code }), payoutOrder);
    assert.ok(failed.kind === 'failed');
    assert.doesNotMatch(english(failed.reason), /payer|[Tt]he player/);
    if (refused.kind === 'refused') assert.deepEqual(refused.reason, failed.reason);
  }
  for (const code of Object.keys(MTN_PAYOUT_REASONS)) assert.ok(Object.hasOwn(MTN_REASONS, code));
  const poor = orange.toSendAnswer(answered(417, { message: '60019 :: Non' }), orangeOrder);
  assert.ok(poor.kind === 'refused');
  assert.equal(english(poor.reason), 'Our account at Orange Money does not have enough money.');
  const deposit = { ...orangeOrder, direction: 'deposit' } as const;
  const poorPlayer = orange.toSendAnswer(answered(417, { message: '60019 :: Non' }), deposit);
  assert.ok(poorPlayer.kind === 'refused');
  assert.equal(english(poorPlayer.reason), 'The payer does not have enough money.');
});

test("names of an object's own functions are no reasons", () => {
  for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    const failed = mtn.toStatusAnswer(answered(200, { status: 'FAILED', reason: word }), asked);
    assert.deepEqual(failed, {
      kind: 'failed',
      reason: { code: 'system_reported_failure', params: { system: 'MTN' } },
      code: word,
    });
    const data = { status: word, amount: 2_500 };
    assert.equal(orange.toStatusAnswer(answered(200, { data }), orangeOrder).kind, 'unknown');
    const refused = orange.toSendAnswer(answered(417, { code: word }), orangeOrder);
    assert.ok(refused.kind === 'refused');
    assert.equal(english(refused.reason), 'Orange Money refused the payment.');
  }
});

test('no JSON at all makes a translation throw or a success', () => {
  const anyAnswer = fc
    .tuple(fc.integer({ min: 100, max: 599 }), fc.jsonValue())
    .map(([status, json]) => answered(status, json));
  fc.assert(
    fc.property(anyAnswer, (answer) => {
      assert.notEqual(mtn.toStatusAnswer(answer, asked).kind, 'succeeded');
      assert.notEqual(orange.toStatusAnswer(answer, orangeOrder).kind, 'succeeded');
      const paid = orange.toSendAnswer(answer, orangeOrder);
      assert.ok(paid.kind !== 'accepted');
      mtn.toSendAnswer(answer, mtnOrder);
      mtn.toHealth({ deposit: answer, withdrawal: answer }, 'XAF');
      mtn.toPayee(answer);
      orange.toPrepared(answer);
      orange.toPayee(answer);
      assert.notEqual(pawapay.toStatusAnswer(answer, pawapayOrder).kind, 'succeeded');
      assert.ok(pawapay.toSendAnswer(answer, pawapayOrder).kind !== 'accepted');
      pawapay.toHealth(answer);
      pawapay.toLimits(answer, mtnOrder);
      readToken(answer);
    }),
    { numRuns: 2_000 },
  );
});

const FIELDS = ['status', 'amount', 'currency', 'reason', 'payer', 'payee', 'externalId', 'data'];

test('no type of any field makes a translation throw', () => {
  const shaped = fc.dictionary(fc.constantFrom(...FIELDS, 'code', 'message'), fc.jsonValue());
  fc.assert(
    fc.property(shaped, fc.constantFrom(200, 202, 400, 404, 409, 417, 500), (body, status) => {
      for (const json of [body, { data: body, message: body['message'] ?? null }]) {
        const answer = answered(status, json);
        mtn.toStatusAnswer(answer, asked);
        mtn.toSendAnswer(answer, mtnOrder);
        orange.toStatusAnswer(answer, orangeOrder);
        orange.toSendAnswer(answer, orangeOrder);
        orange.toPayee(answer);
      }
    }),
    { numRuns: 2_000 },
  );
});

const NOTES = [
  ['Deposit 12', 'Deposit 12'],
  ["L'équipe n° 7 – dépôt!", 'L equipe n 7 depot'],
  ['  many   spaces ', 'many spaces'],
  ['', 'Payment'],
  ['💰💰', 'Payment'],
  ['x'.repeat(200), 'x'.repeat(160)],
  [`${'x'.repeat(159)} y`, 'x'.repeat(159)],
] as const;

for (const [note, expected] of NOTES) {
  test(`the note "${note.slice(0, 30)}" is sent as "${expected.slice(0, 30)}"`, () => {
    assert.equal(plainNote(note), expected);
  });
}

test('a PIN is removed where it is a whole number, and longer numbers stay', () => {
  const scrubber = createScrubber(['4826']);
  const answer = answered(400, { pin: '4826', txnid: 'MP4826.99', amount: 148_260 });
  const kept = scrubber.describe({ method: 'POST', path: '/pay' }, answer, 5);
  assert.equal(kept.answer, '{"pin":"***","txnid":"MP4826.99","amount":148260}');
});

test('a secret that lies across the end of what is kept is taken out whole', () => {
  const secret = 'a-long-secret-key';
  const text = `${'x'.repeat(4_090)}${secret}`;
  const answer: HttpAnswer = { kind: 'answered', status: 500, text, json: null };
  const request = { method: 'GET', path: '/' };
  const kept = createScrubber([secret]).describe(request, answer, 5);
  assert.equal(kept.answer, `${'x'.repeat(4_090)}***`);
});

test('of a confidential answer only the status is kept', () => {
  const request = { method: 'POST', path: '/token', isConfidential: true };
  const kept = createScrubber([]).describe(request, answered(200, { access_token: 'x' }), 5);
  assert.deepEqual(kept, {
    request: 'POST /token',
    status: 200,
    answer: null,
    error: null,
    latencyMs: 5,
  });
});

const LIVES = [
  [3_600, 3_600_000],
  ['120', 120_000],
  [999_999, 3_600_000],
  [undefined, 60_000],
  [-5, 60_000],
  ['soon', 60_000],
] as const;

for (const [expires_in, lifeMs] of LIVES) {
  test(`a token that lives ${expires_in} seconds is used for ${lifeMs} ms at most`, () => {
    const found = readToken(answered(200, { access_token: 'abc', expires_in }));
    assert.deepEqual(found, { kind: 'token', token: 'abc', lifeMs });
  });
}
