import type { Channel, Provider } from '../domain/channel.ts';
import { SANDBOX_CHANNELS, SANDBOX_PROVIDERS } from './sandbox/catalogue.ts';

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
