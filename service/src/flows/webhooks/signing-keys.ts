import { setTimeout as pause } from 'node:timers/promises';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  findCurrentSigningKey,
  findNextKeyChange,
  insertSigningKey,
  listSigningKeys,
  revokeKeyPair,
} from '../../db/webhooks/signing-keys.ts';
import { assert } from '../../domain/assert.ts';
import { SECRET_PLACES, type Vault } from '../../signing/sealed-text.ts';
import {
  bitsOf,
  createKeyPair,
  createSigner,
  type KeyPair,
  type Signer,
} from '../../signing/webhook-token.ts';
import type { Actor } from '../access/actor.ts';

export interface KeyDeps {
  readonly database: Queryable;
  readonly vault: Vault;
}

/** What receivers know; a longer key signs more slowly. */
const USUAL_BITS = 2_048;

export async function ensureSigningKey(deps: KeyDeps): Promise<void> {
  if ((await findCurrentSigningKey(deps.database)) !== null) return;
  const pair = await createKeyPair(USUAL_BITS);
  await storeKey(deps, { version: 1, delayHours: 0, pair });
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
  { overlapHours, bits = USUAL_BITS }: { readonly overlapHours: number; readonly bits?: number },
): Promise<Rotation> {
  // Making a key takes a while, so no lock is held yet.
  const pair = await createKeyPair(bits);
  return deps.database.atomically(async (connection) => {
    const announced = await findNextKeyChange(connection);
    if (announced !== null) {
      return { kind: 'already_announced', activeFrom: announced.activeFrom };
    }
    const added = await addKey({ ...deps, database: connection }, actor, { overlapHours, pair });
    return { kind: added.isOurs ? 'announced' : 'already_announced', ...added };
  });
}

export type Revocation =
  | { readonly kind: 'revoked'; readonly signsNow: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'already_revoked' };

/**
 * Takes a key out of what is published, at once and for good. The one that signs is replaced first,
 * and revoked when every process signs with its successor, so that no webhook leaves with it.
 */
export async function revokeSigningKey(
  deps: KeyDeps & { readonly database: Database },
  actor: Actor,
  { keyId, reason }: { readonly keyId: string; readonly reason: string | null },
): Promise<Revocation> {
  const key = (await listSigningKeys(deps.database)).find(({ key_id }) => key_id === keyId);
  if (key === undefined) return { kind: 'not_found' };
  if (key.revoked_at !== null) return { kind: 'already_revoked' };
  if ((await findCurrentSigningKey(deps.database))?.key_id === keyId) {
    const pair = await createKeyPair(bitsOf(key.public_key_pem));
    await deps.database.atomically((connection) =>
      addKey({ ...deps, database: connection }, actor, { overlapHours: 0, pair }),
    );
    await pause(SIGNER_FRESH_MS);
  }
  return deps.database.atomically(async (connection) => {
    const current = await findCurrentSigningKey(connection);
    assert(current !== null && current.key_id !== keyId, 'no other key signs');
    await revokeKeyPair(connection, keyId);
    await appendAudit(connection, {
      ...actor,
      action: 'signing_key.revoke',
      subject: `signing-key:${keyId}`,
      before: { revoked: false },
      after: { revoked: true, signs_now: current.key_id },
      reason,
    });
    return { kind: 'revoked', signsNow: current.key_id };
  });
}

/** Stores a key under the next number, with its entry in the audit log. */
async function addKey(
  deps: KeyDeps,
  actor: Actor,
  { overlapHours, pair }: { readonly overlapHours: number; readonly pair: KeyPair },
): Promise<{ readonly isOurs: boolean; readonly keyId: string; readonly activeFrom: Date }> {
  const { database } = deps;
  const current = await findCurrentSigningKey(database);
  const numbers = (await listSigningKeys(database)).map(({ key_id }) => numberOf(key_id));
  const version = Math.max(0, ...numbers) + 1;
  const isOurs = await storeKey(deps, { version, delayHours: overlapHours, pair });
  const newest = (await listSigningKeys(database)).find((key) => numberOf(key.key_id) === version);
  assert(newest !== undefined, 'the new signing key was not stored');
  const { key_id: keyId, active_from: activeFrom } = newest;
  if (!isOurs) return { isOurs, keyId, activeFrom };
  await appendAudit(database, {
    ...actor,
    action: 'signing_key.rotate',
    subject: `signing-key:${keyId}`,
    before: { key: current?.key_id ?? null },
    after: { key: keyId, active_from: activeFrom },
    reason: null,
  });
  return { isOurs, keyId, activeFrom };
}

function numberOf(keyId: string): number {
  return Number(/\d+$/.exec(keyId)?.[0] ?? 0);
}

function storeKey(
  { database, vault }: KeyDeps,
  {
    version,
    delayHours,
    pair,
  }: { readonly version: number; readonly delayHours: number; readonly pair: KeyPair },
): Promise<boolean> {
  const { publicKeyPem, privateKeyPem } = pair;
  const keyId = `service-payments-v${version}`;
  const privateKey = vault.seal(privateKeyPem, SECRET_PLACES.privateKey(keyId));
  return insertSigningKey(database, { keyId, delayHours, publicKeyPem, privateKey });
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
    return createSigner(
      row.key_id,
      deps.vault.open(row.private_key, SECRET_PLACES.privateKey(row.key_id)),
    );
  }
}
