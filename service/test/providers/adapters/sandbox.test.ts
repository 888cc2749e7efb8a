import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxProviderTxId } from '../../../src/domain/sandbox/simulation.ts';
import { SANDBOX } from '../../../src/providers/sandbox/index.ts';
import { proveConformance } from '../../support/providers/provider-conformance.ts';
import { openCall, paymentOrderOf } from '../../support/providers/provider-subject.ts';

proveConformance({ adapter: SANDBOX, account: () => ({}), dialect: null });

const connector = SANDBOX.connect({});
const order = paymentOrderOf(SANDBOX, 'withdrawal');
const prepared = { ...order, handle: order.reference };

test('a payout is final at once, under an id that is made from the reference', async () => {
  const providerTxId = sandboxProviderTxId({ id: order.reference });
  assert.match(providerTxId, /^SANDBOX-[0-9A-F]{32}$/);
  const sent = await connector.send(prepared, openCall());
  assert.deepEqual(sent, { kind: 'accepted', isFinal: true, providerTxId });
  assert.deepEqual(await connector.ask(prepared, openCall()), { kind: 'succeeded', providerTxId });
});

test('the sandbox never says that a deposit was paid', async () => {
  const deposit = { ...prepared, direction: 'deposit' } as const;
  const answer = await connector.send(deposit, openCall());
  assert.ok(answer.kind === 'refused' && answer.because === 'provider');
  assert.equal((await connector.ask(deposit, openCall())).kind, 'not_found');
});
