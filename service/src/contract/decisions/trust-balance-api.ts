import { Type } from 'typebox';
import { WaitingChange } from '../access/admin-api.ts';
import { AmountXaf, PlayerId, Reason, Reference, ServiceTxId } from '../fields.ts';
import { MessageBody } from '../message.ts';
import { errorResponses, nullable } from '../schema.ts';
import { State } from '../transactions/transactions-api.ts';

const LineParams = Type.Object({ line: Type.String({ minLength: 1, maxLength: 40 }) });

const BalanceCents = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000_000,
  description: 'What the line has, in hundredths, read off the operator’s own screen.',
});

/** Texts keep arriving while a person reads a screen and types. */
const MinutesAgo = Type.Integer({
  minimum: 0,
  maximum: 10,
  default: 0,
  description: 'How many minutes ago it was read.',
});

const PaymentPreview = Type.Object({
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
  // What would happen to it, or why it would stay held.
  reason: MessageBody,
});

const Left = Type.Integer({
  description: 'Payments that do not lead to this balance: each is decided by itself.',
});

export const previewLineSchema = {
  operationId: 'previewLine',
  tags: ['SMS'],
  summary: 'What it would do now to trust a balance of a line',
  description:
    'It names no difference to what the line has: the person who types a balance gives a reason first.',
  params: LineParams,
  querystring: Type.Object({
    balance_cents: BalanceCents,
    minutes_ago: Type.Optional(MinutesAgo),
  }),
  response: {
    200: Type.Object({
      payments: Type.Array(PaymentPreview, { description: 'Those that wait for the line.' }),
      left: Left,
    }),
    ...errorResponses(401, 403, 404, 422, 500, 503),
  },
};

export const trustBalanceSchema = {
  operationId: 'trustBalance',
  tags: ['SMS'],
  summary: 'Open a line, or go on after a gap, with the balance that the operator shows',
  description:
    'Payments whose texts end in this balance or pass through it are matched, and no others.',
  params: LineParams,
  body: Type.Object({
    balance_cents: BalanceCents,
    minutes_ago: Type.Optional(MinutesAgo),
    reason: Reason,
  }),
  response: {
    200: Type.Object({
      credited: Type.Integer({ description: 'Payments that completed their deposits.' }),
      to_decide: Type.Integer({
        description: 'Payments that came too late: staff decide about their deposits.',
      }),
      held: Type.Integer(),
      left: Left,
      becomes_cents: Type.Integer({ description: 'From where the line goes on.' }),
      gap: nullable(MessageBody),
    }),
    ...errorResponses(401, 403, 404, 422, 500, 503),
  },
};

export const declareLineSchema = {
  operationId: 'declareWithoutBalances',
  tags: ['SMS'],
  summary: 'Declare that the texts of a line name no balance',
  description:
    'It takes two people. From then on anyone who can send a text in the operator’s name can have a deposit credited. What ' +
    'waits is not credited by this.',
  params: LineParams,
  body: Type.Object({ reason: Reason }),
  response: {
    200: Type.Object({ line: Type.String() }),
    202: WaitingChange,
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};
