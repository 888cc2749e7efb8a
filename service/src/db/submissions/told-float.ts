import type { Queryable } from '../client.ts';

/**
 * What a provider has left to pay out: the balance that it told last, less what was sent to it
 * since. Null: it tells none.
 */
export async function findToldLeft(
  database: Queryable,
  providerId: string,
): Promise<number | null> {
  const [row] = await database.query<{ readonly left: number | null }>({
    name: 'find-told-left',
    text: `select (h.balance_xaf - coalesce((
                     select sum(t.amount_xaf) from open_transactions o
                     join transactions t on t.id = o.transaction_id
                     join submissions s on s.transaction_id = t.id
                     where o.state = 'provider_submitted' and s.provider_id = h.provider_id
                       and s.sent_at > h.checked_at), 0))::float8 as left
           from provider_health h where h.provider_id = $1 and h.balance_xaf is not null`,
    values: [providerId],
  });
  return row?.left ?? null;
}
