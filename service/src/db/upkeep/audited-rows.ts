import type { ListedTable } from '../../domain/seals/sealed-tables.ts';
import type { Queryable } from '../client.ts';

/** A row that gives power, about which the audit log says something else. */
export interface UnauditedRow {
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
