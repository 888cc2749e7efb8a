import { hash, randomBytes } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  insertProvider,
  type LockedProvider,
  listWithoutCallbackAddress,
  lockAccounts,
  lockProvider,
  type ProviderTerms,
  updateCallbackHash,
  updateProviderTerms,
} from '../../db/providers/account-setup.ts';
import { insertChannel, listProviders } from '../../db/providers/channels.ts';
import { listAccounts, updateAccount } from '../../db/providers/provider-setup.ts';
import { assert } from '../../domain/assert.ts';
import type { Environment } from '../../domain/installation.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import type { Adapter } from '../../providers/provider.ts';
import { NO_SECRETS, SECRET_PLACES, type Vault } from '../../signing/sealed-text.ts';
import type { Actor } from '../access/actor.ts';
import {
  findAccountProblems,
  findLocationProblems,
  findProviderProblems,
  findTermProblems,
  type GivenAccount,
  mergeAccount,
  type NewChannel,
  type NewProvider,
  usualDirections,
} from './account-rules.ts';
import { findChannelProblems } from './channel-rules.ts';
import { readSecrets } from './connectors.ts';

export interface AccountDeps {
  readonly database: Database;
  readonly environment: Environment;
  readonly vault: Vault;
  readonly adapters: readonly Adapter[];
}

