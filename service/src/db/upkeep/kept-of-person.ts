import type { Queryable } from '../client.ts';

/** Everything that is kept about a number, by kind; each row has the names of its columns. */
export type KeptOfPerson = Readonly<Record<string, readonly object[]>>;

/** Of the transactions; one that another number has paid is another person's. */
const RECEIPTS_OF_THEIRS = `(
      select u.receipt_id from receipt_uses u
      join transactions t on t.id = u.transaction_id
      join receipts r on r.id = u.receipt_id and r.payer_msisdn = t.msisdn
      where u.transaction_id = any($4::uuid[]))`;

/** What was sent about a payment or a checkout, and what receivers answered. */
function webhookAttemptsOf(subject: 't' | 'c'): string {
  return `(select json_agg(json_build_object('at', a.at, 'event', w.event, 'status', a.status,
                                              'headers', a.headers, 'answer', a.answer)
                            order by a.at, a.webhook_id, a.number)
            from webhooks w join webhook_attempts a on a.webhook_id = w.id
            where w.transaction_id = ${subject}.id)`;
}

/** Secrets of ours, keys and seals are left out: they say nothing about the person. */
const KEPT = {
  transactions: `
    select t.id, t.direction, t.operator, t.msisdn, t.amount_xaf, t.player_id, t.reference,
           t.state, t.state_reason, t.reason_code, t.provider_tx_id, t.callback_url,
           t.refund_of, t.created_at, t.state_updated_at,
           (select json_agg(json_build_object('at', h.at, 'from', h.from_state, 'to', h.to_state,
                                              'trigger', h.trigger, 'reason', h.reason)
                            order by h.seq)
            from transitions h where h.transaction_id = t.id) as history,
           (select json_agg(json_build_object('at', e.at, 'provider', e.provider_id,
                                              'request', e.request, 'answer', e.answer,
                                              'error', e.error) order by e.at, e.id)
            from evidence e where e.transaction_id = t.id) as evidence,
           ${webhookAttemptsOf('t')} as webhook_attempts
    from transactions t where t.id = any($4::uuid[]) order by t.id`,
  checkouts: `
    select c.id, c.reference, c.amount_xaf, c.description, c.player_id, c.lang, c.return_url,
           c.cancel_url, c.callback_url, c.created_at, c.expires_at, c.state, c.state_updated_at,
           (select json_agg(json_build_object('transaction_id', a.transaction_id,
                                              'outcome', a.outcome) order by a.number)
            from checkout_attempts a
            where a.checkout_id = c.id and a.transaction_id = any($4::uuid[])) as attempts,
           ${webhookAttemptsOf('c')} as webhook_attempts
    from checkouts c where c.id = any($5::uuid[]) order by c.id`,
  approvals: `
    select subject as transaction_id, said_at as at, about ->> 'payee_name' as payee_name
    from agreements
    where subject = any($4::uuid[]::text[]) and version is not null and act = 'approve'
    order by said_at`,
  payments: `
    select id, operator, operator_tx_id, payer_msisdn, payer_name, line, amount_xaf, received_at,
           state, reason, returned_by
    from receipts where payer_msisdn = $1 or id in ${RECEIPTS_OF_THEIRS} order by id`,
  rival_texts: `
    select receipt_id, sms_id, at, line, payer_msisdn, payer_name, amount_xaf
    from rival_texts where payer_msisdn = $1 order by receipt_id, sms_id`,
  texts: `
    select id, operator, line, sender, body, sent_at, at, state
    from sms_messages where id = any($2::uuid[]) order by id`,
  sim_jobs: `
    select reference, operator, line, action, msisdn, amount_xaf, created_at, ended_at, outcome,
           screens, shown_name
    from sim_jobs
    where msisdn = $1
       or reference in (select reference from submissions where transaction_id = any($4::uuid[]))
    order by created_at`,
  statement_lines: `
    select wallet, operator, operator_tx_id, direction, other, amount_cents, fee_cents, at
    from statement_lines where other = any($3::text[]) order by at`,
} as const satisfies Record<string, string>;

export async function listKeptOf(
  connection: Queryable,
  asked: {
    /** Empty for a player: then only what belongs to the transactions is kept about them. */
    readonly msisdn: string;
    readonly texts: readonly string[];
    readonly spellings: readonly string[];
    readonly transactions: readonly string[];
    readonly checkouts: readonly string[];
  },
): Promise<KeptOfPerson> {
  const { msisdn } = asked;
  const kept: Record<string, readonly object[]> = {};
  for (const [kind, text] of Object.entries(KEPT)) {
    kept[kind] = await connection.query({
      // Each query gets all five, whichever of them it uses.
      text: `with asked as (select $1::text, $2::uuid[], $3::text[], $4::uuid[], $5::uuid[])
             ${text}`,
      values: [msisdn, asked.texts, asked.spellings, asked.transactions, asked.checkouts],
    });
  }
  return kept;
}
