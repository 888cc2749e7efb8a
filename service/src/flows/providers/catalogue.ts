import type { Queryable } from '../../db/client.ts';
import { listSimHealth } from '../../db/lines/gateways.ts';
import { listLineStandings } from '../../db/lines/lines.ts';
import { listPayingSims } from '../../db/lines/paying-sims.ts';
import {
  type ConfiguredProvider,
  findCatalogueRevision,
  listChannels,
  listProviderFigures,
  listProviders,
  listWaitingByChannel,
  type ProviderFigures,
} from '../../db/providers/channels.ts';
import {
  listProviderHealth,
  type StoredProviderHealth,
} from '../../db/providers/provider-health.ts';
import { findQuarantine } from '../../db/quarantine.ts';
import type { Quarantine } from '../../domain/installation.ts';
import { normaliseLine } from '../../domain/lines/line.ts';
import { findLineProblem, isReadLate } from '../../domain/lines/line-health.ts';
import { whyNoSimWould } from '../../domain/lines/paying-sim.ts';
import type { JobAction } from '../../domain/lines/sim-job.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import {
  type Channel,
  type ChannelChoice,
  type ChosenChannel,
  chooseChannel,
  directionStatesOf,
} from '../../domain/providers/channel.ts';
import {
  type DirectionState,
  healthOf,
  levelOf,
  type ProviderHealth,
  withPayouts,
} from '../../domain/providers/provider-health.ts';
import type { Adapter } from '../../providers/provider.ts';

/** Providers and channels as configured, with the health of each provider, at one moment. */
export interface Catalogue {
  /** Compared when a payment is written: a different one means that this catalogue is outdated. */
  readonly revision: number;
  readonly channels: readonly Channel[];
  /** For staff: with the outcomes of every application. */
  readonly providers: readonly CatalogueEntry[];
  /** For an application: without what others have simulated in the sandbox. */
  readonly seenBy: (applicationId: string) => CatalogueView;
}

export interface CatalogueView {
  readonly providers: readonly CatalogueEntry[];
  /** The input for choosing a channel, prepared for thousands of choices per second. */
  readonly ways: Omit<ChannelChoice, keyof Wanted>;
  /** What `pickChannel` has chosen from it so far; a catalogue is used for a second. */
  readonly chosen: Map<string, ChosenChannel>;
}

export interface CatalogueRules {
  readonly adapters: readonly Adapter[];
  /** Differs from `GATEWAY_SILENT_MS` only in the simulation. */
  readonly gatewaySilentMs?: number | undefined;
}

export interface CatalogueEntry {
  readonly provider: ConfiguredProvider;
  readonly health: ProviderHealth;
  /** What it would take now, by direction. */
  readonly directions: readonly DirectionState[];
  readonly total1h: number;
  /** What the provider has left to pay out, or `null` if it does not report it. */
  readonly balanceXaf: number | null;
}

export async function loadCatalogue(
  database: Queryable,
  rules: CatalogueRules,
): Promise<Catalogue> {
  // First, so that a change meanwhile makes the catalogue count as old and never as new.
  const revision = await findCatalogueRevision(database);
  const [providers, channels, figures, states, quarantine] = await Promise.all([
    listProviders(database),
    listChannels(database),
    listProviderFigures(database),
    listProviderHealth(database),
    findQuarantine(database),
  ]);
  const lines = channelsOfLines({ providers, channels, ...rules });
  const judged = await judgeLines(database, lines, rules);
  const { confirmsLate } = judged;
  const refusedWith = (direction: Direction) => refusedChannels(direction, channels, states);
  const cannotPay = new Map([...judged.cannotPay, ...refusedWith('withdrawal')]);
  const mute = new Map([
    ...judged.mute,
    ...refusedWith('deposit'),
    // A prompt would leave the service; a code that the player dials does not.
    ...(quarantine === null ? [] : promptsStoppedBy(quarantine, channels)),
  ]);
  const hasChoice = new Set(lines.map(({ providerId }) => providerId)).size < lines.length;
  const waiting = new Map(hasChoice ? await listWaitingByChannel(database) : []);
  const facts = { providers, channels, mute, confirmsLate, cannotPay, waiting, states };
  const viewOf = (counted: readonly ProviderFigures[]) => viewFrom(facts, counted);
  const shared = figures.filter(({ applicationId }) => applicationId === null);
  const everybody = viewOf(shared);
  const simulating = new Set(figures.flatMap(({ applicationId }) => applicationId ?? []));
  const views = new Map(
    [...simulating].map((id) => {
      const own = figures.filter(({ applicationId }) => applicationId === id);
      return [id, viewOf([...shared, ...own])] as const;
    }),
  );
  return {
    revision,
    channels,
    providers: simulating.size === 0 ? everybody.providers : viewOf(figures).providers,
    seenBy: (applicationId) => views.get(applicationId) ?? everybody,
  };
}

