import { Type } from 'typebox';
import { SIMULATED_OUTCOMES } from '../../domain/sandbox/simulation.ts';
import { decisionResponses } from '../decisions/actions-api.ts';
import { Direction, Msisdn, RequestedOperator, ServiceTxId } from '../fields.ts';
import { errorResponses, oneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

export const sandboxCreateSchema = {
  operationId: 'createInSandbox',
  tags: ['Sandbox'],
  summary: 'Create a transaction from the console (sandbox only)',
  body: Type.Object({
    direction: Direction,
    operator: RequestedOperator,
    msisdn: Msisdn,
    amount_xaf: Type.Integer({ minimum: 100 }),
    callback_url: withDefault(Type.Union([Type.String({ format: 'uri' }), Type.Null()]), null),
  }),
  response: {
    200: Type.Object({ id: ServiceTxId }),
    ...errorResponses(400, 401, 403, 422, 500, 503),
  },
};

export const sandboxSimulateSchema = {
  operationId: 'simulateFromConsole',
  tags: ['Sandbox'],
  summary: 'Decide an outcome from the console (sandbox only)',
  params: Type.Object({ id: ServiceTxId }),
  body: Type.Object({ outcome: oneOf(SIMULATED_OUTCOMES) }),
  response: decisionResponses,
};
