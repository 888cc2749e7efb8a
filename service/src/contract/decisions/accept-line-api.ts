import { Type } from 'typebox';
import { AmountXaf, PlayerId, Reference, ServiceTxId } from '../fields.ts';
import { RemarkBody } from '../remark.ts';
import { errorResponses, nullable } from '../schema.ts';
import { State } from '../transactions/transactions-api.ts';

const ForeseenPayment = Type.Object({
  receipt_id: Type.String(),
  amount_xaf: AmountXaf,
  payer_msisdn: Type.String(),
  payer_name: nullable(Type.String()),
  is_credited: Type.Boolean({ description: 'Whether it would move the deposit.' }),
  deposit: nullable(
    Type.Object({
      id: ServiceTxId,
      reference: Reference,
      player_id: PlayerId,
      state: State,
    }),
  ),
  // What would happen to it, or why it would still be held.
  reason: RemarkBody,
});

export const foreseeLineSchema = {
  operationId: 'foreseeLine',
  tags: ['SMS'],
  summary: 'What accepting the texts of a line would do now',
  params: Type.Object({ line: Type.String({ minLength: 1, maxLength: 40 }) }),
  response: {
    200: Type.Object({
      payments: Type.Array(ForeseenPayment, { description: 'Those that wait for the line.' }),
      balances: Type.Array(
        Type.Object({ balance_cents: Type.Integer(), becomes_cents: Type.Integer() }),
        { description: 'What could be accepted, and what the line would then go on from.' },
      ),
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const acceptLineSchema = {
  operationId: 'acceptLine',
  tags: ['SMS'],
  summary: 'Somebody has looked at a line: go on from the balance they saw, match what waited',
  params: Type.Object({ line: Type.String({ minLength: 1, maxLength: 40 }) }),
  body: Type.Object({
    balance_cents: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      description:
        'What the line holds at the operator, in hundredths: as a text in doubt told it, or as ' +
        'those that fit together do.',
    }),
    break_ids: Type.Array(Type.String({ format: 'uuid' }), {
      minItems: 1,
      maxItems: 1_000,
      description: 'The texts in doubt that you saw. When they are others by now, it is a 409.',
    }),
    reason: Type.String({ minLength: 3, maxLength: 500 }),
  }),
  response: {
    200: Type.Object({ credited: Type.Integer(), held: Type.Integer() }),
    ...errorResponses(401, 403, 409, 422, 500, 503),
  },
};
