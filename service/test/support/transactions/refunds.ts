import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../call.ts';
import type { TestService } from '../harness.ts';
import { type Created, create, DEPOSITS, type Json, simulate } from './payments.ts';

/** A deposit of 500 that has succeeded. */
export async function paidDeposit(service: TestService, changes: Json = {}): Promise<Created> {
  const deposit = await create(service, DEPOSITS, changes);
  const answer = await simulate(service, deposit.service_tx_id, 'succeeded');
  assert.equal(answer.status, 200, answer.text);
  return deposit;
}

export function askRefund(
  { call }: Pick<TestService, 'call'>,
  depositId: string,
  changes: Json = {},
): Promise<Answer> {
  const json = { reference: randomUUID(), ...changes };
  return call('POST', `/api/v1/deposits/${depositId}/refunds`, { json });
}
