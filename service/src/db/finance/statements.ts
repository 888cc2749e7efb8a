import { randomUUIDv7 } from 'node:crypto';
import type { StatementLine } from '../../domain/finance/statements/read-statement.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';

export interface NewStatement {
  readonly wallet: string;
  readonly operator: Operator;
  readonly fileName: string;
  readonly digest: Buffer;
  readonly mapping: string;
  readonly importedBy: string;
  readonly lines: readonly StatementLine[];
}

/** `null` if the same file is there already. */
export async function insertStatement(
  connection: Queryable,
  statement: NewStatement,
): Promise<string | null> {
  const { wallet, fileName, digest, mapping, importedBy, lines } = statement;
  const times = lines.map(({ at }) => at.getTime());
  const [first, last] = [extreme(times, Math.min), extreme(times, Math.max)];
  const [row] = await connection.query<{ readonly id: string }>({
    text: `insert into statements (id, wallet, file_name, digest, mapping, lines, first_at, last_at,
                                   imported_by, imported_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, app_now())
           on conflict on constraint one_row_per_statement do nothing returning id`,
    values: [
      randomUUIDv7(),
      wallet,
      fileName,
      digest,
      mapping,
      lines.length,
      first,
      last,
      importedBy,
    ],
  });
  return row?.id ?? null;
}

function extreme(times: readonly number[], choose: (a: number, b: number) => number): Date {
  return new Date(times.reduce((a, b) => choose(a, b)));
}

/** Skips lines that an earlier statement had; returns how many are new. */
export async function insertStatementLines(
  connection: Queryable,
  { id, wallet, operator }: Pick<NewStatement, 'wallet' | 'operator'> & { readonly id: string },
  lines: readonly StatementLine[],
): Promise<number> {
  const rows = await connection.query({
    name: 'insert-statement-lines',
    text: `insert into statement_lines (statement_id, wallet, operator, ${LINES.names})
           select $1, $2, $3, l.* from ${LINES.unnest('l', 4)}
           on conflict on constraint one_line_per_payment do nothing returning row`,
    values: [id, wallet, operator, ...LINES.values(lines)],
  });
  return rows.length;
}

const LINES = rowsWith<StatementLine>({
  row: ['int', ({ row }) => row],
  operator_tx_id: ['text', ({ operatorTxId }) => operatorTxId],
  direction: ['text', ({ direction }) => direction],
  other: ['text', ({ other }) => other],
  amount_cents: ['bigint', ({ amountCents }) => amountCents],
  fee_cents: ['bigint', ({ feeCents }) => feeCents],
  at: ['timestamptz', ({ at }) => at],
  balance_cents: ['bigint', ({ balanceCents }) => balanceCents],
  is_failed: ['boolean', ({ isFailed }) => isFailed],
});

/**
 * Compares the statements of a wallet with what we have, in one query: writes new differences and
 * closes those that are gone. Nothing else changes.
 */
export async function compareStatements(connection: Queryable, wallet: string): Promise<void> {
  await connection.query({ text: COMPARE_STATEMENTS, values: [wallet] });
}

