import type { Channel, Provider } from '../domain/providers/channel.ts';
import { MTN_MOMO } from './mtn-momo/index.ts';
import { ORANGE_MONEY } from './orange-money/index.ts';
import { PAWAPAY } from './pawapay/index.ts';
import type { Adapter } from './provider.ts';
import { SANDBOX_CHANNELS, SANDBOX_PROVIDERS } from './sandbox/catalogue.ts';
import { SANDBOX } from './sandbox/index.ts';
import { SIM_GATEWAY } from './sim-gateway/index.ts';

/** Every kind of system that the service can call. */
export const ADAPTERS: readonly Adapter[] = [SANDBOX, MTN_MOMO, ORANGE_MONEY, PAWAPAY, SIM_GATEWAY];

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
