import { Type } from 'typebox';
import { OUTCOMES, SIMULATED_OUTCOMES } from '../../domain/sandbox/simulation.ts';
import { PAYMENT_EVENTS } from '../../domain/transactions/transaction.ts';
import { Msisdn, Reference, ServiceTxId } from '../fields.ts';
import { closedQuery, errorResponses, nullableOneOf, oneOf } from '../schema.ts';
import { State } from '../transactions/transactions-api.ts';

const Simulation = Type.Object(
  {
    service_tx_id: ServiceTxId,
    reference: Reference,
    previous_state: State,
    state: State,
    webhook_event: nullableOneOf(PAYMENT_EVENTS, {
      description: 'The event that is sent; null when the transaction has no callback_url.',
    }),
  },
  { title: 'Simulation', description: 'What the simulated outcome did.' },
);

export const simulateSchema = {
  operationId: 'simulateOutcome',
  tags: ['Sandbox'],
  summary: 'Decide how a transaction ends (sandbox only)',
  description:
    'A deposit can succeed, fail or expire, an expired one can still succeed; a withdrawal that waits for approval can succeed or fail. The webhook is sent as in production.',
  params: Type.Object({ service_tx_id: ServiceTxId }),
  body: Type.Object(
    {
      outcome: oneOf(OUTCOMES, {
        title: 'SimulatedOutcome',
        description:
          'What happens to the transaction. Beside `succeeded`, `failed` and `expired`, all are extensions of this service: they lead to every other state that there is in live.',
        'x-told': SIMULATED_OUTCOMES,
      }),
    },
    { title: 'SimulationRequest', description: 'The outcome to bring about.' },
  ),
  response: { 200: Simulation, ...errorResponses(400, 401, 404, 409, 413, 422, 429, 500, 503) },
};

export const ClockRequest = Type.Object(
  {
    seconds: Type.Integer({
      minimum: 1,
      maximum: 604_800,
      description: 'How much time passes, at most a week.',
      examples: [900],
    }),
  },
  { title: 'ClockRequest', description: 'How much time passes.' },
);

export const ClockAdvance = Type.Object(
  {
    seconds: Type.Integer({ description: 'How much time has passed.', examples: [900] }),
    transactions: Type.Integer({
      description:
        'How many open transactions it has passed for. One that waits for a person never falls due and does not count.',
      examples: [1],
    }),
  },
  { title: 'ClockAdvance', description: 'What the clock was advanced for.' },
);

export const advanceClockSchema = {
  operationId: 'advanceClock',
  tags: ['Sandbox'],
  summary: 'Let time pass for the open transactions of the application (sandbox only)',
  description:
    'Deposits then expire and transfers without an answer get stuck within seconds, as if the time had passed. Other applications notice nothing. An extension of this service.',
  querystring: closedQuery({}),
  body: ClockRequest,
  response: {
    200: ClockAdvance,
    ...errorResponses(400, 401, 413, 422, 429, 500, 503),
  },
};

export const PhoneRequest = Type.Object(
  { msisdn: Msisdn },
  { title: 'PhoneRequest', description: 'Whose phone it is.' },
);

export const Phone = Type.Object(
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
);

export const openPhoneSchema = {
  operationId: 'openPhone',
  tags: ['Sandbox'],
  summary: 'Open the virtual phone of a player (sandbox only)',
  description:
    'Answers the address of a page that shows the prompts of this number that are yours. A person confirms or refuses there, or dials the code of a deposit; the operator’s SMS then goes the same way as in live. An extension of this service.',
  querystring: closedQuery({}),
  body: PhoneRequest,
  response: { 200: Phone, ...errorResponses(400, 401, 413, 422, 429, 500, 503) },
};
