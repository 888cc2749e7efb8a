import { OWN_APPLICATIONS } from '../../domain/access/own-application.ts';
import type { Posting } from '../../domain/books/posting.ts';
import {
  type AccountKind,
  BOOK_RULES,
  POOL_PREFIX,
  type RuleName,
  TURNS_ROUND,
} from '../../domain/books/rules.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';

export const POSTINGS = rowsWith<Posting>({
  cause: ['text', ({ cause }) => cause],
  rule: ['text', ({ rule }) => rule],
  after_rule: ['text', ({ rule }) => BOOK_RULES[rule].after],
  debit: ['text', (posting) => nameOf(posting, BOOK_RULES[posting.rule].debit)],
  credit: ['text', (posting) => nameOf(posting, BOOK_RULES[posting.rule].credit)],
  amount_cents: ['bigint', ({ amountCents }) => amountCents],
  value_at: ['timestamptz', ({ valueAt }) => valueAt],
  transaction_id: ['uuid', ({ transactionId }) => transactionId],
});

/** `application <id>`, `unmatched `; without a space the wallet of the transaction. */
function nameOf({ wallet, applicationId }: Posting, kind: AccountKind | null): string | null {
  if (kind === null) return null;
  if (kind === 'wallet') return wallet === null ? kind : `${kind} ${wallet}`;
  return kind === 'application' ? `${kind} ${applicationId}` : `${kind} `;
}

/**
 * The rows of `posting` from the parameters that begin with the given number, with the facts of
 * their transactions, which `joined` finds.
 */
export function readPostings(firstParameter: number, joined: string): string {
  return `select p.*, t.operator, t.direction, t.line, t.channel_id, t.provider_id
    from ${POSTINGS.unnest('p', firstParameter)} ${joined} t on t.id = p.transaction_id`;
}

/**
 * A wallet is an operator's account of one number, whichever provider reaches it, or the pool of a
 * provider's account that serves several operators. The arguments are the aliases of a transaction,
 * of its channel and of its provider in a query.
 */
export function walletOf(transaction: string, channel: string, provider: string): string {
  const [t, c, v] = [transaction, channel, provider];
  return `case
    when ${t}.direction = 'deposit' and ${t}.line is not null then ${t}.operator || ':' || ${t}.line
    when ${v}.one_pool then ${poolOf(v)}
    else ${t}.operator || ':' || coalesce(${lineOf(`${c}.merchant_number`)}, ${t}.channel_id)
      || case ${t}.direction when 'deposit' then '' else coalesce(':' || ${v}.payout_wallet, '') end
    end`;
}

/** The wallet of all operators that the account of a provider serves. No operator is called so. */
export function poolOf(provider: string): string {
  return `'${POOL_PREFIX}' || coalesce(${provider}.account_of, ${provider}.id)`;
}

/** Whether a wallet has an operator and a number in its name. */
export function isNumbered(wallet: string): string {
  return `${wallet} not like '${POOL_PREFIX}%'`;
}

/** A merchant's number in the spelling of `normaliseLine`: E.164, or a short code as it is. */
export function lineOf(number: string): string {
  const compact = `translate(${number}, ' .()-', '')`;
  return `case when ${compact} ~ '^(?:(?:[+]|00)?237)?[26][0-9]{8}$'
               then '+237' || right(${compact}, 9) else trim(${number}) end`;
}

/** The wallet that the request `s` kept when it was sent, or that of the channel now. */
const WALLET = `'wallet ' || coalesce(s.wallet, ${walletOf('p', 'c', 'v')})`;

/** The line, or the pool, that the deposit `t` is or was paid to, with the joins that it needs. */
export const LINE_OF_DEPOSIT = `coalesce(t.line,
  case when ${isNumbered('s.wallet')} then split_part(s.wallet, ':', 2) else s.wallet end,
  c.merchant_number)`;
export const JOIN_LINE_OF_DEPOSIT = `left join submissions s on s.transaction_id = t.id
  left join channels c on c.id = t.channel_id`;

/** The transaction that a cause names; SQL `null` if none, also of a cause that others changed. */
export function transactionOf(cause: string): string {
  return `case when ${cause} ~ '^transaction:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
               then substr(${cause}, 13)::uuid end`;
}

/**
 * The operator, and its id, that the cause of a payment names. Causes are sorted by bytes, which a
 * comparison takes over from them: without the database's own collation no index of the other
 * column would serve.
 */
export function paymentOf(cause: string): { readonly operator: string; readonly txId: string } {
  const operator = `split_part(${cause}, ':', 2)`;
  return {
    operator: `${operator} collate "default"`,
    txId: `substr(${cause}, length('payment:' || ${operator}) + 2) collate "default"`,
  };
}

const TURNS = `(values ${TURNS_ROUND.map((pair) => `('${pair.join("', '")}')`).join(', ')})`;

/** Whether an entry of a cause by a rule is turned round, and that is not turned round itself. */
export function isTurnedRound(cause: string, rule: string): string {
  return `exists (
    select from ${TURNS} as turns (turned, by)
    join book_entries u on u.cause = ${cause} and u.rule = turns.by
    where turns.turned = ${rule}
      and not exists (select from ${TURNS} as again (turned, by)
                      join book_entries a on a.cause = u.cause and a.rule = again.by
                      where again.turned = u.rule))`;
}

/**
 * Books the rows of `posting`, as part of the query that writes what they are about. What is booked
 * already stays as it is; an answer to a missing entry is left out, and so is one that would turn
 * an entry round that is turned round already.
 */