export type ProviderAdded =
  | { readonly kind: 'added' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** `null` is for what follows from the adapter, or from the account that another provider has. */
export type WantedProvider = Omit<NewProvider, 'adapter' | 'directions'> & {
  readonly adapter: string | null;
  readonly directions: NewProvider['directions'] | null;
};

/** Adds a provider with its account, or with that of another. It has no channel yet. */
export function addProvider(
  deps: AccountDeps,
  actor: Actor,
  wanted: WantedProvider,
): Promise<ProviderAdded> {
  return deps.database.atomically(async (connection) => {
    await lockAccounts(connection);
    const { accountOf } = wanted;
    const other = accountOf === null ? null : await lockProvider(connection, accountOf);
    if (accountOf !== null && other === null) {
      return { kind: 'invalid', problems: [`there is no provider ${accountOf}`] };
    }
    if (other !== null && (wanted.adapter ?? other.adapter) !== other.adapter) {
      const problem = `the account of ${accountOf} is for the adapter ${other.adapter}`;
      return { kind: 'invalid', problems: [problem] };
    }
    const provider = completeProvider(deps, wanted, other);
    const { settings, secrets } = mergeAccount({ settings: {}, secrets: {} }, provider);
    const wantedAccount = { ...provider, accountId: provider.accountOf ?? provider.id };
    const problems = [
      ...findProviderProblems(provider, deps),
      ...(accountOf === null
        ? await findSameAccount(connection, deps, { ...wantedAccount, settings, secrets })
        : await findSharingProblems(connection, deps, wantedAccount)),
    ];
    if (problems.length > 0) return { kind: 'invalid', problems };
    const { id, adapter, operators, directions } = provider;
    const shared = provider.accountOf === null ? {} : { accountOf: provider.accountOf };
    const isAdded = await insertProvider(connection, {
      ...provider,
      logo: operators[0] ?? '',
      ...walletsOf(deps, adapter),
      settings,
      secrets: sealAll(deps.vault, id, secrets),
    });
    if (!isAdded) return { kind: 'exists' };
    await appendAudit(connection, {
      ...actor,
      action: 'provider.add',
      subject: `provider:${id}`,
      before: null,
      after: {
        adapter,
        operators,
        directions,
        ...shared,
        ...termsOf(provider),
        settings,
        secretsChanged: Object.keys(secrets),
      },
      reason: null,
    });
    return { kind: 'added' };
  });
}

/**
 * A pool under two names would be counted twice, and of an account with one address for callbacks
 * only one of two would learn of its payments.
 */
async function findSameAccount(
  connection: Queryable,
  { adapters, vault }: AccountDeps,
  wanted: GivenAccount & { readonly adapter: string; readonly accountId: string },
): Promise<readonly string[]> {
  const adapter = adapters.find(({ name }) => name === wanted.adapter);
  if (adapter === undefined) return [];
  const isOne = adapter.abilities.onePool === true || adapter.whichPayment !== undefined;
  if (!isOne) return [];
  const valuesOf = ({ settings, secrets }: GivenAccount) =>
    JSON.stringify(
      adapter.settings.map(({ name, fallback }) => settings[name] ?? secrets[name] ?? fallback),
    );
  const accounts = await listAccounts(connection);
  const same = accounts
    .filter((one) => one.adapter === wanted.adapter && one.accountId !== wanted.accountId)
    .filter((one) => one.providerId === one.accountId)
    .find((one) => valuesOf({ ...one, secrets: readSecrets(vault, one) }) === valuesOf(wanted));
  if (same === undefined) return [];
  const { accountId } = same;
  return [`${accountId} has the same account: use it by --account-of ${accountId}`];
}

/** What speaks against using the account of another provider. */
async function findSharingProblems(
  connection: Queryable,
  { adapters }: AccountDeps,
  wanted: Pick<NewProvider, 'adapter' | 'operators'> & { readonly accountId: string },
): Promise<readonly string[]> {
  const { accountId } = wanted;
  const adapter = adapters.find(({ name }) => name === wanted.adapter);
  // What only collects may keep a wallet for each operator: nothing is spent from the wrong one.
  const { onePool, payOut } = adapter?.abilities ?? {};
  if (adapter !== undefined && onePool !== true && payOut === true) {
    const lacks = 'has no wallet for several operators, so no account is shared';
    return [`the adapter ${adapter.name} ${lacks}`];
  }
  const accounts = await listAccounts(connection);
  const users = accounts.filter((one) => one.accountId === accountId);
  const providers = await listProviders(connection);
  return providers
    .filter(({ id }) => users.some(({ providerId }) => providerId === id))
    .flatMap(({ id, operators }) =>
      operators
        .filter((operator) => wanted.operators.includes(operator))
        .map((operator) => `the account of ${accountId} serves ${operator} already, by ${id}`),
    );
}

function walletsOf({ adapters }: AccountDeps, named: string) {
  const abilities = adapters.find(({ name }) => name === named)?.abilities;
  return {
    payoutWallet: abilities?.payoutWallet ?? null,
    onePool: abilities?.onePool === true,
  };
}

function completeProvider(
  { adapters }: AccountDeps,
  wanted: WantedProvider,
  other: LockedProvider | null,
): NewProvider {
  const named = wanted.adapter ?? other?.adapter ?? '';
  const adapter = adapters.find(({ name }) => name === named);
  const usual = adapter === undefined ? [] : usualDirections(adapter);
  return {
    ...wanted,
    adapter: named,
    // An account has one name, however many providers lead to it.
    accountOf: other?.accountId ?? null,
    operators: [...new Set(wanted.operators)],
    directions: [...new Set(wanted.directions ?? usual)],
  };
}

export type ProviderChange =
  | { readonly kind: 'changed' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/**
 * Changes the given terms and account settings of a provider; every process follows within two
 * seconds. An empty value resets a setting to its default. An account that several providers use
 * changes for all of them.
 */
export function changeProvider(
  deps: AccountDeps,
  actor: Actor,
  wanted: {
    readonly id: string;
    readonly terms: Partial<ProviderTerms>;
    readonly account: GivenAccount;
    readonly reason: string;
  },
): Promise<ProviderChange> {
  const { id, account: given, reason } = wanted;
  return deps.database.atomically(async (connection) => {
    await lockAccounts(connection);
    const before = await lockProvider(connection, id);
    if (before === null) return { kind: 'not_found' };
    const { accountId } = before;
    const account = accountId === id ? before : await lockProvider(connection, accountId);
    assert(account !== null, 'the account of a provider is never deleted');
    const adapter = deps.adapters.find(({ name }) => name === before.adapter);
    if (adapter === undefined) {
      const problem = `the adapter ${before.adapter} is not part of this release`;
      return { kind: 'invalid', problems: [problem] };
    }
    const stored = {
      ...account,
      secrets: readSecrets(deps.vault, { accountId, secrets: account.secrets }),
    };
    const terms = { ...termsOf(before), ...wanted.terms };
    const { settings, secrets } = mergeAccount(stored, given);
    const changed = { adapter: adapter.name, accountId, settings, secrets };
    const problems = [
      ...findTermProblems(terms),
      ...findAccountProblems(adapter, given, stored),
      ...(await findSameAccount(connection, deps, changed)),
    ];
    if (problems.length > 0) return { kind: 'invalid', problems };

    await updateProviderTerms(connection, id, terms);
    const sealed = sealAll(deps.vault, accountId, secrets);
    await updateAccount(connection, { accountId, settings, secrets: sealed });
    const secretsChanged = Object.keys(given.secrets).filter(
      (name) => stored.secrets[name] !== secrets[name],
    );
    await appendAudit(connection, {
      ...actor,
      action: 'provider.change',
      subject: `provider:${id}`,
      before: { ...termsOf(before), settings: stored.settings },
      after: {
        ...(accountId === id ? {} : { accountOf: accountId }),
        ...terms,
        settings,
        secretsChanged,
      },
      reason,
    });
    return { kind: 'changed' };
  });
}

export type CallbackAddress =
  | { readonly kind: 'made'; readonly path: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_needed' };

/**
 * Makes a new address for the callbacks of an account, which is shown only now; the one before
 * opens for a day more.
 */
export function renewCallbackAddress(
  { database, adapters }: Pick<AccountDeps, 'database' | 'adapters'>,
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<CallbackAddress> {
  return database.atomically(async (connection) => {
    const provider = await lockProvider(connection, id);
    if (provider === null) return { kind: 'not_found' };
    const adapter = adapters.find(({ name }) => name === provider.adapter);
    if (adapter?.whichPayment === undefined) return { kind: 'not_needed' };
    const { accountId } = provider;
    const secret = randomBytes(16).toString('hex');
    await updateCallbackHash(connection, { accountId, secretHash: hash('sha256', secret, 'hex') });
    await appendAudit(connection, {
      ...actor,
      action: 'provider.change',
      subject: `provider:${accountId}`,
      before: null,
      after: { secretsChanged: ['callback address'] },
      reason,
    });
    return { kind: 'made', path: `/internal/v1/callbacks/providers/${accountId}/${secret}` };
  });
}

/** Providers in use that learn of a payment by a callback, and whose account has no address for it. */
export async function listLackingAddress(
  database: Queryable,
  adapters: readonly Adapter[],
): Promise<readonly string[]> {
  const learning = adapters.filter(({ abilities }) => abilities.learnsHandle === true);
  const lacking = await listWithoutCallbackAddress(database);
  return lacking
    .filter((one) => learning.some(({ name }) => name === one.adapter))
    .map(({ providerId }) => providerId);
}

/** Adds a channel, switched on: payments may use it at once. */
export function addChannel(
  deps: AccountDeps,
  actor: Actor,
  wanted: NewChannel,
): Promise<ProviderAdded> {
  return deps.database.atomically(async (connection) => {
    const providers = await listProviders(connection);
    const provider = providers.find(({ id }) => id === wanted.providerId) ?? null;
    const channel = { ...wanted, enabled: true };
    const problems = [
      ...findLocationProblems(wanted, provider, deps.adapters),
      ...findChannelProblems(channel, deps.environment).map(sentenceOf),
    ];
    if (problems.length > 0) return { kind: 'invalid', problems };
    if (!(await insertChannel(connection, channel))) return { kind: 'exists' };
    const { id, ...after } = channel;
    const what = { action: 'channel.add', subject: `channel:${id}` } as const;
    await appendAudit(connection, { ...actor, ...what, before: null, after, reason: null });
    return { kind: 'added' };
  });
}

function termsOf(terms: ProviderTerms): ProviderTerms {
  const { displayName, description, isPrimary, priority } = terms;
  const { depositFeePercent, withdrawalFeePercent, depositFeeMessage } = terms;
  const fees = { depositFeePercent, withdrawalFeePercent, depositFeeMessage };
  return { displayName, description, isPrimary, priority, ...fees };
}

/** A provider without secrets has nothing to seal, and keeps the default of the table. */
function sealAll(vault: Vault, id: string, secrets: GivenAccount['secrets']): string {
  const text = JSON.stringify(secrets);
  return text === NO_SECRETS ? text : vault.seal(text, SECRET_PLACES.accountSecrets(id));
}
