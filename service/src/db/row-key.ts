import type { Queryable } from './client.ts';

/** The key that rows are sealed with, as it is stored; null: there is none yet. */
export async function findRowKey(database: Queryable): Promise<string | null> {
  const [row] = await database.query<{ readonly secret: string }>({
    text: 'select secret from row_keys',
  });
  return row?.secret ?? null;
}

/** Of two processes that make the first key at once, the one that is stored first stays. */
export async function insertRowKey(database: Queryable, secret: string): Promise<void> {
  await database.query({
    text: 'insert into row_keys (secret) values ($1) on conflict do nothing',
    values: [secret],
  });
}

/** Replaces the stored form of the key, unless somebody else has done so meanwhile. */
export async function updateRowKey(
  database: Queryable,
  key: { readonly stored: string; readonly sealed: string },
): Promise<void> {
  await database.query({
    text: 'update row_keys set secret = $2 where secret = $1',
    values: [key.stored, key.sealed],
  });
}