export const BOOK_POSTINGS = `
  insert into book_entries (cause, rule, debit, credit, amount_cents, booked_at, value_at, xact)
  select p.cause, p.rule,
         case when p.debit is null then e.credit
              else coalesce(d.same_as, d.id, open_account(p.debit)) end,
         case when p.credit is null then e.debit
              else coalesce(c.same_as, c.id, open_account(p.credit)) end,
         coalesce(e.amount_cents, p.amount_cents), (select app_now()),
         coalesce(p.value_at, (select app_now())), (select entry_xact())
  from (select p.cause, p.rule, p.after_rule, p.amount_cents, p.value_at,
               case when p.debit = 'wallet' then ${WALLET} else p.debit end as debit,
               case when p.credit = 'wallet' then ${WALLET} else p.credit end as credit
        from posting p
        -- Looked up only where the wallet is wanted; a payment by hand has no request.
        left join submissions s
          on s.transaction_id = case when 'wallet' in (p.debit, p.credit) and p.line is null
                                     then p.transaction_id end
        left join channels c
          on c.id = case when 'wallet' in (p.debit, p.credit) then p.channel_id end
        left join providers v
          on v.id = case when 'wallet' in (p.debit, p.credit) then p.provider_id end
        -- Without this PostgreSQL would build the names again for each comparison.
        offset 0) p
  left join book_entries e on e.cause = p.cause and e.rule = p.after_rule
  left join book_accounts d on d.name = p.debit
  left join book_accounts c on c.name = p.credit
  -- As a case, so that only an answer that finds its entry looks for others.
  where case when p.after_rule is null then true
             when e.cause is null then false
             when p.debit is null and p.credit is null
               then not ${isTurnedRound('p.cause', 'p.after_rule')}
             else true end
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
    text: `with posting as (${readPostings(1, 'left join transactions')}) ${BOOK_POSTINGS}`,
    values: POSTINGS.values(postings),
  });
}

/** Whether a cause has an entry, in a query. */
export function isBookedAs(cause: string, rule: RuleName): string {
  return `exists (select from book_entries b where b.cause = ${cause} and b.rule = '${rule}')`;
}

export async function hasEntry(
  connection: Queryable,
  { cause, rule }: { readonly cause: string; readonly rule: RuleName },
): Promise<boolean> {
  const rows = await connection.query({
    name: 'has-entry',
    text: 'select from book_entries where cause = $1 and rule = $2',
    values: [cause, rule],
  });
  return rows.length > 0;
}

export async function hasAccount(
  connection: Queryable,
  { kind, key }: { readonly kind: AccountKind; readonly key: string },
): Promise<boolean> {
  const rows = await connection.query({
    text: `select from book_accounts where name = $1 || ' ' || $2`,
    values: [kind, key],
  });
  return rows.length > 0;
}

/**
 * Waits for all bookings under way and holds off others until the database transaction ends: one
 * that has looked up its accounts already would book to a wallet that is another by then.
 */
export async function lockBookings(connection: Queryable): Promise<void> {
  await connection.query({ text: 'lock table book_entries in share row exclusive mode' });
}

export interface TransactionEntry {
  readonly rule: RuleName;
  readonly debit: string;
  readonly credit: string;
  readonly cents: string;
  readonly bookedAt: Date;
  readonly valueAt: Date;
}

/** What is booked about a transaction: its operator's payments first, then itself. */
export function causesOf(id: string): string {
  const payment = (row: string) => `'payment:' || ${row}.operator || ':' || ${row}.operator_tx_id`;
  return `select 3 as rank, 'transaction:' || ${id} as name
    union
    select 1, ${payment('n')} from operator_ids n where n.transaction_id = ${id}
    union
    select 2, ${payment('r')} from receipt_uses u join receipts r on r.id = u.receipt_id
    where u.transaction_id = ${id}
    union
    select 3, 'settlement:' || s.player_id || ':' || s.reference from transactions s
    where s.id = ${id} and s.application_id = '${OWN_APPLICATIONS.settlements.id}'
    union
    select 2, ${payment('p')} from payout_transfers p where p.transaction_id = ${id}`;
}

/** What operators kept under these causes, in hundredths: `null` if nothing, or if it was undone. */
export function feeUnder(causes: string): string {
  return `(select nullif(sum(case f.rule when 'fee_charged' then f.amount_cents
                                         else - f.amount_cents end), 0)
    from book_entries f
    where f.rule in ('fee_charged', 'fee_named', 'fee_was_forged') and f.cause in (${causes}))`;
}

/** The transfers that gave back what the cause is about, or paid its failed payout after all. */
export function transfersFor(cause: string): string {
  return `select 'payment:' || g.operator || ':' || g.operator_tx_id
    from given_back g where g.cause = ${cause}`;
}

/** What the operator kept of the transaction `t`, under whichever name it is booked. */
export function feeOf(t: string): string {
  return feeUnder(`select c.name from (${causesOf(`${t}.id`)}) c
    union ${transfersFor(`'transaction:' || ${t}.id`)} and ${t}.direction = 'withdrawal'`);
}

/** The entries about a transaction and about the operator's payments behind it. */
export function listTransactionEntries(
  database: Queryable,
  transactionId: string,
): Promise<TransactionEntry[]> {
  return database.query<TransactionEntry>({
    text: `with cause as (select distinct name from (${causesOf('$1::uuid')}) causes)
           select e.rule, trim(d.name) as debit, trim(c.name) as credit,
                  e.amount_cents::text as cents, e.booked_at as "bookedAt", e.value_at as "valueAt"
           from cause join book_entries e on e.cause = cause.name
           join book_accounts d on d.id = e.debit
           join book_accounts c on c.id = e.credit
           order by e.booked_at, e.cause, e.rule`,
    values: [transactionId],
  });
}
