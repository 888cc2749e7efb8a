import type { DifferenceKind } from '../../domain/finance/line-record.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import { accountOfWallet, openingsOf } from '../books/accounts.ts';
import type { Queryable } from '../client.ts';

export interface DifferenceRow {
  readonly id: string;
  readonly wallet: string;
  readonly kind: DifferenceKind;
  /** `null` of a payment of which no id is known. */
  readonly operatorTxId: string | null;
  readonly transactionId: string | null;
  /** Whether its money came into the wallet or left it: amounts have no sign. */
  readonly direction: 'in' | 'out';
  /** Whether a formula gave a figure of its line. */
  readonly isComputed: boolean;
  /** The balance with which its wallet was opened has its line. */
  readonly isInOpening: boolean;
  /** The other side as the statement has it, else as we do; `null` if neither names one. */
  readonly other: string | null;
  /** Of the statement's line, or `null` without one. */
  readonly feeCents: number | null;
  readonly oursCents: string | null;
  readonly theirsCents: string | null;
  readonly at: Date;
  readonly foundAt: Date;
  /** What each file says of a line, where they disagree. */
  readonly said: readonly SaidOfLine[];
}

export interface SaidOfLine {
  readonly fileName: string;
  readonly direction: 'in' | 'out';
  readonly amountCents: number;
  readonly other: string | null;
  readonly isFailed: boolean;
  readonly isComputed: boolean;
}

/**
 * Whether the balance with which a wallet was opened, under any of its names, has what happened at
 * a time. Many statements say only the minute.
 */
function isInOpening(wallet: string, at: string): string {
  return `exists (select from book_entries o
                  where o.cause in (${openingsOf(accountOfWallet(wallet))})
                    and o.rule in ('wallet_opened', 'wallet_opened_below')
                    and ${at} + interval '1 minute' <= o.value_at)`;
}

/** What the books have of it; of a reversal that is what it gives back, or what its text said. */
const OURS_CENTS = `case
  when d.kind = 'reversed' then coalesce(
    (select e.amount_cents from book_entries e
     where (e.cause = 'payment:' || d.operator || ':' || d.operator_tx_id
              and e.rule = 'payment_in')
        or (e.cause = 'transaction:' || d.transaction_id
              and e.rule in ('payout_succeeded', 'failed_payout_paid'))
     limit 1),
    (select r.amount_xaf * 100 from receipts r
     where r.operator = d.operator and r.operator_tx_id = d.operator_tx_id
       and r.dismissed_as is distinct from 'forged'))
  else d.ours_cents end`;

/** What is open, the oldest first. */
export function listDifferences(
  database: Queryable,
  { limit }: { readonly limit: number },
): Promise<DifferenceRow[]> {
  return database.query<DifferenceRow>({
    // Without a transaction and without a line it is a payment to us, which no statement has.
    text: `select d.id, d.wallet, d.kind,
                  nullif(d.operator_tx_id, d.transaction_id::text) as "operatorTxId",
                  d.transaction_id as "transactionId",
                  -- What is given back goes the other way than what it is of.
                  case when d.kind = 'reversed'
                         then case when t.direction = 'withdrawal' then 'in' else 'out' end
                       when t.direction = 'withdrawal' then 'out'
                       when t.direction = 'deposit' then 'in'
                       else coalesce(l.direction, 'in') end as direction,
                  coalesce(l.is_computed, false) as "isComputed",
                  l.at is not null and ${isInOpening('d.wallet', 'l.at')} as "isInOpening",
                  coalesce(l.other, t.msisdn) as other, l.fee_cents as "feeCents",
                  (${OURS_CENTS})::text as "oursCents", d.theirs_cents::text as "theirsCents",
                  d.at, d.found_at as "foundAt", said.lines as said
           from statement_differences d
           left join transactions t on t.id = d.transaction_id
           cross join lateral (
             select coalesce(json_agg(json_build_object('fileName', s.file_name,
                      'direction', l.direction, 'amountCents', l.amount_cents,
                      'other', l.other, 'isFailed', l.is_failed, 'isComputed', l.is_computed)
                      order by s.imported_at, s.id), '[]') as lines
             from statement_lines l join statements s on s.id = l.statement_id
             where d.kind = 'lines_disagree' and l.wallet = d.wallet
               and l.operator = d.operator and l.operator_tx_id = d.operator_tx_id) said
           left join lateral (
             select l.direction, l.is_computed, l.other, l.fee_cents, l.at from statement_lines l
             where l.wallet = d.wallet and l.operator = d.operator
               and l.operator_tx_id = d.operator_tx_id
             order by l.at = d.at desc, d.theirs_cents in (l.amount_cents, l.fee_cents) desc
             limit 1) l on true
           where d.closed_at is null
           order by d.found_at, d.at limit $1`,
    values: [limit],
  });
}

