import { Type } from 'typebox';
import { POLICY_NAMES } from '../../domain/access/policy.ts';
import { Reason } from '../fields.ts';
import { MessageBody } from '../message.ts';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';
import { WaitingChange } from './admin-api.ts';

const Name = oneOf(POLICY_NAMES);
// `null` if the rule is off.
const Value = nullable(Type.String());

export const readPolicySchema = {
  operationId: 'readPolicy',
  tags: ['Administration'],
  summary: 'The money policy that holds, and who changed it',
  response: {
    200: Type.Object({
      revision: Type.Integer(),
      values: Type.Array(
        Type.Object({
          name: Name,
          value: Value,
          accepts: MessageBody,
          is_flag: Type.Boolean({ description: 'It is `true` or `false`.' }),
          may_be_off: Type.Boolean(),
        }),
      ),
      history: Type.Array(
        Type.Object({
          revision: Type.Integer(),
          at: DateTime,
          changed_by: Type.String(),
          agreed_by: nullable(Type.String()),
          reason: Type.String(),
          changes: Type.Array(Type.Object({ name: Name, before: Value, after: Value })),
        }),
        { description: 'The newest first.' },
      ),
    }),
    ...errorResponses(401, 403, 409, 500, 503),
  },
};

export const changePolicySchema = {
  operationId: 'changePolicy',
  tags: ['Administration'],
  summary: 'Change the money policy; in live what protects less waits for a second person',
  body: Type.Object({
    changes: Type.Array(
      Type.Object({
        name: Name,
        value: Type.String({ maxLength: 1_000, description: '`off` for none.' }),
      }),
      { minItems: 1, maxItems: 50 },
    ),
    reason: Reason,
  }),
  response: {
    200: Type.Object({ done: Type.Boolean() }),
    202: WaitingChange,
    ...errorResponses(401, 403, 409, 422, 500, 503),
  },
};
