import { Type } from 'typebox';
import { MIN_AMOUNT_XAF } from '../../domain/money.ts';
import { WaitingChange } from '../access/admin-api.ts';
import {
  Msisdn,
  OptionalReasonCode,
  OptionalRefundOf,
  ProviderTxId,
  Reason,
  Reference,
  ServiceTxId,
} from '../fields.ts';
import { closedQuery, dateTime, day, errorResponses, nullable, oneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

export const MOVEMENT_KINDS = [
  'deposit',
  'withdrawal',
  'withdrawal_returned',
  'fee',
  'settlement',
  'correction',
] as const;

function amount(description: string) {
  return Type.Integer({ description, examples: [5_000] });
}

const Movement = Type.Object(
  {
    kind: oneOf(MOVEMENT_KINDS, { title: 'MovementKind', description: 'Why the balance changed.' }),
    amount_xaf: amount('Positive: the balance grows.'),
    service_tx_id: nullable(ServiceTxId),
    reference: nullable(Reference),
    provider_tx_id: ProviderTxId,
    reason_code: OptionalReasonCode,
    refund_of: OptionalRefundOf,
    booked_at: dateTime('When it was booked.'),
    value_at: dateTime('When the money moved, as far as the operator reports it.'),
  },
  { title: 'Movement', description: 'A change of what you are owed.' },
);

export const statementSchema = {
  operationId: 'getStatement',
  tags: ['Statement'],
  summary: 'Your movements and balance over some days',
  description:
    'What you are owed, and everything that changed it, the oldest first. The opening balance and all movements of the days make the closing balance.',
  querystring: closedQuery({
    from: day('The first day, in Douala.'),
    to: day('The last day, in Douala.'),
    cursor: Type.Optional(
      Type.String({
        maxLength: 400,
        description: 'The `next_cursor` of the page before.',
        examples: ['eyJhdCI6…'],
      }),
    ),
    limit: withDefault(
      Type.Integer({
        minimum: 1,
        maximum: 500,
        description: 'Movements per page.',
        examples: [100],
      }),
      100,
    ),
  }),
  response: {
    200: Type.Object(
      {
        from: day('The first day, in Douala.'),
        to: day('The last day, in Douala.'),
        opening_balance_xaf: amount('What you were owed when the first day began.'),
        closing_balance_xaf: amount('What you were owed when the last day ended.'),
        items: Type.Array(Movement, { description: 'The movements of this page.' }),
        next_cursor: nullable(
          Type.String({ description: 'Null after the last page.', examples: ['eyJhdCI6…'] }),
        ),
      },
      { title: 'Statement', description: 'A page of your account with us.' },
    ),
    ...errorResponses(401, 422, 429, 500, 503),
  },
};

export const balanceSchema = {
  operationId: 'getBalance',
  tags: ['Statement'],
  summary: 'What you have with us now',
  description:
    'What you are owed, what your approved withdrawals still need of it, and what can be paid out. A withdrawal beyond that is created all the same, and two people of staff decide it.',
  querystring: closedQuery({}),
  response: {
    200: Type.Object(
      {
        balance_xaf: amount('What you are owed; negative if more was paid out.'),
        promised_xaf: amount(
          'Withdrawals that are approved and not sent yet, and settlements on their way to you.',
        ),
        credit_line_xaf: nullable(
          amount('How far withdrawals may go beyond what you have; null without a limit.'),
        ),
        available_xaf: nullable(
          amount('The balance less what is promised, with the credit line; null without a limit.'),
        ),
      },
      { title: 'Balance', description: 'Your account with us, as it is now.' },
    ),
    ...errorResponses(401, 422, 429, 500, 503),
  },
};

const Day = day('Of Douala, both included.');

const Application = Type.Object({
  id: Type.String(),
  name: Type.String(),
  owed_xaf: Type.Integer({ description: 'What we ever came to owe it, without settlements.' }),
  settled_xaf: Type.Integer({ description: 'What it was paid of that.' }),
  left_xaf: Type.Integer({ description: 'What we still owe it.' }),
  promised_xaf: Type.Integer({
    description: 'Payouts that are approved and not sent yet, and settlements that were asked for.',
  }),
  credit_xaf: nullable(
    Type.Integer({ description: 'How far payouts may go beyond what it has; null: no limit.' }),
  ),
  available_xaf: nullable(
    Type.Integer({ description: 'What can be paid out for it; null: no limit.' }),
  ),
  is_only: Type.Boolean({
    description: 'No other application has money in the books: its credit line limits nothing.',
  }),
});

export const listApplicationMoneySchema = {
  operationId: 'listApplicationMoney',
  tags: ['Finance'],
  summary: 'What each platform is owed, was paid of it, and may spend',
  response: {
    200: Type.Object({ items: Type.Array(Application) }),
    ...errorResponses(401, 403, 500, 503),
  },
};

const ApplicationName = Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) });
const Amount = { minimum: 0, maximum: 9_999_999_999_999 };
const Acted = {
  200: Type.Object({ done: Type.Literal(true) }),
  202: WaitingChange,
  ...errorResponses(401, 403, 404, 409, 422, 500, 503),
};

