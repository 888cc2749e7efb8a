import assert from 'node:assert/strict';
import { findCheckout } from '../../../src/db/checkouts/checkouts.ts';
import { settleCheckouts } from '../../../src/flows/checkouts/settle-checkouts.ts';
import { type StartedAttempt, startAttempt } from '../../../src/flows/checkouts/start-attempt.ts';
import type { TestService } from '../harness.ts';
import { bodyOf, type Json } from '../transactions/payments.ts';

export const CHECKOUTS = '/api/v1/checkouts';

let last = 0;

/** A checkout of 5 000 XAF with a reference of its own. */
export async function createCheckout(
  service: Pick<TestService, 'call'>,
  changes: Json = {},
): Promise<{ readonly id: string; readonly url: string }> {
  last += 1;
  const json = { amount_xaf: 5000, reference: `cart-${process.pid}-${last}`, ...changes };
  const answer = await service.call('POST', CHECKOUTS, { json });
  assert.equal(answer.status, 200, answer.text);
  const { checkout_id, url } = bodyOf(answer);
  return { id: String(checkout_id), url: String(url) };
}

export interface ReadCheckout extends Json {
  readonly state: string;
  readonly paid_by: string | null;
  readonly surplus: readonly string[];
  readonly attempts: readonly { readonly service_tx_id: string; readonly state: string }[];
}

export async function readCheckout(
  service: Pick<TestService, 'call'>,
  id: string,
): Promise<ReadCheckout> {
  const answer = await service.call('GET', `${CHECKOUTS}/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer) as ReadCheckout;
}

/** What the page does when a buyer has typed a number. */
export function attempt(
  service: TestService,
  id: string,
  buyer: { readonly msisdn: string; readonly operator: string },
): Promise<StartedAttempt> {
  return attemptWith(service, {}, id, buyer);
}

/** The same with other parts where a test gives them. */
export async function attemptWith(
  { database, payments }: TestService,
  parts: Partial<TestService['payments']>,
  id: string,
  buyer: { readonly msisdn: string; readonly operator: string },
): Promise<StartedAttempt> {
  const found = await findCheckout(database, { id });
  assert.ok(found !== null);
  const deps = { ...payments, database, play: null, ...parts };
  return startAttempt(deps, found.checkout, { ...buyer, lang: 'fr' });
}

/** The same, and it must have begun. */
export async function pay(
  service: TestService,
  id: string,
  buyer: { readonly msisdn: string; readonly operator: string },
): Promise<string> {
  const started = await attempt(service, id, buyer);
  assert.equal(started.kind, 'started', JSON.stringify(started));
  assert.ok(started.kind === 'started');
  return started.transaction.id;
}

/** What the worker of a process does. */
export async function settleAll({ database }: Pick<TestService, 'database'>): Promise<number> {
  return settleCheckouts({ database, onQueued: () => {} });
}

/** A number that nobody else in the file uses. */
export function mtnNumber(digits: number): { readonly msisdn: string; readonly operator: string } {
  return { msisdn: `+23767${String(1_000_000 + digits)}`, operator: 'mtn' };
}

export function orangeNumber(digits: number) {
  return { msisdn: `+23769${String(1_000_000 + digits)}`, operator: 'orange' };
}
