import type { Static } from 'typebox';
import type { ProviderHealthEntry } from '../../../contract/providers/providers-api.ts';
import { sentenceOf } from '../../../domain/messages/message.ts';
import { healthStatus } from '../../../domain/providers/provider-health.ts';
import type { CatalogueEntry } from '../../../flows/providers/catalogue.ts';

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
