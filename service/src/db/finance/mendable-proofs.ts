import type { BookFault } from '../../domain/books/mending.ts';
import {
  CLOCKS_DIFFER_MS,
  PAYOUT_REPORTED_WITHIN_MS,
} from '../../domain/receipts/reported-move.ts';
import { isNumbered, isTurnedRound, lineOf, paymentOf } from '../books/entries.ts';
import type { Queryable } from '../client.ts';
import { interval } from '../clock.ts';
import { TRANSFERS_MOVE_ONCE } from './transfers-move-once.ts';

// Which report may be of which payout, as `lockPossiblePayouts` takes it.
const CLOCKS_DIFFER = interval(CLOCKS_DIFFER_MS);
const REPORTED_WITHIN = interval(PAYOUT_REPORTED_WITHIN_MS);

const PAYMENT = paymentOf('e.cause');

/** Money that left as if without us, unless what it was is known by now. */
const GONE = `
  select e.cause, a.key as wallet, e.credit, e.amount_cents, e.value_at,
         ${PAYMENT.operator} as operator, ${PAYMENT.txId} as operator_tx_id
  from book_entries e join book_accounts a on a.id = e.credit
  where e.rule = 'moved_out' and not ${isTurnedRound('e.cause', 'e.rule')}`;

const LEFT_TWICE = (of: { payouts: string; wallet: string; smsId: string }) => `jsonb_build_object(
  'kind', 'payout_left_twice', 'cause', g.cause, 'operator', g.operator,
  'operatorTxId', g.operator_tx_id, 'wallet', ${of.wallet}, 'at', g.value_at,
  'smsId', ${of.smsId}, 'payouts', ${of.payouts})`;

const PAID_FAILURE = (payout: string, of: PaidFailure) => `jsonb_build_object(
  'kind', 'failed_payout_paid', 'payoutId', ${payout}.id, 'amountXaf', ${payout}.amount_xaf,
  'operator', ${payout}.operator, 'operatorTxId', ${of.operatorTxId}, 'wallet', ${of.wallet},
  'at', ${of.at}, 'smsId', ${of.smsId})`;

interface PaidFailure {
  readonly operatorTxId: string;
  readonly wallet: string;
  readonly at: string;
  readonly smsId: string;
}

/** The ids that a text of money out may name: it is one of its words. */
const WORDS = `(select rtrim(word, '.') as id
                from regexp_split_to_table(m.body, '[\\s,;:()]+') as word) named`;

/** Believed texts of money out that neither the books nor a payout explain. */
const UNEXPLAINED = `
  select m.id, m.operator, m.line, m.at, m.body, s.before_cents - s.after_cents as cents
  from sms_messages m
  join balance_steps s
    on s.sms_id = m.id and s.state = 'believed' and s.after_cents < s.before_cents
  where m.state = 'sent'
    and not exists (select from payout_transfers p where p.sms_id = m.id)
    and not exists (
      select from ${WORDS}
      where exists (select from book_entries e
                    where e.cause = 'payment:' || m.operator || ':' || named.id
                      and e.rule in ('moved_out', 'left_for_own_wallet'))
         or exists (select from operator_ids n
                    where n.operator = m.operator and n.operator_tx_id = named.id)
         or exists (select from given_back g
                    where g.operator = m.operator and g.operator_tx_id = named.id))`;

/** The number that a channel had when it was sent with: changes since then name it. */
const NUMBER_BEFORE = `(
  select ${lineOf(`(l.before ->> 'merchantNumber')`)} from audit_log l
  where l.subject = 'channel:' || s.channel_id and l.action = 'channel.change'
    and l.at > s.sent_at and l.before ->> 'merchantNumber' is not null
  order by l.id limit 1)`;

/** The wallet that a request was sent with; release 0.2 did not keep it. */
const SENT_WITH = `coalesce(
  case when ${isNumbered('s.wallet')} then t.operator || ':' end || ${NUMBER_BEFORE}
    || case when s.wallet like '%:%:%' then ':' || split_part(s.wallet, ':', 3) else '' end,
  s.wallet)`;

