import { Type } from 'typebox';
import { PIN_MEANINGS } from '../../domain/lines/paying-sim.ts';
import { OPERATORS } from '../../domain/operators/operator.ts';
import { AmountXaf, Reason } from '../fields.ts';
import { MessageBody } from '../message.ts';
import { DateTime, errorResponses, nullable, nullableOneOf, oneOf } from '../schema.ts';

const Line = Type.Object({
  line: Type.String(),
  operator: nullableOneOf(OPERATORS),
  gateways: Type.Array(Type.String()),
  // Why payments cannot be confirmed now.
  problem: nullable(MessageBody),
  heard_at: nullable(DateTime),
  is_opened: Type.Boolean({
    description: 'A person has entered what the line has at the operator.',
  }),
  tells_balances: Type.Boolean({ description: 'False: its texts are believed without a balance.' }),
  is_in_gap: Type.Boolean({
    description: 'The texts since the last one that fits do not connect.',
  }),
  // Older processes leave it out.
  gap_since: Type.Optional(nullable(DateTime)),
  has_balance: Type.Boolean(),
  balance_xaf: nullable(
    Type.Number({ description: 'By the texts that connect; null while it is hidden.' }),
  ),
  balance_at: nullable(DateTime),
  sims: Type.Array(
    Type.Object({
      gateway: Type.String(),
      signal: nullable(Type.Integer({ description: 'From 0 to 31.' })),
      registration: nullable(Type.String()),
      open_jobs: Type.Integer(),
      // Why it cannot pay out now.
      problem: nullable(MessageBody),
      screen: nullable(
        Type.String({ description: 'The screen that led to it, without PIN and figures.' }),
      ),
      since: nullable(
        Type.String({ description: 'Which saying of the PIN a person is asked about.' }),
      ),
      pin_meant: nullableOneOf(PIN_MEANINGS),
    }),
    { description: 'Those whose modem is driven by our own program.' },
  ),
  loose: Type.Array(
    Type.Object({
      id: Type.String(),
      at: DateTime,
      // Hidden like the balance.
      before_xaf: nullable(Type.Number()),
      after_xaf: nullable(Type.Number()),
      meaning: nullable(MessageBody),
      sender: Type.String(),
      text: Type.String({ description: 'As it came.' }),
      receipt_id: nullable(
        Type.String({ description: 'The payment that it reports: dismiss it if it is forged.' }),
      ),
      // Older processes leave out the next two.
      amount_xaf: Type.Optional(nullable(AmountXaf)),
      payer_msisdn_masked: Type.Optional(nullable(Type.String())),
    }),
    {
      description:
        'Texts that connect to no trusted balance, the newest 50: their payments wait for a person.',
    },
  ),
});

export const listLinesSchema = {
  operationId: 'listLines',
  tags: ['SMS'],
  summary: 'Our SIM lines: what they hold, whether they report, what does not connect',
  response: {
    200: Type.Object({ items: Type.Array(Line) }),
    ...errorResponses(401, 403, 500, 503),
  },
};

export const sayPinMeaningSchema = {
  operationId: 'sayPinMeaning',
  tags: ['SMS'],
  summary: 'Say what the screen after the PIN of a line meant',
  description: 'The modem agent takes it when it next asks for jobs.',
  params: Type.Object({ line: Type.String({ minLength: 1, maxLength: 40 }) }),
  body: Type.Object({
    gateway: Type.String({ minLength: 1, maxLength: 40 }),
    since: Type.String({ minLength: 1, maxLength: 60 }),
    meant: oneOf(PIN_MEANINGS),
    reason: Reason,
  }),
  response: {
    200: Type.Object({ line: Type.String() }),
    ...errorResponses(401, 403, 409, 422, 500, 503),
  },
};

export const revealBalanceSchema = {
  operationId: 'revealBalance',
  tags: ['SMS'],
  summary: 'See what a line has, for an hour',
  description: 'The audit log says who saw it: one entry for each person, line and hour.',
  params: Type.Object({ line: Type.String({ minLength: 1, maxLength: 40 }) }),
  response: {
    200: Type.Object({ balance_xaf: nullable(Type.Number()) }),
    ...errorResponses(401, 403, 404, 422, 500, 503),
  },
};
