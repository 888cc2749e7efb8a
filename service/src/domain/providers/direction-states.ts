import type { Message } from '../messages/message.ts';
import { type ChannelChoice, chooseChannel, type NoneAvailable, type Provider } from './channel.ts';
import type { DirectionState } from './provider-health.ts';

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