/**
 * Proofs whose findings `momo books repair` mends where the service knows what to book: `fault` has
 * the facts for that, and is null where only people can know.
 */
export const MENDABLE_PROOFS = {
  /** Money that left for a payout did not also leave without us. */
  payouts_leave_once: `
    with gone as materialized (${GONE})
    select g.cause as subject,
           'it is payout ' || t.id || ', and is booked as money that left without us as well: '
             || 'turn that entry round (momo books repair)' as problem,
           ${LEFT_TWICE({
             payouts: 'jsonb_build_array(t.id)',
             wallet: 'g.wallet',
             smsId: 'null',
           })} as fault
    from gone g
    join (select operator, operator_tx_id, transaction_id from operator_ids where not is_deposit
          union
          select operator, operator_tx_id, transaction_id from payout_transfers) n
      on n.operator = g.operator and n.operator_tx_id = g.operator_tx_id
    join transactions t on t.id = n.transaction_id and t.state = 'succeeded'
    union all
    select g.cause,
           'it is payout ' || min(t.id::text) || ' or one like it, by number, amount and time, and '
             || 'is booked as money that left without us as well: '
             || 'turn that entry round (momo books repair)',
           ${LEFT_TWICE({
             payouts: 'jsonb_agg(distinct t.id)',
             wallet: `g.operator || ':' || min(m.line)`,
             smsId: 'min(m.id::text)',
           })}
    from gone g
    join book_entries d
      on d.rule = 'payout_succeeded' and d.credit = g.credit and d.amount_cents = g.amount_cents
        and g.value_at < d.value_at + ${REPORTED_WITHIN}
    join transactions t on d.cause = 'transaction:' || t.id and t.provider_tx_id is null
    left join submissions s on s.transaction_id = t.id
    join sms_messages m
      on m.state = 'sent' and position(g.operator_tx_id in m.body) > 0
        and position(right(t.msisdn, 9) in replace(m.body, ' ', '')) > 0
    where g.value_at >= coalesce(s.sent_at, t.created_at) - ${CLOCKS_DIFFER}
      and not exists (select from payout_transfers p where p.transaction_id = t.id)
    group by g.cause, g.operator, g.operator_tx_id, g.value_at`,

  /** One transfer of an operator has one meaning: it moves its wallet once. */
  transfers_move_once: TRANSFERS_MOVE_ONCE,

  /** A report that a payout was paid is explained: by it, or as a dispute if it failed. */
  reported_payouts_are_booked: `
    select 'transaction:' || t.id as subject,
           case when t.state = 'failed'
                then 'it failed, transfer ' || p.operator_tx_id || ' reports that it was paid, and '
                  || 'nothing is booked: book it as disputed (momo books repair)'
                else 'transfer ' || p.operator_tx_id || ' is taken for it, and it has another id: '
                  || 'compare both with the statement, and lower the wallet of the transfer by its '
                  || 'amount if it left (momo books adjust)' end as problem,
           case when t.state = 'failed' then ${PAID_FAILURE('t', {
             operatorTxId: 'p.operator_tx_id',
             wallet: 'p.wallet',
             at: 'coalesce(p.operator_time, p.seen_at)',
             smsId: 'p.sms_id',
           })} end as fault
    from payout_transfers p
    join transactions t on t.id = p.transaction_id
    where not exists (select from book_entries e
                      where e.cause = 'transaction:' || t.id and e.rule = 'failed_payout_paid')
      and (t.state = 'failed' or t.provider_tx_id <> p.operator_tx_id)
    union all
    select 'transaction:' || t.id,
           'it failed, text ' || m.id || ', which the balance of its line proves, reports that it '
             || 'was paid, and nothing is booked: book it as disputed (momo books repair)',
           ${PAID_FAILURE('t', {
             operatorTxId: 'null',
             wallet: `m.operator || ':' || m.line`,
             at: 'm.at',
             smsId: 'm.id',
           })}
    from (${UNEXPLAINED}) m
    cross join lateral (
      select distinct found[1] as number
      from regexp_matches(replace(m.body, ' ', ''), '6[0-9]{8}', 'g') found) said
    join transactions t
      on right(t.msisdn, 9) = said.number and t.operator = m.operator
        and t.direction = 'withdrawal' and t.state = 'failed'
    join submissions s on s.transaction_id = t.id and s.sent_at is not null
    where m.cents >= t.amount_xaf * 100
      and position(t.amount_xaf::text in translate(m.body, ' ,.', '')) > 0
      and m.at >= s.sent_at - ${CLOCKS_DIFFER}
      and m.at < t.state_updated_at + ${REPORTED_WITHIN}
      and not exists (select from book_entries e
                      where e.cause = 'transaction:' || t.id and e.rule = 'failed_payout_paid')
      -- It may as well be a payout of the same number and amount that succeeded without an id.
      and not exists (
        select from transactions o
        where o.msisdn = t.msisdn and o.amount_xaf = t.amount_xaf and o.operator = t.operator
          and o.direction = 'withdrawal' and o.state = 'succeeded' and o.provider_tx_id is null)`,

  /** Money that went back to its payer is credited to nobody. */
  returned_money_is_not_credited: `
    select 'transaction:' || t.id as subject,
           'its payment ' || r.operator_tx_id || ' was returned to the payer, and it is credited: '
             || 'settle it with the platform; until then it is disputed (momo books repair)'
             as problem,
           jsonb_build_object('kind', 'returned_though_credited', 'cause', 'transaction:' || t.id,
                              'amountXaf', t.amount_xaf) as fault
    from receipts r
    join operator_ids n
      on n.operator = r.operator and n.operator_tx_id = r.operator_tx_id and n.is_deposit
    join transactions t on t.id = n.transaction_id and t.state = 'succeeded'
    where r.dismissed_as = 'returned'
      and not exists (select from book_entries e where e.cause = 'transaction:' || t.id
                        and e.rule = 'returned_though_credited')`,

  /** The books say of a dismissed payment what people say that it was. */
  dismissals_are_booked: `
    select 'receipt:' || r.id as subject,
           case when f.cause is null
                then 'it counts as forged and is still booked: turn its entry round '
                  || '(momo books repair)'
                else 'its entry is turned round though nobody calls it forged: have two people look'
           end as problem,
           case when f.cause is null
                then jsonb_build_object('kind', 'forged_payment', 'cause', e.cause) end as fault
    from receipts r
    join book_entries e
      on e.cause = 'payment:' || r.operator || ':' || r.operator_tx_id and e.rule = 'payment_in'
    left join book_entries f on f.cause = e.cause and f.rule = 'payment_was_forged'
    where (r.dismissed_as is not distinct from 'forged') <> (f.cause is not null)`,

  /** A payment to us is not money that came from outside as well. */
  payments_are_no_top_ups: `
    select e.cause as subject,
           'the payment is also booked as money from outside: turn that entry round '
             || '(momo books repair)' as problem,
           jsonb_build_object('kind', 'payment_topped_up', 'cause', e.cause) as fault
    from book_entries e
    join book_entries p on p.cause = e.cause and p.rule = 'payment_in'
    where e.rule = 'topped_up'
      and not ${isTurnedRound('e.cause', 'e.rule')}`,

  /** What went back to its payer is not owed any more, nor has it left without us. */
  returns_are_booked: `
    with gone as materialized (${GONE})
    select distinct on (r.id) 'receipt:' || r.id as subject,
           'transfer ' || g.operator_tx_id || ' has returned it to its payer, and it is booked as '
             || 'owed, and the transfer as money that left without us: turn that entry round '
             || '(momo books repair)' as problem,
           jsonb_build_object('kind', 'payment_went_back', 'cause', e.cause, 'transfer', g.cause,
             'operator', g.operator, 'operatorTxId', g.operator_tx_id, 'wallet', g.wallet,
             'amountXaf', r.amount_xaf, 'at', g.value_at) as fault
    from gone g
    join receipts r
      on r.operator = g.operator and r.amount_xaf * 100 = g.amount_cents and r.state = 'dismissed'
        -- Release 0.2 did not store what a dismissed payment was.
        and coalesce(r.dismissed_as, 'returned') = 'returned' and r.returned_by is null
        and g.value_at >= coalesce(r.operator_time, r.received_at) - ${CLOCKS_DIFFER}
    join book_entries e
      on e.cause = 'payment:' || r.operator || ':' || r.operator_tx_id and e.rule = 'payment_in'
    join sms_messages m
      on m.state = 'sent' and position(g.operator_tx_id in m.body) > 0
        and position(right(r.payer_msisdn, 9) in replace(m.body, ' ', '')) > 0
    where not exists (select from book_entries b where b.cause = e.cause
                        and b.rule in ('unmatched_given_back', 'unmatched_taken_back',
                                       'payment_was_forged', 'payment_reversed'))
    order by r.id, g.value_at, g.cause`,

  /** What a provider request moved is booked to the wallet that it was sent with. */
  requests_keep_their_wallet: `
    select 'transaction:' || sent.id as subject,
           'it is booked to wallet ' || sent.booked_to || ', and its request was sent with '
             || sent.wallet || ': move it there (momo books repair)' as problem,
           jsonb_build_object('kind', 'other_wallet', 'cause', sent.cause, 'direction',
                              sent.direction, 'wallet', sent.wallet) as fault
    from (select t.id, t.direction, e.cause, a.key as booked_to,
                 coalesce(a.same_as, a.id) as account, ${SENT_WITH} as wallet
          from submissions s
          join transactions t on t.id = s.transaction_id and t.line is null
          join book_entries e
            on (e.cause = 'transaction:' || t.id and e.rule in ('payout_succeeded', 'payment_in'))
          join book_accounts a
            on a.id = case e.rule when 'payment_in' then e.debit else e.credit end
          where s.sent_at is not null and s.wallet is not null
            and not exists (select from book_entries n where n.cause = e.cause
                              and n.rule in ('payout_left_other_wallet', 'payment_named',
                                             'payment_came_to_other_wallet'))
          union all
          -- A text names the line that it came to; what a provider reported is the request's.
          select t.id, t.direction, e.cause, a.key, coalesce(a.same_as, a.id), ${SENT_WITH}
          from submissions s
          join transactions t
            on t.id = s.transaction_id and t.line is null and t.direction = 'deposit'
          join book_entries e
            on e.cause = 'payment:' || t.operator || ':' || t.provider_tx_id
              and e.rule = 'payment_in'
          join book_accounts a on a.id = e.debit
          where s.sent_at is not null and s.wallet is not null
            and not exists (select from receipts r where r.operator = t.operator
                              and r.operator_tx_id = t.provider_tx_id and r.sms_id is not null)
            and not exists (select from book_entries n where n.cause = e.cause
                              and n.rule = 'payment_came_to_other_wallet')) sent
    left join book_accounts own on own.name = 'wallet ' || sent.wallet
    where sent.account is distinct from coalesce(own.same_as, own.id)`,
} as const satisfies Record<string, string>;

export interface MendableFinding {
  readonly subject: string;
  readonly problem: string;
  readonly fault: BookFault;
}

/** What can be mended, the oldest proofs first; at most as many as two people can look at. */
export async function listMendable(
  connection: Queryable,
  limit: number,
): Promise<readonly MendableFinding[]> {
  const found: MendableFinding[] = [];
  for (const text of Object.values(MENDABLE_PROOFS)) {
    const rows = await connection.query<MendableFinding>({
      text: `select subject, problem, fault from (${text}) broken
             where fault is not null order by fault ->> 'at', subject limit $1`,
      values: [limit],
    });
    found.push(...rows);
  }
  return found.slice(0, limit);
}

/** Whether something was booked for one of these causes after a moment. */
export async function isBookedSince(
  connection: Queryable,
  { causes, since }: { readonly causes: readonly string[]; readonly since: Date },
): Promise<boolean> {
  const rows = await connection.query({
    text: 'select from book_entries where cause = any($1) and booked_at > $2 limit 1',
    values: [causes, since],
  });
  return rows.length > 0;
}