/** A difference with the statement line that it is about, or `null` without one. */
export interface LockedDifference {
  readonly id: string;
  readonly kind: DifferenceKind;
  readonly wallet: string;
  readonly operator: Operator;
  readonly operatorTxId: string;
  readonly transactionId: string | null;
  readonly isOpen: boolean;
  readonly oursCents: number | null;
  readonly theirsCents: number | null;
  readonly line: DifferenceLine | null;
}

export interface DifferenceLine {
  readonly direction: 'in' | 'out';
  readonly other: string | null;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly balanceCents: number | null;
  readonly at: Date;
  readonly isComputed: boolean;
  /** The statement has this id for money that came and for money that left. */
  readonly isOfBoth: boolean;
  /** The balance with which the wallet was opened has it already. */
  readonly isInOpening: boolean;
}

export async function lockDifference(
  connection: Queryable,
  id: string,
): Promise<LockedDifference | null> {
  const [row] = await connection.query<
    Omit<LockedDifference, 'line'> & {
      readonly [Name in keyof DifferenceLine]: DifferenceLine[Name] | null;
    }
  >({
    text: `select d.id, d.kind, d.wallet, d.operator, d.operator_tx_id as "operatorTxId",
                  d.transaction_id as "transactionId", d.closed_at is null as "isOpen",
                  ${OURS_CENTS} as "oursCents", d.theirs_cents as "theirsCents",
                  l.direction, l.other, l.amount_cents as "amountCents",
                  l.fee_cents as "feeCents", l.balance_cents as "balanceCents", l.at,
                  l.is_computed as "isComputed",
                  exists (select from statement_lines b
                          where b.wallet = l.wallet and b.operator = l.operator
                            and b.operator_tx_id = l.operator_tx_id and not b.is_failed
                            and b.direction <> l.direction) as "isOfBoth",
                  ${isInOpening('l.wallet', 'l.at')} as "isInOpening"
           from statement_differences d
           left join statement_lines l
             on l.wallet = d.wallet and l.operator = d.operator
               and l.operator_tx_id = d.operator_tx_id and not l.is_failed
               and case when d.kind in ('fee_differs', 'fee_not_reported') then l.fee_cents
                        else l.amount_cents end = d.theirs_cents
           where d.id = $1
           -- Of two lines with one id the one that the books do not have.
           order by exists (
                      select from book_entries e
                      where e.cause = 'payment:' || l.operator || ':' || l.operator_tx_id
                        and case l.direction
                              when 'in' then e.rule in ('payment_in', 'topped_up',
                                                        'came_from_own_wallet')
                              else e.rule in ('moved_out', 'left_for_own_wallet') end),
                    l.at = d.at desc, l.at limit 1
           for update of d`,
    values: [id],
  });
  if (row === undefined) return null;
  const { direction, amountCents, feeCents, at, isComputed, other, balanceCents, ...facts } = row;
  const { isOfBoth, isInOpening: isBefore, ...rest } = facts;
  const line =
    direction !== null &&
    amountCents !== null &&
    feeCents !== null &&
    at !== null &&
    isComputed !== null &&
    isOfBoth !== null
      ? {
          direction,
          amountCents,
          feeCents,
          at,
          isComputed,
          other,
          balanceCents,
          isOfBoth,
          isInOpening: isBefore === true,
        }
      : null;
  return { ...rest, line };
}

