import { randomUUIDv7 } from 'node:crypto';
import type { DifferenceKind } from '../../domain/finance/line-record.ts';
import { mappingName, type StatementMapping } from '../../domain/finance/statements/mapping.ts';
import type { StatementLine } from '../../domain/finance/statements/read-line.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import { isNumbered, lineOf } from '../books/entries.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';

export interface NewStatement {
  readonly wallet: string;
  readonly operator: Operator;
  readonly fileName: string;
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly digest: string;
  readonly mapping: StatementMapping;
  readonly importedBy: string;
  readonly facts: { readonly lines: number; readonly firstAt: Date; readonly lastAt: Date };
}

/** `null` if the same file is there already. */
export async function insertStatement(
  connection: Queryable,
  { wallet, fileName, digest, mapping, importedBy, facts }: NewStatement,
): Promise<string | null> {
  const { lines, firstAt, lastAt } = facts;
  const id = randomUUIDv7();
  const [row] = await connection.query<{ readonly id: string }>({
    text: `insert into statements (id, wallet, file_name, digest, mapping, read_by, lines, first_at,
                                   last_at, imported_by, imported_at)
           values ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, $8, $9, $10, app_now())
           on conflict on constraint one_row_per_statement do nothing returning id`,
    values: [
      id,
      wallet,
      fileName,
      digest,
      mappingName(mapping),
      JSON.stringify(mapping),
      lines,
      firstAt,
      lastAt,
      importedBy,
    ],
  });
  return row?.id ?? null;
}

/**
 * Skips lines of which the last statement that had them says the same; returns how many are new. A
 * line of which the operator now says otherwise, in its amount, status or other side, is new: both
 * are kept and compared, also where the operator goes back to what it said first.
 */
export async function insertStatementLines(
  connection: Queryable,
  { id, wallet }: Pick<NewStatement, 'wallet'> & { readonly id: string },
  lines: readonly StatementLine[],
): Promise<number> {
  const rows = await connection.query({
    name: 'insert-statement-lines',
    text: `with without_sides as materialized (
             select s.id from statements s
             where s.wallet = $2 and not exists (
               select from statement_lines n where n.statement_id = s.id and n.other is not null)
           )
           insert into statement_lines (statement_id, wallet, ${LINES.names})
           select $1, $2, l.* from ${LINES.unnest('l', 3)}
           left join lateral (
             select k.* from statement_lines k join statements s on s.id = k.statement_id
             where k.wallet = $2 and k.operator = l.operator
               and k.operator_tx_id = l.operator_tx_id and k.direction = l.direction
             order by s.imported_at desc, s.id desc limit 1) k on true
           where k.statement_id is null
              or (k.is_failed, k.amount_cents) <> (l.is_failed, l.amount_cents)
              or k.other <> l.other
              -- Of a form that names nobody; elsewhere the person may have been erased.
              or (k.other is null and l.other is not null
                  and k.statement_id in (select w.id from without_sides w))
           returning row`,
    values: [id, wallet, ...LINES.values(lines)],
  });
  return rows.length;
}

const LINES = rowsWith<StatementLine>({
  row: ['int', ({ row }) => row],
  operator: ['text', ({ operator }) => operator],
  operator_tx_id: ['text', ({ operatorTxId }) => operatorTxId],
  direction: ['text', ({ direction }) => direction],
  other: ['text', ({ other }) => other],
  amount_cents: ['bigint', ({ amountCents }) => amountCents],
  fee_cents: ['bigint', ({ feeCents }) => feeCents],
  at: ['timestamptz', ({ at }) => at],
  balance_cents: ['bigint', ({ balanceCents }) => balanceCents],
  is_failed: ['boolean', ({ isFailed }) => isFailed],
  is_computed: ['boolean', ({ isComputed }) => isComputed],
});

/**
 * Whether money of another operator is booked to the wallet, too: it is a pool, or has a name that
 * was joined; and whether it is no wallet, but the number of a channel of a pool.
 */
