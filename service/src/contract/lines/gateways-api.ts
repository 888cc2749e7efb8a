import { Type } from 'typebox';
import { DIALECTS } from '../../domain/lines/sms-dialects.ts';
import { OPERATORS } from '../../domain/operators/operator.ts';
import { WaitingChange } from '../access/admin-api.ts';
import { Reason } from '../fields.ts';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';

const GatewayParams = Type.Object({ gateway: Type.String({ minLength: 1, maxLength: 40 }) });

const ListedGateway = Type.Object({
  gateway: Type.String(),
  dialect: oneOf(DIALECTS),
  address: Type.String({ description: 'Where it posts what it receives.' }),
  revoked_at: nullable(DateTime),
  last_seen_at: nullable(DateTime),
  only_sim: nullable(Type.String()),
  sims: Type.Array(
    Type.Object({ sim: Type.String(), operator: oneOf(OPERATORS), line: Type.String() }),
  ),
});

export const listGatewaysSchema = {
  operationId: 'listGateways',
  tags: ['SMS'],
  summary: 'Phones and modems that hand over texts',
  response: {
    200: Type.Object({ items: Type.Array(ListedGateway) }),
    ...errorResponses(401, 403, 500, 503),
  },
};

export const issueGatewayKeySchema = {
  operationId: 'issueGatewayKey',
  tags: ['SMS'],
  summary: 'Give a gateway a secret; one that it had stops working',
  description: 'In live it takes two people, and the one who approves gets the secret.',
  params: GatewayParams,
  body: Type.Object({ dialect: oneOf(DIALECTS), reason: Reason }),
  response: {
    200: Type.Object({
      secret: Type.String({ description: 'It is not shown again.' }),
      address: Type.String(),
    }),
    202: WaitingChange,
    ...errorResponses(400, 401, 403, 409, 422, 500, 503),
  },
};

export const revokeGatewayKeySchema = {
  operationId: 'revokeGatewayKey',
  tags: ['SMS'],
  summary: 'Believe nothing more that a gateway sends',
  params: GatewayParams,
  body: Type.Object({ reason: Reason }),
  response: {
    200: Type.Object({ gateway: Type.String() }),
    ...errorResponses(401, 403, 404, 422, 500, 503),
  },
};

export const placeSimSchema = {
  operationId: 'placeSim',
  tags: ['SMS'],
  summary: 'Say which of our lines a SIM of a gateway is',
  description: 'In live it takes two people.',
  params: GatewayParams,
  body: Type.Object({
    sim: Type.String({ minLength: 1, maxLength: 100 }),
    operator: oneOf(OPERATORS),
    line: Type.String({ minLength: 4, maxLength: 20 }),
    is_only: Type.Boolean({
      description: 'The gateway holds no other SIM: texts that name none came to this one.',
    }),
    reason: Reason,
  }),
  response: {
    200: Type.Object({ line: Type.String() }),
    202: WaitingChange,
    ...errorResponses(400, 401, 403, 404, 409, 422, 500, 503),
  },
};
