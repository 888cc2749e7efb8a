import type { Queryable } from '../client.ts';

/** Opens the months that begin within so many from now on, and returns how many parts that made. */
export async function openMonthsAhead(database: Queryable, ahead: number): Promise<number> {
  const [row] = await database.query<{ readonly opened: number }>({
    text: 'select open_months($1) as opened',
    values: [ahead],
  });
  return row?.opened ?? 0;
}
