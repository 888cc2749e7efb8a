import type { Queryable } from './client.ts';

export interface SigningKeyRow {
  readonly key_id: string;
  readonly public_key_pem: string;
  readonly private_key: string;
}

export async function findCurrentSigningKey(database: Queryable): Promise<SigningKeyRow | null> {
  const [row] = await database.query<SigningKeyRow>({
    text: `select key_id, public_key_pem, private_key from signing_keys
           order by created_at desc, key_id desc limit 1`,
  });
  return row ?? null;
}

/** Two processes may make the first key at once; the one that is stored first stays. */
export async function insertSigningKey(database: Queryable, key: SigningKeyRow): Promise<void> {
  await database.query({
    text: `insert into signing_keys (key_id, public_key_pem, private_key) values ($1, $2, $3)
           on conflict do nothing`,
    values: [key.key_id, key.public_key_pem, key.private_key],
  });
}
