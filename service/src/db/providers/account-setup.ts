import type { Queryable } from '../client.ts';
import type { ConfiguredProvider } from './channels.ts';
import type { StoredAccount } from './provider-setup.ts';

/** What may be changed about a provider besides its account and its switch. */
export type ProviderTerms = Pick<
  ConfiguredProvider,
  | 'displayName'
  | 'description'
  | 'isPrimary'
  | 'priority'
  | 'depositFeePercent'
  | 'withdrawalFeePercent'
  | 'depositFeeMessage'
>;

export type NewProviderRow = ProviderTerms &
  Pick<ConfiguredProvider, 'id' | 'adapter' | 'logo' | 'operators' | 'directions'> &
  Pick<StoredAccount, 'settings' | 'secrets'> & {
    readonly payoutWallet: string | null;
    /** One wallet of the account serves all of its operators. */
    readonly onePool: boolean;
    readonly accountOf: string | null;
  };

/** False if the id is taken: the existing provider stays as it is. */
export async function insertProvider(
  connection: Queryable,
  provider: NewProviderRow,
): Promise<boolean> {
  const rows = await connection.query({
    text: `insert into providers (id, adapter, display_name, description, logo, operators,
                                  directions, is_primary, priority, settings, secrets,
                                  deposit_fee_percent, withdrawal_fee_percent,
                                  deposit_fee_message, payout_wallet, one_pool,
                                  account_of)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
                   $16, $17)
           on conflict do nothing
           returning id`,
    values: [
      provider.id,
      provider.adapter,
      provider.displayName,
      provider.description,
      provider.logo,
      provider.operators,
      provider.directions,
      provider.isPrimary,
      provider.priority,
      JSON.stringify(provider.settings),
      provider.secrets,
      provider.depositFeePercent,
      provider.withdrawalFeePercent,
      provider.depositFeeMessage,
      provider.payoutWallet,
      provider.onePool,
      provider.accountOf,
    ],
    changes: [{ table: 'providers', where: 'id = $1', values: [provider.id] }],
  });
  return rows.length === 1;
}

/** One account is added or changed at a time, so that two are never the same. */
export async function lockAccounts(connection: Queryable): Promise<void> {
  await connection.query({ text: `select pg_advisory_xact_lock(hashtext('provider accounts'))` });
}

export type LockedProvider = ProviderTerms &
  Pick<StoredAccount, 'adapter' | 'settings' | 'secrets'> & {
    /** The provider that has its account. */
    readonly accountId: string;
  };

/** A provider with what it has of an account, locked until the caller's transaction ends. */
export async function lockProvider(
  connection: Queryable,
  id: string,
): Promise<LockedProvider | null> {
  const [row] = await connection.query<LockedProvider>({
    text: `select display_name as "displayName", description, is_primary as "isPrimary", priority,
                  deposit_fee_percent::float8 as "depositFeePercent",
                  withdrawal_fee_percent::float8 as "withdrawalFeePercent",
                  deposit_fee_message as "depositFeeMessage", adapter, settings, secrets,
                  coalesce(account_of, id) as "accountId"
           from providers where id = $1 for update`,
    values: [id],
    trusts: { providers: 'providers' },
  });
  return row ?? null;
}

/** The adapter of the account whose address for callbacks has this secret. */
export async function findCallbackAccount(
  database: Queryable,
  { accountId, secretHash }: { readonly accountId: string; readonly secretHash: string },
): Promise<{ readonly adapter: string } | null> {
  const [row] = await database.query<{ readonly adapter: string }>({
    name: 'find-callback-account',
    text: `select adapter from providers
           where id = $1
             and (callback_hash = $2
                  or (former_callback_hash = $2 and former_callback_until > app_now()))`,
    values: [accountId, secretHash],
    trusts: { providers: 'providers' },
  });
  return row ?? null;
}

/** The secret of an account's address for callbacks; the one before opens it for a day more. */
export async function updateCallbackHash(
  connection: Queryable,
  { accountId, secretHash }: { readonly accountId: string; readonly secretHash: string },
): Promise<void> {
  await connection.query({
    text: `update providers
           set callback_hash = $2, former_callback_hash = callback_hash,
               former_callback_until = app_now() + interval '1 day'
           where id = $1`,
    values: [accountId, secretHash],
    changes: [{ table: 'providers', where: 'id = $1', values: [accountId] }],
  });
}

/** Enabled providers whose account has no address for callbacks. */
export async function listWithoutCallbackAddress(
  database: Queryable,
): Promise<readonly { readonly providerId: string; readonly adapter: string }[]> {
  return database.query({
    text: `select p.id as "providerId", p.adapter from providers p
           join providers a on a.id = coalesce(p.account_of, p.id)
           where a.callback_hash is null and p.flag_enabled order by p.id`,
    trusts: { providers: 'p' },
  });
}

export async function updateProviderTerms(
  connection: Queryable,
  id: string,
  terms: ProviderTerms,
): Promise<void> {
  await connection.query({
    text: `update providers
           set display_name = $2, description = $3, is_primary = $4, priority = $5,
               deposit_fee_percent = $6, withdrawal_fee_percent = $7, deposit_fee_message = $8
           where id = $1`,
    values: [
      id,
      terms.displayName,
      terms.description,
      terms.isPrimary,
      terms.priority,
      terms.depositFeePercent,
      terms.withdrawalFeePercent,
      terms.depositFeeMessage,
    ],
    changes: [{ table: 'providers', where: 'id = $1', values: [id] }],
  });
}
