import type { Checkout } from '../../domain/checkouts/checkout.ts';
import { ERASED_NUMBER } from '../../domain/msisdn.ts';
import { fitsSeal, type SealRow } from '../../domain/seals/seal.ts';
import type { SealedFacts } from '../../domain/transactions/transaction.ts';
import type { OpenAboutNumber } from '../../domain/upkeep/history.ts';
import { SEALED_YES, type StoredYes, sealAgreements } from '../access/agreement-seals.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';
import { idsOfNumber } from '../transactions/numbers.ts';
import { SEALED_FACTS } from '../transactions/sealed-transactions.ts';
import { replaceNumbers } from '../transactions/transitions.ts';
import { EMPTIED_TEXT } from './kept-content.ts';

/** The texts that name a number or report its payments. Reads every text there is. */
export async function findTextsOf(
  connection: Queryable,
  { msisdn, spellings }: { readonly msisdn: string; readonly spellings: readonly string[] },
): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>({
    text: `select s.id from sms_messages s
           where position($2 in s.body) > 0 or s.sender = any($3::text[])
           union select r.sms_id from receipts r
                 where r.payer_msisdn = $1 and r.sms_id is not null
           union select o.sms_id from rival_texts o where o.payer_msisdn = $1
           order by 1`,
    values: [msisdn, spellings.at(-1), spellings],
  });
  return rows.map(({ id }) => id);
}

export interface PersonRow extends SealedFacts {
  readonly seal: string | null;
}

/** Locks the transactions of a number, so that none of them moves. */
export function lockTransactionsOf(connection: Queryable, msisdn: string): Promise<PersonRow[]> {
  return connection.query<PersonRow>({
    text: `select ${SEALED_FACTS}, t.seal
           from transactions t
           where t.id in ${idsOfNumber('$1')} and t.msisdn = $1
           order by t.id for update`,
    values: [msisdn],
  });
}

type UnderWay = Omit<OpenAboutNumber, 'checkouts'>;

/** What is not finished about a number; what has ended may be contradicted for a while. */
export async function countUnderWay(
  connection: Queryable,
  asked: {
    readonly msisdn: string;
    readonly texts: readonly string[];
    readonly endedForMs: number;
  },
): Promise<UnderWay> {
  const [row] = await connection.query<UnderWay>({
    text: `with own as (select transaction_id as id from ${idsOfNumber('$1')} n),
           paid as (select id, state, waits_for_line from receipts where payer_msisdn = $1)
           select
             (select count(*) from own join transactions t using (id)
              where exists (select from open_transactions o where o.transaction_id = t.id))
               as transactions,
             (select count(*) from own join transactions t using (id)
              where t.state_updated_at > app_now() - $3 * interval '1 millisecond'
                and not exists (select from open_transactions o where o.transaction_id = t.id))
               as ended,
             (select count(*) from own join submissions s on s.transaction_id = own.id
              where s.next_step_at is not null) as requests,
             (select count(*) from paid where state = 'unmatched' or waits_for_line) as payments,
             (select count(*) from sms_messages s where s.id = any($2::uuid[])
                and (s.state = 'stored' or (s.state = 'review' and s.looked_at is null))) as texts,
             (select count(*) from contradictions c
              where c.closed_at is null and (c.transaction_id in (select id from own)
                 or c.receipt_id in (select id from paid))) as contradictions,
             (select count(*) from sim_jobs
              where msisdn = $1 and state in ('waiting', 'taken')) as jobs`,
    values: [asked.msisdn, asked.texts, asked.endedForMs],
  });
  if (row === undefined) throw new Error('an aggregate gave no row');
  return row;
}

export interface ErasedTransaction {
  readonly id: string;
  readonly digest: string;
  /** Over the digest in place of the number. */
  readonly seal: string | null;
}

