import type { Queryable } from '../../db/client.ts';
import { listSimHealth } from '../../db/lines/gateways.ts';
import { listLineStandings } from '../../db/lines/lines.ts';
import {
  type ConfiguredProvider,
  findCatalogueRevision,
  listChannels,
  listProviderFigures,
  listProviders,
  listWaitingByChannel,
} from '../../db/providers/channels.ts';
import { listProviderHealth } from '../../db/providers/provider-health.ts';
import { normaliseLine } from '../../domain/lines/line.ts';
import { findLineProblem } from '../../domain/lines/line-health.ts';
import type { Channel, ChannelChoice, ChosenChannel } from '../../domain/providers/channel.ts';
import { chooseChannel } from '../../domain/providers/channel.ts';
import {
  healthOf,
  levelForChoice,
  type ProviderHealth,
} from '../../domain/providers/provider-health.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import type { Adapter } from '../../providers/provider.ts';

/** Providers and channels as configured, with the health of each provider, at one moment. */
export interface Catalogue {
  /** Compared when a payment is written: another one means that this catalogue is out of date. */
  readonly revision: number;
  readonly providers: readonly CatalogueEntry[];
  readonly channels: readonly Channel[];
  /** What a channel is chosen from, prepared for thousands of choices per second. */
  readonly ways: Ways;
}

type Ways = Omit<ChannelChoice, keyof Wanted>;

export interface CatalogueRules {
  readonly adapters: readonly Adapter[];
  /** A line whose gateway has been silent for longer cannot confirm payments. */
  readonly gatewaySilentMs: number;
}

export interface CatalogueEntry {
  readonly provider: ConfiguredProvider;
  readonly health: ProviderHealth;
  readonly total1h: number;
  /** What the provider has left to pay out; null where it does not say. */
  readonly balanceXaf: number | null;
}

export async function loadCatalogue(
  database: Queryable,
  rules: CatalogueRules,
): Promise<Catalogue> {
  // First, so that a change meanwhile makes the catalogue count as old and never as new.
  const revision = await findCatalogueRevision(database);
  const [providers, channels, figures, states] = await Promise.all([
    listProviders(database),
    listChannels(database),
    listProviderFigures(database),
    listProviderHealth(database),
  ]);
  const lines = channelsOfLines({ providers, channels, ...rules });
  const { lineProblems, inGap } = await judgeLines(database, lines, rules);
  const hasChoice = new Set(lines.map(({ providerId }) => providerId)).size < lines.length;
  const waiting = new Map(hasChoice ? await listWaitingByChannel(database) : []);
  const stateOf = new Map(states.map((row) => [row.providerId, row]));
  const figuresOf = new Map(figures.map((row) => [row.providerId, row]));
  const entries = providers.map((provider) => {
    const { total1h = 0, failures1h = 0 } = figuresOf.get(provider.id) ?? {};
    const { flagEnabled } = provider;
    // A provider without a row has not been checked yet: it counts as healthy until then.
    const state = stateOf.get(provider.id);
    const ofProvider = channels.filter(({ providerId }) => providerId === provider.id);
    const lineProblem = ofProvider.every(({ id }) => lineProblems.has(id))
      ? (lineProblems.get(ofProvider[0]?.id ?? '') ?? null)
      : null;
    const canConfirm = (state?.isUp ?? true) && lineProblem === null;
    const health = healthOf({ flagEnabled, canConfirm, failures1h, total1h });
    return { provider, health, total1h, balanceXaf: state?.balanceXaf ?? null };
  });
  const health = new Map(
    entries.map((entry) => [entry.provider.id, levelForChoice(entry.health, entry.total1h)]),
  );
  const ways = { providers, channels, health, mute: lineProblems, inGap, waiting };
  return { revision, providers: entries, channels, ways };
}

/** Channels that only an SMS confirms; those of a simulated provider need none. */
function channelsOfLines(known: {
  readonly providers: readonly ConfiguredProvider[];
  readonly channels: readonly Channel[];
  readonly adapters: readonly Adapter[];
}): readonly Channel[] {
  const { providers, channels, adapters } = known;
  const pretenders = adapters.filter(({ abilities }) => abilities.simulated);
  const simulated = new Set(
    providers
      .filter(({ adapter }) => pretenders.some(({ name }) => name === adapter))
      .map(({ id }) => id),
  );
  return channels.filter(
    ({ collectionMode, providerId }) =>
      collectionMode === 'customer_initiated' && !simulated.has(providerId),
  );
}

/** Which channels cannot confirm a payment now, and which might have to wait for a person. */
async function judgeLines(
  database: Queryable,
  channels: readonly Channel[],
  { gatewaySilentMs }: CatalogueRules,
): Promise<{
  readonly lineProblems: ReadonlyMap<string, Remark>;
  readonly inGap: ReadonlySet<string>;
}> {
  if (channels.length === 0) return { lineProblems: new Map(), inGap: new Set() };
  const [sims, standings] = await Promise.all([
    listSimHealth(database),
    listLineStandings(database),
  ]);
  const standingOf = new Map(standings.map((one) => [one.line, one]));
  const lineProblems = new Map<string, Remark>();
  const inGap = new Set<string>();
  for (const { id, merchantNumber } of channels) {
    const line = normaliseLine(merchantNumber);
    const { isOpened = false, isInGap = false } = standingOf.get(line) ?? {};
    const problem = findLineProblem(line, sims, { silentMs: gatewaySilentMs, isOpened });
    if (problem !== null) lineProblems.set(id, problem);
    if (isInGap) inGap.add(id);
  }
  return { lineProblems, inGap };
}

/** The channel that a new transaction of this kind would take. */
export function pickChannel(catalogue: Catalogue, wanted: Wanted): ChosenChannel {
  return chooseChannel(choiceFrom(catalogue, wanted));
}

type Wanted = Pick<ChannelChoice, 'operator' | 'direction' | 'amountXaf' | 'mode'>;

export function choiceFrom(catalogue: Catalogue, wanted: Wanted): ChannelChoice {
  return { ...catalogue.ways, ...wanted };
}

/**
 * Gives a catalogue that is recent enough to choose from. Who found one to be out of date names it
 * and gets one that was read later.
 */
export type CatalogueSource = (outdated?: Catalogue) => Promise<Catalogue>;

/** How providers are doing may be this old; a change of theirs shows when a payment is written. */
const FRESH_MS = 1_000;

/**
 * A catalogue that is at most `freshMs` old, for the hot path: one load serves all who ask
 * meanwhile.
 */
export function createCatalogueCache(
  database: Queryable,
  rules: CatalogueRules,
  freshMs = FRESH_MS,
): CatalogueSource {
  let current: Promise<Catalogue> | null = null;
  let freshUntil = 0;
  // What each load has led to, once it has: a caller names a catalogue, not a load.
  const loadOf = new WeakMap<Catalogue, Promise<Catalogue>>();

  const load = (): Promise<Catalogue> => {
    const loading = loadCatalogue(database, rules).then((catalogue) => {
      loadOf.set(catalogue, loading);
      return catalogue;
    });
    loading.catch(() => {
      if (current === loading) freshUntil = 0;
    });
    return loading;
  };

  return (outdated) => {
    const isOutdated = outdated !== undefined && loadOf.get(outdated) === current;
    if (current !== null && performance.now() < freshUntil && !isOutdated) return current;
    freshUntil = performance.now() + freshMs;
    current = load();
    return current;
  };
}
