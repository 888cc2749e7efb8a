import { assert } from '../assert.ts';
import type { Message } from '../messages/message.ts';
import type { Operator } from '../operators/operator.ts';
import type { CollectionMode, Direction } from '../payment-kinds.ts';
import type { DirectionState, HealthLevel } from './provider-health.ts';

/** Picks the channel for the money: the best of `rankChannels`. */
export function chooseChannel(choice: ChannelChoice): ChosenChannel {
  const candidates = candidatesFor(choice);
  if (candidates.length === 0) return { kind: 'none_available', reason: 'not_configured' };
  const switchedOn = candidates.filter(isSwitchedOn);
  if (switchedOn.length === 0) return { kind: 'none_available', reason: 'switched_off' };
  const fitting = switchedOn.filter(({ channel }) => isWithinLimits(channel, choice.amountXaf));
  if (fitting.length === 0)
    return { kind: 'amount_refused', bound: nearestBound(switchedOn, choice) };
  const [best] = rank(fitting, choice);
  if (best === undefined) return { kind: 'none_available', reason: 'cannot_confirm' };
  return { kind: 'chosen', ...best };
}

/**
 * Every route that the money can take, the best first: healthy providers before degraded ones, then
 * the primary one, then by priority (1 before 2), then by id, so that the order is always the same.
 *
 * A degraded provider is still used when there is nothing better. Its failures are often players
 * who refuse or let the prompt expire, and turning everyone away would do more harm.
 */
export function rankChannels(choice: ChannelChoice): readonly Route[] {
  const fitting = candidatesFor(choice)
    .filter(isSwitchedOn)
    .filter(({ channel }) => isWithinLimits(channel, choice.amountXaf));
  return rank(fitting, choice);
}

/** Whether it is set up, and staff have switched off every way: no player can do anything about it. */
export function isSwitchedOff(wanted: Wanted): boolean {
  const routes = routesFor(wanted);
  return routes.length > 0 && !routes.some(isSwitchedOn);
}

function rank(fitting: readonly Candidate[], choice: ChannelChoice): readonly Route[] {
  return (
    fitting
      // A withdrawal waits for approval anyway, so only a provider that is switched off stops it.
      .filter((one) => choice.direction === 'withdrawal' || canConfirm(one, choice))
      .toSorted(bestFirst)
      .map(({ provider, channel }) => ({ provider, channel }))
  );
}

/** A provider and the one of its channels that a payment uses. */
export interface Route {
  readonly provider: Provider;
  readonly channel: Channel;
}

/** A provider as configured: an adapter with its terms and its switch. */
export interface Provider {
  readonly id: string;
  readonly adapter: string;
  readonly displayName: string;
  readonly description: string;
  readonly operators: readonly Operator[];
  readonly directions: readonly Direction[];
  readonly depositFeePercent: number;
  readonly withdrawalFeePercent: number;
  readonly depositFeeMessage: string;
  readonly isPrimary: boolean;
  readonly priority: number;
  readonly flagEnabled: boolean;
}

/** One configured way to move money for an operator. */
export interface Channel {
  readonly id: string;
  readonly providerId: string;
  readonly operator: Operator;
  readonly collectionMode: CollectionMode;
  readonly merchantNumber: string;
  readonly merchantDisplayName: string | null;
  readonly ussdTemplate: string | null;
  readonly illustrationUrl: string | null;
  readonly illustrationAlt: string | null;
  readonly enabled: boolean;
  /** The limits of one payment, or `null` where the operator sets none of its own. */
  readonly minAmountXaf: number | null;
  readonly maxAmountXaf: number | null;
}

export interface ChannelChoice {
  readonly providers: readonly Provider[];
  readonly channels: readonly Channel[];
  /** By provider id; every provider has an entry. */
  readonly health: ReadonlyMap<string, HealthLevel>;
  /** Channels whose payments could not be confirmed now. */
  readonly mute?: ReadonlyMap<string, unknown> | undefined;
  /** Channels whose line is in a gap or not being read: payments there are confirmed late. */
  readonly confirmsLate?: ReadonlySet<string> | undefined;
  /** Channels that could not pay out now: a payout takes another one, or waits. */
  readonly cannotPay?: ReadonlyMap<string, unknown> | undefined;
  /** Deposits that wait on each channel: between equal channels the least busy one is used. */
  readonly waiting?: ReadonlyMap<string, number> | undefined;
  readonly operator: Operator;
  readonly direction: Direction;
  /** Any amount when absent. */
  readonly amountXaf?: number | undefined;
  /** Any mode when absent; it has no meaning for a withdrawal. */
  readonly mode?: CollectionMode | undefined;
}

export type ChosenChannel =
  | ({ readonly kind: 'chosen' } & Route)
  | { readonly kind: 'amount_refused'; readonly bound: AmountBound }
  | { readonly kind: 'none_available'; readonly reason: NoneAvailable };

export type NoneAvailable = 'not_configured' | 'switched_off' | 'cannot_confirm';

/** The accepted amount nearest to a refused one. */
export type AmountBound =
  | { readonly kind: 'at_least'; readonly amountXaf: number }
  | { readonly kind: 'at_most'; readonly amountXaf: number };

interface Candidate extends Route {
  readonly level: HealthLevel;
  readonly waiting: number;
}

