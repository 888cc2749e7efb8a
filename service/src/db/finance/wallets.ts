import { ADJUSTMENT_RULES } from '../../domain/books/posting.ts';
import { BOOK_RULES, type BookRule, CORRECTING_RULES } from '../../domain/books/rules.ts';
import { readClosing } from '../../domain/finance/closing.ts';
import type { WalletFacts } from '../../domain/finance/wallet.ts';
import { TEXT_ARRIVES_WITHIN_MS } from '../../domain/lines/balance-chain.ts';
import { MAX_BALANCE_AGE_MS } from '../../domain/lines/line-health.ts';
import { CLOCKS_DIFFER_MS } from '../../domain/receipts/reported-move.ts';
import { openingsOf } from '../books/accounts.ts';
import { lineOf, paymentOf, poolOf, transactionOf } from '../books/entries.ts';
import type { Queryable } from '../client.ts';
import { interval } from '../clock.ts';

/** How many database transactions back entries may be that moved after a reported balance. */
export const LAST_XACTS = 100_000;

/** Operators' clocks differ from ours by less; some of their times name only the minute. */
const CLOCKS_DIFFER = interval(CLOCKS_DIFFER_MS);
const CLOCKS_AND_MINUTES = interval(CLOCKS_DIFFER_MS + 60_000);

/** A text may have been written this long before it arrives. */
const UNDER_WAY = interval(TEXT_ARRIVES_WITHIN_MS);

/** No question to a provider takes longer. */
const ASKED_FOR = `interval '1 minute'`;

/**
 * The last balance that was reported of each line until $3: by a text, or in a session of ours. It
 * was read between `since` and `at`, by our clock.
 */
const REPORTED_BY_LINES = `
  select distinct on (operator, line) operator || ':' || line as wallet, cents, since, at,
         source, line
  from (select s.operator, l.line, b.cents, b.since, b.at, 'text' as source
        from lines l join own s using (line)
        cross join lateral (values
          (l.balance_cents, coalesce(l.balance_time, l.trusted_at) - ${CLOCKS_DIFFER},
           coalesce(l.balance_at, l.trusted_at)),
          (l.day_cents, l.day_at - ${UNDER_WAY}, l.day_at)) as b (cents, since, at)
        where l.tells_balances and b.cents is not null and ${isByThen('b.at')}
        union all
        select s.operator, s.line, j.balance_cents, j.taken_at, j.ended_at, 'ussd'
        from own s
        cross join lateral (
          select b.balance_cents, b.taken_at, b.ended_at from sim_jobs b
          where b.line = s.line and b.operator = s.operator and b.action = 'balance'
            and b.outcome = 'told' and b.balance_cents is not null
            -- One that was reported late says nothing of the moment of the report.
            and b.ended_at < b.taken_at + $2 * interval '1 millisecond'
            and ${isByThen('b.ended_at')}
          order by b.created_at desc limit 1) j) of_line
  order by operator, line, at desc`;

const REPORTED_BY_PROVIDERS = `
  select distinct on (wallet) wallet, cents, at - ${ASKED_FOR} as since, at, 'provider' as source,
         null as line
  from (select case when p.one_pool then ${poolOf('p')}
                    else c.operator || ':' || ${lineOf('c.merchant_number')}
                      || coalesce(':' || p.payout_wallet, '') end as wallet,
               b.xaf * 100 as cents, b.at
        from provider_health h
        cross join lateral (values (h.balance_xaf, h.balance_at),
                                   (h.day_balance_xaf, h.day_balance_at)) as b (xaf, at)
        join providers p on p.id = h.provider_id
        join channels c on c.provider_id = p.id
        where b.xaf is not null and ${isByThen('b.at')}) asked
  order by wallet, at desc`;

function isByThen(at: string): string {
  return `${at} < coalesce($3::timestamptz, 'infinity')`;
}

const quoted = (rules: readonly string[]) => rules.map((rule) => `'${rule}'`).join(', ');

/** Nothing moves by these: they are about all that was there before. */
const IS_CORRECTION = `e.rule in (${quoted([
  ...ADJUSTMENT_RULES,
  'wallet_opened',
  'wallet_opened_below',
])}) or e.cause like 'joined:%'`;

