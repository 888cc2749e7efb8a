import {
  type ConfiguredProvider,
  listChannels,
  listProviderFigures,
  listProviders,
} from '../db/channels.ts';
import type { Queryable } from '../db/client.ts';
import type { Channel, ChosenChannel } from '../domain/channel.ts';
import { chooseChannel } from '../domain/channel.ts';
import { healthOf, type ProviderHealth } from '../domain/provider-health.ts';
import type { Direction, Operator } from '../domain/transaction.ts';

/** Providers and channels as configured, with the health of each provider, at one moment. */
export interface Catalogue {
  readonly providers: readonly CatalogueEntry[];
  readonly channels: readonly Channel[];
}

export interface CatalogueEntry {
  readonly provider: ConfiguredProvider;
  readonly health: ProviderHealth;
  readonly total1h: number;
}

export async function loadCatalogue(database: Queryable): Promise<Catalogue> {
  const [providers, channels, figures] = await Promise.all([
    listProviders(database),
    listChannels(database),
    listProviderFigures(database),
  ]);
  const figuresOf = new Map(figures.map((row) => [row.providerId, row]));
  return {
    channels,
    providers: providers.map((provider) => {
      const { total1h = 0, failures1h = 0 } = figuresOf.get(provider.id) ?? {};
      const { flagEnabled } = provider;
      // Simulated providers can always tell how a payment ended.
      const health = healthOf({ flagEnabled, canConfirm: true, failures1h, total1h });
      return { provider, health, total1h };
    }),
  };
}

/** The channel that a new transaction of this kind would take. */
export function pickChannel(
  catalogue: Catalogue,
  wanted: { readonly operator: Operator; readonly direction: Direction },
): ChosenChannel {
  return chooseChannel({
    providers: catalogue.providers.map(({ provider }) => provider),
    channels: catalogue.channels,
    health: new Map(catalogue.providers.map(({ provider, health }) => [provider.id, health.level])),
    ...wanted,
  });
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
