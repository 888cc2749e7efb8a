import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestService } from '../support/harness.ts';
import { accept, backUp, openRestoreCase, settle } from '../support/provider-requests/restore.ts';
import { approve } from '../support/providers/live.ts';
import { bodyOf, create, DEPOSITS, forceState } from '../support/transactions/payments.ts';
import { askRefund } from '../support/transactions/refunds.ts';

// A refund that was paid and that a restored database does not know.

const { startService, payout, timesPaid } = await openRestoreCase();

async function refund(service: TestService, depositId: string, reference: string): Promise<void> {
  const answer = await askRefund(service, depositId, { reference });
  assert.equal(answer.status, 200, answer.text);
  await approve(service, String(bodyOf(answer)['service_tx_id']));
  await settle(service);
}

for (const operator of ['mtn', 'orange'] as const) {
  test(`after a restore no more is given back than came, by any reference (${operator})`, async () => {
    const service = await startService();
    const json = payout(operator);
    const { service_tx_id: id } = await create(service, DEPOSITS, json);
    await forceState(service.database, id, 'succeeded');
    await service.database.query({ text: 'update submissions set next_step_at = null' });
    const backup = await backUp(service);
    const reference = randomUUID();
    await refund(service, id, reference);
    assert.equal(timesPaid(json), 1);

    const restored = await backup.restore('dump');
    await accept(restored);
    const other = await askRefund(restored, id);
    assert.equal(bodyOf(other)['code'], 'refund_too_large', other.text);
    await refund(restored, id, reference);
    assert.equal(timesPaid(json), 1, 'paid again');
    assert.equal(bodyOf(await askRefund(restored, id))['code'], 'refund_too_large');
  });
}