export const setCreditSchema = {
  operationId: 'setCreditLine',
  tags: ['Finance'],
  summary: 'Set how far an application’s payouts may go beyond what it has; more by two people',
  params: ApplicationName,
  body: Type.Object({
    credit_xaf: Type.Union([Type.Integer(Amount), Type.Null()], { description: 'Null: no limit.' }),
    reason: Reason,
  }),
  response: Acted,
};

const SettlementReference = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[!-~]([ -~]*[!-~])?$',
  description: 'What the bank or operator calls the transfer; each counts once.',
});

export const settleSchema = {
  operationId: 'settleApplication',
  tags: ['Finance'],
  summary: 'Record that an application was paid what it is owed, by two people',
  params: ApplicationName,
  body: Type.Object({
    amount_xaf: Type.Integer({ ...Amount, minimum: 1 }),
    reference: SettlementReference,
    paid_to: Type.String({ minLength: 3, maxLength: 200, description: 'The account or number.' }),
    reason: Reason,
  }),
  response: Acted,
};

export const paySettlementSchema = {
  operationId: 'paySettlement',
  tags: ['Finance'],
  summary: 'Pay an application what it is owed to a Mobile Money number',
  description:
    'Creates a withdrawal, which a person who decides about payouts approves like every other. Until it has left, or failed, nothing else can spend its amount.',
  params: ApplicationName,
  body: Type.Object({
    amount_xaf: Type.Integer({ ...Amount, minimum: MIN_AMOUNT_XAF }),
    reference: SettlementReference,
    msisdn: Msisdn,
    reason: Reason,
  }),
  response: {
    200: Type.Object({ withdrawal_id: ServiceTxId }),
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};

export const reportSchema = {
  operationId: 'getReport',
  tags: ['Finance'],
  summary: 'What moved a wallet or an application’s account over some days, as a file, streamed',
  querystring: Type.Object({
    wallet: Type.Optional(Type.String({ maxLength: 100, description: 'Operator and number.' })),
    application: Type.Optional(
      Type.String({ maxLength: 100, description: 'Its name; used when no wallet is given.' }),
    ),
    from: Day,
    to: Day,
    format: oneOf(['xlsx', 'csv']),
  }),
};

export const listReportAccountsSchema = {
  operationId: 'listReportAccounts',
  tags: ['Finance'],
  summary: 'The wallets and applications that have reports, and the accounts that may be corrected',
  response: {
    200: Type.Object({
      wallets: Type.Array(Type.String()),
      applications: Type.Array(Type.String()),
      // Older processes leave it out.
      adjustable: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'The accounts that exist and may be corrected, as `account` of an adjustment.',
        }),
      ),
    }),
    ...errorResponses(401, 403, 500, 503),
  },
};
