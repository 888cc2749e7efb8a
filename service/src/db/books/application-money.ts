import {
  isOwnApplication,
  OWN_APPLICATION_IDS,
  OWN_APPLICATIONS,
} from '../../domain/access/own-application.ts';
import {
  type ApplicationMoney,
  type MoneyLimits,
  PROMISED_SETTLEMENT,
  settlementCause,
} from '../../domain/books/application-money.ts';
import type { Queryable } from '../client.ts';

/** `a` are the applications. */
const isOnly = (ownIds: '$2' | '$3') => `not exists (
  select from book_accounts o
  where o.kind = 'application' and o.key <> all(a.id::text || ${ownIds}::text[]))`;

export interface ApplicationMoneyRow extends ApplicationMoney {
  readonly id: string;
  readonly name: string;
  /** What it was paid of what it was owed, ever. */
  readonly settledXaf: number;
}

/** What applications have, in one moment: those of these names or ids, or all of them. */
export function listApplicationMoney(
  database: Queryable,
  { ids = null, names = null }: { readonly ids?: Listed; readonly names?: Listed } = {},
): Promise<ApplicationMoneyRow[]> {
  return database.query<ApplicationMoneyRow>({
    name: 'list-application-money',
    text: `select a.id, a.name, a.credit_xaf::float8 as "creditXaf",
                  ${isOnly('$3')} as "isOnly",
                  (coalesce((select sum(d.credit_cents - d.debit_cents) from book_totals d
                             where d.account = b.id), 0)
                   + coalesce((select sum(case when e.credit = b.id then e.amount_cents
                                               else - e.amount_cents end)
                               from book_entries e
                               where e.xact >= (select rolled_to from books)
                                 and b.id in (e.debit, e.credit)), 0))::float8 / 100 as "owedXaf",
                  coalesce((select sum(t.amount_xaf)
                            from open_transactions o join transactions t on t.id = o.transaction_id
                            -- Its payouts and the settlements to it have no deadline. Deposits have
                            -- one, and there may be very many of them.
                            where o.expires_at is null and o.state = any($4)
                              and ((o.state = 'approved' and t.direction = 'withdrawal'
                                    and t.application_id = a.id)
                                or (t.player_id = a.id and t.application_id = $5))), 0)::float8
                    as "promisedXaf",
                  coalesce((select sum(case s.rule when 'settlement_failed' then - s.amount_cents
                                                   else s.amount_cents end)
                            from book_entries s
                            where s.cause >= 'settlement:' || a.id || ':'
                              and s.cause < 'settlement:' || a.id || ';'), 0)::float8 / 100
                    as "settledXaf"
           from applications a
           left join book_accounts b on b.name = 'application ' || a.id
           where ($1::uuid[] is null or a.id = any($1)) and ($2::text[] is null or a.name = any($2))
           order by a.name`,
    values: [ids, names, OWN_APPLICATION_IDS, PROMISED_SETTLEMENT, OWN_APPLICATIONS.settlements.id],
    trusts: { applications: 'a' },
  });
}

/** `null` if the row is not as the service wrote it. What it has takes many more rows to know. */
export async function findMoneyLimits(
  connection: Queryable,
  id: string,
): Promise<MoneyLimits | null> {
  const [limits] = await connection.query<MoneyLimits>({
    name: 'find-money-limits',
    text: `select a.credit_xaf::float8 as "creditXaf", ${isOnly('$2')} as "isOnly"
           from applications a where a.id = $1`,
    values: [id, OWN_APPLICATION_IDS],
    trusts: { applications: 'a' },
  });
  return limits ?? null;
}

/** Of all applications but those whose payouts come out of what others are owed. */
export async function listPlatformMoney(database: Queryable): Promise<ApplicationMoneyRow[]> {
  const all = await listApplicationMoney(database);
  return all.filter(({ id }) => !isOwnApplication(id) || id === OWN_APPLICATIONS.trials.id);
}

type Listed = readonly string[] | null;

/** What is spent or settled for one application at once is judged one after the other. */
export async function lockApplicationMoney(connection: Queryable, id: string): Promise<void> {
  await connection.query({
    text: `select pg_advisory_xact_lock(hashtextextended('money of ' || $1, 0))`,
    values: [id],
  });
}

/** Whether a settlement is booked, or one by a payout was asked for, whatever became of it. */
export async function hasSettlement(
  connection: Queryable,
  { id, reference }: { readonly id: string; readonly reference: string },
): Promise<boolean> {
  const rows = await connection.query({
    text: `select from book_entries where cause = $1
           union all select from transactions
           where reference_key = reference_key($2, $3, 'withdrawal', $4)`,
    values: [settlementCause(id, reference), OWN_APPLICATIONS.settlements.id, id, reference],
  });
  return rows.length > 0;
}

/** False if no application has this name. */
export async function updateCredit(
  connection: Queryable,
  { name, creditXaf }: { readonly name: string; readonly creditXaf: number | null },
): Promise<boolean> {
  const rows = await connection.query({
    text: 'update applications set credit_xaf = $2 where name = $1 returning id',
    values: [name, creditXaf],
    changes: [{ table: 'applications', where: 'name = $1', values: [name] }],
  });
  return rows.length > 0;
}
