import type { ListedTable } from '../../domain/seals/sealed-tables.ts';
import type { HistoryLine } from '../../domain/transactions/sealed-transaction.ts';
import type { Queryable } from '../client.ts';
import { streamRows } from '../rows.ts';

/** Whether this was done once; a second process waits for the first. */
export async function lockSealing(connection: Queryable): Promise<{ readonly isDone: boolean }> {
  await connection.query({
    text: `select pg_advisory_xact_lock(hashtextextended('seal payments', 0))`,
  });
  return { isDone: await hasSealedPayments(connection) };
}

export async function hasSealedPayments(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ readonly isDone: boolean }>({
    text: `select exists (select from audit_log where split_part(action, '.', 1) = 'seal'
                            and action = 'seal.payments') as "isDone"`,
  });
  return row?.isDone ?? false;
}

/**
 * Those that can still move or report: open, late to be paid, or with a webhook on its way; and
 * those without any seal, of release 0.1 or of a service without a key.
 */
export async function listMovable(
  connection: Queryable,
  { lateWindowMs }: { readonly lateWindowMs: number },
): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>({
    text: `select transaction_id as id from open_transactions
           union select id from transactions
                 where state = 'expired'
                   and state_updated_at > app_now() - $1 * interval '1 millisecond'
           union select o.transaction_id from open_webhooks o
                 join transactions t on t.id = o.transaction_id
           union select id from transactions where seal is null
           order by 1`,
    values: [lateWindowMs],
  });
  return rows.map(({ id }) => id);
}

/** Open payouts that a person has approved of whom the audit log says nothing. */
export async function listUnauditedApprovals(connection: Queryable): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>({
    text: `select distinct h.transaction_id as id
           from open_transactions o join transitions h using (transaction_id)
           where h.trigger in ('approved', 'approved_anew') and h.actor <> 'sandbox'
             and not exists (
               select from audit_log l
               where split_part(l.subject, ':', 2) = h.transaction_id::text
                 and l.action = 'withdrawal.approve'
                 and h.actor = coalesce('staff:' || l.actor_id, 'momo'))`,
  });
  return rows.map(({ id }) => id);
}

/** Each yes without a seal of which the audit log has a line of the same person and moment. */
export async function listAuditedYeses(connection: Queryable): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ readonly id: string }>({
    text: `select a.id from agreements a
           where a.seal is null and exists (
             select from audit_log l where l.actor_id = a.said_by
               and l.at between a.said_at - interval '5 seconds'
                            and a.said_at + interval '5 seconds')`,
  });
  return new Set(rows.map(({ id }) => id));
}

export interface UnsealedLine extends HistoryLine {
  readonly id: string;
  readonly createdAt: Date;
}

/** The lines that have no seal of their own, in the order of their transactions. */
export function streamUnsealedLines(
  connection: Queryable,
): AsyncGenerator<readonly UnsealedLine[]> {
  return streamRows<UnsealedLine>(
    connection,
    `select h.transaction_id as id, t.created_at as "createdAt", h.seq, h.from_state as "from",
            h.to_state as "to", h.trigger, h.reason, h.actor, h.at, h.remark,
            h.provider_tx_id as "providerTxId"
     from transitions h join transactions t on t.id = h.transaction_id
     where h.seal is null and t.created_by is null
     order by h.transaction_id, h.seq`,
  );
}

/** A row that gives power, about which the audit log says something else. */
interface UnauditedRow {
  readonly table: ListedTable;
  readonly id: string;
}

/** The newest entry about a row that has a value of this name, and the value. */
const lastSaid = (id: string, actions: string, name: string) => `(
  select a.after ->> '${name}' from audit_log a
  where split_part(a.subject, ':', 2) = ${id} and a.action in (${actions})
    and a.after ->> '${name}' is not null
  order by a.id desc limit 1)`;

const STAFF = `'staff.add', 'staff.change'`;
const CHANNEL = `'channel.add', 'channel.change'`;

/**
 * What a person with only the database's password may have added or changed before there were
 * seals. Channels that a start has made are in no log until they are changed.
 */
export function listUnauditedRows(connection: Queryable): Promise<UnauditedRow[]> {
  return connection.query<UnauditedRow>({
    text: `
      select 'staff' as table, s.id::text as id from staff s
      where s.role is distinct from ${lastSaid('s.id::text', STAFF, 'role')}
         or (s.disabled_at is not null)
            <> coalesce(${lastSaid('s.id::text', STAFF, 'disabled')}::boolean, false)
      union all
      select 'api_keys', k.prefix from api_keys k
      where not exists (select from audit_log a
                        where split_part(a.subject, ':', 2) = k.prefix and a.action = 'key.issue')
         or (k.revoked_at is null and exists (
               select from audit_log a
               where split_part(a.subject, ':', 2) = k.prefix and a.action = 'key.revoke'))
      union all
      select 'channels', c.id from channels c
      where c.merchant_number
              <> coalesce(${lastSaid('c.id', CHANNEL, 'merchantNumber')},
                          c.merchant_number)
         or c.enabled
            <> coalesce(${lastSaid('c.id', CHANNEL, 'enabled')}::boolean, c.enabled)
      order by 1, 2`,
  });
}

/** What the audit log calls the key that seals rows now, or `null` before release 0.3. */
export async function findAuditedRowKey(connection: Queryable): Promise<string | null> {
  const [row] = await connection.query<{ readonly key: string }>({
    text: `select after ->> 'key' as key from audit_log
           where split_part(action, '.', 1) = 'seal' and action in ('seal.begin', 'seal.rekey')
           order by id desc limit 1`,
  });
  return row?.key ?? null;
}

/** Whether rows were sealed once, so that there was a key. */
export async function hasSealedRows(connection: Queryable): Promise<boolean> {
  const rows = await connection.query({
    text: `select from row_seals
           union all select from policy where seal is not null
           union all (select from transactions where seal is not null limit 1)
           limit 1`,
  });
  return rows.length > 0;
}