/** Erases the number from transactions, and what outside systems were asked and said about them. */
export async function eraseTransactions(
  connection: Queryable,
  erased: readonly ErasedTransaction[],
): Promise<void> {
  const ids = erased.map(({ id }) => id);
  await connection.query({
    text: `insert into erased_numbers (transaction_id, digest, erased_at)
           select e.id, e.digest, app_now() from ${ERASED.unnest('e')}`,
    values: ERASED.values(erased),
  });
  await replaceNumbers(connection, erased, ERASED_NUMBER);
  for (const table of ['recent_numbers', 'old_numbers']) {
    await connection.query({
      text: `delete from ${table} where transaction_id = any($1::uuid[])`,
      values: [ids],
    });
  }
  await connection.query({
    text: `update evidence set request = '', answer = null, error = null
           where transaction_id = any($1::uuid[])
             and (request <> '' or answer is not null or error is not null)`,
    values: [ids],
  });
  await emptyAnswers(connection, ids);
}

/** What receivers answered to the events of payments or checkouts. */
async function emptyAnswers(connection: Queryable, ids: readonly string[]): Promise<void> {
  await connection.query({
    text: `update webhook_attempts a set answer = null, headers = null
           from webhooks w
           where w.transaction_id = any($1::uuid[]) and a.webhook_id = w.id
             and (a.answer is not null or a.headers is not null)`,
    values: [ids],
  });
}

/** The checkouts that a person tried to pay, that are for them or name them. Reads all there are. */
export async function findCheckoutsOf(
  connection: Queryable,
  asked: {
    readonly transactions: readonly string[];
    readonly spellings: readonly string[];
    readonly playerId: string | null;
  },
): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>({
    text: `select c.id from checkouts c
           where position($2 in c.description) > 0 or c.player_id = $3
              or c.id in (select checkout_id from checkout_attempts
                          where transaction_id = any($1::uuid[]))
           order by 1`,
    values: [asked.transactions, asked.spellings.at(-1), asked.playerId],
  });
  return rows.map(({ id }) => id);
}

export type ErasedCheckout = Pick<Checkout, 'id' | 'seal'>;

/** Erases what checkouts sold, and what receivers answered about them. */
export async function eraseCheckouts(
  connection: Queryable,
  erased: readonly ErasedCheckout[],
): Promise<void> {
  await connection.query({
    text: `update checkouts c set description = null, seal = e.seal
           from ${CHECKOUT_SEALS.unnest('e')} where c.id = e.id`,
    values: CHECKOUT_SEALS.values(erased),
  });
  await emptyAnswers(
    connection,
    erased.map(({ id }) => id),
  );
}

const CHECKOUT_SEALS = rowsWith<ErasedCheckout>({
  id: ['uuid', ({ id }) => id],
  seal: ['uuid', ({ seal }) => seal],
});

/** Erases the names that approvers saw; each yes that is as it was written is sealed again. */
export async function erasePayeesSeen(
  connection: Queryable,
  ids: readonly string[],
  seal: SealRow,
): Promise<void> {
  const seen = await connection.query<StoredYes>({
    text: `select a.id, ${SEALED_YES} from agreements a
           where a.subject = any($1::text[]) and a.version is not null
             and a.about ->> 'payee_name' is not null for update`,
    values: [ids],
  });
  const written = await connection.query<StoredYes>({
    text: `update agreements a set about = about - 'payee_name' where a.id = any($1::uuid[])
           returning a.id, ${SEALED_YES}`,
    values: [seen.map(({ id }) => id)],
  });
  const isSealed = new Set(
    seen
      .filter(({ yes_text, yes_seal }) => yes_seal !== null && fitsSeal(seal, yes_text, yes_seal))
      .map(({ id }) => id),
  );
  await sealAgreements(
    connection,
    written.filter(({ id }) => isSealed.has(id)),
    seal,
  );
}

const ERASED = rowsWith<ErasedTransaction>({
  id: ['uuid', ({ id }) => id],
  digest: ['text', ({ digest }) => digest],
});

export interface ErasedRows {
  readonly payments: number;
  readonly texts: number;
  readonly jobs: number;
  readonly statementLines: number;
}