export async function findOperatorsOf(
  connection: Queryable,
  { wallet, operator }: Pick<NewStatement, 'wallet' | 'operator'>,
): Promise<{ readonly several: boolean; readonly isOnlyNumber: boolean }> {
  const [row] = await connection.query<{
    readonly several: boolean;
    readonly isOnlyNumber: boolean;
  }>({
    text: `select not (${isNumbered('$1')}) or exists (
             select from book_accounts n
             join book_accounts o on coalesce(o.same_as, o.id) = coalesce(n.same_as, n.id)
             where n.name = 'wallet ' || $1 and split_part(o.key, ':', 1) <> $2) as several,
           not exists (select from book_accounts where name = 'wallet ' || $1)
             and exists (select from channels c join providers v on v.id = c.provider_id
                         where v.one_pool
                           and c.operator || ':' || ${lineOf('c.merchant_number')} = $1)
             as "isOnlyNumber"`,
    values: [wallet, operator],
  });
  return row ?? { several: true, isOnlyNumber: false };
}

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

const STATEMENT = `s.id, s.wallet, s.file_name as "fileName", s.mapping, s.lines,
  s.first_at as "firstAt", s.last_at as "lastAt", s.imported_by as "importedBy",
  s.imported_at as "importedAt"`;

/** The newest first. */
export function listStatements(
  database: Queryable,
  { limit }: { readonly limit: number },
): Promise<StatementRow[]> {
  return database.query<StatementRow>({
    text: `select ${STATEMENT} from statements s order by s.imported_at desc, s.id desc limit $1`,
    values: [limit],
  });
}

export interface OpenedStatement extends StatementRow {
  /** Its lines that no earlier statement had. */
  readonly fresh: number;
}

export async function findStatement(
  database: Queryable,
  id: string,
): Promise<OpenedStatement | null> {
  const [row] = await database.query<OpenedStatement>({
    text: `select ${STATEMENT}, (select count(*)::int from statement_lines l
                                 where l.statement_id = s.id) as fresh
           from statements s where s.id = $1`,
    values: [id],
  });
  return row ?? null;
}

/** A line as it was imported, and what came of comparing it. */
export interface ComparedLine extends StatementLine {
  readonly transactionId: string | null;
  /** How it differs from what we have, as far as that is open. */
  readonly differences: readonly DifferenceKind[];
}

/** The lines of a statement that were new in it, as they stood in the file. */
export function listStatementLines(
  database: Queryable,
  { id, wallet }: Pick<StatementRow, 'id' | 'wallet'>,
  page: {
    readonly afterRow: number;
    readonly onlyDifferent: boolean;
    readonly limit: number;
  },
): Promise<ComparedLine[]> {
  return database.query<ComparedLine>({
    text: `with open as materialized (
             select operator, operator_tx_id, array_agg(kind order by kind) as kinds
             from statement_differences where wallet = $2 and closed_at is null
             group by operator, operator_tx_id
           )
           select l.row, l.operator, l.operator_tx_id as "operatorTxId", l.direction, l.other,
                  l.amount_cents as "amountCents", l.fee_cents as "feeCents", l.at,
                  l.balance_cents as "balanceCents", l.is_failed as "isFailed",
                  l.is_computed as "isComputed", coalesce(open.kinds, '{}') as differences,
                  coalesce(n.transaction_id, p.transaction_id) as "transactionId"
           from statement_lines l
           left join open on open.operator = l.operator and open.operator_tx_id = l.operator_tx_id
           left join operator_ids n
             on n.operator_tx_id = l.operator_tx_id and n.operator = l.operator
               and n.is_deposit = (l.direction = 'in')
           left join payout_transfers p
             on l.direction = 'out' and p.operator = l.operator
               and p.operator_tx_id = l.operator_tx_id
           where l.statement_id = $1 and l.row > $3::bigint
             and (open.kinds is not null or not $4::boolean)
           order by l.row limit $5`,
    values: [id, wallet, page.afterRow, page.onlyDifferent, page.limit],
  });
}
