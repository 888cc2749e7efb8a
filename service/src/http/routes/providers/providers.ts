import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import {
  detectSchema,
  type ProviderHealthEntry,
  providerHealthSchema,
  providersSchema,
} from '../../../contract/providers/providers-api.ts';
import type { Queryable } from '../../../db/client.ts';
import type { DatabaseClock } from '../../../db/clock.ts';
import { sentenceOf } from '../../../domain/messages/message.ts';
import { isCameroonNumber, normaliseLoosely, operatorOf } from '../../../domain/msisdn.ts';
import { FACTS_OF, OPERATORS, type Operator } from '../../../domain/operators/operator.ts';
import type { Provider } from '../../../domain/providers/channel.ts';
import { catalogueStatus, healthStatus } from '../../../domain/providers/provider-health.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';
import {
  type CatalogueEntry,
  type CatalogueSource,
  pickChannel,
} from '../../../flows/providers/catalogue.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { calledHost } from '../../request/answer-headers.ts';

interface ProviderDeps {
  readonly database: Queryable;
  readonly catalogue: CatalogueSource;
  readonly policy: Pick<PolicySource, 'recent'>;
  readonly publicUrl: string | null;
  readonly clock: DatabaseClock;
}

const COUNTRY = 'CM';

export function providerRoutes(api: App, deps: ProviderDeps): void {
  api.get('/api/v1/:country/providers', { schema: providersSchema }, async (request, reply) => {
    if (!isSupported(request.params.country)) return refuseCountry(reply);
    const { providers } = (await deps.catalogue.now()).seenBy(request.applicationId);
    return {
      country_code: COUNTRY,
      providers: providers.map(({ provider, health, directions }) => ({
        provider_id: provider.id,
        display_name: provider.displayName,
        logo_url: logoUrl(deps, request, provider.logo),
        operators: [...provider.operators],
        supported_directions: [...provider.directions],
        deposit_fee_percent: provider.depositFeePercent,
        deposit_fee_message: feeMessageOf(provider),
        withdrawal_fee_percent: provider.withdrawalFeePercent,
        description: provider.description || `Payments with ${provider.displayName}.`,
        is_primary: provider.isPrimary,
        is_available: directions.some(({ refusal }) => refusal === null),
        status: catalogueStatus(health.level),
        available_directions: directions.flatMap(({ direction, refusal }) =>
          refusal === null ? [direction] : [],
        ),
      })),
    };
  });

  api.get(
    '/api/v1/:country/providers/status',
    { schema: providerHealthSchema },
    async (request, reply) => {
      if (!isSupported(request.params.country)) return refuseCountry(reply);
      const { providers } = (await deps.catalogue.now()).seenBy(request.applicationId);
      return {
        country_code: COUNTRY,
        checked_at: (await deps.clock.now()).toISOString(),
        providers: providers.map(toHealthEntry),
      };
    },
  );

  api.post('/api/v1/msisdn/detect', { schema: detectSchema }, async (request, reply) => {
    const { msisdn, country_code } = request.body;
    if (!isSupported(country_code)) return sendProblem(reply, { code: 'unsupported_country_code' });
    const number = normaliseLoosely(msisdn);
    const normalised = number.kind === 'valid' ? number.msisdn : msisdn;
    const isValid = number.kind === 'valid' && isCameroonNumber(number.msisdn);
    const { operatorPrefixes } = await deps.policy.recent();
    const operator = isValid ? operatorOf(operatorPrefixes, normalised) : null;
    return {
      msisdn_normalized: normalised,
      is_valid: isValid,
      country_code: COUNTRY,
      operator,
      operator_display_name: operator && FACTS_OF[operator].displayName,
      ...(await suggestion(deps, request, operator)),
      error: isValid ? null : 'This is not a phone number of Cameroon.',
    };
  });
}

/** The provider that a deposit from this number would use now. */
async function suggestion(deps: ProviderDeps, request: FastifyRequest, operator: Operator | null) {
  const catalogue = (await deps.catalogue.current()).seenBy(request.applicationId);
  const choice = operator && pickChannel(catalogue, { operator, direction: 'deposit' });
  const id = choice?.kind === 'chosen' ? choice.provider.id : null;
  const entry = catalogue.providers.find(({ provider }) => provider.id === id);
  return {
    provider_suggestion: id,
    provider_display_name: entry?.provider.displayName ?? null,
    provider_logo_url: entry ? logoUrl(deps, request, entry.provider.logo) : null,
  };
}

/** The configured sentence, or one made from the percentage. */
function feeMessageOf({ depositFeeMessage, depositFeePercent }: Provider): string {
  if (depositFeeMessage !== '') return depositFeeMessage;
  return depositFeePercent === 0
    ? 'No fee on deposits.'
    : `A fee of ${depositFeePercent}% on deposits.`;
}

function isSupported(country: string): boolean {
  return country.toUpperCase() === COUNTRY;
}

function refuseCountry(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, { code: 'unsupported_country' });
}

function logoUrl(deps: ProviderDeps, request: FastifyRequest, logo: string): string {
  const base = deps.publicUrl ?? `${request.protocol}://${calledHost(request)}`;
  return `${base}/assets/logos/${logo}.svg`;
}

const ONE_DAY_MS = 86_400_000;

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'domain', 'operators');
const LOGOS: ReadonlySet<string> = new Set(OPERATORS.map((operator) => `/${operator}.svg`));

/**
 * The operators' logos, our own drawings, for pages of the platform: no key needed. Nothing else in
 * an operator's folder is served.
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
      response.header('access-control-allow-origin', '*');
    },
  });
}

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
