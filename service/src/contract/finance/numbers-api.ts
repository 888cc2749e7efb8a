import { Type } from 'typebox';
import { OPERATORS } from '../../domain/operators/operator.ts';
import { Operator } from '../fields.ts';
import { DateTime, errorResponses, nullable, nullableOneOf, oneOf } from '../schema.ts';
import { withDefault } from '../validation/with-default.ts';

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
              texts: Type.Integer({ description: 'Payments that the operator’s texts told of.' }),
              transactions: Type.Integer({ description: 'Those that succeeded there.' }),
              last_at: DateTime,
            }),
          ),
        }),
      ),
      proposal: nullable(
        Type.String({
          description: 'What operator_prefixes of the policy should be; null: as it is.',
        }),
      ),
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};
