import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  findCurrentSigningKey,
  findNextKeyChange,
  insertSigningKey,
  listValidSigningKeys,
} from '../../db/webhooks/signing-keys.ts';
import { assert } from '../../domain/assert.ts';
import type { Vault } from '../../signing/sealed-text.ts';
import { createKeyPair, createSigner, type Signer } from '../../signing/webhook-token.ts';
import type { Actor } from '../access/actor.ts';

export interface KeyDeps {
  readonly database: Queryable;
  readonly vault: Vault;
}

export async function ensureSigningKey(deps: KeyDeps): Promise<void> {
  if ((await findCurrentSigningKey(deps.database)) !== null) return;
  await insertSigningKey(deps.database, { version: 1, delayHours: 0, ...(await createKey(deps)) });
}

export type Rotation =
  | { readonly kind: 'announced'; readonly keyId: string; readonly activeFrom: Date }
  | { readonly kind: 'already_announced'; readonly activeFrom: Date };

/**
 * Makes the next key and publishes it at once. It signs only after the overlap, so that clients
 * that cache the published keys for a day have seen it by then.
 */
export async function rotateSigningKey(
  deps: KeyDeps & { readonly database: Database },
  actor: Actor,
  overlapHours: number,
): Promise<Rotation> {
  // Making a key takes a while, so no lock is held yet.
  const key = await createKey(deps);
  return deps.database.atomically(async (connection) => {
    const announced = await findNextKeyChange(connection);
    if (announced !== null) {
      return { kind: 'already_announced', activeFrom: announced.activeFrom };
    }
    const current = await findCurrentSigningKey(connection);
    const version = Number(current?.key_id.match(/\d+$/)?.[0] ?? 0) + 1;
    const isOurs = await insertSigningKey(connection, {
      version,
      delayHours: overlapHours,
      ...key,
    });
    const [newest] = await listValidSigningKeys(connection);
    assert(newest !== undefined, 'the new signing key was not stored');
    const { key_id: keyId, active_from: activeFrom } = newest;
    if (!isOurs) return { kind: 'already_announced', activeFrom };
    await appendAudit(connection, {
      ...actor,
      action: 'signing_key.rotate',
      subject: `signing-key:${keyId}`,
      before: { key: current?.key_id ?? null },
      after: { key: keyId, active_from: activeFrom },
      reason: null,
    });
    return { kind: 'announced', keyId, activeFrom };
  });
}

/** Every process notices an unannounced change within this time. */
const SIGNER_FRESH_MS = 2_000;

/** The key that signs now, kept ready. An announced change happens on time. */
export function createSignerSource(deps: KeyDeps): () => Promise<Signer> {
  let signer: Promise<Signer> | null = null;
  let freshUntil = 0;
  return () => {
    if (signer !== null && performance.now() < freshUntil) return signer;
    freshUntil = performance.now() + SIGNER_FRESH_MS;
    signer = load(signer);
    signer.catch(() => {
      freshUntil = 0;
    });
    return signer;
  };

  async function load(before: Promise<Signer> | null): Promise<Signer> {
    const change = await findNextKeyChange(deps.database);
    if (change !== null) freshUntil = Math.min(freshUntil, performance.now() + change.inMs);
    const row = await findCurrentSigningKey(deps.database);
    assert(row !== null, 'there is no signing key although the service has started');
    const known = await before?.catch(() => null);
    if (known?.keyId === row.key_id) return known;
    return createSigner(row.key_id, deps.vault.open(row.private_key));
  }
}

async function createKey({ vault }: KeyDeps) {
  const { publicKeyPem, privateKeyPem } = await createKeyPair();
  return { publicKeyPem, privateKey: vault.seal(privateKeyPem) };
}
