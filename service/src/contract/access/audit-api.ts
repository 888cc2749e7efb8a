import { Type } from 'typebox';
import { DateTime, errorResponses, NextCursor, nullable } from '../schema.ts';
import { withDefault } from '../validation/with-default.ts';

export const listAuditSchema = {
  operationId: 'listAudit',
  tags: ['Audit'],
  summary: 'Who did what, newest first',
  querystring: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name, action or id.' })),
    cursor: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 200 }), 100),
  }),
  response: {
    200: Type.Object({
      items: Type.Array(
        Type.Object({
          id: Type.Integer(),
          at: DateTime,
          actor: Type.String(),
          action: Type.String(),
          subject: Type.String(),
          reason: nullable(Type.String()),
          ip: nullable(Type.String()),
          before: nullable(Type.String({ description: 'JSON text.' })),
          after: nullable(Type.String({ description: 'JSON text.' })),
        }),
      ),
      next_cursor: NextCursor,
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};
