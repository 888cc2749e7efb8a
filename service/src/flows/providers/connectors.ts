import type { Queryable } from '../../db/client.ts';
import { claimProvidersToCheck, recordCheck } from '../../db/providers/provider-health.ts';
import { listAccounts, type StoredAccount } from '../../db/providers/provider-setup.ts';
import type { Account, Adapter, Connector } from '../../providers/provider.ts';
import { SECRET_PLACES, type Vault } from '../../signing/sealed-text.ts';
import { createLineJobs } from '../lines/line-jobs.ts';

/** The adapters of this process, each signed in to the currently configured accounts. */
export interface Connectors {
  /** `null` if there is no such provider, or no adapter for it. */
  readonly find: (providerId: string) => Promise<Connected | null>;
  readonly close: () => Promise<void>;
}

export interface Connected {
  readonly adapter: Adapter;
  readonly connector: Connector;
}

export interface ConnectorDeps {
  readonly database: Queryable;
  readonly vault: Vault;
  readonly adapters: readonly Adapter[];
  /** For how long accounts are used before they are read again. */
  readonly freshMs?: number | undefined;
}

/** Every process uses a changed setting within this time. */
const FRESH_MS = 2_000;

export function createConnectors(deps: ConnectorDeps): Connectors {
  const { database, vault, adapters, freshMs = FRESH_MS } = deps;
  const jobs = createLineJobs(database);
  const open = new Map<string, Connected & { readonly account: StoredAccount }>();
  let loading: Promise<readonly StoredAccount[]> | null = null;
  let freshUntil = 0;

  return {
    find: async (providerId) => {
      const account = (await accounts()).find((one) => one.providerId === providerId);
      const adapter = adapters.find(({ name }) => name === account?.adapter);
      if (account === undefined || adapter === undefined) return null;
      const known = open.get(providerId);
      // The list is the same object until it is read again; comparing identity is quicker.
      if (known?.account === account) return known;
      if (known !== undefined && isSame(known.account, account)) {
        open.set(providerId, { ...known, account });
        return known;
      }
      // Calls under way on the old account end by their own deadlines.
      setTimeout(() => void known?.connector.close(), CLOSE_AFTER_MS).unref();
      const [operator = null, ...others] = account.operators;
      const served = others.length === 0 ? operator : null;
      const connector = adapter.connect(accountOf(adapter, account), jobs, served);
      const connected = { adapter, connector, account };
      open.set(providerId, connected);
      return connected;
    },
    close: async () => {
      await Promise.all([...open.values()].map(({ connector }) => connector.close()));
      open.clear();
    },
  };

  function accounts(): Promise<readonly StoredAccount[]> {
    if (loading !== null && performance.now() < freshUntil) return loading;
    freshUntil = performance.now() + freshMs;
    loading = listAccounts(database);
    loading.catch(() => {
      freshUntil = 0;
    });
    return loading;
  }

  function accountOf(adapter: Adapter, stored: StoredAccount): Account {
    const given = { ...stored.settings, ...readSecrets(vault, stored) };
    return Object.fromEntries(
      adapter.settings.map(({ name, fallback }) => [name, given[name] ?? fallback ?? '']),
    );
  }
}

function isSame(a: StoredAccount, b: StoredAccount): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Longer than any call takes. */
const CLOSE_AFTER_MS = 60_000;

export function readSecrets(
  vault: Vault,
  { accountId, secrets }: Pick<StoredAccount, 'accountId' | 'secrets'>,
): Readonly<Record<string, string>> {
  const text = vault.open(secrets, SECRET_PLACES.accountSecrets(accountId));
  return JSON.parse(text) as Record<string, string>;
}

/** The check, its answer and the catalogue in sum: a change shows within ten seconds. */
const LOOK_EVERY_MS = 4_000;
const LOOK_MS = 3_000;

/** Checks every provider that is due: whether it answers, and how much money it has left. */
export async function probeProviders({
  database,
  connectors,
}: {
  readonly database: Queryable;
  readonly connectors: Connectors;
}): Promise<number> {
  const due = await claimProvidersToCheck(database, { everyMs: LOOK_EVERY_MS });
  await Promise.all(
    due.map(async (providerId) => {
      const connected = await connectors.find(providerId);
      // The provider was removed just now, or its adapter belongs to another release.
      if (connected === null) return;
      const answer = await connected.connector.check({ timeoutMs: LOOK_MS, keep: () => {} });
      await recordCheck(database, {
        providerId,
        isUp: answer.kind === 'up',
        problem: answer.kind === 'up' ? null : answer.problem,
        refusals: answer.kind === 'up' ? (answer.refuses ?? {}) : {},
        balanceXaf: answer.kind === 'up' ? answer.balanceXaf : null,
      });
    }),
  );
  return 0;
}
