import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventOf, webhookBody } from '../../../src/domain/transactions/webhook-event.ts';
import { CREATED_AT, sampleDeposit } from './sample-transaction.ts';

test('a webhook body is this exact text, members in the order of the interface', () => {
  const transaction = { ...sampleDeposit('merchant_initiated'), providerTxId: 'MP-1' };
  assert.equal(
    webhookBody({ transaction, event: 'payment.succeeded', at: CREATED_AT, reasonCode: null }),
    '{"service_tx_id":"0195ab3e-0000-7000-8000-000000000001","reference":"order-1",' +
      '"event":"payment.succeeded","direction":"deposit","amount_xaf":12500,"operator":"mtn",' +
      '"provider_tx_id":"MP-1","ts":"2026-03-01T10:00:00.000Z"}',
  );
});

test('a provider reference that is not known is null in the body, not absent', () => {
  const transaction = sampleDeposit('customer_initiated');
  const at = CREATED_AT;
  const reasonCode = 'no_answer';
  const body = webhookBody({ transaction, event: 'payment.expired', at, reasonCode });
  assert.ok(body.includes('"provider_tx_id":null'));
});

test('a held transaction has no event and an end state has its own', () => {
  assert.equal(eventOf('requires_manual_resolution'), null);
  assert.equal(eventOf('provider_submitted'), null);
  assert.equal(eventOf('succeeded'), 'payment.succeeded');
  assert.equal(eventOf('failed'), 'payment.failed');
  assert.equal(eventOf('expired'), 'payment.expired');
});
