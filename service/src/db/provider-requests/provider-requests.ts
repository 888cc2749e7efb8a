import { type Message, writeMessage } from '../../domain/messages/message.ts';
import type { Said } from '../../domain/provider-requests/provider-request.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { walletOf } from '../books/entries.ts';
import type { Queryable } from '../client.ts';
import { NOT_QUARANTINED } from '../quarantine.ts';
import {
  TRANSACTION_COLUMNS,
  type TransactionRow,
  toTransaction,
} from '../transactions/transaction-row.ts';

/** The one request that a transaction has with a provider. */
export interface ProviderRequest {
  readonly transactionId: string;
  readonly providerId: string;
  readonly channelId: string;
  /** Our own reference; it never changes. */
  readonly reference: string;
  /** The provider's id for the request; `null` before it is prepared, or learnt. */
  readonly handle: string | null;
  /** What a callback named as the handle, not proven yet. */
  readonly hintedHandle: string | null;
  readonly callbackSecret: string;
  /** If set, the request may have been sent, so it is never sent again. */
  readonly sentAt: Date | null;
  /** Providers that have certainly not taken it. */
  readonly tried: readonly string[];
  readonly asked: number;
  /** The last meaningful answer of its provider, or `null` before it. */
  readonly said: Said | null;
  readonly createdAt: Date;
}

/** A provider request whose next step is leased to us. */
export interface ClaimedRequest {
  readonly providerRequest: ProviderRequest;
  readonly transaction: Transaction;
  readonly claim: string;
  readonly now: Date;
}

export interface NewProviderRequest {
  readonly transactionId: string;
  readonly providerId: string;
  readonly channelId: string;
  readonly reference: string;
  readonly callbackSecret: string;
  /** The inserting process takes the first step within the lease; if `null`, a worker does. */
  readonly claim: { readonly id: string; readonly leaseMs: number } | null;
}

/** `null` if the transaction has one already. */
export async function insertRequest(
  connection: Queryable,
  { transactionId, providerId, channelId, reference, callbackSecret, claim }: NewProviderRequest,
): Promise<ProviderRequest | null> {
  const [row] = await connection.query<{ readonly created_at: Date }>({
    name: 'insert-provider-request',
    text: `insert into submissions (transaction_id, provider_id, channel_id, reference,
                                    callback_secret, claim, next_step_at, created_at)
           values ($1, $2, $3, $4, $5, $6, app_now() + $7 * interval '1 millisecond', app_now())
           on conflict (transaction_id) do nothing
           returning created_at`,
    values: [
      transactionId,
      providerId,
      channelId,
      reference,
      callbackSecret,
      claim?.id ?? null,
      claim?.leaseMs ?? 0,
    ],
  });
  if (row === undefined) return null;
  const unsent = {
    handle: null,
    hintedHandle: null,
    sentAt: null,
    tried: [],
    asked: 0,
    said: null,
  };
  const createdAt = row.created_at;
  return { transactionId, providerId, channelId, reference, callbackSecret, ...unsent, createdAt };
}

/** Claims provider requests whose next step is due; skips those of another process. */
export async function claimRequests(
  database: Queryable,
  claim: { readonly id: string; readonly limit: number; readonly leaseMs: number },
): Promise<readonly ClaimedRequest[]> {
  const rows = await database.query<ProviderRequestRow & TransactionRow & { readonly now: Date }>({
    name: 'claim-provider-requests',
    text: `with claimed as (
             update submissions s
             set claim = $1::uuid, next_step_at = app_now() + $3 * interval '1 millisecond'
             where s.transaction_id in (
               select d.transaction_id from submissions d
               where d.next_step_at <= (select app_now()) and ${NOT_QUARANTINED}
               order by d.next_step_at
               limit $2
               for update skip locked)
             returning s.*
           )
           select ${REQUEST_COLUMNS}, (select app_now()) as now, ${TRANSACTION_COLUMNS}
           from claimed s join transactions t on t.id = s.transaction_id`,
    values: [claim.id, claim.limit, claim.leaseMs],
  });
  return rows.map((row) => ({
    providerRequest: toRequestBody(row),
    transaction: toTransaction(row),
    claim: claim.id,
    now: row.now,
  }));
}

/** Columns of `submissions s`, under names that a transaction's columns do not have. */
export const REQUEST_COLUMNS = `s.provider_id as submitted_to,
  s.channel_id as submitted_through, s.reference as submitted_as, s.handle, s.hinted_handle,
  s.callback_secret, s.sent_at, s.tried, s.asked, s.said, s.created_at as submitted_at`;

export interface ProviderRequestRow {
  readonly submitted_to: string;
  readonly submitted_through: string;
  readonly submitted_as: string;
  readonly handle: string | null;
  readonly hinted_handle: string | null;
  readonly callback_secret: string;
  readonly sent_at: Date | null;
  readonly tried: readonly string[];
  readonly asked: number;
  readonly said: Said | null;
  readonly submitted_at: Date;
}

export function toRequestBody(row: ProviderRequestRow & TransactionRow): ProviderRequest {
  return {
    transactionId: row.id,
    providerId: row.submitted_to,
    channelId: row.submitted_through,
    reference: row.submitted_as,
    handle: row.handle,
    hintedHandle: row.hinted_handle,
    callbackSecret: row.callback_secret,
    sentAt: row.sent_at,
    tried: row.tried,
    asked: row.asked,
    said: row.said,
    createdAt: row.submitted_at,
  };
}

