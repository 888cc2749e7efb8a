import { OWN_APPLICATIONS } from '../../domain/access/own-application.ts';
import { ADJUSTMENT_RULES } from '../../domain/books/posting.ts';
import { BOOK_RULES, type BookRule } from '../../domain/books/rules.ts';
import { causesOf, transactionOf } from '../books/entries.ts';
import type { Queryable } from '../client.ts';
import { MENDABLE_PROOFS } from './mendable-proofs.ts';
import { RECORD_PROOFS } from './record-proofs.ts';

/** A disagreement between the books and the service. */
export interface BooksFinding {
  readonly proof: ProofName;
  /** What it is about: `transaction:<id>`, `receipt:<id>`, `payment:<operator>:<id>`. */
  readonly subject: string;
  readonly problem: string;
}

/** The findings that are listed; beyond them only their number is reported. */
const MAX_FINDINGS = 1_000;

const RULES: readonly (readonly [string, BookRule])[] = Object.entries(BOOK_RULES);

function kindsOf(side: 'debit' | 'credit'): string {
  const rows = RULES.map(([name, rule]) => `('${name}', ${quoted(rule[side])})`);
  return `(values ${rows.join(', ')})`;
}

function quoted(kind: string | null): string {
  return kind === null ? 'null' : `'${kind}'`;
}

const IS_RETURN = isOf('returns');

function isOf(own: keyof typeof OWN_APPLICATIONS): string {
  return `t.application_id = '${OWN_APPLICATIONS[own].id}'`;
}

/** The rule of a payout `t`, which is another one if it pays what is owed to its payee. */
function ofPayout(step: 'sent' | 'failed'): string {
  return `case when ${IS_RETURN} then 'return_${step}'
               when ${isOf('overpayments')} then 'overpayment_${step}'
               when ${isOf('settlements')} then 'settlement_${step}' else 'payout_${step}' end`;
}

const SETTLEMENT = `'settlement:' || t.player_id || ':' || t.reference`;
/** What the payout `t` is booked under until it has succeeded. */
const OWED = `case when ${isOf('settlements')} then ${SETTLEMENT} else 'transaction:' || t.id end`;

