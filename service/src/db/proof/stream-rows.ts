import type { Queryable } from '../client.ts';

/** So many rows are in memory at a time. */
const BATCH = 2_000;

/** Reads what a query finds in parts, inside the caller's database transaction. */
export async function* streamRows<Row extends object>(
  connection: Queryable,
  text: string,
): AsyncGenerator<readonly Row[]> {
  await connection.query({ text: `declare streamed no scroll cursor for ${text}` });
  for (;;) {
    const rows = await connection.query<Row>({ text: `fetch ${BATCH} from streamed` });
    if (rows.length === 0) break;
    yield rows;
  }
  await connection.query({ text: 'close streamed' });
}
