import type { Channel } from '../domain/channel.ts';
import type { CollectionMode } from '../domain/transaction.ts';
import type { Queryable } from './client.ts';

/** The switch of a provider, kept as it is until the caller's database transaction ends. */
export async function lockProviderFlag(
  connection: Queryable,
  id: string,
): Promise<{ readonly enabled: boolean } | null> {
  const [row] = await connection.query<{ readonly enabled: boolean }>({
    text: 'select flag_enabled as enabled from providers where id = $1 for update',
    values: [id],
  });
  return row ?? null;
}

export async function updateProviderFlag(
  connection: Queryable,
  { id, enabled }: { readonly id: string; readonly enabled: boolean },
): Promise<void> {
  await connection.query({
    text: 'update providers set flag_enabled = $2 where id = $1',
    values: [id, enabled],
  });
}

/** What staff may change about a channel. */
export type ChannelSetup = Pick<
  Channel,
  'enabled' | 'collectionMode' | 'merchantNumber' | 'merchantDisplayName' | 'ussdTemplate'
>;

export async function lockChannel(
  connection: Queryable,
  id: string,
): Promise<{ readonly providerId: string; readonly setup: ChannelSetup } | null> {
  const [row] = await connection.query<{
    readonly provider_id: string;
    readonly enabled: boolean;
    readonly collection_mode: CollectionMode;
    readonly merchant_number: string;
    readonly merchant_display_name: string | null;
    readonly ussd_template: string | null;
  }>({
    text: `select provider_id, enabled, collection_mode, merchant_number, merchant_display_name,
                  ussd_template
           from channels where id = $1 for update`,
    values: [id],
  });
  if (row === undefined) return null;
  return {
    providerId: row.provider_id,
    setup: {
      enabled: row.enabled,
      collectionMode: row.collection_mode,
      merchantNumber: row.merchant_number,
      merchantDisplayName: row.merchant_display_name,
      ussdTemplate: row.ussd_template,
    },
  };
}

export async function updateChannel(
  connection: Queryable,
  id: string,
  setup: ChannelSetup,
): Promise<void> {
  await connection.query({
    text: `update channels
           set enabled = $2, collection_mode = $3, merchant_number = $4,
               merchant_display_name = $5, ussd_template = $6
           where id = $1`,
    values: [
      id,
      setup.enabled,
      setup.collectionMode,
      setup.merchantNumber,
      setup.merchantDisplayName,
      setup.ussdTemplate,
    ],
  });
}
