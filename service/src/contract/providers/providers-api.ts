import { Type } from 'typebox';
import { OPERATORS } from '../../domain/operators/operator.ts';
import { Direction, Operator } from '../fields.ts';
import { DateTime, errorResponses, nullable, nullableOneOf, oneOf } from '../schema.ts';
import { withDefault } from '../validation/with-default.ts';

const Country = Type.Object({
  country: Type.String({ description: 'Only `CM`, in any letter case.', examples: ['CM'] }),
});

const ProviderId = Type.String({ examples: ['mtn-momo'] });

export const ProviderEntry = Type.Object({
  provider_id: ProviderId,
  display_name: Type.String(),
  logo_url: Type.String(),
  operators: Type.Array(Operator),
  supported_directions: Type.Array(Direction),
  deposit_fee_percent: Type.Number(),
  deposit_fee_message: Type.String(),
  withdrawal_fee_percent: Type.Number(),
  description: Type.String(),
  is_primary: Type.Boolean(),
  is_available: Type.Boolean({
    description: 'Whether one of `supported_directions` would be accepted now.',
  }),
  status: oneOf(['active', 'degraded', 'unavailable']),
  available_directions: Type.Array(Direction, {
    description: 'Those of `supported_directions` that would be accepted now.',
  }),
});

export const providersSchema = {
  operationId: 'listProviders',
  tags: ['Providers'],
  summary: 'The providers of a country',
  description: 'To show payment options: filter by `supported_directions`.',
  params: Country,
  response: {
    200: Type.Object({ country_code: Type.String(), providers: Type.Array(ProviderEntry) }),
    ...errorResponses(400, 401, 404, 422, 429, 500, 503),
  },
};

export const ProviderHealthEntry = Type.Object({
  provider_id: ProviderId,
  display_name: Type.String(),
  status: oneOf(['operational', 'degraded', 'unavailable']),
  is_feature_flag_enabled: Type.Boolean(),
  failure_rate_1h: Type.Number({ description: 'Share of the last hour’s outcomes that failed.' }),
  tx_count_1h: Type.Integer({
    description: 'Transactions that came to an outcome in the last hour.',
  }),
  message: Type.String(),
  directions: Type.Array(
    Type.Object({
      direction: Direction,
      is_available: Type.Boolean({ description: 'Whether it would be accepted now.' }),
      message: nullable(Type.String({ description: 'Why not, as a sentence.' })),
    }),
  ),
});

export const providerHealthSchema = {
  operationId: 'listProviderHealth',
  tags: ['Providers'],
  summary: 'How the providers of a country are doing',
  params: Country,
  response: {
    200: Type.Object({
      country_code: Type.String(),
      checked_at: DateTime,
      providers: Type.Array(ProviderHealthEntry),
    }),
    ...errorResponses(400, 401, 404, 422, 429, 500, 503),
  },
};

export const detectSchema = {
  operationId: 'detectOperator',
  tags: ['Providers'],
  summary: 'Which operator a number belongs to',
  body: Type.Object({
    msisdn: Type.String({ description: 'As people write it.', examples: ['6 70 00 00 01'] }),
    country_code: withDefault(Type.String({ examples: ['CM'] }), 'CM'),
  }),
  response: {
    200: Type.Object({
      msisdn_normalized: Type.String(),
      is_valid: Type.Boolean({ description: 'Whether it is a number of Cameroon.' }),
      country_code: Type.String(),
      operator: nullableOneOf(OPERATORS),
      operator_display_name: nullable(Type.String()),
      provider_suggestion: nullable(ProviderId),
      provider_display_name: nullable(Type.String()),
      provider_logo_url: nullable(Type.String()),
      error: nullable(Type.String()),
    }),
    ...errorResponses(400, 401, 413, 422, 429, 500, 503),
  },
};
