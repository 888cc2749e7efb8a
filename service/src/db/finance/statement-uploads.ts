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

/** A person has so many open uploads; the next one ends the oldest. */
const MAX_OF_A_PERSON = 3;

/** Begins an upload and deletes abandoned ones; `null` if too many are under way. */
export async function insertUpload(
  connection: Queryable,
  upload: Omit<StatementUpload, 'id'> & { readonly by: string; readonly most: number },
): Promise<string | null> {
  await connection.query({
    text: `delete from statement_uploads where begun_at < app_now() - $1 * interval '1 hour'
             or id in (select id from statement_uploads where uploaded_by = $2
                       order by begun_at desc, id desc offset $3)`,
    values: [HOURS, upload.by, MAX_OF_A_PERSON - 1],
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

/**
 * Stores a part; the same one again replaces it. A part has the place and the length that follow
 * from what was announced, so all of them never exceed it.
 */
export async function putPart(
  connection: Queryable,
  part: {
    readonly id: string;
    readonly by: string;
    readonly part: number;
    readonly content: Buffer;
    readonly partBytes: number;
  },
): Promise<'kept' | 'not_announced' | 'not_found'> {
  const [row] = await connection.query<{ readonly isKept: boolean }>({
    text: `with upload as (
             select id, length($4::bytea) = least($5, bytes - $3::int * $5) as fits
             from statement_uploads where id = $1 and uploaded_by = $2
           ), kept as (
             insert into statement_parts (upload_id, part, content)
             select id, $3, $4 from upload where fits
             on conflict (upload_id, part) do update set content = excluded.content
             returning part)
           select exists (select from kept) as "isKept" from upload`,
    values: [part.id, part.by, part.part, part.content, part.partBytes],
  });
  if (row === undefined) return 'not_found';
  return row.isKept ? 'kept' : 'not_announced';
}

/** `null` if this person has no such upload or a part of it is missing. */
export async function findUpload(
  connection: Queryable,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<StatementUpload | null> {
  const [row] = await connection.query<StatementUpload>({
    text: `select u.id, u.wallet, u.file_name as "fileName", u.bytes from statement_uploads u
           where u.id = $1 and u.uploaded_by = $2
             and u.bytes = (select sum(length(p.content)) from statement_parts p
                            where p.upload_id = u.id)`,
    values: [id, by],
  });
  return row ?? null;
}

/** The parts of an upload in their order, one in memory at a time. */
export async function* readParts(connection: Queryable, id: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const [row] = await connection.query<{ readonly content: Buffer }>({
      text: 'select content from statement_parts where upload_id = $1 and part = $2',
      values: [id, part],
    });
    if (row === undefined) return;
    yield row.content;
  }
}

/**
 * Whether this connection is the one that may read a file now. The turn ends with the connection,
 * and so with a process that is killed.
 */
export async function takeReadingTurn(connection: Queryable): Promise<boolean> {
  const [row] = await connection.query<{ readonly isTaken: boolean }>({
    text: `select pg_try_advisory_lock(hashtextextended('a statement is read', 0)) as "isTaken"`,
  });
  return row?.isTaken === true;
}

export async function deleteUpload(connection: Queryable, id: string): Promise<void> {
  await connection.query({
    text: 'delete from statement_uploads where id = $1',
    values: [id],
  });
}