/** A step of a provider request, taken by the process that holds its claim. */
interface Step {
  readonly transactionId: string;
  readonly claim: string;
}

export type Marked =
  | 'marked'
  /** The claim is no longer ours, or the request was sent. */
  | 'lost'
  /** Providers or channels have changed since this one was chosen. */
  | 'outdated';

/** Notes that the request is being sent, and from or into which wallet. */
export async function markSent(
  connection: Queryable,
  step: Step & {
    readonly providerId: string;
    readonly channelId: string;
    /** `null` if the system gives it later. */
    readonly handle: string | null;
    /** Of the catalogue that the channel was chosen from; `null` for one that was sent before. */
    readonly revision: number | null;
    /** Another process asks about it when we do not finish by then. */
    readonly leaseMs: number;
  },
): Promise<Marked> {
  const [row] = await connection.query<{ readonly isMarked: boolean; readonly isNow: boolean }>({
    name: 'mark-sent',
    text: `with catalogue as materialized (
             select coalesce(lock_catalogue_revision() = $7::bigint, true) as is_now
           ), marked as (
             update submissions
             set provider_id = $3, channel_id = $4, handle = $5, handle_follows = $5::text is null,
                 sent_at = app_now(),
                 wallet = (select ${walletOf('t', 'c', 'v')}
                           from transactions t, channels c, providers v
                           where t.id = $1 and c.id = $4 and v.id = $3),
                 next_step_at = app_now() + $6 * interval '1 millisecond'
             where transaction_id = $1 and claim = $2 and sent_at is null
               and (select is_now from catalogue)
             returning transaction_id
           )
           select exists (select from marked) as "isMarked", is_now as "isNow" from catalogue`,
    values: [
      step.transactionId,
      step.claim,
      step.providerId,
      step.channelId,
      step.handle,
      step.leaseMs,
      step.revision,
    ],
  });
  if (row?.isNow !== true) return 'outdated';
  return row.isMarked ? 'marked' : 'lost';
}

/**
 * Stores the handle that the provider gave after the request was sent. The first one stays; `false`
 * if there was one already.
 */
export async function learnHandle(
  database: Queryable,
  learnt: {
    readonly transactionId: string;
    readonly providerId: string;
    readonly handle: string;
  },
): Promise<boolean> {
  const rows = await database.query({
    name: 'learn-handle',
    text: `update submissions set handle = $3, hinted_handle = null
           where transaction_id = $1 and provider_id = $2 and handle_follows
             and sent_at is not null and handle is null
           returning transaction_id`,
    values: [learnt.transactionId, learnt.providerId, learnt.handle],
  });
  return rows.length > 0;
}

/** The provider, asked by what a callback named, named another reference than ours. */
export async function forgetHint(
  database: Queryable,
  hint: { readonly transactionId: string; readonly handle: string },
): Promise<void> {
  await database.query({
    text: `update submissions set hinted_handle = null
           where transaction_id = $1 and hinted_handle = $2`,
    values: [hint.transactionId, hint.handle],
  });
}

/** The provider has certainly not taken it, so it may be offered to another one. */
export async function markNotTaken(
  database: Queryable,
  step: Step & { readonly providerId: string; readonly problem: Message; readonly leaseMs: number },
): Promise<boolean> {
  const rows = await database.query({
    text: `update submissions
           set sent_at = null, handle = null, handle_follows = false, hinted_handle = null,
               wallet = null, problem = $4,
               tried = tried || $3::text,
               next_step_at = app_now() + $5 * interval '1 millisecond'
           where transaction_id = $1 and claim = $2
           returning transaction_id`,
    values: [
      step.transactionId,
      step.claim,
      step.providerId,
      writeMessage(step.problem),
      step.leaseMs,
    ],
  });
  return rows.length > 0;
}

/**
 * Ends a step: the next one is due after a pause, or never. Leaves a later claim alone and then
 * returns false.
 */
export async function finishStep(
  database: Queryable,
  step: Step & {
    readonly nextInMs: number | null;
    readonly asked: number;
    /** What the provider said in this step, if meaningful. */
    readonly said?: Said | null;
    readonly problem: Message | null;
    /** Offers it to every provider again. */
    readonly forgetTried?: boolean;
  },
): Promise<boolean> {
  const rows = await database.query({
    name: 'finish-step',
    // A step that is due although it is leased was hastened after it began: the answer may be older
    // than the hint, also than one that comes during the last step. The millisecond is for the
    // rounding of the column. A later hint of a burst is still to come.
    text: `update submissions
           set next_step_at = case when next_step_at <= app_now() + interval '1 millisecond'
                                        and ($3::float8 is not null or hinted_at >= next_step_at)
                                     then next_step_at
                                   else least(
                                     case when hinted_at > app_now() then hinted_at end,
                                     app_now() + $3 * interval '1 millisecond') end,
               asked = $4, claim = null, problem = $5,
               tried = case when $6 then '{}' else tried end,
               asked_at = case when $4 > 0 then app_now() else asked_at end,
               said = coalesce($7, said),
               said_at = case when coalesce($7, said) is distinct from said then app_now()
                              else said_at end
           where transaction_id = $1 and claim = $2
           returning transaction_id`,
    values: [
      step.transactionId,
      step.claim,
      step.nextInMs,
      step.asked,
      step.problem && writeMessage(step.problem),
      step.forgetTried ?? false,
      step.said ?? null,
    ],
  });
  return rows.length > 0;
}