/** The entry that a rule of `e` corrects, and whose time it has. */
const CORRECTED_RULE = `case e.rule ${CORRECTING_RULES.map(
  (rule) => `when '${rule}' then '${firstOf(rule)}'`,
).join(' ')} end`;

/** The rule at which a chain of answers begins. */
function firstOf(rule: string): string {
  const rules: Readonly<Record<string, BookRule>> = BOOK_RULES;
  const after = rules[rule]?.after ?? null;
  return after === null ? rule : firstOf(after);
}

/** Since the balance of their wallet was read; once for all wallets, for a busy hour has many. */
const RECENT = `
  select e.*, r.account from book_entries e
  cross join lateral (values (e.debit), (e.credit)) of (account)
  join (select account, min(since) as since from reported group by account) r
    on r.account = of.account and e.value_at > r.since
  where e.xact >= (select reach from since)`;

const PAYMENT = paymentOf('e.cause');

/**
 * What was booked to the account of the wallet `t`, and settled when its balance was read or later.
 * Nobody but the operator knows when it moved: `known_at` is the time by its text, or by its
 * statement, which reached us at `seen_at`; without one it was between `sent_at` and `settled_at`.
 */
const BOOKED = `
  select e.cause, case when e.debit = t.account then e.amount_cents else - e.amount_cents end
           as cents, true as is_booked, ${IS_CORRECTION} as is_correction, e.booked_at,
         case when x.id is null and m.rule <> 'payment_in' then m.value_at
              else k.known_at end as known_at,
         case when x.id is null and m.rule <> 'payment_in' then m.booked_at
              else k.seen_at end as seen_at,
         coalesce(s.sent_at, x.created_at, m.value_at) as sent_at, m.value_at as settled_at
  from recent e
  left join book_entries u on u.cause = e.cause and u.rule = ${CORRECTED_RULE}
  cross join lateral (
    select coalesce(u.rule, e.rule) as rule, coalesce(u.value_at, e.value_at) as value_at,
           coalesce(u.booked_at, e.booked_at) as booked_at,
           case when e.cause like 'payment:%' then ${PAYMENT.operator} end as operator,
           ${PAYMENT.txId} as operator_tx_id) m
  left join operator_ids n
    on m.rule = 'payment_in' and n.is_deposit
      and n.operator = m.operator and n.operator_tx_id = m.operator_tx_id
  left join transactions x
    on x.id = case when m.rule in ('payment_in', 'payout_succeeded', 'failed_payout_paid')
                   then coalesce(n.transaction_id, ${transactionOf('e.cause')}) end
  left join submissions s on s.transaction_id = x.id
  left join lateral (
    select known_at, seen_at from (
      select coalesce(p.operator_time, p.seen_at) as known_at, p.seen_at
      from payout_transfers p where p.transaction_id = x.id
      union all
      select coalesce(r.operator_time, r.received_at), r.created_at
      from receipts r
      where m.rule = 'payment_in'
        and r.operator = m.operator and r.operator_tx_id = m.operator_tx_id
      union all
      select l.at, i.imported_at
      from statement_lines l join statements i on i.id = l.statement_id
      where l.wallet in (t.key, t.wallet) and not l.is_failed
        and l.operator_tx_id = coalesce(x.provider_tx_id, m.operator_tx_id)) reports
    order by seen_at limit 1) k on true
  where e.account = t.account and e.value_at > t.since`;

/** What was sent and is not settled: the operator may have moved it already. */
const UNDER_WAY_NOW = `
  select 'transaction:' || x.id, case x.direction when 'deposit' then 1 else -1 end
           * x.amount_xaf * 100, false, false, null, p.operator_time, p.seen_at, s.sent_at,
         'infinity'::timestamptz
  from open_transactions o
  join transactions x on x.id = o.transaction_id
  join submissions s on s.transaction_id = x.id
  left join payout_transfers p on p.transaction_id = x.id
  where s.sent_at is not null
    and (s.wallet = t.wallet
         or exists (select from book_accounts n
                    where n.name = 'wallet ' || s.wallet and t.account in (n.id, n.same_as)))
    -- A payment to a line of ours counts when its text has come.
    and (x.direction = 'withdrawal'
         or (t.source <> 'text' and o.state <> 'requires_manual_resolution'))`;

