import { hash } from 'node:crypto';
import { type Message, writeMoveMessage } from '../../domain/messages/message.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { rowsWith, unseen } from '../rows.ts';
import { TRANSACTION_COLUMNS, type TransactionRow, toTransaction } from './transaction-row.ts';

/** A transaction that is about to be created; the database's clock gives it its times. */
export type NewTransaction = Omit<
  Transaction,
  'reasonCode' | 'stateUpdatedAt' | 'createdAt' | 'updatedAt' | 'expiresAt' | 'version'
> & {
  /** Deposits have a deadline this long after their creation. */
  readonly windowMs: number | null;
  /** The merchant number that the player has to pay, or that asks for the payment. */
  readonly line: string | null;
  /** Who asked for it: `api`, or `staff:<id>`. */
  readonly actor: string;
  /** The same as `stateReason`, as a code. */
  readonly remark: Message;
  /** Of the catalogue that its channel was chosen from. */
  readonly revision: number;
  /** Over what never changes about it; `null` without a key to seal with. */
  readonly seal: string | null;
};

/** A transaction and the database's time at which it was read. */
export interface TimedTransaction {
  readonly transaction: Transaction;
  readonly now: Date;
}

export interface FoundTransaction extends TimedTransaction {
  /** Withdrawals give back some of it, or tried to. */
  readonly hasRefunds: boolean;
}

/**
 * Creates those whose reference is new, each with the first entry of its history. `null` if the
 * reference exists, or providers or channels have changed since the channel was chosen.
 */
export async function insertTransactions(
  database: Queryable,
  asked: readonly NewTransaction[],
): Promise<readonly (Transaction | null)[]> {
  // One order for every process, so that two of them never wait for each other in a circle.
  const batch = asked.toSorted(byKey);
  const rows = await database.query<{
    readonly id: string;
    readonly created_at: Date;
    readonly expires_at: Date | null;
  }>({
    name: 'insert-transactions',
    writes: true,
    text: INSERT_TRANSACTIONS,
    values: NEW.values(batch),
  });
  const inserted = new Map(rows.map((row) => [row.id, row]));
  return asked.map((one) => {
    const row = inserted.get(one.id);
    return row === undefined ? null : asCreated(one, row);
  });
}

