import type {
  Detection,
  Operator,
  Phone,
  ProviderCatalogue,
  ProviderHealthList,
} from '../types.ts';
import {
  catalogueStatus,
  SANDBOX_CHANNELS as channels,
  chooseChannel,
  directionStatesOf,
  FACTS_OF,
  healthOf,
  healthStatus,
  isCameroonNumber,
  levelOf,
  normaliseLoosely,
  operatorOf,
  SANDBOX_PROVIDERS as providers,
  readPolicy,
  sentenceOf,
} from './service-rules.ts';

export const POLICY = readPolicy({}, 'sandbox');

/** Outcomes by provider: how many there were, and how many of them failures. */
export type Figures = Map<string, { readonly total1h: number; readonly failures1h: number }>;

type Listed = (typeof providers)[number];

function signsOf({ id }: Listed, figures: Figures) {
  return { isUp: true, ...(figures.get(id) ?? { total1h: 0, failures1h: 0 }) };
}

function waysOf(figures: Figures) {
  const health = new Map(providers.map((one) => [one.id, levelOf(signsOf(one, figures))]));
  return { providers, channels, health };
}

/** The channel that a payment takes now: another provider's, if the first one fails too often. */
export function routeOf(figures: Figures, operator: Operator, direction: 'deposit' | 'withdrawal') {
  const chosen = chooseChannel({ ...waysOf(figures), operator, direction });
  return chosen.kind === 'chosen' ? chosen : null;
}

function seen(figures: Figures) {
  return providers.map((provider) => {
    const directions = directionStatesOf(provider, waysOf(figures));
    const signs = signsOf(provider, figures);
    return { provider, directions, signs, health: healthOf(signs, directions) };
  });
}

function logoOf({ logo }: Listed, origin: string): string {
  return `${origin}/assets/logos/${logo}.svg`;
}

export function catalogue(figures: Figures, origin: string): ProviderCatalogue {
  return {
    country_code: 'CM',
    providers: seen(figures).map(({ provider, health, directions }) => ({
      provider_id: provider.id,
      display_name: provider.displayName,
      logo_url: logoOf(provider, origin),
      operators: [...provider.operators],
      supported_directions: [...provider.directions],
      deposit_fee_percent: provider.depositFeePercent,
      deposit_fee_message: provider.depositFeeMessage,
      withdrawal_fee_percent: provider.withdrawalFeePercent,
      description: provider.description,
      is_primary: provider.isPrimary,
      is_available: directions.some(({ refusal }) => refusal === null),
      status: catalogueStatus(health.level),
      available_directions: directions.flatMap(({ direction, refusal }) =>
        refusal === null ? [direction] : [],
      ),
    })),
  };
}

export function health(figures: Figures): ProviderHealthList {
  return {
    country_code: 'CM',
    checked_at: new Date().toISOString(),
    providers: seen(figures).map(({ provider, health, directions, signs }) => ({
      provider_id: provider.id,
      display_name: provider.displayName,
      status: healthStatus(health.level),
      is_feature_flag_enabled: provider.flagEnabled,
      failure_rate_1h: Math.round(health.failureRate * 10_000) / 10_000,
      tx_count_1h: signs.total1h,
      message: sentenceOf(health.message),
      directions: directions.map(({ direction, refusal }) => ({
        direction,
        is_available: refusal === null,
        message: refusal && sentenceOf(refusal),
      })),
    })),
  };
}

export function detect(figures: Figures, origin: string, msisdn: string): Detection {
  const number = normaliseLoosely(msisdn);
  const normalised = number.kind === 'valid' ? number.msisdn : msisdn;
  const isValid = number.kind === 'valid' && isCameroonNumber(normalised);
  const operator = isValid ? operatorOf(POLICY.operatorPrefixes, normalised) : null;
  const id = operator && routeOf(figures, operator, 'deposit')?.provider.id;
  const suggested = providers.find((provider) => provider.id === id);
  return {
    msisdn_normalized: normalised,
    is_valid: isValid,
    country_code: 'CM',
    operator,
    operator_display_name: operator && FACTS_OF[operator].displayName,
    provider_suggestion: suggested?.id ?? null,
    provider_display_name: suggested?.displayName ?? null,
    provider_logo_url: suggested ? logoOf(suggested, origin) : null,
    error: isValid ? null : 'This is not a phone number of Cameroon.',
  };
}

export function phone(origin: string): Phone {
  const inHalfAnHour = new Date(Date.now() + 1_800_000);
  return { url: `${origin}/sandbox/phones/fake`, expires_at: inHalfAnHour.toISOString() };
}
