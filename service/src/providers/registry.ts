import { assert } from '../domain/assert.ts';
import type { Channel, Provider } from '../domain/providers/channel.ts';
import { CAMPAY } from './campay/index.ts';
import { MTN_MOMO } from './mtn-momo/index.ts';
import { ORANGE_MONEY } from './orange-money/index.ts';
import { PAWAPAY } from './pawapay/index.ts';
import type { Adapter } from './provider.ts';
import { SANDBOX_CHANNELS, SANDBOX_PROVIDERS } from './sandbox/catalogue.ts';
import { SANDBOX } from './sandbox/index.ts';
import { SIM_GATEWAY } from './sim-gateway/index.ts';

/** Every kind of system that the service can call. */
export const ADAPTERS: readonly Adapter[] = refuseUnaskable([
  SANDBOX,
  MTN_MOMO,
  ORANGE_MONEY,
  PAWAPAY,
  CAMPAY,
  SIM_GATEWAY,
]);

/**
 * A payout whose answer is lost must be asked about by a name that we stored before it was sent:
 * otherwise nobody could say whether it may be paid again.
 */
export function refuseUnaskable(adapters: readonly Adapter[]): readonly Adapter[] {
  for (const { name, abilities } of adapters) {
    const isAskable = abilities.learnsHandle !== true;
    assert(isAskable || !abilities.payOut, `${name} cannot be asked about a lost payout`);
    assert(isAskable || !abilities.asksByReference, `${name} is not asked by our reference`);
  }
  return adapters;
}

interface ProviderSet {
  readonly providers: readonly (Provider & { readonly logo: string })[];
  readonly channels: readonly Channel[];
}

/**
 * What a new installation starts with: the sandbox has its simulated providers, live has none until
 * configured.
 */
export const INITIAL_PROVIDERS: Readonly<Record<'sandbox' | 'live', ProviderSet>> = {
  sandbox: { providers: SANDBOX_PROVIDERS, channels: SANDBOX_CHANNELS },
  live: { providers: [], channels: [] },
};