/** Texts of the same line and its balance have one order, and are compared by one clock. */
const MOVED = `
  select m.cause, m.cents, m.is_booked, m.known_at,
         case when m.is_correction then ${isByThen('m.booked_at')}
              when m.known_at is null then m.settled_at <= t.since
              when t.source = 'text' then least(m.known_at, m.seen_at) <= t.at
              else least(m.known_at + ${CLOCKS_AND_MINUTES}, m.seen_at) <= t.since
         end as is_before,
         case when m.is_correction then not ${isByThen('m.booked_at')}
              when m.known_at is null then m.sent_at > t.at
              when t.source = 'text' then least(m.known_at, m.seen_at) > t.at
              else m.known_at - ${CLOCKS_DIFFER} > t.at
         end as is_after
  from (${BOOKED} union all ${UNDER_WAY_NOW}) m`;

/** The times of a text and of the statement line about it are not further apart. */
const NEAR = `interval '24 hours'`;

/** The account that an entry `e` has to move as the step of a text `s` moved the wallet. */
const MOVED_ACCOUNT = 'case when s.after_cents > s.before_cents then e.debit else e.credit end';

/** Texts of the line that are believed, and whose money is in no entry. */
const NOT_BOOKED = `
  select distinct on (s.sms_id) 'sms:' || s.sms_id as subject, m.at,
         s.after_cents - s.before_cents as cents
  from balance_steps s
  join sms_messages m on m.id = s.sms_id
  where s.line = t.line and s.state = 'believed' and m.state = 'review' and ${isByThen('m.at')}
    -- Those that are booked: top-ups, transfers between our lines, and reversals.
    and m.reason !~ '"(no_player|between_own_lines)"'
    and not exists (
      select from book_entries e
      where e.rule in ('payment_reversed', 'payout_reversed', 'dispute_returned',
                       'failed_payout_returned')
        and e.amount_cents = abs(s.after_cents - s.before_cents)
        and e.cause in (
          select 'payment:' || m.operator || ':' || m.reversed_tx_id
          union all
          select 'transaction:' || n.transaction_id from operator_ids n
          where n.operator = m.operator and n.operator_tx_id = m.reversed_tx_id
          union all
          select g.cause from given_back g
          where g.operator = m.operator and g.operator_tx_id = m.reversed_tx_id))
    -- A person who corrects the wallet the same way, by as much or more, has booked it.
    and not exists (
      select from book_entries e
      where e.cause like 'adjustment:%' and ${MOVED_ACCOUNT} = t.account
        and e.amount_cents >= abs(s.after_cents - s.before_cents)
        and e.booked_at > m.at and ${isByThen('e.booked_at')})
    -- So has one who recorded the line of a statement.
    and not exists (
      select from statement_differences d
      join book_entries e on e.cause in ('payment:' || d.operator || ':' || d.operator_tx_id,
                                         'transaction:' || d.transaction_id)
      where d.wallet in (t.key, t.wallet) and d.closed_at is not null and d.settled_by is null
        and d.theirs_cents = abs(s.after_cents - s.before_cents)
        and d.at between s.at - ${NEAR} and s.at + ${NEAR}
        and ${MOVED_ACCOUNT} = t.account and e.amount_cents = d.theirs_cents
        and ${isByThen('e.booked_at')})
    -- That of its own name comes first, for another one may not have the money of this line.
    and s.at > (select e.value_at from book_entries e where e.cause in (${openingsOf('t.account')})
                order by e.cause <> 'opening:' || t.wallet, e.value_at limit 1)
  order by s.sms_id, s.id`;

type ComparedRow = Omit<
  WalletFacts,
  'reportedCents' | 'bookCents' | 'between' | 'notBooked' | 'agreedAt'
> & {
  readonly reportedCents: string;
  readonly bookCents: string;
  readonly between: readonly MovementRow[];
  readonly notBooked: readonly (MovementRow & { readonly at: string })[];
};

interface MovementRow {
  readonly subject: string;
  readonly cents: string;
}

/**
 * Wallets with a balance that was reported `until` then, the last reported first; one whose balance
 * of that day is not known any more is left out. Without `lastXacts` it reads all entries, however
 * old they are.
 */
