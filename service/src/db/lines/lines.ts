import { randomUUIDv7 } from 'node:crypto';
import { type Chain, type ChainEntry, settleChain } from '../../domain/lines/balance-chain.ts';
import { type Remark, readRemark, writeRemark } from '../../domain/remarks/remark.ts';
import type { Queryable } from '../client.ts';

/** The balance of a line by its texts; locked until the caller's database transaction ends. */
export async function lockLine(connection: Queryable, line: string): Promise<Chain> {
  await connection.query({
    name: 'ensure-line',
    text: 'insert into lines (line) values ($1) on conflict do nothing',
    values: [line],
  });
  const [row] = await connection.query<Chain & { readonly restedMs: number | null }>({
    name: 'lock-line',
    text: `select start_cents as "startCents", balance_cents as "balanceCents",
                  (extract(epoch from app_now() - balance_at) * 1000)::float8 as "restedMs"
           from lines where line = $1 for update`,
    values: [line],
  });
  if (row === undefined) return { startCents: null, balanceCents: null };
  const { restedMs, ...chain } = row;
  return settleChain(chain, restedMs);
}

export async function updateChain(
  connection: Queryable,
  line: string,
  { startCents, balanceCents }: Chain,
): Promise<void> {
  await connection.query({
    name: 'update-chain',
    text: `update lines set start_cents = $2, balance_cents = $3, balance_at = app_now()
           where line = $1`,
    values: [line, startCents, balanceCents],
  });
}

export interface BalanceGap extends ChainEntry {
  readonly id: string;
  readonly line: string;
  readonly smsId: string;
  readonly at: Date;
  readonly expectedCents: number;
  readonly meaning: Remark;
  readonly sender: string;
  readonly text: string;
  /** The payment that the text reported; null when it was about money that was sent. */
  readonly receiptId: string | null;
  /** Staff have found that there was no such payment, or that it is settled. */
  readonly isDismissed: boolean;
}

export async function insertGap(
  connection: Queryable,
  found: Pick<BalanceGap, 'line' | 'smsId' | 'expectedCents' | 'meaning'> & ChainEntry,
): Promise<void> {
  await connection.query({
    text: `insert into chain_breaks (id, line, sms_id, at, change_cents, balance_cents,
                                     expected_cents, meaning)
           values ($1, $2, $3, app_now(), $4, $5, $6, $7)`,
    values: [
      randomUUIDv7(),
      found.line,
      found.smsId,
      found.changeCents,
      found.balanceCents,
      found.expectedCents,
      writeRemark(found.meaning),
    ],
  });
}

/** Texts that do not fit, oldest first; of one line or of all. */
export async function listOpenGaps(
  database: Queryable,
  line: string | null,
): Promise<BalanceGap[]> {
  const rows = await database.query<Omit<BalanceGap, 'meaning'> & { readonly meaning: string }>({
    name: 'list-open-breaks',
    text: `select b.id, b.line, b.sms_id as "smsId", b.at, b.change_cents as "changeCents",
                  b.balance_cents as "balanceCents", b.expected_cents as "expectedCents", b.meaning,
                  s.sender, s.body as text, r.id as "receiptId",
                  coalesce(r.state = 'dismissed', false) as "isDismissed"
           from chain_breaks b
           join sms_messages s on s.id = b.sms_id
           left join receipts r on r.sms_id = b.sms_id
           where b.closed_at is null and ($1::text is null or b.line = $1)
           order by b.at, b.id`,
    values: [line],
  });
  return rows.map((row) => ({ ...row, meaning: readRemark(row.meaning) }));
}

/** The gap that the text of a payment made; null when it made none, or the gap is closed. */
export async function findOpenGapOf(
  connection: Queryable,
  receiptId: string,
): Promise<{ readonly id: string; readonly line: string } | null> {
  const [row] = await connection.query<{ readonly id: string; readonly line: string }>({
    text: `select b.id, b.line from receipts r
           join chain_breaks b on b.line = r.line and b.sms_id = r.sms_id
           where r.id = $1 and b.closed_at is null`,
    values: [receiptId],
  });
  return row ?? null;
}

export async function closeGaps(
  connection: Queryable,
  { ids, by }: { readonly ids: readonly string[]; readonly by: string },
): Promise<void> {
  await connection.query({
    text: `update chain_breaks set closed_at = app_now(), closed_by = $2
           where id = any($1::uuid[]) and closed_at is null`,
    values: [ids, by],
  });
}

export interface ListedLine {
  readonly line: string;
  readonly balanceCents: number | null;
  readonly balanceAt: Date | null;
  /** Payments that wait only for the line's balances to add up. */
  readonly waiting: number;
}

/** Every line that has a SIM, or that texts were about. */
export function listLines(database: Queryable): Promise<ListedLine[]> {
  return database.query<ListedLine>({
    text: `select o.line, l.balance_cents as "balanceCents", l.balance_at as "balanceAt",
                  (select count(*) from receipts r
                   where r.line = o.line and r.waits_for_line
                     and r.state = 'unmatched') as waiting
           from (select line from gateway_sims union select line from lines) o
           left join lines l on l.line = o.line
           order by o.line`,
  });
}
