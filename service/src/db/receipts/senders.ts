import type { Operator } from '../../domain/operators/operator.ts';
import type { Queryable } from '../client.ts';

/** A sender in the form that `foldSender` gives, and its operator. */
export interface Sender {
  readonly operator: Operator;
  readonly sender: string;
}

/** The operators for which a person has accepted a sender. */
export async function listOperatorsOfSender(
  connection: Queryable,
  sender: string,
): Promise<readonly Operator[]> {
  const rows = await connection.query<{ readonly operator: Operator }>({
    name: 'list-operators-of-sender',
    text: 'select operator from accepted_senders where sender = $1',
    values: [sender],
    trusts: { accepted_senders: 'accepted_senders' },
  });
  return rows.map(({ operator }) => operator);
}

export interface AcceptedSender extends Sender {
  readonly acceptedAt: Date;
  readonly acceptedBy: string;
}

export function listAcceptedSenders(database: Queryable): Promise<AcceptedSender[]> {
  return database.query<AcceptedSender>({
    text: `select operator, sender, accepted_at as "acceptedAt", accepted_by as "acceptedBy"
           from accepted_senders order by accepted_at desc, sender`,
  });
}

/** False if it is accepted already. */
export async function insertSender(
  connection: Queryable,
  { operator, sender, by }: Sender & { readonly by: string },
): Promise<boolean> {
  const rows = await connection.query({
    text: `insert into accepted_senders (operator, sender, accepted_at, accepted_by)
           values ($1, $2, app_now(), $3) on conflict do nothing returning sender`,
    values: [operator, sender, by],
    changes: [{ table: 'accepted_senders', where: 'sender = $1', values: [sender] }],
  });
  return rows.length > 0;
}

/** False if it was not accepted. */
export async function deleteSender(
  connection: Queryable,
  { operator, sender }: Sender,
): Promise<boolean> {
  const rows = await connection.query({
    text: 'delete from accepted_senders where operator = $1 and sender = $2 returning sender',
    values: [operator, sender],
    changes: [{ table: 'accepted_senders', where: 'sender = $1', values: [sender] }],
  });
  return rows.length > 0;
}

/** A text in an operator's wording from a sender that no person has accepted. */
export interface StrangeText {
  readonly id: string;
  readonly operator: Operator;
  /** As it came. */
  readonly sender: string;
  readonly at: Date;
  readonly text: string;
}

const MOST = 500;

/** Those of the last month from trusted gateways, newest first. */
export function listStrangeTexts(database: Queryable): Promise<StrangeText[]> {
  return database.query<StrangeText>({
    text: `select id, operator, sender, at, body as text from sms_messages
           where reason = 'unknown_sender' and state in ('review', 'nothing')
             and trust = 'trusted' and operator is not null and looked_at is null
             and at > app_now() - interval '30 days'
           order by at desc, id desc limit $1`,
    values: [MOST],
  });
}