/** Erases name and number from everything else that has them. */
export async function eraseTraces(
  connection: Queryable,
  asked: {
    readonly msisdn: string;
    readonly spellings: readonly string[];
    readonly texts: readonly string[];
  },
): Promise<ErasedRows> {
  const { msisdn } = asked;
  const changed = async (text: string, values: readonly unknown[]) => {
    const rows = await connection.query({ text: `${text} returning 1`, values });
    return rows.length;
  };
  const gone = `payer_msisdn = '${ERASED_NUMBER}', payer_name = null`;
  const texts = await changed(
    `update sms_messages s
     set body = ${EMPTIED_TEXT},
         sender = case when s.sender = any($2::text[]) then '${ERASED_NUMBER}' else s.sender end
     where s.id = any($1::uuid[])`,
    [asked.texts, asked.spellings],
  );
  await changed('update balance_steps set about = null where sms_id = any($1::uuid[])', [
    asked.texts,
  ]);
  await changed(`update rival_texts set ${gone} where payer_msisdn = $1`, [msisdn]);
  return {
    payments: await changed(`update receipts set ${gone} where payer_msisdn = $1`, [msisdn]),
    texts,
    jobs: await changed(
      `update sim_jobs set msisdn = '${ERASED_NUMBER}', screens = null, shown_name = null
       where msisdn = $1`,
      [msisdn],
    ),
    statementLines: await changed(
      'update statement_lines set other = null where other = any($1::text[])',
      [asked.spellings],
    ),
  };
}

export async function listTransactionsOf(
  connection: Queryable,
  msisdn: string,
): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>({
    text: `select t.id from transactions t
           where t.id in ${idsOfNumber('$1')} and t.msisdn = $1 order by t.id`,
    values: [msisdn],
  });
  return rows.map(({ id }) => id);
}

/** The transactions of a player in all applications, and the texts that report their payments. */
export async function listPlayersOwn(
  connection: Queryable,
  playerId: string,
): Promise<{ readonly transactions: readonly string[]; readonly texts: readonly string[] }> {
  const rows = await connection.query<{ readonly id: string; readonly sms_id: string | null }>({
    text: `select t.id, r.sms_id
           from applications a
           join transactions t on t.application_id = a.id and t.player_id = $1
           left join receipt_uses u on u.transaction_id = t.id
           left join receipts r on r.id = u.receipt_id and r.payer_msisdn = t.msisdn
           order by t.id`,
    values: [playerId],
  });
  const texts = rows.flatMap(({ sms_id: text }) => (text === null ? [] : [text]));
  return { transactions: [...new Set(rows.map(({ id }) => id))], texts };
}

/** What succeeded for a number, or for a player of a platform. */
export interface PersonSums {
  readonly kind: 'number' | 'player';
  readonly who: string;
  readonly deposits: number;
  readonly depositsXaf: number;
  readonly withdrawals: number;
  readonly withdrawalsXaf: number;
}

/** Those whose deposits or whose withdrawals sum to an amount, the largest first. */
export function listLargeSums(
  database: Queryable,
  { aboveXaf, days }: { readonly aboveXaf: number; readonly days: number },
): Promise<PersonSums[]> {
  return database.query<PersonSums>({
    text: `select * from (
             select case when grouping(t.msisdn) = 0 then 'number' else 'player' end as kind,
                    coalesce(t.msisdn, t.player_id::text) as who,
                    count(*) filter (where t.direction = 'deposit') as deposits,
                    coalesce(sum(t.amount_xaf::bigint) filter (where t.direction = 'deposit'), 0)
                      ::bigint as "depositsXaf",
                    count(*) filter (where t.direction = 'withdrawal') as withdrawals,
                    coalesce(sum(t.amount_xaf::bigint)
                             filter (where t.direction = 'withdrawal'), 0)
                      ::bigint as "withdrawalsXaf"
             from transactions t
             where t.state = 'succeeded'
               and t.state_updated_at >= app_now() - $2::int * interval '1 day'
             group by grouping sets ((t.msisdn), (t.player_id))
           ) sums
           where greatest("depositsXaf", "withdrawalsXaf") >= $1::bigint
             and who <> '${ERASED_NUMBER}'
           order by greatest("depositsXaf", "withdrawalsXaf") desc, kind, who`,
    values: [aboveXaf, days],
  });
}
