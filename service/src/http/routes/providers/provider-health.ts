import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Static } from 'typebox';
import type { ProviderHealthEntry } from '../../../contract/providers/providers-api.ts';
import { sentenceOf } from '../../../domain/messages/message.ts';
import { OPERATORS } from '../../../domain/operators/operator.ts';
import { healthStatus } from '../../../domain/providers/provider-health.ts';
import type { CatalogueEntry } from '../../../flows/providers/catalogue.ts';
import type { App } from '../../app.ts';

/** A provider's health as platforms and staff see it. */
export function toHealthEntry(entry: CatalogueEntry): Static<typeof ProviderHealthEntry> {
  const { provider, health, directions, total1h } = entry;
  return {
    provider_id: provider.id,
    display_name: provider.displayName,
    status: healthStatus(health.level),
    is_feature_flag_enabled: provider.flagEnabled,
    // Four decimals are readable, and enough to compare with 0.10.
    failure_rate_1h: Math.round(health.failureRate * 10_000) / 10_000,
    tx_count_1h: total1h,
    message: sentenceOf(health.message),
    directions: directions.map(({ direction, refusal }) => ({
      direction,
      is_available: refusal === null,
      message: refusal && sentenceOf(refusal),
    })),
  };
}

const ONE_DAY_MS = 86_400_000;

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'domain', 'operators');
const LOGOS: ReadonlySet<string> = new Set(OPERATORS.map((operator) => `/${operator}.svg`));

/**
 * The operators' logos, drawn by us, for pages of the platform: no key needed. No other file in an
 * operator's folder is served.
 */
export async function logoRoutes(app: App): Promise<void> {
  await app.register(fastifyStatic, {
    root: OPERATORS.map((operator) => join(FOLDER, operator)),
    allowedPath: (path) => LOGOS.has(path),
    prefix: '/assets/logos/',
    decorateReply: false,
    maxAge: ONE_DAY_MS,
    setHeaders: (response) => {
      response.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
      response.header('x-content-type-options', 'nosniff');
      response.header('access-control-allow-origin', '*');
    },
  });
}
