import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../client.ts';

export interface StatementUpload {
  readonly id: string;
  readonly wallet: string;
  readonly fileName: string;
  readonly bytes: number;
}

/** Older uploads are abandoned. */
const HOURS = 1;

/** Begins an upload and deletes abandoned ones; `null` if too many are under way. */
export async function insertUpload(
  connection: Queryable,
  upload: Omit<StatementUpload, 'id'> & { readonly by: string; readonly most: number },
): Promise<string | null> {
  await connection.query({
    text: `delete from statement_uploads where begun_at < app_now() - $1 * interval '1 hour'
             or uploaded_by = $2`,
    values: [HOURS, upload.by],
  });
  const [row] = await connection.query<{ readonly id: string }>({
    text: `insert into statement_uploads (id, wallet, file_name, bytes, uploaded_by, begun_at)
           select $1, $2, $3, $4, $5, app_now()
           where (select count(*) from statement_uploads) < $6
           returning id`,
    values: [randomUUIDv7(), upload.wallet, upload.fileName, upload.bytes, upload.by, upload.most],
  });
  return row?.id ?? null;
}

/** Stores a part; the same one again replaces it. False if this person has no such upload. */
export async function putPart(
  connection: Queryable,
  part: {
    readonly id: string;
    readonly by: string;
    readonly part: number;
    readonly content: Buffer;
  },
): Promise<boolean> {
  const rows = await connection.query({
    text: `insert into statement_parts (upload_id, part, content)
           select u.id, $3, $4 from statement_uploads u where u.id = $1 and u.uploaded_by = $2
           on conflict (upload_id, part) do update set content = excluded.content
           returning part`,
    values: [part.id, part.by, part.part, part.content],
  });
  return rows.length > 0;
}

/** The whole file; `null` if this person has no such upload or a part of it is missing. */
export async function findUpload(
  connection: Queryable,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<(StatementUpload & { readonly content: Buffer }) | null> {
  const [row] = await connection.query<StatementUpload>({
    text: `select id, wallet, file_name as "fileName", bytes from statement_uploads
           where id = $1 and uploaded_by = $2`,
    values: [id, by],
  });
  if (row === undefined) return null;
  const parts = await connection.query<{ readonly content: Buffer }>({
    text: 'select content from statement_parts where upload_id = $1 order by part',
    values: [id],
  });
  const content = Buffer.concat(parts.map((part) => part.content));
  return content.length === row.bytes ? { ...row, content } : null;
}

export async function deleteUpload(connection: Queryable, id: string): Promise<void> {
  await connection.query({
    text: 'delete from statement_uploads where id = $1',
    values: [id],
  });
}