export async function listComparedWallets(
  connection: Queryable,
  { lastXacts = null, until = null }: { lastXacts?: number | null; until?: Date | null } = {},
): Promise<readonly WalletFacts[]> {
  const rows = await connection.query<ComparedRow>({
    text: `with since as materialized (
             select case when $1::bigint is null then 0
                         else (select max(xact) from book_entries) - $1::bigint end as reach
           ), own as (
             select distinct operator, line from gateway_sims
           ), reported as (
             -- Of wallets that were joined the last report counts.
             select distinct on (coalesce(a.key, t.wallet), t.line)
                    t.*, a.id as account, coalesce(a.key, t.wallet) as key
             from ((${REPORTED_BY_LINES}) union all (${REPORTED_BY_PROVIDERS})) t
             left join book_accounts n on n.name = 'wallet ' || t.wallet
             left join book_accounts a on a.id = coalesce(n.same_as, n.id)
             order by coalesce(a.key, t.wallet), t.line, t.at desc
           ), recent as materialized (${RECENT})
           select t.key as wallet, t.cents::text as "reportedCents", t.at as "reportedAt", t.source,
                  (coalesce((select sum(d.debit_cents - d.credit_cents) from book_totals d
                             where d.account = t.account), 0)
                   + coalesce((select sum(case when e.debit = t.account then e.amount_cents
                                               else - e.amount_cents end)
                               from book_entries e
                               where t.account in (e.debit, e.credit)
                                 and e.xact >= (select rolled_to from books)), 0)
                   + coalesce(moved.cents, 0))::text as "bookCents",
                  moved.between,
                  exists (select from book_entries e
                          where e.cause in (${openingsOf('t.account')})
                            and ${isByThen('e.value_at')}) as "isOpened",
                  exists (select from lines l
                          where l.line = t.line and ${isByThen('l.gap_at')}) as "hasGap",
                  (select coalesce(json_agg(json_build_object('subject', subject, 'at', at,
                                                              'cents', cents::text)), '[]')
                   from (${NOT_BOOKED}) texts) as "notBooked"
           from reported t
           cross join lateral (
             select sum(correction) as cents, coalesce(
                      json_agg(json_build_object('subject', subject, 'cents', between::text)
                               order by known_at, subject)
                        filter (where between <> 0), '[]') as between
             from (select m.cause as subject, min(m.known_at) as known_at,
                          -- What is booked is in the totals, and what is under way is not.
                          sum(case when m.is_booked and not m.is_before then - m.cents
                                   when not m.is_booked and m.is_before then m.cents
                                   else 0 end) as correction,
                          sum(case when m.is_before or m.is_after then 0 else m.cents end)
                            as between
                   from (${MOVED}) m group by m.cause) by_cause) moved
           order by t.key, t.at desc`,
    values: [lastXacts, MAX_BALANCE_AGE_MS, until],
  });
  const texts = rows.flatMap(({ notBooked }) => notBooked.map(({ at }) => new Date(at)));
  const agreed = await findAgreed(connection, { texts, until });
  return rows.map((row) => ({
    ...row,
    agreedAt: agreed.get(row.wallet) ?? null,
    reportedCents: BigInt(row.reportedCents),
    bookCents: BigInt(row.bookCents),
    between: row.between.map(toMovement),
    notBooked: row.notBooked.map((text) => ({ ...toMovement(text), at: new Date(text.at) })),
  }));
}

/** When closings saw the last balance of each wallet that agreed, since the first of the texts. */
async function findAgreed(
  connection: Queryable,
  { texts, until }: { readonly texts: readonly Date[]; readonly until: Date | null },
): Promise<ReadonlyMap<string, Date>> {
  if (texts.length === 0) return new Map();
  const since = new Date(Math.min(...texts.map((at) => at.getTime())));
  const rows = await connection.query<{ readonly content: string }>({
    text: `select content from book_closings
           where closed_at > $1 and closed_at < coalesce($2::timestamptz, 'infinity') order by day`,
    values: [since, until],
  });
  return new Map(
    rows
      .flatMap(({ content }) => readClosing(content).wallets ?? [])
      .filter(({ difference }) => difference === '0')
      .map(({ wallet, toldAt }) => [wallet, new Date(toldAt)]),
  );
}

function toMovement({ subject, cents }: MovementRow) {
  return { subject, cents: BigInt(cents) };
}
