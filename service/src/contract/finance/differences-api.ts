import { Type } from 'typebox';
import { DIFFERENCE_KINDS, PROPOSED_ACTS } from '../../domain/finance/line-record.ts';
import { WaitingChange } from '../access/admin-api.ts';
import { Reason } from '../fields.ts';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

/** Fees have hundredths, so amounts of statements may have them. */
const Xaf = Type.Number();

const Difference = Type.Object({
  id: Type.String(),
  wallet: Type.String(),
  kind: oneOf(DIFFERENCE_KINDS),
  proposed_act: oneOf([...new Set(Object.values(PROPOSED_ACTS))]),
  operator_tx_id: nullable(
    Type.String({ description: '`null` of a payment of which no id is known.' }),
  ),
  transaction_id: nullable(Type.String()),
  direction: oneOf(['in', 'out']),
  is_computed: Type.Boolean({ description: 'A formula gave a figure of its line.' }),
  is_in_opening: Type.Boolean({
    description: 'The balance with which the wallet was opened has its line: it is not recorded.',
  }),
  other: nullable(Type.String({ description: 'The number or name of the other side.' })),
  fee_xaf: nullable(Type.Number({ description: 'As the statement has it.' })),
  ours_xaf: nullable(Xaf),
  theirs_xaf: nullable(Xaf),
  at: Type.String({ format: 'date-time', description: 'Of the payment.' }),
  found_at: DateTime,
  said: Type.Array(
    Type.Object({
      file_name: Type.String(),
      direction: oneOf(['in', 'out']),
      amount_xaf: Xaf,
      other: nullable(Type.String()),
      is_failed: Type.Boolean(),
      is_computed: Type.Boolean(),
    }),
    { description: 'What each file says of a line, the oldest first, where they disagree.' },
  ),
});

export const listDifferencesSchema = {
  operationId: 'listDifferences',
  tags: ['Finance'],
  summary: 'Where statements of operators differ from what we have, the oldest first',
  response: {
    200: Type.Object({ items: Type.Array(Difference) }),
    ...errorResponses(401, 403, 500, 503),
  },
};

const Params = Type.Object({ id: Type.String({ format: 'uuid' }) });
const Done = Type.Object({ done: Type.Boolean() });

export const recordLineSchema = {
  operationId: 'recordLine',
  tags: ['Finance'],
  summary: 'Make a receipt of the line and match it, or book what else it reports, by two people',
  params: Params,
  body: Type.Object({ reason: Reason }),
  response: {
    200: Done,
    202: WaitingChange,
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};

export const askAboutDifferenceSchema = {
  operationId: 'askAboutDifference',
  tags: ['Finance'],
  summary: 'Ask the provider about the transaction of a difference',
  params: Params,
  response: { 200: Done, ...errorResponses(401, 403, 404, 409, 500, 503) },
};

export const explainDifferenceSchema = {
  operationId: 'explainDifference',
  tags: ['Finance'],
  summary: 'Close a difference that is explained; no money moves by it',
  description:
    'It opens again when what it explained changes. Above `approval_second_person_xaf` it takes two people.',
  params: Params,
  body: Type.Object({
    reason: Reason,
    expects_fees: withDefault(
      Type.Boolean({
        description:
          'Of a fee that nobody reported: such fees of this wallet and direction, neither higher nor a larger share, are expected, and are booked as statements report them.',
      }),
      false,
    ),
  }),
  response: {
    200: Done,
    202: WaitingChange,
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};

export const adjustSchema = {
  operationId: 'adjust',
  tags: ['Finance'],
  summary: 'Correct an account of the books, by two people',
  body: Type.Object({
    account: Type.String({
      maxLength: 200,
      description: 'As `momo books adjust` takes it: `wallet:<operator>:<number>`, `disputed` …',
    }),
    change_xaf: Type.Integer({
      minimum: -9_999_999_999_999,
      maximum: 9_999_999_999_999,
      description: 'Positive: more in a wallet, or more that we owe. Not 0.',
    }),
    reason: Reason,
    evidence: Type.String({
      minLength: 3,
      maxLength: 500,
      description: 'Where it can be checked.',
    }),
    difference_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'The difference by which it was found: none that the opening balance has is corrected.',
      }),
    ),
  }),
  response: {
    200: Done,
    202: WaitingChange,
    ...errorResponses(400, 401, 403, 404, 409, 422, 500, 503),
  },
};
