import { Type } from 'typebox';
import { AUDIT_KINDS } from '../../domain/access/audit-action.ts';
import { OPERATORS } from '../../domain/operators/operator.ts';
import { AmountXaf } from '../fields.ts';
import {
  Cursor,
  DateTime,
  errorResponses,
  NextCursor,
  nullable,
  nullableOneOf,
  oneOf,
} from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

const Filters = {
  person: Type.Optional(Type.String({ format: 'uuid', description: 'Who did it.' })),
  kind: Type.Optional(oneOf(AUDIT_KINDS, { description: 'The part of an action before the dot.' })),
  from: Type.Optional(Type.String({ format: 'date-time' })),
  to: Type.Optional(Type.String({ format: 'date-time' })),
  cursor: Cursor,
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 200 }), 100),
};

/** A subject such as `transaction:019a…`. */
export const About = Type.Object(
  {
    kind: Type.String(),
    id: Type.String(),
    name: nullable(Type.String({ description: 'What people call it.' })),
    amount_xaf: nullable(AmountXaf),
    // Older processes leave it out.
    operator: Type.Optional(nullableOneOf(OPERATORS, { description: 'Of a channel.' })),
  },
  { description: 'The subject, with its name instead of its id.' },
);

export const listAuditSchema = {
  operationId: 'listAudit',
  tags: ['Audit'],
  summary: 'Who did what, newest first',
  querystring: Type.Object(Filters),
  response: {
    200: Type.Object({
      items: Type.Array(
        Type.Object({
          id: Type.Integer(),
          at: DateTime,
          actor: Type.String(),
          action: Type.String(),
          subject: Type.String(),
          about: About,
          reason: nullable(Type.String()),
          ip: nullable(Type.String()),
          before: nullable(Type.String({ description: 'JSON text.' })),
          after: nullable(Type.String({ description: 'JSON text.' })),
          // Older processes leave it out.
          named: Type.Optional(
            Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
              description: 'What people call the ids in `before` and `after`.',
            }),
          ),
        }),
      ),
      people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
        description: 'Everybody who has or had an account, to choose from.',
      }),
      next_cursor: NextCursor,
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const searchAuditSchema = {
  operationId: 'searchAudit',
  tags: ['Audit'],
  summary: 'Who did what with a name, action, subject or id',
  body: Type.Object({
    ...Filters,
    q: Type.String({
      maxLength: 200,
      description: 'Part of a name, action or subject, or a whole id.',
    }),
  }),
  response: listAuditSchema.response,
};
