import type pg from 'pg';
import type { BookedRequest } from '../outside/book.ts';
import type { World } from '../world-parts.ts';

// What the database has in the end, read by the judge's own queries.

/** The books of the outside world, which are the truth. */
export type Outside = Pick<
  World,
  'asked' | 'decisions' | 'sentAgain' | 'operator' | 'receivers' | 'line'
>;

export interface Payment {
  readonly id: string;
  readonly reference: string;
  readonly application: string;
  readonly playerId: string;
  readonly direction: 'deposit' | 'withdrawal';
  readonly operator: 'mtn' | 'orange';
  readonly msisdn: string;
  readonly amountXaf: number;
  /** The deposit that it gives back. */
  readonly refundOf: string | null;
  readonly state: string;
  readonly createdAt: number;
  /** Its reference at the operator. */
  readonly sentAs: string | null;
  /** By what the operator is asked about it, once that is known. */
  readonly handle: string | null;
  readonly moves: readonly HistoryRow[];
  /** Its events in order, without replays. */
  readonly events: readonly string[];
}

export interface HistoryRow {
  readonly seq: number;
  readonly from: string | null;
  readonly to: string;
  readonly trigger: string;
  readonly actor: string;
  readonly at: number;
}

/** A payment to our own line. */
export interface Receipt {
  readonly operatorTxId: string;
  readonly payer: string;
  readonly amountXaf: number;
  readonly state: string;
  readonly waitsForLine: boolean;
  readonly isTrusted: boolean;
  readonly dismissedAs: string | null;
  /** Why it is not used. */
  readonly reason: string | null;
  readonly operatorTime: number | null;
  /** When a text about it was read. */
  readonly createdAt: number;
  /** The deposits that it was used for, and when. */
  readonly uses: readonly { readonly id: string; readonly at: number }[];
}

export interface Facts {
  readonly payments: readonly Payment[];
  readonly receipts: readonly Receipt[];
  /** Payments with a contradicting status of the operator on record. */
  readonly contradicted: ReadonlySet<string>;
  /** References that the service once took for unknown to a system that cannot know. */
  readonly notFound: readonly string[];
  /** Events that are still to be sent. */
  readonly unsentEvents: number;
  /** Balance of each account, and of each kind of account, in the books: debits less credits. */
  readonly booked: ReadonlyMap<string, number>;
  readonly entries: readonly Entry[];
  /** Texts about the line, by the operator's id: when the service compared them, and the result. */
  readonly texts: ReadonlyMap<string, { readonly at: number; readonly isBelieved: boolean }>;
}

/** A row of the books; a wallet or an application is its kind and its key. */
export interface Entry {
  readonly cause: string;
  readonly debit: string;
  readonly credit: string;
  readonly xaf: number;
  readonly at: number;
}

export async function readFacts(database: pg.Client): Promise<Facts> {
  const { rows: payments } = await database.query<Payment>(PAYMENTS);
  const { rows: receipts } = await database.query<Receipt>(RECEIPTS);
  const { rows: contradicted } = await database.query<{ id: string }>(
    'select distinct transaction_id as id from contradictions where transaction_id is not null',
  );
  const { rows: unsent } = await database.query<{ count: number }>(
    `select count(*) from open_webhooks where state = 'pending'`,
  );
  const { rows: notFound } = await database.query<{ reference: string }>(
    'select distinct reference from said_not_found',
  );
  const { rows: entries } = await database.query<Entry>(ENTRIES);
  const { rows: texts } = await database.query<{ id: string; at: number; isBelieved: boolean }>(
    TEXTS,
  );
  return {
    payments,
    receipts,
    contradicted: new Set(contradicted.map(({ id }) => id)),
    notFound: notFound.map(({ reference }) => reference),
    unsentEvents: Number(unsent[0]?.count),
    booked: sumOf(entries),
    entries,
    texts: new Map(texts.map(({ id, ...text }) => [id, text])),
  };
}

const PAYMENTS = `
  select t.id, t.reference,
         (select a.name from applications a where a.id = t.application_id) as application,
         t.player_id as "playerId", t.direction, t.operator, t.msisdn,
         t.amount_xaf::int as "amountXaf", t.refund_of as "refundOf", t.state,
         (extract(epoch from t.created_at) * 1000)::float8 as "createdAt",
         s.reference as "sentAs", s.handle,
         (select json_agg(json_build_object(
                   'seq', m.seq, 'from', m.from_state, 'to', m.to_state, 'trigger', m.trigger,
                   'actor', m.actor, 'at', (extract(epoch from m.at) * 1000)::float8)
                   order by m.seq)
          from transitions m where m.transaction_id = t.id) as moves,
         coalesce((select json_agg(w.event order by w.position)
                   from webhooks w where w.transaction_id = t.id and not w.is_replay),
                  '[]') as events
  from transactions t left join submissions s on s.transaction_id = t.id
  order by t.id`;

const RECEIPTS = `
  select r.operator_tx_id as "operatorTxId", r.payer_msisdn as payer,
         r.amount_xaf::int as "amountXaf", r.state, r.waits_for_line as "waitsForLine", r.reason,
         r.is_trusted as "isTrusted", r.dismissed_as as "dismissedAs",
         (extract(epoch from r.operator_time) * 1000)::float8 as "operatorTime",
         (extract(epoch from r.created_at) * 1000)::float8 as "createdAt",
         coalesce((select json_agg(json_build_object(
                            'id', u.transaction_id,
                            'at', (extract(epoch from u.used_at) * 1000)::float8))
                   from receipt_uses u where u.receipt_id = r.id), '[]') as uses
  from receipts r where r.operator = 'orange' order by r.operator_tx_id`;

const ENTRIES = `
  select e.cause, trim(d.kind || ' ' || d.key) as debit, trim(c.kind || ' ' || c.key) as credit,
         (e.amount_cents / 100)::float8 as xaf,
         (extract(epoch from e.booked_at) * 1000)::float8 as at
  from book_entries e
  join book_accounts d on d.id = e.debit
  join book_accounts c on c.id = e.credit`;

const TEXTS = `
  select coalesce(substring(m.body from 'ID transaction: ([^,]+)'),
                  substring(m.body from 'Nouvelle transaction id: (.+)[.]$')) as id,
         (extract(epoch from min(s.at)) * 1000)::float8 as at,
         bool_or(s.state = 'believed') as "isBelieved"
  from balance_steps s join sms_messages m on m.id = s.sms_id
  group by 1`;

function sumOf(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  const add = (account: string, xaf: number) => {
    const [kind = ''] = account.split(' ');
    for (const one of new Set([kind, account])) sums.set(one, (sums.get(one) ?? 0) + xaf);
  };
  for (const { debit, credit, xaf } of entries) {
    add(debit, xaf);
    add(credit, -xaf);
  }
  return sums;
}

/** Whether staff send back with it what was paid too much: no platform asked for it. */
export function isReturn({ application }: Payment): boolean {
  return application === 'returned overpayments';
}

/** What the operator has under the name that the service knows: without one nobody can ask. */
export function bookedOf({ operator }: Outside, { sentAs, handle }: Payment): BookedRequest | null {
  const requests = operator.list();
  return requests.find((one) => one.reference === sentAs && one.handle === handle) ?? null;
}
