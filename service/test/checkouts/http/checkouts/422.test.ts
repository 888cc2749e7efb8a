import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECKOUTS, createCheckout } from '../../../support/checkouts/checkouts.ts';
import { startTestService } from '../../../support/harness.ts';
import { bodyOf, problemsOf } from '../../../support/transactions/payments.ts';

const service = await startTestService({}, { policy: { amountMaxXaf: 1_000_000 } });

function ask(json: object) {
  return service.call('POST', CHECKOUTS, { json });
}

test('a checkout is refused above the highest amount of a deposit', async () => {
  const refused = await ask({ amount_xaf: 1_000_001, reference: 'large' });
  assert.equal(refused.status, 422);
  assert.deepEqual(problemsOf(refused), ['less_than_equal body.amount_xaf']);
  await createCheckout(service, { amount_xaf: 1_000_000 });
});

test('too high an amount is named beside everything else that is wrong', async () => {
  const refused = await ask({ amount_xaf: 1_000_001, reference: '' });
  assert.deepEqual(problemsOf(refused), [
    'string_too_short body.reference',
    'less_than_equal body.amount_xaf',
  ]);
});

test('a reference that is known gives its checkout back, whatever amount comes with it', async () => {
  const { id } = await createCheckout(service, { reference: 'known' });
  const answer = await ask({ amount_xaf: 1_000_001, reference: 'known' });
  const { checkout_id, differs } = bodyOf(answer);
  assert.deepEqual({ checkout_id, differs }, { checkout_id: id, differs: ['amount_xaf'] });
});