/** What has to hold. Each query returns the subject and the problem of what does not. */
export const PROOFS = {
  /** Both sides of an entry are accounts of the kinds that its rule says. */
  entries_follow_rules: `
    select e.cause as subject, 'its entry ' || e.rule || ' is not between the accounts of the rule'
             as problem
    from book_entries e
    left join book_accounts d on d.id = e.debit
    left join book_accounts c on c.id = e.credit
    left join ${kindsOf('debit')} as debit (rule, kind) on debit.rule = e.rule
    left join ${kindsOf('credit')} as credit (rule, kind) on credit.rule = e.rule
    where debit.rule is null or d.id is null or c.id is null
       or d.kind <> coalesce(debit.kind, d.kind) or c.kind <> coalesce(credit.kind, c.kind)
       or ('application' in (d.kind, c.kind) and e.amount_cents % 100 <> 0)`,

  /** What was added up is the sum of its entries. */
  totals_are_sums: `
    with moved as materialized (
      select debit, credit, (booked_at at time zone 'Africa/Douala')::date as day,
             sum(amount_cents) as cents
      from book_entries where xact < (select rolled_to from books)
      group by 1, 2, 3)
    select 'account:' || account as subject, 'its total of ' || day || ' is not that of its entries'
             as problem
    from (select account, day, debit_cents, credit_cents from book_totals
          union all
          select debit, day, - cents, 0 from moved
          union all
          select credit, day, 0, - cents from moved) both_ways
    group by account, day
    having sum(debit_cents) <> 0 or sum(credit_cents) <> 0`,

  /** A succeeded deposit has credited its application once, with its amount. */
  deposits_are_credited: `
    select 'transaction:' || t.id as subject,
           case when e.cause is null then 'the deposit succeeded and credited nobody'
                else 'the deposit credited another amount or application' end as problem
    from transactions t
    left join book_entries e on e.cause = 'transaction:' || t.id and e.rule = 'deposit_credited'
    left join book_accounts a on a.id = e.credit
    where t.direction = 'deposit' and t.state = 'succeeded'
      and (e.cause is null or e.amount_cents <> t.amount_xaf * 100
           or a.key is distinct from t.application_id::text)`,

  /** There are no other credits. */
  credits_have_deposits: `
    select e.cause as subject, 'an application was credited for what is no succeeded deposit'
             as problem
    from book_entries e
    left join transactions t on e.cause = 'transaction:' || t.id
    where e.rule = 'deposit_credited'
      and (t.direction is distinct from 'deposit' or t.state <> 'succeeded')`,

  /** A succeeded deposit has a reported payment, or a person has decided so. */
  deposits_have_evidence: `
    select 'transaction:' || t.id as subject,
           'the deposit succeeded, and neither a payment nor a person says so' as problem
    from transactions t
    left join book_entries p
      on p.cause = 'payment:' || t.operator || ':' || t.provider_tx_id and p.rule = 'payment_in'
    left join book_entries o on o.cause = 'transaction:' || t.id and o.rule = 'payment_in'
    left join book_entries n on n.cause = 'transaction:' || t.id and n.rule = 'payment_named'
    where t.direction = 'deposit' and t.state = 'succeeded' and p.cause is null
      and (o.cause is null or n.cause is not null)
      and not exists (select from receipt_uses u where u.transaction_id = t.id)
      and not exists (select from transitions h
                      where h.transaction_id = t.id and h.to_state = 'succeeded'
                        and h.trigger in ('staff_confirmed', 'staff_completed'))
      and not exists (select from months m
                      where m.table_name = 'transitions' and m.archived_at is not null
                        and t.id >= m.from_id and t.id < m.to_id)`,

  /** The money of a payout is where its state says. */
  payouts_are_booked: `
    select 'transaction:' || t.id as subject,
           'the payout is ' || t.state || ', and the books say otherwise' as problem
    from transactions t
    left join book_entries s
      on s.cause = ${OWED} and s.rule = ${ofPayout('sent')}
    left join book_entries d on d.cause = 'transaction:' || t.id and d.rule = 'payout_succeeded'
    left join book_entries f
      on f.cause = ${OWED} and f.rule = ${ofPayout('failed')}
    where t.direction = 'withdrawal'
      and (case t.state
             when 'succeeded' then s.cause is null or d.cause is null or f.cause is not null
             when 'failed' then d.cause is not null or (s.cause is null) <> (f.cause is null)
             when 'provider_submitted'
               then s.cause is null or d.cause is not null or f.cause is not null
             when 'requires_manual_resolution' then d.cause is not null or f.cause is not null
             else num_nonnulls(s.cause, d.cause, f.cause) > 0
           end
           or coalesce(s.amount_cents, d.amount_cents) <> t.amount_xaf * 100
           or d.amount_cents <> s.amount_cents or f.amount_cents <> s.amount_cents)`,

  /** Every booked payout exists. */
  entries_have_payouts: `
    select e.cause as subject, 'a payout is booked that is none of ours' as problem
    from book_entries e
    left join transactions t on e.cause = 'transaction:' || t.id
    where e.rule in ('payout_sent', 'payout_succeeded', 'payout_failed', 'return_sent',
                     'return_failed', 'overpayment_sent', 'overpayment_failed')
      and t.direction is distinct from 'withdrawal'
    union all
    select e.cause, 'a settlement is booked whose payout is not there or is of another platform'
    from book_entries e
    left join transactions t on ${isOf('settlements')} and e.cause = ${SETTLEMENT}
    left join book_accounts a on a.id = case e.rule when 'settlement_sent' then e.debit
                                                    else e.credit end
    where e.rule in ('settlement_sent', 'settlement_failed')
      and a.key is distinct from t.player_id::text`,

  /** What is sent back is one payment, whole, and it waits for nothing while it is. */
  returns_have_payments: `
    select 'transaction:' || t.id as subject,
           'it gives back a payment that does not say so' as problem
    from transactions t
    left join receipts r on r.id = t.refund_of
    where ${IS_RETURN} and t.state <> 'failed'
      and (r.returned_by is distinct from t.id or r.dismissed_as is distinct from 'returned'
           or r.amount_xaf <> t.amount_xaf or r.operator <> t.operator)
    union all
    select 'receipt:' || r.id, 'it says that it is sent back, and nothing sends it'
    from receipts r left join transactions t on t.id = r.returned_by
    where r.returned_by is not null
      and not coalesce(${IS_RETURN} and t.refund_of = r.id and t.state <> 'failed', false)
    union all
    select 'transaction:' || t.id, 'it gives back what was not overpaid, or has gone back otherwise'
    from transactions t
    left join book_entries e
      on e.cause = 'transaction:' || t.refund_of and e.rule = 'deposit_overpaid'
    where ${isOf('overpayments')} and t.state in ('provider_submitted', 'succeeded')
      and (e.amount_cents is distinct from t.amount_xaf * 100
           or exists (select from book_entries g
                      where g.cause = e.cause and g.rule = 'overpayment_given_back')
           or exists (select from transactions o
                      where o.refund_of = t.refund_of and o.application_id = t.application_id
                        and o.id <> t.id and o.state in ('provider_submitted', 'succeeded')))`,

  /** One transfer of an operator belongs to one payout. */
  transfers_belong_to_one: `
    select 'transaction:' || t.id as subject,
           'another payout has the same transfer, ' || t.provider_tx_id as problem
    from (select id, provider_tx_id,
                 count(*) over (partition by operator, provider_tx_id) as payouts
          from transactions
          where direction = 'withdrawal' and provider_tx_id is not null) t
    where t.payouts > 1`,

  /** A receipt is used at most once, and says so. */
  receipts_are_used_once: `
    select 'receipt:' || coalesce(r.id, u.receipt_id) as subject,
           case when u.receipt_id is null then 'it counts as used, and no deposit has it'
                when r.id is null or t.id is null then 'the use is of something that is not there'
                else 'a deposit has it, and it counts as unmatched' end as problem
    from receipts r
    full join receipt_uses u on u.receipt_id = r.id
    left join transactions t on t.id = u.transaction_id
    where (r.state = 'used' and u.receipt_id is null) or (u.receipt_id is not null and t.id is null)
       or (r.id is null) or (r.state = 'unmatched' and u.receipt_id is not null)`,

  /** A payment that is believed is in a wallet, once and with its amount. */
  payments_are_booked: `
    select 'receipt:' || r.id as subject,
           case when e.cause is null then 'the payment is believed and not booked'
                else 'the payment is booked with another amount' end as problem
    from receipts r
    left join book_entries e
      on e.cause = 'payment:' || r.operator || ':' || r.operator_tx_id and e.rule = 'payment_in'
    where (r.is_trusted or r.state = 'used')
      and (e.cause is null or e.amount_cents <> r.amount_xaf * 100)`,

  /** Every booked payment was reported. */
  entries_have_payments: `
    select e.cause as subject, 'a payment is booked that nothing reports' as problem
    from book_entries e
    left join receipts r
      on e.cause = 'payment:' || r.operator || ':' || r.operator_tx_id
    left join transactions t
      on e.cause = 'payment:' || t.operator || ':' || t.provider_tx_id
    left join transactions o on e.cause = 'transaction:' || o.id
    where e.rule = 'payment_in' and r.id is null and t.id is null and o.id is null`,

  /** The payment of a deposit is not booked with its id and once more without one. */
  payments_are_counted_once: `
    select 'receipt:' || p.id as subject,
           'it is booked beside deposit ' || p.deposit
             || ', which it has paid: say in the console that it was its payment' as problem
    from (select r.id, u.transaction_id as deposit
          from receipts r join receipt_uses u on u.receipt_id = r.id
          union all
          select r.id, substring(r.reason from '[0-9a-f]{8}-[0-9a-f-]{27}')::uuid
          from receipts r
          where r.state = 'dismissed' and coalesce(r.dismissed_as, 'unknown') = 'unknown'
            and r.reason like '%"may_have_paid"%'
            and exists (select from book_entries e
                        where e.cause = 'payment:' || r.operator || ':' || r.operator_tx_id
                          and e.rule = 'payment_in')) p
    join book_entries o on o.cause = 'transaction:' || p.deposit and o.rule = 'payment_in'
    where not exists (select from book_entries n
                      where n.cause = o.cause and n.rule = 'payment_named')`,

  /** The fee of a payment is not booked with its id and once more without one. */
  fees_are_charged_once: `
    select f.cause as subject,
           'its fee is booked beside that of ' || p.cause || ': correct one of them' as problem
    from book_entries f
    cross join lateral (select min(e.cause) as cause
                        from (${causesOf(transactionOf('f.cause'))}) known
                        join book_entries e on e.cause = known.name and e.rule = 'fee_charged'
                        where e.cause <> f.cause) p
    where f.rule = 'fee_charged' and f.cause like 'transaction:%' and p.cause is not null
      and not exists (select from book_entries n
                      where n.cause = f.cause and n.rule = 'fee_named')`,

  /** What people corrected is in the audit log. */
  adjustments_are_decided: `
    select e.cause as subject, 'an account was corrected, and nobody has decided so' as problem
    from book_entries e
    where e.rule in (${ADJUSTMENT_RULES.map(quoted).join(', ')})
      and not exists (select from audit_log a where a.subject = e.cause)`,

  /** What a platform was paid of what it is owed is in the audit log, with its amount. */
  settlements_are_decided: `
    select e.cause as subject, 'a settlement is booked, and nobody has decided so' as problem
    from book_entries e
    where e.rule in ('application_settled', 'settlement_sent')
      and not exists (
        select from audit_log a
        where a.subject = e.cause
          and a.action in ('books.settle', 'books.pay_settlement', 'change.approve')
          and (a.after ->> 'amountXaf')::numeric * 100 = e.amount_cents)`,
  ...MENDABLE_PROOFS,
  ...RECORD_PROOFS,
} as const satisfies Record<string, string>;

export type ProofName = keyof typeof PROOFS;

export interface Proven<Name extends string = ProofName> {
  readonly count: number;
  /** The first ones. */
  readonly findings: readonly (Omit<BooksFinding, 'proof'> & { readonly proof: Name })[];
}

/** Looks for everything that breaks one proof. */
export function runProof(connection: Queryable, proof: ProofName): Promise<Proven> {
  return findBroken(connection, proof, PROOFS[proof]);
}

/** The same for a query that names the subjects and problems of any proof. */
export async function findBroken<Name extends string>(
  connection: Queryable,
  proof: Name,
  text: string,
): Promise<Proven<Name>> {
  const rows = await connection.query<{
    readonly subject: string;
    readonly problem: string;
    readonly count: number;
  }>({
    text: `select subject, problem, count(*) over () as count from (${text}) broken
           order by subject limit ${MAX_FINDINGS}`,
  });
  return {
    count: rows[0]?.count ?? 0,
    findings: rows.map(({ subject, problem }) => ({ proof, subject, problem })),
  };
}
