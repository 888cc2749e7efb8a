import { ERASED_TEXT } from '../../domain/msisdn.ts';
import { WRONG_DIFFERENCES } from './compare-statements.ts';

/**
 * What the books are compared with is as it was written: ids, times, names and what people said.
 * Days that are closed have sums of what is only ever added besides.
 */
export const RECORD_PROOFS = {
  /** A transaction is found by its own id of the operator. */
  operator_ids_fit: `
    select 'transaction:' || coalesce(t.id, n.transaction_id) as subject,
           'it is found by another id of the operator than its own' as problem
    from transactions t full join operator_ids n on n.transaction_id = t.id
    where (n.operator, n.operator_tx_id, n.is_deposit) is distinct from (
      case when t.provider_tx_id is not null then t.operator end, t.provider_tx_id,
      case when t.provider_tx_id is not null then t.direction = 'deposit' end)`,

  /** Two names are one wallet because people said so. */
  wallets_are_joined_by_people: `
    select 'wallet:' || coalesce(a.key, said.wallet) as subject,
           'it is another wallet than people said (momo books same-wallet)' as problem
    from (select * from book_accounts where kind = 'wallet' and same_as is not null) a
    left join book_accounts o on o.id = a.same_as
    full join (select distinct on (subject) substr(subject, 8) as wallet from audit_log
               where action = 'books.same_wallet') said on said.wallet = a.key
    where said.wallet is null or a.id is null
       or not exists (select from audit_log l where l.action = 'books.same_wallet'
                        and l.after ->> 'into' = o.key)`,

  /** What two names have is in one account. */
  joined_wallets_are_empty: `
    select 'wallet:' || a.key as subject,
           'it is another wallet, and ' || sum(s.cents) || ' cents are booked to it' as problem
    from book_accounts a
    join (select account, debit_cents - credit_cents as cents from book_totals
          union all
          select e.debit, e.amount_cents from book_entries e, books b where e.xact >= b.rolled_to
          union all
          select e.credit, - e.amount_cents from book_entries e, books b
          where e.xact >= b.rolled_to) s on s.account = a.id
    where a.same_as is not null
    group by a.id having sum(s.cents) <> 0`,

  /** The next entry is not taken for one that was added up. */
  entries_come_after_totals: `
    select 'books' as subject, 'the next entry would be in no balance: start the service' as problem
    from books b
    where greatest(b.rolled_to, (select max(e.xact) from book_entries e))
          > pg_snapshot_xmax(pg_current_snapshot())::text::bigint + b.xact_offset
      and b.xact_identity = database_identity()`,

  /** Money out is what its text says: in its line, with its id and time. */
  transfers_are_as_reported: `
    select 'payment:' || p.operator || ':' || p.operator_tx_id as subject,
           'its text says something else than what is kept of it' as problem
    from payout_transfers p
    left join sms_messages m on m.id = p.sms_id
    left join balance_steps s on s.sms_id = m.id and s.believed_at is not null and s.tells_time
    where p.sms_id is not null
      and (m.id is null or p.wallet <> p.operator || ':' || m.line or p.operator <> m.operator
           or p.seen_at < m.at
           or (m.body not like '${ERASED_TEXT}%'
               and position(upper(p.operator_tx_id) in upper(m.body)) = 0)
           or (p.operator_time <> s.time and p.operator_time < m.at)
           or (p.operator_time is null and s.id is not null))`,

  /** A payment is for the payout that it is taken for. */
  transfers_have_payouts: `
    select 'payment:' || p.operator || ':' || p.operator_tx_id as subject,
           'it is taken for what is no payout of its operator' as problem
    from payout_transfers p
    left join transactions t on t.id = p.transaction_id
    left join balance_steps s on s.sms_id = p.sms_id and s.believed_at is not null
    where t.id is null or t.direction <> 'withdrawal' or t.operator <> p.operator
       or s.before_cents - s.after_cents < t.amount_xaf * 100`,

  /** A payment has the time of its text. */
  payments_have_their_time: `
    select 'receipt:' || r.id as subject, 'its time is not that of its text' as problem
    from receipts r
    join sms_messages m on m.id = r.sms_id
    join balance_steps s on s.sms_id = m.id and s.believed_at is not null and s.tells_time
    where r.operator_time is null or least(r.operator_time, m.at) <> s.time`,

  /** A text that was believed is set aside only if it was forged. */
  steps_set_aside_are_forged: `
    select 'sms:' || s.sms_id as subject,
           'it was believed and is set aside, and nobody calls it forged' as problem
    from balance_steps s
    where s.state = 'set_aside' and s.believed_at is not null
      and not exists (select from receipts r
                      where r.sms_id = s.sms_id and r.dismissed_as = 'forged')`,

  differences_agree: WRONG_DIFFERENCES,

  /** What explains a difference with a statement is in the audit log, word for word. */
  explanations_are_decided: `
    select 'difference:' || d.id as subject,
           'the difference about ' || d.operator_tx_id
             || ' is closed, and nobody has explained it: look at it on the statement' as problem
    from statement_differences d
    cross join lateral (
      select bool_or(a.actor = d.settled_by) as has_actor,
             bool_or(a.reason = d.settled_because) as has_reason,
             coalesce(bool_or(a.after::text ~* '"expects_?fees":true'), false) as expects_fees,
             bool_or((d.wallet, d.operator_tx_id, d.kind) = (
               coalesce(a.before ->> 'wallet', a.after ->> 'wallet'),
               coalesce(a.before ->> 'operator_tx_id', a.after ->> 'operatorTxId'),
               coalesce(a.before ->> 'kind', a.after ->> 'difference'))) as is_about_it
      from audit_log a
      where a.subject in ('difference:' || d.id, 'explanation:' || d.id,
                          'adjustment:' || d.id)) said
    where (d.settled_by is not null
           and not coalesce(said.has_actor and said.has_reason, false))
       or d.expects_fees <> said.expects_fees
       or ((d.settled_by is not null or d.expects_fees) and not said.is_about_it)`,
} as const satisfies Record<string, string>;
