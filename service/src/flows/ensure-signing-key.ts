import type { Queryable } from '../db/client.ts';
import { findCurrentSigningKey, insertSigningKey, type SigningKeyRow } from '../db/signing-keys.ts';
import { assert } from '../domain/assert.ts';
import { createKeyPair } from '../signing/key-pair.ts';

const FIRST_KEY_ID = 'service-payments-v1';

/** The key that signs webhooks now; the first start makes the first one. */
export async function ensureSigningKey(database: Queryable): Promise<SigningKeyRow> {
  const existing = await findCurrentSigningKey(database);
  if (existing !== null) return existing;
  const { publicKeyPem, privateKeyPem } = await createKeyPair();
  await insertSigningKey(database, {
    key_id: FIRST_KEY_ID,
    public_key_pem: publicKeyPem,
    private_key: privateKeyPem,
  });
  const stored = await findCurrentSigningKey(database);
  assert(stored !== null, 'the signing key was not stored');
  return stored;
}
