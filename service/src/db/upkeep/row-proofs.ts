import { ERASED_NUMBER, ERASED_TEXT } from '../../domain/msisdn.ts';
import { CHECKOUT_ACTOR } from '../../domain/transactions/transaction.ts';
import type { Finding, ProofOfRows } from '../../domain/upkeep/finding.ts';
import { LOGGED_DECISIONS } from '../../domain/upkeep/history.ts';
import type { StoredTransaction } from '../../domain/upkeep/judge-transaction.ts';
import { RETRY_DELAYS_MS } from '../../domain/webhooks/webhook-retry.ts';
import type { Queryable } from '../client.ts';
import { HISTORY_COLUMNS, SUMMED_COLUMNS } from '../finance/closings.ts';
import { findBroken } from '../finance/proofs.ts';
import { streamRows } from '../rows.ts';
import { SANDBOX_ACTOR } from '../transactions/transitions.ts';

const PAUSES = RETRY_DELAYS_MS.map((ms, index) => `(${index + 1}, ${ms})`).join(', ');

/** Times are stored in whole milliseconds, each rounded for itself. */
const ROUNDING_MS = 5;

/**
 * A process may freeze between the two lines of one decision, and the sandbox's clock be moved
 * meanwhile.
 */
const AN_HOUR = `interval '1 hour'`;

const TEN_MINUTES = `interval '10 minutes'`;

const DECISIONS = Object.entries(LOGGED_DECISIONS)
  .map(([trigger, action]) => `('${trigger}', '${action}')`)
  .join(', ');

