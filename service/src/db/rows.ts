import type { Queryable } from './client.ts';

/** So many rows are in memory at a time. */
const STREAMED_AT_ONCE = 2_000;

/**
 * Reads what a query finds in parts, inside the caller's database transaction. The next part is
 * asked for before this one is looked at, so that both machines are at work.
 */
export async function* streamRows<Row extends object>(
  connection: Queryable,
  text: string,
): AsyncGenerator<readonly Row[]> {
  await connection.query({ text: `declare streamed no scroll cursor for ${text}` });
  const ask = () => connection.query<Row>({ text: `fetch ${STREAMED_AT_ONCE} from streamed` });
  let next = ask();
  for (;;) {
    const rows = await next;
    if (rows.length === 0) break;
    next = ask();
    // A caller that stops reading need not know that the connection has ended meanwhile.
    next.catch(() => {});
    yield rows;
  }
  await connection.query({ text: 'close streamed' });
}