/** Every field by name: leaving out the others by `...rest` took 1.3 µs of a create. */
function asCreated(
  one: NewTransaction,
  { created_at: at, expires_at }: { readonly created_at: Date; readonly expires_at: Date | null },
): Transaction {
  return {
    id: one.id,
    applicationId: one.applicationId,
    direction: one.direction,
    reference: one.reference,
    playerId: one.playerId,
    operator: one.operator,
    providerId: one.providerId,
    channelId: one.channelId,
    collectionMode: one.collectionMode,
    msisdn: one.msisdn,
    amountXaf: one.amountXaf,
    state: one.state,
    stateReason: one.stateReason,
    reasonCode: null,
    stateUpdatedAt: at,
    providerTxId: one.providerTxId,
    expiresAt: expires_at,
    callbackUrl: one.callbackUrl,
    instructions: one.instructions,
    refundOf: one.refundOf,
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

/** In the order of the unique key; equal ones stay as they came, since the first one wins. */
function byKey(a: ReferenceKey, b: ReferenceKey): number {
  return (
    compare(a.reference, b.reference) ||
    compare(a.playerId, b.playerId) ||
    compare(a.applicationId, b.applicationId) ||
    compare(a.direction, b.direction)
  );
}

/** By code units, which is the same in every process whatever its language. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export async function findTransactions(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly (FoundTransaction | null)[]> {
  const rows = await database.query<
    TransactionRow & { readonly now: Date; readonly has_refunds: boolean }
  >({
    name: 'find-transactions',
    // A select of its own makes PostgreSQL ask the clock once and not for every row.
    text: `select ${TRANSACTION_COLUMNS}, (select app_now()) as now,
                  t.direction = 'deposit' and t.state = 'succeeded' and (exists (
                    select from transactions r where r.refund_of = t.id) or exists (
                    select from lost_sends l where l.refund_of = t.id)) as has_refunds
           from transactions t
           where t.id = any(${unseen(1, 'uuid[]')})`,
    values: [ids],
  });
  const found = new Map(
    rows.map((row) => [
      row.id,
      { transaction: toTransaction(row), now: row.now, hasRefunds: row.has_refunds },
    ]),
  );
  return ids.map((id) => found.get(id) ?? null);
}

export async function findTransactionsByReference(
  database: Queryable,
  keys: readonly ReferenceKey[],
): Promise<readonly (TimedTransaction | null)[]> {
  const rows = await database.query<TransactionRow & { readonly now: Date }>({
    name: 'find-transactions-by-reference',
    text: `select ${TRANSACTION_COLUMNS}, (select app_now()) as now from transactions t
           where t.reference_key = any(${unseen(1, 'uuid[]')})`,
    values: [keys.map(referenceKey)],
  });
  const found = new Map(
    rows.map((row) => {
      const transaction = toTransaction(row);
      return [keyText(transaction), { transaction, now: row.now }];
    }),
  );
  return keys.map((key) => found.get(keyText(key)) ?? null);
}

function keyText({ applicationId, playerId, direction, reference }: ReferenceKey): string {
  return `${applicationId} ${playerId} ${direction} ${reference}`;
}

const NEW = rowsWith<NewTransaction>({
  id: ['uuid', ({ id }) => id],
  application_id: ['uuid', ({ applicationId }) => applicationId],
  direction: ['text', ({ direction }) => direction],
  reference: ['text', ({ reference }) => reference],
  player_id: ['uuid', ({ playerId }) => playerId],
  operator: ['text', ({ operator }) => operator],
  provider_id: ['text', ({ providerId }) => providerId],
  channel_id: ['text', ({ channelId }) => channelId],
  collection_mode: ['text', ({ collectionMode }) => collectionMode],
  msisdn: ['text', ({ msisdn }) => msisdn],
  amount_xaf: ['bigint', ({ amountXaf }) => amountXaf],
  state: ['text', ({ state }) => state],
  state_reason: ['text', ({ stateReason }) => stateReason],
  callback_url: ['text', ({ callbackUrl }) => callbackUrl],
  instructions: ['json', ({ instructions }) => instructions && JSON.stringify(instructions)],
  window_ms: ['bigint', ({ windowMs }) => windowMs],
  line: ['text', ({ line }) => line],
  revision: ['bigint', ({ revision }) => revision],
  reference_key: ['uuid', referenceKey],
  seal: ['uuid', ({ seal }) => seal],
  actor: ['text', ({ actor }) => actor],
  refund_of: ['uuid', ({ refundOf }) => refundOf],
  remark: ['text', ({ remark }) => writeMoveMessage(remark)],
});

const INSERT_TRANSACTIONS = `
  with asked as (
    select * from ${NEW.unnest('a')}
  ), inserted as (
    insert into transactions (
      id, application_id, direction, reference, player_id, operator, provider_id, channel_id,
      collection_mode, msisdn, amount_xaf, state, state_reason, callback_url, instructions,
      expires_at, created_at, updated_at, state_updated_at, version, line, reference_key, seal,
      created_by, refund_of
    )
    select i.id, i.application_id, i.direction, i.reference, i.player_id, i.operator, i.provider_id,
           i.channel_id, i.collection_mode, i.msisdn, i.amount_xaf, i.state, i.state_reason,
           i.callback_url, i.instructions, c.now + i.window_ms * interval '1 millisecond',
           c.now, c.now, c.now, 1, i.line, i.reference_key, i.seal, i.actor,
           i.refund_of
    from asked i,
         -- "offset 0" keeps this from being merged into the columns above, where the clock would be
         -- asked four times for every row: a third of the query's time.
         (select app_now() as now, lock_catalogue_revision() as revision offset 0) c
    where i.revision = c.revision
    on conflict on constraint one_row_per_reference do nothing
    returning id, state, state_reason, created_at, expires_at
  ), history as (
    insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor, at,
                             remark)
    select id, 1, null, i.state, 'create', i.state_reason, a.actor, i.created_at, a.remark
    from inserted i join asked a using (id)
  )
  select id, created_at, expires_at from inserted`;

/** What makes a request the same one as before. */
export interface ReferenceKey {
  readonly applicationId: string;
  readonly playerId: string;
  readonly direction: Direction;
  readonly reference: string;
}

/** In 16 bytes, as the database's own function `reference_key` has it. */
export function referenceKey({
  applicationId,
  playerId,
  direction,
  reference,
}: ReferenceKey): string {
  return halfKey(reference) + halfKey(`${applicationId}${playerId}${direction} ${reference}`);
}

function halfKey(value: string): string {
  return hash('sha256', value, 'hex').slice(0, 16);
}
