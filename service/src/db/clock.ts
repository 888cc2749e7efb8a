import type { Queryable } from './client.ts';

export async function findClock(database: Queryable): Promise<Date> {
  const [row] = await database.query<{ readonly now: Date }>({ text: 'select app_now() as now' });
  return row?.now ?? new Date(0);
}
