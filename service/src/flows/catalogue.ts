import {
  type ConfiguredProvider,
  listChannels,
  listProviderFigures,
  listProviders,
} from '../db/channels.ts';
import type { Queryable } from '../db/client.ts';
import { listProviderHealth } from '../db/provider-health.ts';
import type { Channel, ChannelChoice, ChosenChannel } from '../domain/channel.ts';
import { chooseChannel } from '../domain/channel.ts';
import { healthOf, type ProviderHealth } from '../domain/provider-health.ts';

/** Providers and channels as configured, with the health of each provider, at one moment. */
export interface Catalogue {
  readonly providers: readonly CatalogueEntry[];
  readonly channels: readonly Channel[];
}

export interface CatalogueEntry {
  readonly provider: ConfiguredProvider;
  readonly health: ProviderHealth;
  readonly total1h: number;
  /** What the provider has left to pay out; null where it does not say. */
  readonly balanceXaf: number | null;
}

export async function loadCatalogue(database: Queryable): Promise<Catalogue> {
  const [providers, channels, figures, states] = await Promise.all([
    listProviders(database),
    listChannels(database),
    listProviderFigures(database),
    listProviderHealth(database),
  ]);
  const stateOf = new Map(states.map((row) => [row.providerId, row]));
  const figuresOf = new Map(figures.map((row) => [row.providerId, row]));
  return {
    channels,
    providers: providers.map((provider) => {
      const { total1h = 0, failures1h = 0 } = figuresOf.get(provider.id) ?? {};
      const { flagEnabled } = provider;
      // Nobody has looked at a provider that has no row yet: it is innocent until then.
      const state = stateOf.get(provider.id);
      const canConfirm = state?.isUp ?? true;
      const health = healthOf({ flagEnabled, canConfirm, failures1h, total1h });
      return { provider, health, total1h, balanceXaf: state?.balanceXaf ?? null };
    }),
  };
}

/** The channel that a new transaction of this kind would take. */
export function pickChannel(catalogue: Catalogue, wanted: Wanted): ChosenChannel {
  return chooseChannel(choiceFrom(catalogue, wanted));
}

type Wanted = Pick<ChannelChoice, 'operator' | 'direction' | 'amountXaf' | 'mode'>;

export function choiceFrom(catalogue: Catalogue, wanted: Wanted): ChannelChoice {
  return {
    providers: catalogue.providers.map(({ provider }) => provider),
    channels: catalogue.channels,
    health: new Map(catalogue.providers.map(({ provider, health }) => [provider.id, health.level])),
    ...wanted,
  };
}

/** A flag that was switched is seen by every process within this time. */
const FRESH_MS = 1_000;

/**
 * A catalogue that is at most a second old, for the hot path: one load serves all who ask
 * meanwhile.
 */
export function createCatalogueCache(database: Queryable): () => Promise<Catalogue> {
  let loading: Promise<Catalogue> | null = null;
  let freshUntil = 0;
  return () => {
    if (loading !== null && performance.now() < freshUntil) return loading;
    freshUntil = performance.now() + FRESH_MS;
    loading = loadCatalogue(database);
    loading.catch(() => {
      freshUntil = 0;
    });
    return loading;
  };
}
