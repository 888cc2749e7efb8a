import { Type } from 'typebox';
import { SIMULATED_OUTCOMES } from '../../domain/sandbox/simulation.ts';
import { decisionResponses } from '../decisions/actions-api.ts';
import { Direction, Msisdn, RequestedOperator, ServiceTxId } from '../fields.ts';
import { errorResponses, oneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';
import { ClockAdvance, ClockRequest, Phone, PhoneRequest } from './sandbox-api.ts';

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

export const sandboxClockSchema = {
  operationId: 'advanceClockFromConsole',
  tags: ['Sandbox'],
  summary: 'Let time pass for the open transactions of the first application (sandbox only)',
  body: ClockRequest,
  response: { 200: ClockAdvance, ...errorResponses(400, 401, 403, 422, 500, 503) },
};

export const sandboxPhoneSchema = {
  operationId: 'openPhoneFromConsole',
  tags: ['Sandbox'],
  summary: 'Open the virtual phone of a player of the first application (sandbox only)',
  body: PhoneRequest,
  response: { 200: Phone, ...errorResponses(400, 401, 403, 422, 500, 503) },
};