const COMPARE_STATEMENTS = `
  with line as materialized (
    select l.*, 'payment:' || l.operator || ':' || l.operator_tx_id as cause
    from statement_lines l where l.wallet = $1
  ), known as materialized (
    select l.*, t.id as transaction_id, t.state,
           -- More than the deposit asks for may have been paid: what was booked counts.
           coalesce((select e.amount_cents from book_entries e
                     where l.direction = 'in' and e.cause = l.cause
                       and e.rule = 'payment_in'),
                    coalesce(t.amount_xaf, r.amount_xaf) * 100) as ours_cents,
           r.id is not null as has_receipt,
           (select sum(e.amount_cents) from book_entries e
            where e.cause = l.cause and e.rule = 'fee_charged') as our_fee,
           exists (select from book_entries e
                   where e.cause = l.cause and e.rule = 'payment_reversed'
                         and not exists (select from book_entries b
                                         where b.cause = e.cause and b.rule = 'dispute_returned')
                      or e.cause = 'transaction:' || t.id
                         and e.rule = 'payout_reversed') as is_taken_back,
           exists (select from book_entries e
                   where e.cause = l.cause
                     and e.rule in ('payment_in', 'moved_out', 'topped_up',
                                    'left_for_own_wallet', 'came_from_own_wallet'))
             or exists (select from given_back g where g.operator = l.operator
                          and g.operator_tx_id = l.operator_tx_id) as is_booked,
           exists (select from book_entries e
                   where e.cause = 'transaction:' || t.id
                     and e.rule = 'failed_payout_paid') as is_disputed
    from line l
    left join operator_ids n
      on n.operator_tx_id = l.operator_tx_id and n.operator = l.operator
        and n.is_deposit = (l.direction = 'in')
    left join transactions t on t.id = n.transaction_id
    left join receipts r
      on l.direction = 'in' and r.operator = l.operator
        and r.operator_tx_id = l.operator_tx_id
  ), judged as (
    select k.*,
           case
             when is_failed then
               case when state = 'succeeded' then 'failed_though_paid' end
             when is_taken_back then 'taken_back'
             when transaction_id is null and not has_receipt and not is_booked
               then 'paid_not_ours'
             when state in ('failed', 'expired') and not has_receipt and not is_disputed
               then 'paid_though_failed'
             when ours_cents <> amount_cents then 'amount_differs'
             when our_fee is not null and our_fee <> fee_cents then 'fee_differs'
           end as kind
    from known k
  ), missing as (
    select e.cause, e.amount_cents, e.value_at, split_part(e.cause, ':', 2) as operator,
           split_part(e.cause, ':', 3) as operator_tx_id, null::uuid as transaction_id
    from book_entries e
    join book_accounts a on a.id = e.debit and a.name = 'wallet ' || $1
    where e.rule = 'payment_in' and e.cause like 'payment:%'
    union all
    select e.cause, e.amount_cents, e.value_at, n.operator, n.operator_tx_id,
           n.transaction_id
    from book_entries e
    join book_accounts a on a.id = e.credit and a.name = 'wallet ' || $1
    join operator_ids n on n.transaction_id = substr(e.cause, 13)::uuid
    where e.rule = 'payout_succeeded'
  ), found as (
    select kind, operator, operator_tx_id, transaction_id,
           case kind when 'fee_differs' then our_fee else ours_cents end as ours_cents,
           case kind when 'fee_differs' then fee_cents else amount_cents end
             as theirs_cents, at
    from judged where kind is not null
    union all
    select 'not_on_statement', m.operator, m.operator_tx_id, m.transaction_id,
           m.amount_cents, null, m.value_at
    from missing m
    where exists (select from statements s where s.wallet = $1
                    and m.value_at between s.first_at and s.last_at)
      and not exists (select from line l where l.operator_tx_id = m.operator_tx_id)
  ), closed as (
    update statement_differences d set closed_at = app_now()
    where d.wallet = $1 and d.closed_at is null
      and not exists (select from found f
                      where f.kind = d.kind and f.operator_tx_id = d.operator_tx_id)
  )
  insert into statement_differences as d (wallet, kind, operator, operator_tx_id,
    transaction_id, ours_cents, theirs_cents, at, found_at)
  -- One id may be that of money that came and of money that left.
  select distinct on (kind, operator_tx_id)
         $1, kind, operator, operator_tx_id, transaction_id, ours_cents, theirs_cents, at,
         app_now()
  from found
  order by kind, operator_tx_id, at
  on conflict on constraint one_difference_per_payment do update
    set closed_at = null where d.closed_at is not null and d.settled_by is null`;

export async function listStatementWallets(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ readonly wallet: string }>({
    text: 'select distinct wallet from statements order by 1',
  });
  return rows.map(({ wallet }) => wallet);
}

export interface StatementRow {
  readonly id: string;
  readonly wallet: string;
  readonly fileName: string;
  readonly mapping: string;
  readonly lines: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly importedBy: string;
  readonly importedAt: Date;
}

/** The newest first. */
export function listStatements(
  database: Queryable,
  { limit }: { readonly limit: number },
): Promise<StatementRow[]> {
  return database.query<StatementRow>({
    text: `select id, wallet, file_name as "fileName", mapping, lines, first_at as "firstAt",
                  last_at as "lastAt", imported_by as "importedBy", imported_at as "importedAt"
           from statements order by imported_at desc, id desc limit $1`,
    values: [limit],
  });
}