/** What SQL checks better than code. Each query returns the subject and the problem. */
const ROW_PROOFS = {
  creates_are_kept: `
    select 'transaction:' || named.id as subject, 'it is gone, and others still name it' as problem
    from (select transaction_id as id from transitions h
          where not exists (select from transactions t where t.id = h.transaction_id)
          union
          select transaction_id from webhooks w
          where w.application_id is not null
            and not exists (select from transactions t where t.id = w.transaction_id)
            and not exists (select from checkouts c where c.id = w.transaction_id)) named`,

  payouts_are_sent_once: `
    select 'transaction:' || h.transaction_id as subject,
           'a provider has paid it, and nothing says that it was sent' as problem
    from transitions h left join submissions s using (transaction_id)
    where h.trigger = 'transfer_succeeded' and h.actor like 'provider:%' and s.sent_at is null`,

  attempts_keep_their_pauses: `
    select 'webhook:' || a.webhook_id as subject,
           case when a.number <> coalesce(a.before, 0) + 1
                  then 'attempt ' || coalesce(a.before, 0) + 1 || ' is missing'
                when a.was_taken then 'attempt ' || a.number || ' came after its delivery'
                else 'attempt ' || a.number || ' came too early' end as problem
    from (select webhook_id, number, at, lag(number) over w as before,
                 lag(at) over w + lag(latency_ms) over w * interval '1 millisecond' as ended_at,
                 coalesce(lag(status) over w between 200 and 299, false) as was_taken
          from webhook_attempts window w as (partition by webhook_id order by number)) a
    left join (values ${PAUSES}) as pause (before, ms) on pause.before = a.before
    where a.number <> coalesce(a.before, 0) + 1 or a.was_taken
       or a.at < a.ended_at + (pause.ms - ${ROUNDING_MS}) * interval '1 millisecond'`,

  events_go_to_their_address: `
    select 'webhook:' || o.webhook_id as subject,
           'it would go to another address than that of its transaction' as problem
    from open_webhooks o join transactions t on t.id = o.transaction_id
    where o.url is distinct from t.callback_url
    union all
    select 'webhook:' || o.webhook_id, 'it would go to another address than that of its checkout'
    from open_webhooks o join checkouts c on c.id = o.transaction_id
    where o.url is distinct from c.callback_url`,

  /** A receiver that does not answer has a backlog; then there are attempts all the time. */
  outbox_moves: `
    select 'webhook:' || o.webhook_id as subject, 'it is due, and nothing is sent' as problem
    from open_webhooks o
    where o.due_at < app_now() - interval '30 seconds' and o.url <> '' and not is_quarantined()
      and not exists (select from webhook_attempts a
                      where a.at > app_now() - interval '30 seconds')`,

  /** What a checkout says of its attempts, and what each is as a deposit. */
  checkouts_count_successes: `
    select 'checkout:' || c.id as subject,
           'it is ' || c.state || ', and ' || coalesce(s.paid, 0) || ' attempts paid it' as problem
    from checkouts c
    left join (select checkout_id, count(*) filter (where outcome = 'paid') as paid
               from checkout_attempts group by checkout_id) s on s.checkout_id = c.id
    where coalesce(s.paid, 0) <> case c.state when 'paid' then 1 else 0 end
    union all
    select 'checkout:' || a.checkout_id, case
             when t.id is null then 'its attempt ' || a.number || ' is gone'
             when (t.state = 'succeeded') <> (a.succeeded_at is not null)
               then 'its attempt ' || a.number || ' is ' || t.state || ', which it does not know'
             else 'its attempt ' || a.number || ' is the deposit of something else' end
    from checkout_attempts a join checkouts c on c.id = a.checkout_id
    left join transactions t on t.id = a.transaction_id
    where t.id is null or (t.state = 'succeeded') <> (a.succeeded_at is not null)
       or t.created_by is distinct from '${CHECKOUT_ACTOR}' or t.direction <> 'deposit'
       or t.application_id <> c.application_id or t.amount_xaf <> c.amount_xaf
       or t.reference <> c.reference || '~' || a.number
    union all
    select 'transaction:' || t.id, 'it was made for a checkout, and none has it'
    from transactions t
    where t.created_by = '${CHECKOUT_ACTOR}'
      and not exists (select from checkout_attempts a where a.transaction_id = t.id)
    union all
    select 'webhook:' || w.id, 'it tells of another outcome than that of its attempt'
    from webhooks w left join checkout_attempts a on a.transaction_id = w.transaction_id
    where w.event in ('checkout.paid', 'checkout.surplus')
      and a.outcome is distinct from split_part(w.event, '.', 2)`,

  checkouts_are_settled: `
    select 'checkout:' || a.checkout_id as subject,
           'its attempt ' || a.number || ' succeeded, and is not counted' as problem
    from checkout_attempts a
    where a.outcome is null and a.succeeded_at < app_now() - ${TEN_MINUTES}
      and not is_quarantined()`,

  /**
   * Digits with any separators between them, as operators write amounts; a number with its country
   * or without. People fill in what could not be read, which the log says.
   */
  texts_are_kept: `
    select 'receipt:' || r.id as subject,
           case when position(r.amount_xaf::text in d.digits) = 0
                then 'its text tells of another amount' else 'its text tells of another payer' end
             as problem
    from receipts r join sms_messages s on s.id = r.sms_id
    cross join lateral (select regexp_replace(s.body, '[^0-9]', '', 'g') as digits) d
    where (position(r.amount_xaf::text in d.digits) = 0
           -- Two people have filled in what could not be read.
           and not exists (select from agreements a
                           where a.act = 'receipt' and a.subject = r.id::text
                             and a.state = 'approved'))
       or (position(right(r.payer_msisdn, 8) in d.digits) = 0
           and r.payer_msisdn <> '${ERASED_NUMBER}' and s.body not like '${ERASED_TEXT}%'
           and not exists (select from audit_log a where a.subject = 'receipt:' || r.id))`,

  /**
   * A decision has the time of its line in the log, or that of the move before it, for which it
   * waited, for seconds as a rule. In the sandbox a simulated outcome decides too.
   */
  decisions_are_logged: `
    with decided as materialized (
      select h.transaction_id::text as id, h.seq, h.trigger, h.actor, h.at, d.action
      from transitions h join (values ${DECISIONS}) as d (trigger, action) using (trigger)
      where h.actor <> '${SANDBOX_ACTOR}' or (select environment = 'live' from installation)
    ), logged as materialized (
      select split_part(subject, ':', 2) as id, a.id as line, action, at,
             coalesce('staff:' || actor_id, 'momo') as actor
      from audit_log a where split_part(subject, ':', 1) = 'transaction'
    ), dismissed as materialized (
      select distinct split_part(subject, ':', 2) as id from audit_log
      where (action in ('receipt.dismiss', 'receipt.return') and after ->> 'state' = 'dismissed')
         or (action = 'change.approve' and split_part(subject, ':', 1) = 'dismissal'
             and after ->> 'dismissedAs' <> 'deposit'))
    select 'transaction:' || d.id as subject,
           'line ' || d.seq || ' of its history, ' || d.trigger || ', is not in the audit log'
             as problem
    from decided d
    where not exists (select from logged l
                      where l.id = d.id and l.action = d.action and l.actor = d.actor
                        and l.at between d.at - ${AN_HOUR} and d.at + ${AN_HOUR})
      -- Two people have looked into it.
      and not exists (select from audit_log a
                      where a.action = 'seal.accept' and right(a.subject, 36) = d.id)
    union all
    select 'transaction:' || l.id,
           'line ' || l.line || ' of the audit log, ' || l.action || ', is not in its history'
    from logged l
    where l.action in (select action from (values ${DECISIONS}) as d (trigger, action))
      and not exists (select from decided d
                      where d.id = l.id and d.action = l.action and d.actor = l.actor
                        and l.at between d.at - ${AN_HOUR} and d.at + ${AN_HOUR})
      and not exists (select from months m
                      where m.table_name = 'transitions' and m.archived_at is not null
                        and l.id::uuid >= m.from_id and l.id::uuid < m.to_id)
    union all
    select 'transaction:' || l.id,
           'line ' || l.line || ' of the audit log, ' || l.action || ', has no such agreement'
    from logged l
    where split_part(l.action, '.', 2) like 'first\\_%'
      and not exists (select from agreements g
                      where g.subject = l.id and 'staff:' || g.said_by = l.actor)
    union all
    select 'transaction:' || g.subject, 'an approval of it is not in the audit log'
    from agreements g
    where g.act = 'approve'
      and not exists (select from logged l
                      where l.id = g.subject and l.actor = 'staff:' || g.said_by
                        and l.action in ('withdrawal.first_approval', 'withdrawal.approve'))
    union all
    select 'receipt:' || r.id,
           case r.state when 'dismissed' then 'it was dismissed, and the audit log does not say so'
                        else 'the audit log says that it was dismissed, and it waits' end
    from receipts r left join dismissed d on d.id = r.id::text
    where r.state <> 'used' and (r.state = 'dismissed') <> (d.id is not null)`,

  /** Otherwise histories could be hidden by calling them archived. */
  archives_are_told: `
    select 'month:' || m.part as subject,
           'it is not here, and the audit log does not say where it went' as problem
    from months m
    where m.archived_at is not null
      and not exists (select from audit_log a
                      where split_part(a.action, '.', 1) = 'retention'
                        and a.subject = 'month:' || m.part and a.after ->> 'digest' = m.digest
                        and (a.after ->> 'rows')::bigint = m.rows)`,
} as const satisfies Partial<Record<ProofOfRows, string>>;

