import { Type } from 'typebox';
import { OPERATORS } from '../../domain/operators/operator.ts';
import { RemarkBody } from '../remark.ts';
import { DateTime, errorResponses, nullable, nullableOneOf } from '../schema.ts';

const Line = Type.Object({
  line: Type.String(),
  operator: nullableOneOf(OPERATORS),
  gateways: Type.Array(Type.String()),
  // Why payments could not be confirmed now.
  problem: nullable(RemarkBody),
  heard_at: nullable(DateTime),
  balance_xaf: nullable(Type.Number({ description: 'By the texts that fit together.' })),
  breaks: Type.Array(
    Type.Object({
      id: Type.String(),
      at: DateTime,
      expected_xaf: Type.Number(),
      told_xaf: Type.Number(),
      meaning: RemarkBody,
      sender: Type.String(),
      text: Type.String({ description: 'As it came.' }),
      receipt_id: nullable(
        Type.String({ description: 'The payment that it tells of: dismiss it if it is forged.' }),
      ),
    }),
    { description: 'Texts whose balance does not follow; payments wait until somebody looks.' },
  ),
});

export const listLinesSchema = {
  operationId: 'listLines',
  tags: ['SMS'],
  summary: 'Our SIM lines: what they hold, whether they are heard of, what is in doubt',
  response: {
    200: Type.Object({ items: Type.Array(Line) }),
    ...errorResponses(401, 403, 500, 503),
  },
};
