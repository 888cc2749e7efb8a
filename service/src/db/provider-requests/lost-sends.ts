import { assert } from '../../domain/assert.ts';
import type { State } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { rowsWith, unseen } from '../rows.ts';

export interface SentPayout {
  /** Our reference at the provider. */
  readonly reference: string;
  readonly transactionId: string;
  readonly providerId: string;
  readonly channelId: string;
  /** The id by which the provider is asked about it. */
  readonly handle: string;
  readonly at: Date;
  /** The deposit that it gives back, and how much of it; `null` if it is no refund. */
  readonly refundOf: string | null;
  readonly amountXaf: number | null;
}

/** The payouts that the database knows neither as sent nor as lost. */
export async function listUnknownSends(
  database: Queryable,
  references: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly reference: string }>({
    name: 'list-unknown-sends',
    text: unknownOf(1),
    values: [references],
  });
  return rows.map(({ reference }) => reference);
}

function unknownOf(parameter: number): string {
  return `select r.reference from unnest(${unseen(parameter, 'uuid[]')}) as r (reference)
          where not exists (select from submissions s
                            where s.reference = r.reference and s.sent_at is not null)
            and not exists (select from lost_sends l where l.reference = r.reference)`;
}

export async function insertLostSends(
  connection: Queryable,
  sends: readonly SentPayout[],
): Promise<void> {
  await connection.query({
    text: `insert into lost_sends (${SENDS.names}, found_at)
           select l.*, app_now() from ${SENDS.unnest('l')}
           on conflict do nothing`,
    values: SENDS.values(sends),
  });
}

const SENDS = rowsWith<SentPayout>({
  reference: ['uuid', ({ reference }) => reference],
  transaction_id: ['uuid', ({ transactionId }) => transactionId],
  provider_id: ['text', ({ providerId }) => providerId],
  channel_id: ['text', ({ channelId }) => channelId],
  handle: ['text', ({ handle }) => handle],
  sent_at: ['timestamptz', ({ at }) => at],
  refund_of: ['uuid', ({ refundOf }) => refundOf],
  amount_xaf: ['bigint', ({ amountXaf }) => amountXaf],
});

export interface LostSend extends SentPayout {
  /** Of the transaction, or `null` if the restored database does not have it. */
  readonly state: State | null;
}

/** The payouts that were sent and that a restored database did not know as sent, oldest first. */
export function listLostSends(database: Queryable): Promise<LostSend[]> {
  return database.query<LostSend>({
    text: `select ${LOST_SEND}, t.state
           from lost_sends l left join transactions t on t.id = l.transaction_id
           order by l.sent_at, l.reference`,
  });
}

const LOST_SEND = `l.reference, l.transaction_id as "transactionId", l.provider_id as "providerId",
  l.channel_id as "channelId", l.handle, l.sent_at as at, l.refund_of as "refundOf",
  l.amount_xaf as "amountXaf"`;

/** How a payout was sent that the database does not know as sent; otherwise `null`. */
export async function findLostSend(
  database: Queryable,
  reference: string,
): Promise<SentPayout | null> {
  const [row] = await database.query<SentPayout>({
    text: `select ${LOST_SEND} from lost_sends l where l.reference = $1`,
    values: [reference],
  });
  return row ?? null;
}

/** What is known of a payout that may be sent, and of those that this machine has just sent. */
export interface ComparedSends {
  /** How the payout was sent though the database does not know it as sent, or `null`. */
  readonly lost: SentPayout | null;
  /** Those of the others that the database knows neither as sent nor as lost. */
  readonly unknown: readonly string[];
}

export const NO_LOST_SENDS: ComparedSends = { lost: null, unknown: [] };

/** Both in one question, because every payout waits for the answer. */
export async function compareLostSends(
  connection: Queryable,
  { reference, sent }: { readonly reference: string; readonly sent: readonly string[] },
): Promise<ComparedSends> {
  const [row] = await connection.query<
    { [Field in keyof SentPayout]: SentPayout[Field] | null } & Pick<ComparedSends, 'unknown'>
  >({
    name: 'compare-lost-sends',
    text: `select ${LOST_SEND}, array(${unknownOf(2)}) as unknown
           from (select) as one left join lost_sends l on l.reference = $1`,
    values: [reference, sent],
  });
  assert(row !== undefined, 'a left join of one row has no row');
  const { unknown, ...lost } = row;
  return { lost: lost.reference === null ? null : (lost as SentPayout), unknown };
}
