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

export const openPhoneSchema = {
  operationId: 'openPhone',
  tags: ['Sandbox'],
  summary: 'Open the virtual phone of a player (sandbox only)',
  description:
    'Answers the address of a page that shows the prompts of this number that are yours. A person confirms or refuses there, or dials the code of a deposit; the operator’s SMS then goes the same way as in live. An addition of this service.',
  body: Type.Object(
    { msisdn: Msisdn },
    { title: 'PhoneRequest', description: 'Whose phone it is.' },
  ),
  response: {
    200: Type.Object(
      {
        url: Type.String({
          format: 'uri',
          description: 'The page. Anyone with the address can use the phone.',
          examples: ['http://localhost:8000/sandbox/phones/YWI.0f3c'],
        }),
        expires_at: Type.String({
          format: 'date-time',
          description: 'Until when the address works: half an hour.',
          examples: ['2026-11-15T10:30:00.000Z'],
        }),
      },
      { title: 'Phone', description: 'Where the phone can be used.' },
    ),
    ...errorResponses(400, 401, 413, 422, 429, 500, 503),
  },
};
