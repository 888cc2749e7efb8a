import { OPERATORS } from '../domain/operators/operator.ts';
import type { Queryable } from './client.ts';

/** Adds every operator of this release to the tables; those of other releases stay. */
export async function ensureOperators(database: Queryable): Promise<void> {
  await database.query({
    text: `insert into operators (name) select unnest($1::text[])
           on conflict do nothing`,
    values: [OPERATORS],
  });
}
