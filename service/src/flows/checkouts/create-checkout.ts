import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { findCheckout, insertCheckout, type TimedCheckout } from '../../db/checkouts/checkouts.ts';
import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import { assert } from '../../domain/assert.ts';
import {
  type CheckoutFacts,
  sealedCheckout,
  sealedCheckoutState,
} from '../../domain/checkouts/checkout.ts';
import type { AmountBound } from '../../domain/providers/channel.ts';
import { NO_SEAL } from '../../domain/seals/seal.ts';
import type { PolicySource } from '../access/policy.ts';

export interface CheckoutRequest
  extends Omit<CheckoutFacts, 'id' | 'token' | 'createdAt' | 'expiresAt'> {
  readonly expiresInSeconds: number;
}

export type CreatedCheckout =
  | (TimedCheckout & { readonly kind: 'created' | 'existing' })
  | { readonly kind: 'amount_refused'; readonly bound: AmountBound };

/** Every person with the address may pay, so it cannot be guessed: 128 bits. */
const TOKEN_BYTES = 16;

/** Creates the checkout, or finds the one that the application has under this reference. */
export async function createCheckout(
  {
    database,
    policy,
  }: { readonly database: Queryable; readonly policy: Pick<PolicySource, 'recent'> },
  request: CheckoutRequest,
): Promise<CreatedCheckout> {
  const { amountMaxXaf } = await policy.recent();
  if (request.amountXaf > amountMaxXaf) {
    // What exists is returned, whatever the limit is today.
    const known = await findCheckout(database, request);
    if (known !== null) return { kind: 'existing', ...known };
    return { kind: 'amount_refused', bound: { kind: 'at_most', amountXaf: amountMaxXaf } };
  }
  const { seal = NO_SEAL } = database;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const createdAt = await findClock(database);
  const expiresAt = new Date(createdAt.getTime() + request.expiresInSeconds * 1_000);
  const facts = { ...request, id: randomUUIDv7(), token, createdAt, expiresAt };
  const begun = { id: facts.id, state: 'open', stateUpdatedAt: createdAt } as const;
  const created = await insertCheckout(database, {
    ...facts,
    seal: seal(sealedCheckout(facts)),
    stateSeal: seal(sealedCheckoutState(begun)),
  });
  if (created !== null) return { kind: 'created', ...created };
  const { applicationId, reference } = request;
  const existing = await findCheckout(database, { applicationId, reference });
  assert(existing !== null, 'a checkout has vanished');
  return { kind: 'existing', ...existing };
}