interface Facts {
  readonly providers: readonly ConfiguredProvider[];
  readonly channels: readonly Channel[];
  readonly mute: ReadonlyMap<string, Message>;
  readonly confirmsLate: ReadonlySet<string>;
  readonly cannotPay: ReadonlyMap<string, Message>;
  readonly waiting: ReadonlyMap<string, number>;
  readonly states: readonly StoredProviderHealth[];
}

function viewFrom(facts: Facts, figures: readonly ProviderFigures[]): CatalogueView {
  const { providers, channels, mute, confirmsLate, cannotPay, waiting } = facts;
  const stateOf = new Map(facts.states.map((row) => [row.providerId, row]));
  const judged = providers.map((provider) => {
    const own = figures.filter(({ providerId }) => providerId === provider.id);
    const total1h = own.reduce((sum, row) => sum + row.total1h, 0);
    const failures1h = own.reduce((sum, row) => sum + row.failures1h, 0);
    // A provider without a row has not been checked yet: it counts as healthy until then.
    const { isUp = true, balanceXaf = null } = stateOf.get(provider.id) ?? {};
    return { provider, signs: { isUp, total1h, failures1h }, balanceXaf };
  });
  const health = new Map(judged.map(({ provider, signs }) => [provider.id, levelOf(signs)]));
  const ways = { providers, channels, health, mute, confirmsLate, cannotPay, waiting };
  const entries = judged.map(({ provider, signs, balanceXaf }) => {
    const directions = directionStatesOf(provider, ways);
    const { total1h } = signs;
    const health = withPayouts(healthOf(signs, directions), whyPayoutsWait(provider, facts));
    return { provider, health, directions, total1h, balanceXaf };
  });
  return { providers: entries, ways, chosen: new Map() };
}

