import { Type } from 'typebox';
import { FIGURE_RANGES } from '../../domain/finance/figure-range.ts';
import { FLOAT_LEVELS } from '../../domain/lines/float-level.ts';
import { OPERATORS } from '../../domain/operators/operator.ts';
import { Operator } from '../fields.ts';
import { DateTime, errorResponses, nullable, nullableOneOf, oneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

const Figure = Type.Object({
  at: DateTime,
  in_xaf: Type.Number({ description: 'Into all wallets, as the report of the day counts it.' }),
  out_xaf: Type.Number({ description: 'Out of all wallets, likewise, without fees.' }),
  deposit_xaf: Type.Number({ description: 'The name of in_xaf in 0.2.' }),
  withdrawal_xaf: Type.Number({ description: 'The name of out_xaf in 0.2.' }),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  expired: Type.Integer(),
  success_rate: nullable(
    Type.Number({
      description: 'Succeeded of those that have ended, without what staff rejected.',
    }),
  ),
  median_s: nullable(
    Type.Number({
      description:
        'Seconds to success: of a deposit from its request, of a withdrawal from its sending.',
    }),
  ),
  p95_s: nullable(Type.Number()),
});

export const figuresSchema = {
  operationId: 'getFigures',
  tags: ['Overview'],
  summary: 'Figures of a range and of the one before it, and the float of each wallet',
  description: 'Days begin at midnight in Africa/Douala. The last step is not over yet.',
  querystring: Type.Object({ range: withDefault(oneOf(FIGURE_RANGES), '24h') }),
  response: {
    200: Type.Object({
      at: DateTime,
      step_ms: Type.Integer(),
      steps: Type.Array(Figure),
      before: Type.Array(Figure),
      today: Figure,
      same_weekday: Figure,
      floats: Type.Array(
        Type.Object({
          wallet: Type.String(),
          free_xaf: nullable(
            Type.Number({ description: 'Null if it is unknown, and for who does not see it.' }),
          ),
          level: oneOf(FLOAT_LEVELS),
          empty_at: nullable(DateTime),
        }),
      ),
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const numbersSchema = {
  operationId: 'getNumbers',
  tags: ['Providers'],
  summary: 'The table of prefixes, compared with the payments of the last days',
  querystring: Type.Object({
    days: withDefault(Type.Integer({ minimum: 1, maximum: 730 }), 90),
  }),
  response: {
    200: Type.Object({
      days: Type.Integer(),
      prefixes: Type.Array(
        Type.Object({
          prefix: Type.String(),
          table_says: nullableOneOf(OPERATORS),
          verdict: oneOf(['contradicted', 'unnamed', 'confirmed']),
          seen: Type.Array(
            Type.Object({
              operator: Operator,
              texts: Type.Integer({ description: 'Payments that the operator’s texts reported.' }),
              transactions: Type.Integer({ description: 'Those that succeeded there.' }),
              last_at: DateTime,
            }),
          ),
        }),
      ),
      proposal: nullable(
        Type.String({
          description: 'What operator_prefixes of the policy should be; null if it is right.',
        }),
      ),
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};
