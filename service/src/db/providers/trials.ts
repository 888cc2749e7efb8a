import type { TrialFacts, TrialRow } from '../../domain/providers/trial.ts';
import type { Queryable } from '../client.ts';

type StoredFacts = Omit<TrialFacts, 'hasEnded' | 'balanceChangeXaf' | 'hasPayoutWallet'> & {
  readonly providerId: string;
};

/** What is stored of a payment of a trial. */
export async function findTrialFacts(
  database: Queryable,
  transactionId: string,
): Promise<StoredFacts | null> {
  const [row] = await database.query<StoredFacts>({
    text: `select t.provider_id as "providerId", t.state, t.provider_tx_id as "operatorTxId",
                  (select count(*)::int from evidence e
                   where e.transaction_id = t.id and e.kind = 'callback') as callbacks,
                  case t.direction
                    when 'deposit' then
                      (select r.amount_xaf::float8 from receipts r
                       where r.operator = t.operator and r.operator_tx_id = t.provider_tx_id
                         and r.sms_id is not null)
                    else (select t.amount_xaf::float8 from payout_transfers p
                          where p.transaction_id = t.id and p.sms_id is not null limit 1)
                  end as "textXaf",
                  (select sum(case b.rule when 'fee_named' then - b.amount_cents
                                          else b.amount_cents end)::float8
                   from book_entries b
                   where b.rule in ('fee_charged', 'fee_named')
                     and b.cause in ('transaction:' || t.id,
                                     'payment:' || t.operator || ':' || t.provider_tx_id))
                    as "feeCents",
                  extract(epoch from t.state_updated_at - s.sent_at)::float8 * 1000 as "tookMs"
           from transactions t left join submissions s on s.transaction_id = t.id
           where t.id = $1`,
    values: [transactionId],
  });
  return row ?? null;
}

export interface ProviderTrial {
  readonly providerId: string;
  readonly at: Date;
  readonly rows: readonly TrialRow[];
}

/** The last trial of each provider; the audit log keeps all of them. */
export async function listTrials(database: Queryable): Promise<readonly ProviderTrial[]> {
  return database.query<ProviderTrial>({
    name: 'list-trials',
    text: `select distinct on (subject) split_part(subject, ':', 2) as "providerId", at,
                  after -> 'rows' as rows
           from audit_log
           where split_part(action, '.', 1) = 'provider' and action = 'provider.try'
           order by subject, id desc`,
  });
}
