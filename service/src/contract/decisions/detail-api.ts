import { Type } from 'typebox';
import { AGREED_DECISIONS, AGREEMENT_REASONS } from '../../domain/access/agreement.ts';
import { BOOK_RULES, type RuleName } from '../../domain/books/rules.ts';
import { HELD_ADVICES } from '../../domain/decisions/held-advice.ts';
import { PAYOUT_SIGNS, SIGN_TONES } from '../../domain/decisions/payout-signs.ts';
import { ACTION_REFUSALS, STAFF_ACTIONS } from '../../domain/decisions/staff-actions.ts';
import { COLLECTION_MODES } from '../../domain/payment-kinds.ts';
import { SAID } from '../../domain/provider-requests/provider-request.ts';
import { AmountXaf, Msisdn, OptionalReasonCode, ServiceTxId } from '../fields.ts';
import { MessageBody } from '../message.ts';
import { ReceiptRow } from '../receipts/receipts-api.ts';
import { DateTime, errorResponses, nullable, nullableOneOf, oneOf } from '../schema.ts';
import { ContradictionItem } from '../transactions/contradictions-api.ts';
import { GivenBack, Needed, TransactionItem } from '../transactions/staff-transactions-api.ts';
import { State } from '../transactions/transactions-api.ts';
import { WebhookRow } from '../webhooks/staff-webhooks-api.ts';

const HistoryRow = Type.Object({
  seq: Type.Integer(),
  from_state: nullable(Type.String()),
  to_state: State,
  trigger: Type.String(),
  reason: MessageBody,
  reason_code: OptionalReasonCode,
  actor: Type.String({ description: 'As a person reads it: a name, or what acted.' }),
  at: DateTime,
});

const ProviderRequest = Type.Object(
  {
    provider_id: Type.String(),
    reference: Type.String({ description: 'What we call the request; the provider knows it.' }),
    sent_at: nullable(DateTime),
    asked: Type.Integer({ description: 'How often the provider was asked for the status.' }),
    asked_at: nullable(DateTime),
    said: nullableOneOf(SAID),
    said_at: nullable(DateTime),
    next_step_at: nullable(DateTime),
    problem: nullable(MessageBody),
    tried: Type.Array(Type.String(), {
      description: 'Providers that have certainly not taken it.',
    }),
  },
  { description: 'The one request that the transaction has with a provider.' },
);

const EvidenceRow = Type.Object({
  at: DateTime,
  provider_id: Type.String(),
  kind: oneOf(['exchange', 'callback']),
  request: Type.String({ description: 'Method and path, without secrets.' }),
  status: nullable(Type.Integer()),
  answer: nullable(Type.String()),
  error: nullable(Type.String()),
});

const ReportRow = Type.Object({
  operator_tx_id: Type.String(),
  wallet: Type.String({ description: 'The account that the money left.' }),
  sms_id: nullable(Type.String({ description: 'The text, or null for a statement.' })),
  at: DateTime,
});

const EntryRow = Type.Object({
  rule: oneOf(Object.keys(BOOK_RULES) as RuleName[]),
  debit: Type.String({
    description: 'Kind of the account, and which one where there are several.',
  }),
  credit: Type.String(),
  amount_xaf: Type.Number(),
  booked_at: DateTime,
  value_at: DateTime,
});

