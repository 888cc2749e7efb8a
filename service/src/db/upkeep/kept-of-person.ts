import type { Queryable } from '../client.ts';
import { idsOfNumber } from '../transactions/numbers.ts';

/** Everything that is kept about a number, by kind; each row has the names of its columns. */
export type KeptOfPerson = Readonly<Record<string, readonly object[]>>;

/** Secrets of ours, keys and seals are left out: they say nothing about the person. */
const KEPT = {
  transactions: `
    select t.id, t.direction, t.operator, t.msisdn, t.amount_xaf, t.player_id, t.reference,
           t.state, t.state_reason, t.provider_tx_id, t.created_at, t.state_updated_at,
           (select json_agg(json_build_object('at', h.at, 'from', h.from_state, 'to', h.to_state,
                                              'trigger', h.trigger, 'reason', h.reason)
                            order by h.seq)
            from transitions h where h.transaction_id = t.id) as history,
           (select json_agg(json_build_object('at', e.at, 'provider', e.provider_id,
                                              'request', e.request, 'answer', e.answer,
                                              'error', e.error) order by e.at, e.id)
            from evidence e where e.transaction_id = t.id) as evidence
    from transactions t where t.id in ${idsOfNumber('$1')} and t.msisdn = $1 order by t.id`,
  payments: `
    select id, operator, operator_tx_id, payer_msisdn, payer_name, line, amount_xaf, received_at,
           state, reason
    from receipts where payer_msisdn = $1 order by id`,
  rival_texts: `
    select receipt_id, sms_id, at, line, payer_msisdn, payer_name, amount_xaf
    from rival_texts where payer_msisdn = $1 order by receipt_id, sms_id`,
  texts: `
    select id, operator, line, sender, body, sent_at, at, state
    from sms_messages where id = any($2::uuid[]) order by id`,
  sim_jobs: `
    select reference, operator, line, action, msisdn, amount_xaf, created_at, ended_at, outcome,
           screens, shown_name
    from sim_jobs where msisdn = $1 order by created_at`,
  statement_lines: `
    select wallet, operator, operator_tx_id, direction, other, amount_cents, fee_cents, at
    from statement_lines where other = any($3::text[]) order by at`,
} as const satisfies Record<string, string>;

export async function listKeptOf(
  connection: Queryable,
  asked: {
    readonly msisdn: string;
    readonly texts: readonly string[];
    readonly spellings: readonly string[];
  },
): Promise<KeptOfPerson> {
  const kept: Record<string, readonly object[]> = {};
  for (const [kind, text] of Object.entries(KEPT)) {
    kept[kind] = await connection.query({
      // Each query gets all three, whichever of them it uses.
      text: `with asked as (select $1::text, $2::uuid[], $3::text[]) ${text}`,
      values: [asked.msisdn, asked.texts, asked.spellings],
    });
  }
  return kept;
}
