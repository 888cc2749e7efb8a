import { Type } from 'typebox';
import { MONEY_CHOICES, RESOLUTIONS } from '../../domain/decisions/resolution.ts';
import { DISMISSAL_MEANINGS } from '../../domain/receipts/dismissal.ts';
import { WaitingChange } from '../access/admin-api.ts';
import { AmountXaf, Msisdn, Reason, ServiceTxId } from '../fields.ts';
import { errorResponses, oneOf } from '../schema.ts';
import { TransactionItem } from '../transactions/staff-transactions-api.ts';
import { State } from '../transactions/transactions-api.ts';
import { withDefault } from '../validation/schema-options.ts';

/** The reason of a decision, and whether the platform can read it. */
const Reasoned = {
  reason: Reason,
  tell_platform: withDefault(
    Type.Boolean({
      description:
        'The reason goes out as `state_reason`. Without it the platform reads a sentence of the service, and the reason stays inside.',
    }),
    false,
  ),
};

const Params = Type.Object({ id: ServiceTxId });

/** The decision was made, or waits for a second person. A repeated click gets the same answer. */
const Decision = Type.Object({
  transaction: TransactionItem,
  outcome: oneOf(['done', 'already_done', 'waits_for_second_person']),
  agreed_otherwise: Type.Optional(
    Type.Literal(true, {
      description:
        'Another person chose other payments, or another use of the money: one of them has to choose as the other did.',
    }),
  ),
  unmatched_receipts: Type.Optional(
    Type.Integer({
      description:
        'So many unused payments may be the one that was confirmed by hand. Look at them, or one may pay a second deposit.',
    }),
  ),
});

const Refusal = {
  detail: Type.String(),
  code: Type.String(),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
};

/** Another person decided first: the state after their decision. */
const Conflict = Type.Object({ ...Refusal, state: State });

/** Why an approval was not accepted. */
const ApprovalRefusal = oneOf([
  'own_payout',
  'set_up_by_approver',
  'access_ended',
  'quarantined',
  'not_as_written',
]);

export const decisionResponses = {
  200: Decision,
  ...errorResponses(401, 404, 422, 500, 503),
  403: Type.Object({ ...Refusal, refusal: Type.Optional(ApprovalRefusal) }),
  409: Conflict,
};

const APPROVALS_SEEN =
  'How many approvals of others that count you have seen. When there is another number by now, ' +
  'nothing is approved, and the answer is a 409.';

const PAYEE_SEEN =
  'The name that you saw under the number. A SIM pays no one whom its operator calls otherwise.';
const PayeeName = Type.String({ minLength: 1, maxLength: 1_000, description: PAYEE_SEEN });

export const approveSchema = {
  operationId: 'approveWithdrawal',
  tags: ['Decisions'],
  summary: 'Approve a withdrawal',
  params: Params,
  querystring: Type.Object({
    approvals_seen: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000, description: APPROVALS_SEEN }),
    ),
  }),
  body: Type.Optional(Type.Object({ payee_name: Type.Optional(PayeeName) })),
  response: decisionResponses,
};

export const rejectSchema = {
  operationId: 'rejectWithdrawal',
  tags: ['Decisions'],
  summary: 'Reject a withdrawal',
  params: Params,
  body: Type.Object(Reasoned),
  response: decisionResponses,
};

export const cancelSchema = {
  operationId: 'cancelWithdrawal',
  tags: ['Decisions'],
  summary: 'Cancel an approved withdrawal that no provider has been given yet',
  params: Params,
  body: Type.Object(Reasoned),
  response: decisionResponses,
};

export const bulkApproveSchema = {
  operationId: 'approveWithdrawals',
  tags: ['Decisions'],
  summary: 'Approve several withdrawals, with one result each',
  body: Type.Object({
    ids: Type.Array(ServiceTxId, { minItems: 1, maxItems: 100 }),
    approvals_seen: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 1_000 }), {
        maxItems: 100,
        description: `One for each id, in their order. ${APPROVALS_SEEN}`,
      }),
    ),
    payee_names: Type.Optional(
      Type.Array(Type.Union([Type.String({ minLength: 1, maxLength: 1_000 }), Type.Null()]), {
        maxItems: 100,
        description: `One for each id, in their order. ${PAYEE_SEEN}`,
      }),
    ),
  }),
  response: {
    200: Type.Object({
      results: Type.Array(
        Type.Object({
          id: ServiceTxId,
          outcome: oneOf(['done', 'already_done', 'waits_for_second_person', 'refused']),
          ...Refusal,
          refusal: Type.Optional(ApprovalRefusal),
        }),
      ),
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const resolveSchema = {
  operationId: 'resolveTransaction',
  tags: ['Decisions'],
  summary: 'Decide about a held transaction',
  description:
    'The person who rejects a deposit that has a payment (`has_money`) says with `money` what becomes of it: `free` to pay another deposit, `returned` to the payer, or `sent_back` by a withdrawal that another person approves. Two people have to decide the same where `second_person` says why.',
  params: Params,
  body: Type.Object({
    decision: oneOf(RESOLUTIONS),
    ...Reasoned,
    approvals_seen: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000, description: APPROVALS_SEEN }),
    ),
    money: Type.Optional(oneOf(MONEY_CHOICES)),
    returned_how: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 500,
        description: 'How it was returned: the operator’s id of the transfer, for example.',
      }),
    ),
  }),
  response: decisionResponses,
};

