import type { Operator } from '../../domain/operators/operator.ts';
import type { CollectionMode } from '../../domain/payment-kinds.ts';
import type { Channel } from '../../domain/providers/channel.ts';
import type { Queryable } from '../client.ts';

/** The switch of a provider, locked until the caller's database transaction ends. */
export async function lockProviderFlag(
  connection: Queryable,
  id: string,
): Promise<{ readonly enabled: boolean } | null> {
  const [row] = await connection.query<{ readonly enabled: boolean }>({
    text: 'select flag_enabled as enabled from providers where id = $1 for update',
    values: [id],
    trusts: { providers: 'providers' },
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
    changes: [{ table: 'providers', where: 'id = $1', values: [id] }],
  });
}

/** What staff may change about a channel. */
export type ChannelSetup = Pick<
  Channel,
  | 'enabled'
  | 'collectionMode'
  | 'merchantNumber'
  | 'merchantDisplayName'
  | 'ussdTemplate'
  | 'illustrationUrl'
  | 'illustrationAlt'
  | 'minAmountXaf'
  | 'maxAmountXaf'
>;

export async function lockChannel(
  connection: Queryable,
  id: string,
): Promise<{
  readonly providerId: string;
  readonly adapter: string;
  readonly setup: ChannelSetup;
} | null> {
  const [row] = await connection.query<{
    readonly provider_id: string;
    readonly adapter: string;
    readonly enabled: boolean;
    readonly collection_mode: CollectionMode;
    readonly merchant_number: string;
    readonly merchant_display_name: string | null;
    readonly ussd_template: string | null;
    readonly illustration_url: string | null;
    readonly illustration_alt: string | null;
    readonly min_amount_xaf: number | null;
    readonly max_amount_xaf: number | null;
  }>({
    text: `select c.provider_id, p.adapter, c.enabled, c.collection_mode, c.merchant_number,
                  c.merchant_display_name, c.ussd_template, c.illustration_url,
                  c.illustration_alt, c.min_amount_xaf, c.max_amount_xaf
           from channels c join providers p on p.id = c.provider_id
           where c.id = $1 for update of c`,
    values: [id],
    trusts: { channels: 'c', providers: 'p' },
  });
  if (row === undefined) return null;
  return {
    providerId: row.provider_id,
    adapter: row.adapter,
    setup: {
      enabled: row.enabled,
      collectionMode: row.collection_mode,
      merchantNumber: row.merchant_number,
      merchantDisplayName: row.merchant_display_name,
      ussdTemplate: row.ussd_template,
      illustrationUrl: row.illustration_url,
      illustrationAlt: row.illustration_alt,
      minAmountXaf: row.min_amount_xaf,
      maxAmountXaf: row.max_amount_xaf,
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
               merchant_display_name = $5, ussd_template = $6, min_amount_xaf = $7,
               max_amount_xaf = $8, illustration_url = $9, illustration_alt = $10
           where id = $1`,
    values: [
      id,
      setup.enabled,
      setup.collectionMode,
      setup.merchantNumber,
      setup.merchantDisplayName,
      setup.ussdTemplate,
      setup.minAmountXaf,
      setup.maxAmountXaf,
      setup.illustrationUrl,
      setup.illustrationAlt,
    ],
    changes: [{ table: 'channels', where: 'id = $1', values: [id] }],
  });
}

/** A provider's account as it is stored: settings in plain text, secrets as one sealed text. */
export interface StoredAccount {
  readonly providerId: string;
  /** The provider that has the account: itself, or the one whose account it uses. */
  readonly accountId: string;
  readonly adapter: string;
  readonly operators: readonly Operator[];
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: string;
}

export async function listAccounts(database: Queryable): Promise<readonly StoredAccount[]> {
  const rows = await database.query<StoredAccount>({
    name: 'list-accounts',
    text: `select id as "providerId", coalesce(account_of, id) as "accountId", adapter,
                  operators, settings, secrets
           from providers order by id`,
    trusts: { providers: 'providers' },
  });
  const byId = new Map(rows.map((row) => [row.providerId, row]));
  return rows.map((row) => {
    const { settings, secrets } = byId.get(row.accountId) ?? row;
    return { ...row, settings, secrets };
  });
}

export async function updateAccount(
  connection: Queryable,
  account: Pick<StoredAccount, 'accountId' | 'settings' | 'secrets'>,
): Promise<void> {
  await connection.query({
    text: 'update providers set settings = $2, secrets = $3 where id = $1',
    values: [account.accountId, JSON.stringify(account.settings), account.secrets],
    changes: [{ table: 'providers', where: 'id = $1', values: [account.accountId] }],
  });
}
