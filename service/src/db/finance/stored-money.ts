import { type Message, readMoveMessage } from '../../domain/messages/message.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import type { State } from '../../domain/transactions/transaction.ts';
import type { Trigger } from '../../domain/transactions/transition.ts';
import { isSameWallet, openingsOf } from '../books/accounts.ts';
import { isBookedAs } from '../books/entries.ts';
import type { Queryable } from '../client.ts';

// What was stored before there were books.

export interface TransactionBeforeBooks {
  readonly id: string;
  readonly applicationId: string;
  readonly playerId: string;
  readonly reference: string;
  readonly direction: Direction;
  readonly operator: Operator;
  readonly amountXaf: number;
  readonly state: State;
  readonly providerTxId: string | null;
  /** The sum of the receipts bound to it, or `null` without any. */
  readonly paidXaf: number | null;
  readonly isReversed: boolean;
  readonly isPaidThoughFailed: boolean;
  readonly moves: readonly StoredMove[];
}

export interface StoredMove {
  readonly trigger: Trigger;
  readonly at: Date;
  readonly remark: Message | null;
}

export interface StoredPayment {
  readonly id: string;
  readonly operator: Operator;
  readonly operatorTxId: string;
  readonly line: string;
  readonly amountXaf: number;
  readonly feeCents: number | null;
  readonly operatorTime: Date;
  readonly isReversed: boolean;
}

/** Locks the opening and returns the id that it has reached, or `null` at the beginning. */
export async function lockOpening(connection: Queryable): Promise<string | null> {
  const [row] = await connection.query<{ readonly opened_to: string | null }>({
    text: 'select opened_to from books for update',
  });
  return row?.opened_to ?? null;
}

export async function updateOpening(connection: Queryable, openedTo: string): Promise<void> {
  await connection.query({
    text: 'update books set opened_to = $1',
    values: [openedTo],
  });
}

export async function markOpened(connection: Queryable): Promise<void> {
  await connection.query({ text: 'update books set opened_at = coalesce(opened_at, app_now())' });
}

/** The next ids of transactions and receipts, in the order of their making. */
export async function listNextIds(
  connection: Queryable,
  after: string | null,
  limit: number,
): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>({
    text: `(select id from transactions where id > $1 order by id limit $2)
           union (select id from receipts where id > $1 order by id limit $2)
           order by id limit $2`,
    values: [after ?? '00000000-0000-0000-0000-000000000000', limit],
  });
  return rows.map(({ id }) => id);
}

type TransactionRow = Omit<TransactionBeforeBooks, 'moves'> & {
  readonly moves: readonly {
    readonly trigger: Trigger;
    readonly at: string;
    readonly reason: string;
    readonly remark: string | null;
  }[];
};

/** Locks transactions with their history, so that none moves while it is booked. */
export async function lockStoredTransactions(
  connection: Queryable,
  ids: readonly string[],
): Promise<readonly TransactionBeforeBooks[]> {
  const rows = await connection.query<TransactionRow>({
    text: `select t.id, t.application_id as "applicationId", t.player_id as "playerId",
                  t.reference, t.direction, t.operator, t.amount_xaf as "amountXaf", t.state,
                  t.provider_tx_id as "providerTxId",
                  (select sum(r.amount_xaf)::bigint from receipt_uses u
                   join receipts r on r.id = u.receipt_id
                   where u.transaction_id = t.id) as "paidXaf",
                  exists (select from contradictions c where c.transaction_id = t.id
                            and c.kind = 'reversed_by_operator') as "isReversed",
                  exists (select from contradictions c where c.transaction_id = t.id
                            and c.kind = 'settled_failed_but_paid') as "isPaidThoughFailed",
                  (select json_agg(json_build_object('trigger', h.trigger, 'at', h.at, 'reason',
                                                     h.reason, 'remark', h.remark)
                                   order by h.seq)
                   from transitions h where h.transaction_id = t.id and h.seq > 1) as moves
           from transactions t where t.id = any($1::uuid[]) order by t.id for update`,
    values: [ids],
  });
  return rows.map(({ moves, ...row }) => ({
    ...row,
    moves: (moves ?? []).map(({ trigger, at, reason, remark }) => ({
      trigger,
      at: new Date(at),
      remark: readMoveMessage(reason, remark),
    })),
  }));
}

/** Payments that are believed or used. */
export function listStoredPayments(
  connection: Queryable,
  ids: readonly string[],
): Promise<StoredPayment[]> {
  return connection.query<StoredPayment>({
    text: `select r.id, r.operator, r.operator_tx_id as "operatorTxId", r.line,
                  r.amount_xaf as "amountXaf", r.fee_cents as "feeCents",
                  coalesce(r.operator_time, r.received_at) as "operatorTime",
                  exists (select from contradictions c where c.receipt_id = r.id
                            and c.kind = 'reversed_by_operator') as "isReversed"
           from receipts r
           where r.id = any($1::uuid[]) and (r.is_trusted or r.state = 'used')`,
    values: [ids],
  });
}

/** Wallets that have their opening balance, of joined ones the one that has the money. */
export async function listOpenedWallets(connection: Queryable): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly key: string }>({
    text: `select a.key from book_accounts a
           where a.kind = 'wallet' and a.same_as is null and exists (
             select from book_entries e
             where e.cause in (${openingsOf('a.id')})
               and e.rule in ('wallet_opened', 'wallet_opened_below'))`,
  });
  return rows.map(({ key }) => key);
}

/**
 * How many texts of a wallet, under all its names, reported money before a time that is neither
 * booked nor dismissed: payments that nothing proves, and in a gap what else connects to nothing.
 */
export async function countUnproven(
  connection: Queryable,
  { wallet, until }: { readonly wallet: string; readonly until: Date | null },
): Promise<number> {
  const [row] = await connection.query<{ readonly count: number }>({
    text: `with reach as (
             select coalesce($2::timestamptz, app_now()) as at
           )
           select ((select count(*) from receipts r, reach
                    where r.state = 'unmatched' and not r.is_trusted
                      and least(r.operator_time, r.received_at) <= reach.at
                      and ${isSameWallet(`r.operator || ':' || r.line`, '$1')}
                      and not ${isBookedAs(CAUSE_OF_RECEIPT, 'payment_in')})
                   + (select count(distinct s.sms_id)
                      from reach, lines l join balance_steps s using (line)
                      where s.state = 'waiting' and s.at >= l.gap_at and s.time <= reach.at
                        and exists (
                          select from gateway_sims g
                          where g.line = s.line
                            and ${isSameWallet(`g.operator || ':' || g.line`, '$1')})
                        and not exists (select from receipts r where r.sms_id = s.sms_id))
                  )::int as count`,
    values: [wallet, until],
  });
  return row?.count ?? 0;
}

/** `null` of one whose id could not be read: it is not booked. */
const CAUSE_OF_RECEIPT = `'payment:' || r.operator || ':' || r.operator_tx_id`;