function canConfirm({ channel, level }: Candidate, { mute }: ChannelChoice): boolean {
  return level !== 'unavailable' && mute?.has(channel.id) !== true;
}

function isSwitchedOn({ provider, channel }: Route): boolean {
  return provider.flagEnabled && channel.enabled;
}

function isWithinLimits(channel: Channel, amountXaf: number | undefined): boolean {
  if (amountXaf === undefined) return true;
  const { minAmountXaf, maxAmountXaf } = channel;
  return (
    (minAmountXaf === null || amountXaf >= minAmountXaf) &&
    (maxAmountXaf === null || amountXaf <= maxAmountXaf)
  );
}

function nearestBound(
  candidates: readonly Candidate[],
  { amountXaf = 0 }: ChannelChoice,
): AmountBound {
  const bounds = candidates.map(({ channel }): AmountBound => {
    const { minAmountXaf, maxAmountXaf } = channel;
    return minAmountXaf !== null && amountXaf < minAmountXaf
      ? { kind: 'at_least', amountXaf: minAmountXaf }
      : { kind: 'at_most', amountXaf: maxAmountXaf ?? amountXaf };
  });
  const distance = (bound: AmountBound) => Math.abs(bound.amountXaf - amountXaf);
  const [nearest] = bounds.toSorted((a, b) => distance(a) - distance(b));
  assert(nearest !== undefined, 'no channel refused the amount');
  return nearest;
}

function candidatesFor(choice: ChannelChoice): readonly Candidate[] {
  return routesFor(choice).map(({ provider, channel }) => {
    const level = choice.health.get(provider.id);
    assert(level !== undefined, `the health of provider ${provider.id} is not known`);
    return {
      provider,
      channel,
      level: levelOfChannel(channel, level, choice),
      waiting: choice.waiting?.get(channel.id) ?? 0,
    };
  });
}

type Wanted = Pick<ChannelChoice, 'providers' | 'channels' | 'operator' | 'direction' | 'mode'>;

function routesFor({ providers, channels, operator, direction, mode }: Wanted): readonly Route[] {
  const fitting = channels.filter(
    (channel) =>
      channel.operator === operator &&
      (direction === 'withdrawal' || mode === undefined || channel.collectionMode === mode),
  );
  return providers
    .filter((one) => one.operators.includes(operator) && one.directions.includes(direction))
    .flatMap((provider) =>
      fitting
        .filter(({ providerId }) => providerId === provider.id)
        .map((channel) => ({ provider, channel })),
    );
}

function levelOfChannel({ id }: Channel, level: HealthLevel, choice: ChannelChoice): HealthLevel {
  if (choice.direction === 'withdrawal') {
    return choice.cannotPay?.has(id) === true ? 'unavailable' : level;
  }
  return level === 'ok' && choice.confirmsLate?.has(id) === true ? 'degraded' : level;
}

function bestFirst(a: Candidate, b: Candidate): number {
  return (
    LEVEL_ORDER[a.level] - LEVEL_ORDER[b.level] ||
    Number(b.provider.isPrimary) - Number(a.provider.isPrimary) ||
    a.provider.priority - b.provider.priority ||
    compareText(a.provider.id, b.provider.id) ||
    a.waiting - b.waiting ||
    compareText(a.channel.id, b.channel.id)
  );
}

const LEVEL_ORDER = { ok: 0, degraded: 1, unavailable: 2 } as const satisfies Record<
  HealthLevel,
  number
>;

/** By code unit, so that the order does not depend on the machine's language. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

type Payee = Pick<Channel, 'enabled' | 'merchantNumber' | 'ussdTemplate'>;

/**
 * Whether a change of a channel decides who gets the money of players: another merchant number or
 * dial code, or switching it on. Switching off only stops money.
 */
export function movesMoney(before: Payee, after: Payee): boolean {
  return (
    after.merchantNumber !== before.merchantNumber ||
    after.ussdTemplate !== before.ussdTemplate ||
    (after.enabled && !before.enabled)
  );
}

/**
 * Whether a provider would take a payment in each of its directions now. The rule that creates
 * payments decides, so a provider does what is said of it.
 */
export function directionStatesOf(provider: Provider, ways: Ways): readonly DirectionState[] {
  return provider.directions.map((direction) => {
    const choices = provider.operators.map((operator) =>
      chooseChannel({ ...ways, providers: [provider], operator, direction }),
    );
    const reasons = choices.flatMap((choice) =>
      choice.kind === 'none_available' ? [choice.reason] : [],
    );
    const [reason] = reasons;
    const isRefused = reason !== undefined && reasons.length === choices.length;
    return { direction, refusal: isRefused ? refusalOf(provider, reason) : null };
  });
}

/** What a channel is chosen from, for any payment. */
export type Ways = Pick<ChannelChoice, 'channels' | 'health' | 'mute'>;

function refusalOf({ flagEnabled }: Provider, reason: NoneAvailable): Message {
  if (!flagEnabled) return { code: 'provider_switched_off' };
  return { code: REFUSALS[reason] };
}

const REFUSALS = {
  not_configured: 'provider_without_channel',
  switched_off: 'channels_switched_off',
  cannot_confirm: 'provider_cannot_confirm',
} as const satisfies Record<NoneAvailable, Message['code']>;
