import type { Queryable } from '../client.ts';

/** Notes what somebody has open now; they have one transaction open at a time. */
export async function noteLook(
  database: Queryable,
  look: { readonly transactionId: string; readonly staffId: string },
): Promise<void> {
  await database.query({
    text: `insert into looks (transaction_id, staff_id, at) values ($1, $2, app_now())
           on conflict (staff_id) do update
           set transaction_id = excluded.transaction_id, at = excluded.at`,
    values: [look.transactionId, look.staffId],
  });
}

/** The colleagues who have it open, by name. */
export async function listLookers(
  database: Queryable,
  wanted: {
    readonly transactionId: string;
    readonly exceptStaffId: string;
    readonly withinSeconds: number;
  },
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>({
    text: `select s.name from looks l join staff s on s.id = l.staff_id
           where l.transaction_id = $1 and l.staff_id <> $2
             and l.at > app_now() - make_interval(secs => $3)
           order by s.name`,
    values: [wanted.transactionId, wanted.exceptStaffId, wanted.withinSeconds],
  });
  return rows.map(({ name }) => name);
}
