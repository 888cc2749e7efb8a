import type { Posting } from '../../domain/books/posting.ts';
import { type AccountKind, BOOK_RULES, type BookRule } from '../../domain/books/rules.ts';
import type { Queryable } from '../client.ts';

/** The columns of `posting` in BOOK_POSTINGS, in the order of `columnsOf`. */
export const POSTING_COLUMNS = `cause, rule, after_rule, debit_kind, debit_key, credit_kind,
  credit_key, amount_cents, value_at, transaction_id`;

/** The types of these columns as arrays, for parameters that begin with the given number. */
export function postingArrays(first: number): string {
  const types = ['text', 'text', 'text', 'text', 'text', 'text', 'text', 'bigint', 'timestamptz'];
  return [...types, 'uuid'].map((type, index) => `$${first + index}::${type}[]`).join(', ');
}

export function columnsOf(postings: readonly Posting[]): readonly (readonly unknown[])[] {
  const rules: readonly BookRule[] = postings.map(({ rule }) => BOOK_RULES[rule]);
  const keys = (side: 'debit' | 'credit') =>
    postings.map((posting, index) => keyOf(posting, rules[index]?.[side] ?? null));
  return [
    postings.map(({ cause }) => cause),
    postings.map(({ rule }) => rule),
    rules.map(({ after }) => after),
    rules.map(({ debit }) => debit),
    keys('debit'),
    rules.map(({ credit }) => credit),
    keys('credit'),
    postings.map(({ amountCents }) => amountCents),
    postings.map(({ valueAt }) => valueAt),
    postings.map(({ transactionId }) => transactionId),
  ];
}

/** Null: the wallet of the transaction, or no account at all. */
function keyOf({ wallet, applicationId }: Posting, kind: AccountKind | null): string | null {
  if (kind === null) return null;
  if (kind === 'wallet') return wallet;
  return kind === 'application' ? applicationId : '';
}

/**
 * Books what the rows of `posting` ask for, as part of the statement that writes what they are
 * about. What is booked already stays as it is; an answer to an entry that is not there is left
 * out.
 */
export const BOOK_POSTINGS = `
  insert into book_entries (cause, rule, debit, credit, amount_cents, booked_at, value_at, xact)
  select p.cause, p.rule,
         case when p.debit_kind is null then e.credit
              else coalesce(d.id, open_account(p.debit_kind, coalesce(p.debit_key, w.wallet))) end,
         case when p.credit_kind is null then e.debit
              else coalesce(c.id, open_account(p.credit_kind, coalesce(p.credit_key, w.wallet)))
         end,
         coalesce(e.amount_cents, p.amount_cents), (select app_now()),
         coalesce(p.value_at, (select app_now())), (select entry_xact())
  from posting p
  left join book_entries e on e.cause = p.cause and e.rule = p.after_rule
  -- Looked up only where the wallet is wanted.
  left join transaction_wallets w
    on w.transaction_id = case when 'wallet' in (p.debit_kind, p.credit_kind)
                               then p.transaction_id end
  left join book_accounts d
    on d.kind = p.debit_kind and d.key = coalesce(p.debit_key, w.wallet)
  left join book_accounts c
    on c.kind = p.credit_kind and c.key = coalesce(p.credit_key, w.wallet)
  where p.after_rule is null or e.cause is not null
  -- One order for every process, so that two of them never wait for each other.
  order by p.cause, p.rule
  on conflict on constraint one_entry_per_cause do nothing`;

/** Books what belongs to no move, in the database transaction of what it is about. */
export async function insertEntries(
  connection: Queryable,
  postings: readonly Posting[],
): Promise<void> {
  if (postings.length === 0) return;
  await connection.query({
    name: 'insert-entries',
    text: `with posting as (
             select * from unnest(${postingArrays(1)}) as p (${POSTING_COLUMNS}))
           ${BOOK_POSTINGS}`,
    values: columnsOf(postings),
  });
}