export type RowProof = keyof typeof ROW_PROOFS;

export const ROW_PROOF_NAMES = Object.keys(ROW_PROOFS) as readonly RowProof[];

export function runRowProof(
  connection: Queryable,
  proof: RowProof,
): Promise<{ readonly count: number; readonly findings: readonly Finding[] }> {
  return findBroken(connection, proof, ROW_PROOFS[proof]);
}

/** Every transaction with its history and its webhooks, one row each, in the order of their ids. */
export async function* streamTransactions(
  connection: Queryable,
  { withLines }: { readonly withLines: boolean },
): AsyncGenerator<readonly StoredTransaction[]> {
  // All are read, and in the order of their ids there is nothing to wait for before the first.
  await connection.query({ text: 'set local cursor_tuple_fraction = 1' });
  await connection.query({ text: 'set local enable_hashjoin = off' });
  yield* streamRows<StoredTransaction>(connection, storedTransactions(withLines ? LINES : 'null'));
  await connection.query({ text: 'set local enable_hashjoin = on' });
}

/** No text that we write has a line end, so that one in a body cannot pass for a further webhook. */
const storedTransactions = (lines: string) => `
  select ${SUMMED_COLUMNS}, t.seal, t.reference_key as "referenceKey",
         e.digest as "numberDigest", t.version,
         date_part('epoch', t.expires_at) * 1000 as "expiresAtMs", h.lines, w.webhooks
  from transactions t
  left join erased_numbers e on e.transaction_id = t.id
  left join (
    select transaction_id, ${HISTORY_COLUMNS}, ${lines} as lines
    from transitions group by transaction_id
  ) h on h.transaction_id = t.id
  left join (
    select transaction_id,
           string_agg(id || ' ' || event || ' ' || is_replay || ' '
                      || translate(body, e'\\n', e'\\t'), e'\\n' order by position) as webhooks
    from webhooks where event like 'payment.%' group by transaction_id
  ) w on w.transaction_id = t.id
  order by t.id`;

/** Each line with its seal; they are as long again as all the rest. */
const LINES = `json_agg(json_build_array(
    seq, from_state, to_state, trigger, reason, actor, (date_part('epoch', at) * 1000)::bigint,
    remark, provider_tx_id, seal) order by seq)::text`;
