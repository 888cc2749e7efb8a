import { assert } from '../../domain/assert.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import {
  type CollectionMode,
  DIRECTIONS,
  type Direction,
  REASON_CODES,
  type ReasonCode,
} from '../../domain/payment-kinds.ts';
import type { Channel, Provider } from '../../domain/providers/channel.ts';
import { countsAgainstProvider } from '../../domain/providers/provider-health.ts';
import type { Queryable } from '../client.ts';

/** A provider as configured, with the name of its logo file. */
export interface ConfiguredProvider extends Provider {
  readonly logo: string;
}

/** A provider's outcomes of the last hour. */
export interface ProviderFigures {
  readonly providerId: string;
  /** Those that this application simulated; `null` for those that concern all. */
  readonly applicationId: string | null;
  readonly total1h: number;
  readonly failures1h: number;
}

/**
 * Counts the changes of providers and channels. A caller that reads it first learns, when it writes
 * a payment, whether they have changed since.
 */
export async function findCatalogueRevision(database: Queryable): Promise<number> {
  const [row] = await database.query<{ readonly revision: number }>({
    name: 'find-catalogue-revision',
    text: 'select revision from catalogue_revision',
  });
  assert(row !== undefined, 'the catalogue has no revision');
  return row.revision;
}

export async function insertProviders(
  database: Queryable,
  providers: readonly ConfiguredProvider[],
): Promise<void> {
  for (const provider of providers) {
    await database.query({
      text: `insert into providers (id, adapter, display_name, description, logo, operators,
                                    directions, deposit_fee_percent, withdrawal_fee_percent,
                                    deposit_fee_message, is_primary, priority, flag_enabled)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
             on conflict do nothing`,
      values: [
        provider.id,
        provider.adapter,
        provider.displayName,
        provider.description,
        provider.logo,
        provider.operators,
        provider.directions,
        provider.depositFeePercent,
        provider.withdrawalFeePercent,
        provider.depositFeeMessage,
        provider.isPrimary,
        provider.priority,
        provider.flagEnabled,
      ],
      changes: [{ table: 'providers', where: 'id = $1', values: [provider.id] }],
    });
  }
}

export async function insertChannels(
  database: Queryable,
  channels: readonly Channel[],
): Promise<void> {
  for (const channel of channels) await insertChannel(database, channel);
}

/** False if the id is taken: the existing channel stays as it is. */
export async function insertChannel(connection: Queryable, channel: Channel): Promise<boolean> {
  const rows = await connection.query({
    text: `insert into channels (id, provider_id, operator, collection_mode, merchant_number,
                                 merchant_display_name, ussd_template, illustration_url,
                                 illustration_alt, enabled, min_amount_xaf, max_amount_xaf)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
           on conflict do nothing
           returning id`,
    values: [
      channel.id,
      channel.providerId,
      channel.operator,
      channel.collectionMode,
      channel.merchantNumber,
      channel.merchantDisplayName,
      channel.ussdTemplate,
      channel.illustrationUrl,
      channel.illustrationAlt,
      channel.enabled,
      channel.minAmountXaf,
      channel.maxAmountXaf,
    ],
    changes: [{ table: 'channels', where: 'id = $1', values: [channel.id] }],
  });
  return rows.length === 1;
}

export async function listProviders(database: Queryable): Promise<ConfiguredProvider[]> {
  const rows = await database.query<{
    readonly id: string;
    readonly adapter: string;
    readonly display_name: string;
    readonly description: string;
    readonly logo: string;
    readonly operators: readonly Operator[];
    readonly directions: readonly Direction[];
    readonly deposit_fee_percent: number;
    readonly withdrawal_fee_percent: number;
    readonly deposit_fee_message: string;
    readonly is_primary: boolean;
    readonly priority: number;
    readonly flag_enabled: boolean;
  }>({
    name: 'list-providers',
    text: `select id, adapter, display_name, description, logo, operators, directions,
                  deposit_fee_percent::float8, withdrawal_fee_percent::float8, deposit_fee_message,
                  is_primary, priority, flag_enabled
           from providers order by operators, is_primary desc, priority, id`,
    trusts: { providers: 'providers' },
  });
  return rows.map((row) => ({
    id: row.id,
    adapter: row.adapter,
    displayName: row.display_name,
    description: row.description,
    logo: row.logo,
    operators: row.operators,
    directions: row.directions,
    depositFeePercent: row.deposit_fee_percent,
    withdrawalFeePercent: row.withdrawal_fee_percent,
    depositFeeMessage: row.deposit_fee_message,
    isPrimary: row.is_primary,
    priority: row.priority,
    flagEnabled: row.flag_enabled,
  }));
}

