import type { Queryable } from '../db/client.ts';
import { findRowKey, insertRowKey } from '../db/installation.ts';
import { NO_SEAL, type SealRow } from '../domain/seals/seal.ts';
import {
  createRowSeal,
  makeRowKey,
  type RowKey,
  readRowKey,
  writeRowKey,
} from '../signing/row-seal.ts';
import type { Vault } from '../signing/sealed-text.ts';

interface RowKeyDeps {
  readonly database: Queryable;
  readonly vault: Vault;
}

/** The first start with a SECRETS_KEY makes the key; without one nothing could keep it secret. */
export async function ensureRowKey({ database, vault }: RowKeyDeps, since: Date): Promise<void> {
  if (!seals(vault) || (await findRowKey(database)) !== null) return;
  await insertRowKey(database, vault.seal(writeRowKey(makeRowKey(since))));
}

/** What seals new transactions. */
export async function openRowSeal(deps: RowKeyDeps): Promise<SealRow> {
  const found = await openRowKey(deps);
  return found === null ? NO_SEAL : createRowSeal(found.key);
}

/** The same for rows that must be sealed if there is a key; throws if that cannot be opened. */
export async function requireRowSeal(deps: RowKeyDeps): Promise<SealRow> {
  const stored = await findRowKey(deps.database);
  if (stored !== null && deps.vault.isSealed(stored)) deps.vault.open(stored);
  return openRowSeal(deps);
}

/**
 * The key of the database's rows, if it is sealed and we can open it. An unsealed one is not ours:
 * a third party may have put it there.
 */
export async function openRowKey({ database, vault }: RowKeyDeps): Promise<RowKey | null> {
  const stored = await findRowKey(database);
  if (stored === null || !seals(vault) || !vault.isSealed(stored)) return null;
  return readRowKey(vault.open(stored));
}

function seals(vault: Vault): boolean {
  return vault.isSealed(vault.seal(''));
}
