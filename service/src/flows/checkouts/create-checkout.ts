import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { findCheckout, insertCheckout, type TimedCheckout } from '../../db/checkouts/checkouts.ts';
import type { Queryable } from '../../db/client.ts';
import { assert } from '../../domain/assert.ts';
import { type CheckoutFacts, sealedCheckout } from '../../domain/checkouts/checkout.ts';
import { NO_SEAL } from '../../domain/seals/seal.ts';

export interface CheckoutRequest extends Omit<CheckoutFacts, 'id' | 'token'> {
  readonly expiresInSeconds: number;
}

export interface CreatedCheckout extends TimedCheckout {
  readonly kind: 'created' | 'existing';
}

/** Every person with the address may pay, so it cannot be guessed: 128 bits. */
const TOKEN_BYTES = 16;

/** Creates the checkout, or finds the one that the application has under this reference. */
export async function createCheckout(
  database: Queryable,
  request: CheckoutRequest,
): Promise<CreatedCheckout> {
  const { seal = NO_SEAL } = database;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const facts = { ...request, id: randomUUIDv7(), token };
  const created = await insertCheckout(database, { ...facts, seal: seal(sealedCheckout(facts)) });
  if (created !== null) return { kind: 'created', ...created };
  const { applicationId, reference } = request;
  const existing = await findCheckout(database, { applicationId, reference });
  assert(existing !== null, 'a checkout has vanished');
  return { kind: 'existing', ...existing };
}