/** Why no channel of a provider that pays out can do so, or `null` if one can. */
function whyPayoutsWait(
  { id, directions }: ConfiguredProvider,
  { channels, cannotPay }: Facts,
): Message | null {
  if (!directions.includes('withdrawal')) return null;
  const own = channels.filter(({ providerId, enabled }) => providerId === id && enabled);
  const reasons = own.map((channel) => cannotPay.get(channel.id) ?? null);
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

/** Channels of providers that do not accept our credentials in this direction. */
function refusedChannels(
  direction: Direction,
  channels: readonly Channel[],
  states: readonly StoredProviderHealth[],
) {
  const refusals = new Map(states.map(({ providerId, refusals: all }) => [providerId, all]));
  return channels.flatMap(({ id, providerId }) => {
    const refusal = refusals.get(providerId)?.[direction];
    return refusal === undefined ? [] : [[id, refusal] as const];
  });
}

function promptsStoppedBy({ reason }: Quarantine, channels: readonly Channel[]) {
  return channels
    .filter(({ collectionMode }) => collectionMode === 'merchant_initiated')
    .map(({ id }) => [id, reason] as const);
}

interface LineChannel extends Channel {
  /** The line makes its payouts, too. */
  readonly isOwn: boolean;
}

/**
 * Channels that only an SMS confirms: those where the player starts the payment, and all of our own
 * lines. Those of a simulated provider need none.
 */
function channelsOfLines(known: {
  readonly providers: readonly ConfiguredProvider[];
  readonly channels: readonly Channel[];
  readonly adapters: readonly Adapter[];
}): readonly LineChannel[] {
  const { providers, channels, adapters } = known;
  const adapterOf = new Map(adapters.map((adapter) => [adapter.name, adapter.abilities]));
  const abilitiesOf = new Map(providers.map(({ id, adapter }) => [id, adapterOf.get(adapter)]));
  return channels.flatMap((channel) => {
    const { simulated = false, ownLines = false } = abilitiesOf.get(channel.providerId) ?? {};
    const isOfLine = channel.collectionMode === 'customer_initiated' || ownLines;
    return !simulated && isOfLine ? [{ ...channel, isOwn: ownLines }] : [];
  });
}

/** Which channels cannot confirm a payment now, and which might have to wait for a person. */
async function judgeLines(
  database: Queryable,
  channels: readonly LineChannel[],
  { gatewaySilentMs }: CatalogueRules,
): Promise<{
  readonly mute: ReadonlyMap<string, Message>;
  readonly confirmsLate: ReadonlySet<string>;
  readonly cannotPay: ReadonlyMap<string, Message>;
}> {
  const mute = new Map<string, Message>();
  const confirmsLate = new Set<string>();
  const cannotPay = new Map<string, Message>();
  if (channels.length === 0) return { mute, confirmsLate, cannotPay };
  const prompts = ({ collectionMode }: Channel) => collectionMode === 'merchant_initiated';
  const [sims, standings, payingSims] = await Promise.all([
    listSimHealth(database),
    listLineStandings(database),
    listPayingSims(database),
  ]);
  const standingOf = new Map(standings.map((one) => [one.line, one]));
  for (const channel of channels) {
    const { id, merchantNumber } = channel;
    const line = normaliseLine(merchantNumber);
    const { isOpened = false, isInGap = false } = standingOf.get(line) ?? {};
    const problem = findLineProblem(line, sims, { silentMs: gatewaySilentMs, isOpened });
    if (problem !== null) mute.set(id, problem);
    const whyNot = (action: JobAction) =>
      whyNoSimWould(payingSims, { line, action, amountXaf: null });
    const noPrompt = prompts(channel) && problem === null ? whyNot('collect') : null;
    if (noPrompt !== null) mute.set(id, { code: noPrompt });
    const noPayout = channel.isOwn ? whyNot('transfer') : null;
    if (noPayout !== null) cannotPay.set(id, { code: noPayout });
    if (isInGap || isReadLate(line, sims)) confirmsLate.add(id);
  }
  return { mute, confirmsLate, cannotPay };
}

/**
 * The channel that a new transaction of this kind would take. What it is chosen from does not
 * change within a catalogue, so the same choice is made once.
 */
export function pickChannel(catalogue: CatalogueView, wanted: Wanted): ChosenChannel {
  const { operator, direction, amountXaf, mode } = wanted;
  const key = `${operator} ${direction} ${amountXaf} ${mode}`;
  const known = catalogue.chosen.get(key);
  if (known !== undefined) return known;
  const chosen = chooseChannel(choiceFrom(catalogue, wanted));
  catalogue.chosen.set(key, chosen);
  return chosen;
}

type Wanted = Pick<ChannelChoice, 'operator' | 'direction' | 'amountXaf' | 'mode'>;

export function choiceFrom({ ways }: CatalogueView, wanted: Wanted): ChannelChoice {
  return { ...ways, ...wanted };
}

/** Where a process gets its catalogue. */
export interface CatalogueSource {
  /**
   * One that is recent enough to choose from. A caller that found one outdated passes it and gets
   * one that was read later.
   */
  readonly recent: (outdated?: Catalogue) => Promise<Catalogue>;
  /** One with every change of providers and channels so far. */
  readonly current: () => Promise<Catalogue>;
  /** One that is read now, for display; later choices use it, too. */
  readonly now: () => Promise<Catalogue>;
}

/** The health of providers may be this old; their changes show when a payment is written. */
const FRESH_MS = 1_000;

/** Keeps a catalogue for the hot path: one load serves all calls within `freshMs`. */
export function createCatalogueSource(
  database: Queryable,
  rules: CatalogueRules,
  freshMs = FRESH_MS,
): CatalogueSource {
  let kept: Promise<Catalogue> | null = null;
  let freshUntil = 0;
  // The load behind each catalogue: a caller passes a catalogue, not a load.
  const loadOf = new WeakMap<Catalogue, Promise<Catalogue>>();

  const now = (): Promise<Catalogue> => {
    const loading = loadCatalogue(database, rules).then((catalogue) => {
      loadOf.set(catalogue, loading);
      return catalogue;
    });
    loading.catch(() => {
      if (kept === loading) freshUntil = 0;
    });
    freshUntil = performance.now() + freshMs;
    kept = loading;
    return loading;
  };

  const recent = (outdated?: Catalogue): Promise<Catalogue> => {
    const isOutdated = outdated !== undefined && loadOf.get(outdated) === kept;
    return kept === null || performance.now() >= freshUntil || isOutdated ? now() : kept;
  };

  const current = async (): Promise<Catalogue> => {
    const catalogue = await recent();
    const revision = await findCatalogueRevision(database);
    return catalogue.revision === revision ? catalogue : recent(catalogue);
  };

  return { recent, current, now };
}