export const TransactionDetail = Type.Object({
  ...TransactionItem.properties,
  // `state_reason` as a code, for the reader's language; older processes leave it out.
  state_remark: Type.Optional(MessageBody),
  msisdn: Msisdn,
  collection_mode: nullableOneOf(COLLECTION_MODES),
  provider_tx_id: nullable(Type.String()),
  has_money: Type.Boolean({
    description:
      'A payment for the deposit is known; the person who rejects it says what becomes of it.',
  }),
  // Older processes leave it out.
  money_refusals: Type.Optional(
    nullable(
      Type.Object(
        { returned: nullable(MessageBody), sent_back: nullable(MessageBody) },
        {
          description:
            'Of a held deposit with `has_money`: why its payment cannot go this way now, or `null` if it can.',
        },
      ),
    ),
  ),
  // Older processes leave out both.
  refund_of: Type.Optional(
    nullable(
      Type.Object(
        {
          id: ServiceTxId,
          amount_xaf: AmountXaf,
          created_at: DateTime,
          payer_name: nullable(
            Type.String({ description: 'As the operator reported who paid it.' }),
          ),
        },
        { description: 'The deposit that this withdrawal gives back.' },
      ),
    ),
  ),
  // Older processes leave it out.
  return_of: Type.Optional(
    nullable(
      Type.Object(
        {
          id: Type.String(),
          amount_xaf: AmountXaf,
          received_at: DateTime,
          payer_name: nullable(Type.String()),
        },
        { description: 'The payment of no platform that this withdrawal sends back.' },
      ),
    ),
  ),
  // Older processes leave it out.
  overpayment: Type.Optional(
    nullable(
      Type.Object(
        {
          amount_xaf: AmountXaf,
          no_return: nullable(MessageBody),
          returns: Type.Array(GivenBack),
        },
        {
          description:
            'What was paid above the deposit’s amount: it is owed to the payer. `no_return`: why it cannot be sent back, or null.',
        },
      ),
    ),
  ),
  refunds: Type.Optional(
    Type.Array(GivenBack, {
      description: 'The withdrawals that give this deposit back, newest first.',
    }),
  ),
  callback_url: nullable(Type.String()),
  expires_at: nullable(DateTime),
  merchant_number: nullable(Type.String()),
  payee_name: nullable(
    Type.String({
      description:
        'Whom the provider has under the number; once the payout is settled, whom its approver saw.',
    }),
  ),
  // The result of the name lookup, or `null` if there is nothing to decide.
  payee_lookup: nullableOneOf(['found', 'no_account', 'no_answer']),
  pays: nullable(
    Type.Object(
      {
        provider: Type.String(),
        reported_at: nullable(DateTime),
      },
      { description: 'Who would pay an open payout now, and when its balance was reported.' },
    ),
  ),
  provider_balance_xaf: nullable(
    Type.Number({
      description:
        'What can still be paid out of the account that would pay, as on the page of finance.',
    }),
  ),
  // Older processes leave it out.
  float_after_xaf: Type.Optional(
    nullable(Type.Number({ description: 'What would be left of it after this payout.' })),
  ),
  // Older processes leave it out.
  float_covers: Type.Optional(
    nullable(
      Type.Boolean({
        description:
          'Whether it is enough for this payout, also for who may not see the balance; null if it is not known.',
      }),
    ),
  ),
  // Older processes leave it out.
  application_left_xaf: Type.Optional(
    nullable(
      Type.Integer({
        description:
          'What can still be paid out for the application of an open payout, with its credit line; null without a limit, and for a viewer.',
      }),
    ),
  ),
  // Older processes leave out signs and advice.
  signs: Type.Optional(
    Type.Array(Type.Object({ sign: oneOf(PAYOUT_SIGNS), tone: oneOf(SIGN_TONES) }), {
      description: 'What an approver must see before the payout is sent, the gravest first.',
    }),
  ),
  advice: Type.Optional(nullableOneOf(HELD_ADVICES)),
  approvals: Type.Array(
    Type.Object({
      staff: Type.String(),
      staff_id: Type.String(),
      at: DateTime,
      decision: oneOf(AGREED_DECISIONS),
      reason: nullable(Type.String()),
      counts: Type.Boolean({
        description:
          'Whether it counts for the transaction as it is now; later ones may be needed.',
      }),
    }),
  ),
  second_person: Type.Object(
    {
      confirm: nullableOneOf(AGREEMENT_REASONS),
      reject: nullableOneOf(AGREEMENT_REASONS),
      // Older processes leave it out.
      complete: Type.Optional(
        nullableOneOf(AGREEMENT_REASONS, {
          description: 'Whatever the payment; `needs` of a payment says more.',
        }),
      ),
    },
    { description: 'Why it takes two people to resolve it so; null if one is enough.' },
  ),
  needs_to: Type.Object(
    { confirm: Needed, reject: Needed, reject_returned: Needed, complete: Needed },
    {
      description:
        'The same with its sentence; `needs` is about approving it. `reject_returned`: to reject it and call its payment returned.',
    },
  ),
  alone_left_xaf: nullable(
    Type.Integer({
      description:
        'What the signed-in person may approve alone within 24 hours, without this; null without a limit.',
    }),
  ),
  actions: Type.Array(
    Type.Object({
      action: oneOf(STAFF_ACTIONS),
      refusal: nullableOneOf(ACTION_REFUSALS),
    }),
    { description: 'What staff can do, and why the signed-in person may not; null if they may.' },
  ),
  allowed_actions: Type.Array(oneOf(STAFF_ACTIONS), {
    description: 'What the signed-in person may do with it now.',
  }),
});

export const lookSchema = {
  operationId: 'lookAtTransaction',
  tags: ['Transactions'],
  summary: 'Say that you have it open, and learn which colleagues have too',
  params: Type.Object({ id: ServiceTxId }),
  response: {
    200: Type.Object({ colleagues: Type.Array(Type.String()) }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const readDetailSchema = {
  operationId: 'getTransactionDetail',
  tags: ['Transactions'],
  summary: 'One transaction whole',
  params: Type.Object({ id: ServiceTxId }),
  response: {
    200: Type.Object({
      transaction: TransactionDetail,
      history: Type.Array(HistoryRow),
      webhooks: Type.Array(WebhookRow),
      receipts: Type.Array(
        Type.Object({
          ...ReceiptRow.properties,
          // Older processes leave it out.
          needs: Type.Optional(Needed),
        }),
        {
          description:
            'That paid it, or of its number. `needs` is about completing the deposit from it; of several payments the one that needs most decides.',
        },
      ),
      related: Type.Array(TransactionItem, { description: 'Of the same number, newest first.' }),
      submission: nullable(ProviderRequest),
      contradictions: Type.Array(ContradictionItem, {
        description: 'What was said against what was settled, newest first.',
      }),
      // Older processes leave it out.
      entries: Type.Optional(
        Type.Array(EntryRow, {
          description: 'What is in the books about it and its payments, oldest first.',
        }),
      ),
      evidence: Type.Array(EvidenceRow, {
        description: 'What providers said about it, word for word, oldest first.',
      }),
      // Older processes leave it out.
      reports: Type.Optional(
        Type.Array(ReportRow, {
          description:
            'Money out of its number and amount that texts or statements report: it, or one of several like it.',
        }),
      ),
    }),
    ...errorResponses(401, 403, 404, 422, 500, 503),
  },
};
