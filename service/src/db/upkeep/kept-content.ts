import { ERASED_TEXT } from '../../domain/msisdn.ts';
import { type KeptWords } from '../../domain/upkeep/erased.ts';
import type { ChangedRows, Queryable } from '../client.ts';

/** Empties a text but for the amounts that payments have from it, which proofs compare. */
export const EMPTIED_TEXT = `'${ERASED_TEXT}' || coalesce(
  (select string_agg(' ' || r.amount_xaf, '' order by r.id) from receipts r where r.sms_id = s.id),
  '')`;

interface Words {
  /** What may go: of rows before the id or time `$1`, without those that something still needs. */
  readonly found: string;
  /** The key of such a row. */
  readonly key: readonly string[];
  /** What happens to the rows whose keys are in the table `due`. */
  readonly go: string;
  /** Those of a sealed table, by `$1`. */
  readonly sealed?: Pick<ChangedRows, 'table' | 'where'>;
}

const ENDED_BEFORE = `expires_at < timestamp '1970-01-01' at time zone 'UTC'
  + (('x' || left(replace($1::text, '-', ''), 12))::bit(48)::bigint) * interval '1 millisecond'`;

const WORDS = {
  texts: {
    found: `sms_messages s
      where s.id < $1::uuid and s.body not like '${ERASED_TEXT}%'
        and s.state <> 'stored' and (s.state <> 'review' or s.looked_at is not null)
        and not exists (select from receipts r where r.sms_id = s.id
                          and (r.state = 'unmatched' or r.waits_for_line))
        and not exists (select from rival_texts o join receipts r on r.id = o.receipt_id
                        where o.sms_id = s.id and r.state = 'unmatched')
        and not exists (select from balance_steps b where b.sms_id = s.id and b.state = 'waiting')
        and not exists (select from contradictions c
                        where c.sms_id = s.id and c.closed_at is null)`,
    key: ['s.id'],
    go: `update sms_messages s set body = ${EMPTIED_TEXT} from due where s.id = due.k1`,
  },
  evidence: {
    found: `evidence e
      where e.transaction_id < $1::uuid
        and (e.request <> '' or e.answer is not null or e.error is not null)
        and not exists (select from open_transactions o where o.transaction_id = e.transaction_id)
        and not exists (select from contradictions c
                        where c.transaction_id = e.transaction_id and c.closed_at is null)`,
    key: ['e.transaction_id', 'e.id'],
    go: `update evidence e set request = '', answer = null, error = null
         from due where e.transaction_id = due.k1 and e.id = due.k2`,
  },
  webhooks: {
    found: `webhook_attempts a
      where a.webhook_id < $1::uuid and (a.answer is not null or a.headers is not null)
        and not exists (select from open_webhooks o where o.webhook_id = a.webhook_id)`,
    key: ['a.webhook_id', 'a.number'],
    go: `update webhook_attempts a set answer = null, headers = null
         from due where a.webhook_id = due.k1 and a.number = due.k2`,
  },
  sessions: {
    found: `staff_sessions s where ${ENDED_BEFORE}`,
    key: ['s.token_hash'],
    go: 'delete from staff_sessions s using due where s.token_hash = due.k1',
    sealed: { table: 'staff_sessions', where: ENDED_BEFORE },
  },
} as const satisfies Record<KeptWords, Words>;

export async function countWords(
  database: Queryable,
  kind: KeptWords,
  before: string,
): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>({
    text: `select count(*) from ${WORDS[kind].found}`,
    values: [before],
  });
  return row?.count ?? 0;
}

export interface Emptied {
  readonly count: number;
  /** The key of the last one, to go on from, or `null` if there was none. */
  readonly last: string | null;
}

/** Whether it is in sealed rows, which are changed in a database transaction. */
export function isSealedContent(kind: KeptWords): boolean {
  const { sealed }: Words = WORDS[kind];
  return sealed !== undefined;
}

/** Empties the next content that may go, from a key on. */
export async function emptyWords(
  database: Queryable,
  kind: KeptWords,
  wanted: { readonly before: string; readonly from: string | null; readonly limit: number },
): Promise<Emptied> {
  const { found, key, go, sealed }: Words = WORDS[kind];
  const keys = key.map((column, index) => `${column} as k${index + 1}`).join(', ');
  const [row] = await database.query<Emptied>({
    text: `with due as materialized (
             select ${keys} from ${found} and ($3::text is null or ${key[0]} >= ${fromKey(kind)})
             order by ${key[0]} limit $2
           ), gone as (${go} returning 1)
           select count(*), max(k1::text) as last from due`,
    values: [wanted.before, wanted.limit, wanted.from],
    ...(sealed === undefined ? {} : { changes: [{ ...sealed, values: [wanted.before] }] }),
  });
  return row ?? { count: 0, last: null };
}

/** Sessions are few, and are gone afterwards. */
function fromKey(kind: KeptWords): string {
  return kind === 'sessions' ? "''::bytea" : '$3::uuid';
}
