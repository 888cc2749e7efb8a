import type { Finding, ProofOfRows } from '../../domain/upkeep/finding.ts';
import { RETRY_DELAYS_MS } from '../../domain/webhooks/webhook-retry.ts';
import type { Queryable } from '../client.ts';
import { findBroken } from '../finance/proofs.ts';

const PAUSES = RETRY_DELAYS_MS.map((ms, index) => `(${index + 1}, ${ms})`).join(', ');

/** Times are stored in whole milliseconds, each rounded for itself. */
const ROUNDING_MS = 5;

/** What SQL checks better than code. Each query returns the subject and the problem. */
const ROW_PROOFS = {
  creates_are_kept: `
    select 'transaction:' || named.id as subject, 'it is gone, and others still name it' as problem
    from (select transaction_id as id from transitions h
          where not exists (select from transactions t where t.id = h.transaction_id)
          union
          select transaction_id from webhooks w
          where w.application_id is not null
            and not exists (select from transactions t where t.id = w.transaction_id)) named`,

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
    where o.url is distinct from t.callback_url`,

  /** A receiver that does not answer has a backlog; then there are attempts all the time. */
  outbox_moves: `
    select 'webhook:' || o.webhook_id as subject, 'it is due, and nothing is sent' as problem
    from open_webhooks o
    where o.due_at < app_now() - interval '30 seconds' and o.url <> '' and not is_quarantined()
      and not exists (select from webhook_attempts a
                      where a.at > app_now() - interval '30 seconds')`,

  /** Digits with any separators between them, as operators write amounts. */
  texts_are_kept: `
    select 'receipt:' || r.id as subject, 'its text tells of another amount' as problem
    from receipts r join sms_messages s on s.id = r.sms_id
    where position(r.amount_xaf::text in regexp_replace(s.body, '[^0-9]', '', 'g')) = 0
      -- Two people have filled in what could not be read.
      and not exists (select from agreements a
                      where a.act = 'receipt' and a.subject = r.id::text
                        and a.state = 'approved')`,

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