export async function listChannels(database: Queryable): Promise<Channel[]> {
  const rows = await database.query<{
    readonly id: string;
    readonly provider_id: string;
    readonly operator: Operator;
    readonly collection_mode: CollectionMode;
    readonly merchant_number: string;
    readonly merchant_display_name: string | null;
    readonly ussd_template: string | null;
    readonly illustration_url: string | null;
    readonly illustration_alt: string | null;
    readonly enabled: boolean;
    readonly min_amount_xaf: number | null;
    readonly max_amount_xaf: number | null;
  }>({
    name: 'list-channels',
    text: `select id, provider_id, operator, collection_mode, merchant_number,
                  merchant_display_name, ussd_template, illustration_url, illustration_alt, enabled,
                  min_amount_xaf, max_amount_xaf
           from channels order by id`,
    trusts: { channels: 'channels' },
  });
  return rows.map((row) => ({
    id: row.id,
    providerId: row.provider_id,
    operator: row.operator,
    collectionMode: row.collection_mode,
    merchantNumber: row.merchant_number,
    merchantDisplayName: row.merchant_display_name,
    ussdTemplate: row.ussd_template,
    illustrationUrl: row.illustration_url,
    illustrationAlt: row.illustration_alt,
    enabled: row.enabled,
    minAmountXaf: row.min_amount_xaf,
    maxAmountXaf: row.max_amount_xaf,
  }));
}

/** How many deposits wait for a payment, by channel. */
export async function listWaitingByChannel(
  database: Queryable,
): Promise<readonly (readonly [channelId: string, count: number])[]> {
  const rows = await database.query<{ readonly channel_id: string; readonly count: number }>({
    name: 'list-waiting-by-channel',
    text: `select t.channel_id, count(*) from open_transactions o
           join transactions t on t.id = o.transaction_id
           where o.expires_at is not null group by t.channel_id`,
  });
  return rows.map(({ channel_id, count }) => [channel_id, count]);
}

/** Sums of the last sixty minutes by the database's clock; omits providers without outcomes. */
export function listProviderFigures(database: Queryable): Promise<ProviderFigures[]> {
  return database.query<ProviderFigures>({
    name: 'list-provider-figures',
    text: `select provider_id as "providerId", application_id as "applicationId",
                  sum(succeeded + failed + neither)::int as "total1h",
                  coalesce(sum(failed) filter (
                    where reason_code is null or direction || ' ' || reason_code = any($1)
                  ), 0)::int as "failures1h"
           from provider_minutes
           where minute > app_now() - interval '60 minutes'
           group by provider_id, application_id`,
    values: [COUNTED_FAILURES],
  });
}

const COUNTED_FAILURES = DIRECTIONS.flatMap((direction) =>
  REASON_CODES.flatMap((code) =>
    countsAgainstProvider(direction, code) ? `${direction} ${code}` : [],
  ),
);

/** Payments that have ended since the figures begin, by how. */
export interface EndedPayments {
  readonly providerId: string;
  readonly direction: Direction;
  /** `null` for those that succeeded. */
  readonly reasonCode: ReasonCode | null;
  /** The least of the bounds that covers the time they took; `null` above all of them. */
  readonly withinSeconds: number | null;
  readonly succeeded: number;
  readonly failed: number;
  readonly neither: number;
  readonly seconds: number;
}

/** Sums of all time, so that they only grow. */
export function listEndedPayments(database: Queryable): Promise<EndedPayments[]> {
  return database.query<EndedPayments>({
    name: 'list-ended-payments',
    text: `select provider_id as "providerId", direction, reason_code as "reasonCode",
                  within_seconds as "withinSeconds", sum(succeeded)::float8 as succeeded,
                  sum(failed)::float8 as failed, sum(neither)::float8 as neither,
                  sum(seconds) as seconds
           from provider_minutes where direction is not null group by 1, 2, 3, 4`,
  });
}

/** Adds up the minutes that no figure of the last hour needs; the sums stay as they are. */
export async function foldProviderMinutes(database: Queryable): Promise<number> {
  const rows = await database.query({
    text: `with gone as (
             delete from provider_minutes
             where minute > 'epoch' and minute < app_now() - interval '2 hours'
             returning *
           )
           insert into provider_minutes as p (provider_id, minute, direction, reason_code,
                                              within_seconds, succeeded, failed, neither, seconds)
           select provider_id, 'epoch', direction, reason_code, within_seconds, sum(succeeded),
                  sum(failed), sum(neither), sum(seconds)
           from gone where direction is not null
           group by 1, 3, 4, 5
           order by 1, 3, 4, 5
           on conflict (minute, provider_id, application_id, slot, direction, reason_code,
                        within_seconds)
             do update set succeeded = p.succeeded + excluded.succeeded,
                           failed = p.failed + excluded.failed,
                           neither = p.neither + excluded.neither,
                           seconds = p.seconds + excluded.seconds
           returning provider_id`,
  });
  return rows.length;
}