export const askProviderSchema = {
  operationId: 'askProvider',
  tags: ['Decisions'],
  summary: 'Ask the provider now what became of a request; the answer follows in the transaction',
  params: Params,
  response: {
    200: Type.Object({ done: Type.Boolean() }),
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};

export const completeSchema = {
  operationId: 'completeDeposit',
  tags: ['Decisions'],
  summary: 'Complete a deposit by hand from payments received',
  description:
    'The payments come from the player’s number, are unused and add up to at least the amount. What is credited is the deposit’s amount. Two people have to decide it where `needs` of a payment says why.',
  params: Params,
  body: Type.Object({
    receipt_ids: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: 20 }),
    ...Reasoned,
    approvals_seen: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000, description: APPROVALS_SEEN }),
    ),
  }),
  response: decisionResponses,
};

export const dismissReceiptSchema = {
  operationId: 'dismissReceipt',
  tags: ['Receipts'],
  summary: 'Say what a payment was that no deposit can use, and set it aside',
  description:
    '`deposit`: the payment of `deposit_id`, which succeeded without it; it is bound to that one. `returned`: the payer has the money again, which a believed text, a statement or a reversal shows. `forged`: it never came; its entry is turned round. `unknown`: it stays owed. To call a payment in the books `returned` or `forged`, any payment `returned`, or one that only a text reports that of a deposit takes two people.',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  body: Type.Object({
    was: oneOf(DISMISSAL_MEANINGS),
    deposit_id: Type.Optional(ServiceTxId),
    reason: Reason,
  }),
  response: {
    200: Type.Object({ done: Type.Boolean() }),
    202: WaitingChange,
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};

export const sendBackReceiptSchema = {
  operationId: 'sendBackReceipt',
  tags: ['Receipts'],
  summary: 'Send a payment of no platform back to its payer',
  description:
    'Creates a withdrawal to the number that the operator reported, which another person approves like every other. Until it fails, nothing else can use the payment. Only of a payment that a balance, the provider or a statement proves; `no_return` of a payment says why not.',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  body: Type.Object({ reason: Reason }),
  response: {
    200: Type.Object({ withdrawal_id: ServiceTxId }),
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};

export const refundDepositSchema = {
  operationId: 'refundDeposit',
  tags: ['Decisions'],
  summary: 'Give a deposit back to the number that paid it, whole or in part',
  description:
    'Creates a withdrawal that another person approves like every other; the platform gets its webhooks and does not read the reason. Without `amount_xaf`: everything that is left.',
  params: Params,
  body: Type.Object({ amount_xaf: Type.Optional(AmountXaf), reason: Reason }),
  response: {
    200: Type.Object({ withdrawal_id: ServiceTxId }),
    ...errorResponses(401, 403, 404, 409, 422, 429, 500, 503),
  },
};

export const returnOverpaymentSchema = {
  operationId: 'returnOverpayment',
  tags: ['Decisions'],
  summary: 'Send what was paid above a deposit’s amount back to the number that paid it',
  description:
    'Creates a withdrawal that another person approves like every other; the platform knows nothing of it. Only of payments that a balance, the provider or a statement proves; `no_return` of the deposit’s `overpayment` says why not.',
  params: Params,
  body: Type.Object({ reason: Reason }),
  response: {
    200: Type.Object({ withdrawal_id: ServiceTxId }),
    ...errorResponses(401, 403, 404, 409, 422, 429, 500, 503),
  },
};

export const fillInReceiptSchema = {
  operationId: 'fillInReceipt',
  tags: ['Receipts'],
  summary: 'Fill in what could not be read of a payment; another person approves it',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  body: Type.Object({
    payer_msisdn: Type.Optional(Msisdn),
    amount_xaf: Type.Optional(Type.Integer({ minimum: 1 })),
    operator_tx_id: Type.Optional(Type.String({ minLength: 3, maxLength: 64 })),
    reason: Reason,
  }),
  response: {
    202: WaitingChange,
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};
