import type { Queryable } from '../db/client.ts';
import { findRowKey } from '../db/installation.ts';
import { NO_SEAL, type SealRow } from '../domain/seals/seal.ts';
import { createRowSeal, type RowKey, readRowKey } from '../signing/row-seal.ts';
import { formOf, SECRET_PLACES, type Vault } from '../signing/sealed-text.ts';

interface RowKeyDeps {
  readonly database: Queryable;
  readonly vault: Vault;
}

/** What seals new transactions. */
export async function openRowSeal(deps: RowKeyDeps): Promise<SealRow> {
  const found = await openRowKey(deps);
  return found === null ? NO_SEAL : createRowSeal(found.key, found.former);
}

/** The same for rows that must be sealed if there is a key; throws if that cannot be opened. */
export async function requireRowSeal(deps: RowKeyDeps): Promise<SealRow> {
  const stored = await findRowKey(deps.database);
  if (stored !== null && isSealed(stored)) deps.vault.openAnyForm(stored, ROW_KEY);
  return openRowSeal(deps);
}

/**
 * The key of the database's rows, if it is sealed and we can open it. An unsealed one is not ours:
 * a third party may have put it there.
 */
export async function openRowKey({ database, vault }: RowKeyDeps): Promise<RowKey | null> {
  const stored = await findRowKey(database);
  if (stored === null || !vault.hasKey || !isSealed(stored)) return null;
  // An upgrade finds the key of release 0.2; `findRowKeyProblem` refuses it once there is another.
  return readRowKey(vault.openAnyForm(stored, ROW_KEY));
}

const ROW_KEY = SECRET_PLACES.rowKey();

function isSealed(stored: string): boolean {
  return formOf(stored, ROW_KEY) !== 'open';
}