/** What was done is in the books; if not, the next comparison opens the difference again. */
export async function closeDifference(connection: Queryable, id: string): Promise<void> {
  await connection.query({
    text: 'update statement_differences set closed_at = app_now() where id = $1',
    values: [id],
  });
}

/** A person has explained it, or says that fees like it are expected. */
export async function settleDifference(
  connection: Queryable,
  {
    id,
    by,
    reason,
    expectsFees,
  }: {
    readonly id: string;
    readonly by: string;
    readonly reason: string;
    readonly expectsFees: boolean;
  },
): Promise<void> {
  await connection.query({
    text: `update statement_differences
           set closed_at = app_now(), settled_by = $2, settled_because = $3,
               expects_fees = expects_fees or $4
           where id = $1`,
    values: [id, by, reason, expectsFees],
  });
}

export interface ExpectedFee {
  readonly operator: Operator;
  readonly operatorTxId: string;
  readonly transactionId: string | null;
  readonly feeCents: number;
  readonly at: Date;
}

/**
 * Closes the fees that nobody reported and that a person expects, and returns them: of the same
 * wallet and direction as the fee that the person saw, and neither more nor a larger share. One
 * that the opening balance of the wallet has is booked with it.
 */
export function closeExpectedFees(connection: Queryable, wallet: string): Promise<ExpectedFee[]> {
  return connection.query<ExpectedFee>({
    text: `with fee as (
             select d.id, d.expects_fees, d.closed_at, d.operator, d.operator_tx_id,
                    d.transaction_id, d.at, l.direction, l.fee_cents, l.amount_cents,
                    ${isInOpening('l.wallet', 'l.at')} as is_in_opening
             from statement_differences d
             join statement_lines l
               on l.wallet = d.wallet and l.operator = d.operator
                 and l.operator_tx_id = d.operator_tx_id and not l.is_failed
                 and l.fee_cents = d.theirs_cents
             where d.wallet = $1 and d.kind = 'fee_not_reported'
           )
           update statement_differences d set closed_at = coalesce(d.closed_at, app_now())
           from fee
           where d.id = fee.id and not fee.is_in_opening
             and (fee.closed_at is null or fee.expects_fees) and exists (
               select from fee seen
               where seen.expects_fees and seen.direction = fee.direction
                 and fee.fee_cents <= seen.fee_cents
                 and fee.fee_cents * seen.amount_cents <= seen.fee_cents * fee.amount_cents)
           returning fee.operator, fee.operator_tx_id as "operatorTxId",
                     fee.transaction_id as "transactionId", fee.fee_cents as "feeCents", fee.at`,
    values: [wallet],
  });
}

export interface DifferenceCount {
  readonly kind: DifferenceKind;
  readonly count: number;
}

/**
 * How many open differences are about payments with these ids; under no kind, how many payments:
 * one may differ in several ways.
 */
export function countDifferencesOf(
  connection: Queryable,
  { wallet, ids }: { readonly wallet: string; readonly ids: readonly string[] },
): Promise<(Omit<DifferenceCount, 'kind'> & { readonly kind: DifferenceKind | null })[]> {
  return connection.query({
    text: `select kind, count(distinct operator_tx_id)::int as count from statement_differences
           where wallet = $1 and closed_at is null and kind <> 'not_on_statement'
             and operator_tx_id = any($2::text[])
           group by grouping sets ((kind), ()) order by kind`,
    values: [wallet, ids],
  });
}

/** How many payments between these times no statement has. */
export function countMissing(
  connection: Queryable,
  {
    wallet,
    firstAt,
    lastAt,
  }: { readonly wallet: string; readonly firstAt: Date; readonly lastAt: Date },
): Promise<DifferenceCount[]> {
  return connection.query<DifferenceCount>({
    text: `select kind, count(*)::int as count from statement_differences
           where wallet = $1 and closed_at is null and kind = 'not_on_statement'
             and at between $2 and $3
           group by kind`,
    values: [wallet, firstAt, lastAt],
  });
}
