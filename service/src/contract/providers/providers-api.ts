import { Type } from 'typebox';
import { OPERATORS } from '../../domain/operators/operator.ts';
import type { CatalogueStatus, HealthStatus } from '../../domain/providers/provider-health.ts';
import { CountryCode, Direction, Operator } from '../fields.ts';
import { dateTime, errorResponses, nullable, nullableOneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

const Country = Type.Object({
  country: Type.String({ description: 'Only `CM`, in any letter case.', examples: ['CM'] }),
});

const ProviderId = Type.String({
  description: 'Id of the provider. New ones may appear at any time.',
  examples: ['mtn-momo'],
});

const DisplayName = Type.String({ description: 'The name to show.', examples: ['MTN MoMo'] });

const LogoUrl = Type.String({
  description: 'A logo to show.',
  examples: ['https://pay.example/assets/logos/mtn.svg'],
});

/** Documented as open: a new status must not break a platform that knows three. */
function status<Status extends CatalogueStatus | HealthStatus>(good: Status) {
  return Type.Unsafe<Status | 'degraded' | 'unavailable'>({
    type: 'string',
    description: `\`${good}\`, \`degraded\` or \`unavailable\`. Others may be added.`,
    examples: [good],
  });
}

function feePercent(of: string) {
  return Type.Number({ description: `Fee on ${of} in percent: 1.5 is 1.5 %.`, examples: [0] });
}

const ProviderEntry = Type.Object(
  {
    provider_id: ProviderId,
    display_name: DisplayName,
    logo_url: LogoUrl,
    operators: Type.Array(Operator, { description: 'The operators that it serves.' }),
    supported_directions: Type.Array(Direction, {
      description: 'What it is for; filter by it before you show a payment option.',
    }),
    deposit_fee_percent: feePercent('deposits'),
    deposit_fee_message: Type.String({
      description: 'The fee on deposits as a sentence.',
      examples: ['No fee on deposits.'],
    }),
    withdrawal_fee_percent: feePercent('withdrawals'),
    description: Type.String({
      description: 'One sentence about it.',
      examples: ['Payments with MTN MoMo.'],
    }),
    is_primary: Type.Boolean({
      description: 'Whether it is used before the other providers of its operator.',
      examples: [true],
    }),
    is_available: Type.Boolean({
      description: 'Whether one of `supported_directions` would be accepted now.',
      examples: [true],
    }),
    status: status('active'),
    available_directions: Type.Array(Direction, {
      description: 'Those of `supported_directions` that would be accepted now.',
    }),
  },
  { title: 'Provider', description: 'A provider of payments.' },
);

export const providersSchema = {
  operationId: 'listProviders',
  tags: ['Providers'],
  summary: 'The providers of a country',
  description: 'To show payment options: filter by `supported_directions`.',
  params: Country,
  response: {
    200: Type.Object(
      {
        country_code: CountryCode,
        providers: Type.Array(ProviderEntry, { description: 'Those that are installed.' }),
      },
      { title: 'ProviderCatalogue', description: 'The providers of the country.' },
    ),
    ...errorResponses(400, 401, 404, 422, 429, 500, 503),
  },
};

export const ProviderHealthEntry = Type.Object(
  {
    provider_id: ProviderId,
    display_name: DisplayName,
    status: status('operational'),
    is_feature_flag_enabled: Type.Boolean({
      description: 'Whether staff of the service have it switched on.',
      examples: [true],
    }),
    failure_rate_1h: Type.Number({
      description:
        'Share of the last hour’s outcomes that failed for another reason than the player’s, 0 to 1.',
      examples: [0.02],
    }),
    tx_count_1h: Type.Integer({
      description: 'Transactions that came to an outcome in the last hour.',
      examples: [120],
    }),
    message: Type.String({
      description: 'The status as an English sentence.',
      examples: ['Operational.'],
    }),
    directions: Type.Array(
      Type.Object({
        direction: Direction,
        is_available: Type.Boolean({
          description: 'Whether it would be accepted now.',
          examples: [true],
        }),
        message: nullable(
          Type.String({
            description: 'Why not, as a sentence; null when it would be.',
            examples: ['It is switched off.'],
          }),
        ),
      }),
      { description: 'Each supported direction, and whether it would be accepted now.' },
    ),
  },
  { title: 'ProviderHealth', description: 'How a provider is doing.' },
);

export const providerHealthSchema = {
  operationId: 'listProviderHealth',
  tags: ['Providers'],
  summary: 'How the providers of a country are doing',
  description: 'The figures are those of the last hour.',
  params: Country,
  response: {
    200: Type.Object(
      {
        country_code: CountryCode,
        checked_at: dateTime('When this was found.'),
        providers: Type.Array(ProviderHealthEntry, { description: 'Those of the catalogue.' }),
      },
      { title: 'ProviderHealthList', description: 'How the providers of the country are doing.' },
    ),
    ...errorResponses(400, 401, 404, 422, 429, 500, 503),
  },
};

export const detectSchema = {
  operationId: 'detectOperator',
  tags: ['Providers'],
  summary: 'Which operator a number belongs to',
  description: 'Also a number that is not valid is answered 200.',
  body: Type.Object(
    {
      msisdn: Type.String({ description: 'As people write it.', examples: ['6 70 00 00 01'] }),
      country_code: withDefault(
        Type.String({ description: 'Only `CM`, in any letter case.', examples: ['CM'] }),
        'CM',
      ),
    },
    { title: 'DetectionRequest', description: 'The number to look at.' },
  ),
  response: {
    200: Type.Object(
      {
        msisdn_normalized: Type.String({
          description: 'The number in E.164; the text as sent when it cannot be read as one.',
          examples: ['+237670000001'],
        }),
        is_valid: Type.Boolean({
          description: 'Whether it is a number of Cameroon.',
          examples: [true],
        }),
        country_code: CountryCode,
        operator: nullableOneOf(OPERATORS, {
          description: 'Its operator; null when no operator has the prefix.',
        }),
        operator_display_name: nullable(
          Type.String({ description: 'The operator’s name to show.', examples: ['MTN'] }),
        ),
        provider_suggestion: nullable(
          Type.String({
            description: 'Id of the provider that a deposit would use now.',
            examples: ['mtn-momo'],
          }),
        ),
        provider_display_name: nullable(DisplayName),
        provider_logo_url: nullable(LogoUrl),
        error: nullable(
          Type.String({
            description: 'Why `is_valid` is false; otherwise null.',
            examples: ['This is not a phone number of Cameroon.'],
          }),
        ),
      },
      { title: 'Detection', description: 'What is known about the number.' },
    ),
    ...errorResponses(400, 401, 413, 422, 429, 500, 503),
  },
};
