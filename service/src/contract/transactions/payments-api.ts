import { type Static, Type } from 'typebox';
import { assert } from '../../domain/assert.ts';
import type { AmountBound } from '../../domain/providers/channel.ts';
import type { Instructions as DomainInstructions } from '../../domain/transactions/instructions.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import {
  AmountXaf,
  amount,
  CallbackUrl,
  CollectionMode,
  Lang,
  Msisdn,
  Operator,
  PlayerId,
  Reference,
  RequestedOperator,
  ServiceTxId,
} from '../fields.ts';
import { DateTime, errorResponses, nullable } from '../schema.ts';
import { within } from '../validation/integer.ts';
import { Refusal, under, type ValidationIssue } from '../validation/issue.ts';

export function depositSchema({ amountMaxXaf }: { readonly amountMaxXaf: number }) {
  return {
    operationId: 'createDeposit',
    tags: ['Deposits'],
    summary: 'Collect money from a phone',
    description:
      'Creates a deposit and starts its collection. Branch on `collection_mode` of the answer: `merchant_initiated` means that the player confirms on the phone, `customer_initiated` that the player dials `instructions.ussd_string`. The same `reference` again gives the same deposit back.',
    body: Type.Object({
      player_id: PlayerId,
      msisdn: Msisdn,
      amount_xaf: amount(amountMaxXaf),
      operator: RequestedOperator,
      reference: Reference,
      callback_url: CallbackUrl,
      lang: Lang,
    }),
    response: {
      200: DepositResponse,
      ...errorResponses(400, 401, 413, 429, 500, 503),
      422: RefusedPayment,
    },
  };
}

export function withdrawalSchema({ amountMaxXaf }: { readonly amountMaxXaf: number }) {
  return {
    operationId: 'createWithdrawal',
    tags: ['Withdrawals'],
    summary: 'Pay money out to a phone',
    description:
      'Creates a withdrawal that staff of the service approve before anything is sent. The same `reference` again gives the same withdrawal back.',
    body: Type.Object({
      player_id: PlayerId,
      msisdn: Msisdn,
      amount_xaf: amount(amountMaxXaf),
      operator: RequestedOperator,
      reference: Reference,
      callback_url: CallbackUrl,
    }),
    response: {
      200: WithdrawalResponse,
      ...errorResponses(400, 401, 413, 429, 500, 503),
      422: RefusedPayment,
    },
  };
}

/** Only one 422 has a string in it: when the prefix contradicts the operator. */
const RefusedPayment = Type.Unsafe({
  description:
    'A field is missing or wrong (`detail` lists every problem), or the prefix of the number belongs to the other operator (`detail` is a string).',
  anyOf: [{ $ref: 'ValidationError#' }, { $ref: 'Error#' }],
});

const Instructions = Type.Object({
  ussd_string: Type.String({ examples: ['*000*000000*5000#'] }),
  dial_uri: Type.String({ examples: ['tel:*000*000000*5000%23'] }),
  copy_text: Type.String(),
  steps: Type.Array(Type.Object({ order: Type.Integer(), text: Type.String() })),
  merchant: Type.Object({ display_name: nullable(Type.String()) }),
  illustration_url: nullable(Type.String()),
  illustration_alt: nullable(Type.String()),
  polling_interval_seconds: Type.Integer(),
});

const DepositResponse = Type.Object({
  service_tx_id: ServiceTxId,
  reference: Reference,
  status: Type.String({
    description:
      'The state now: `pending`, `provider_acknowledged` or `failed` for a new deposit; a repeated reference shows whatever state the deposit has reached.',
    examples: ['pending'],
  }),
  amount_xaf: AmountXaf,
  operator: Operator,
  expires_at: nullable(DateTime),
  collection_mode: CollectionMode,
  instructions: nullable(Instructions),
});

const WithdrawalResponse = Type.Object({
  service_tx_id: ServiceTxId,
  reference: Reference,
  status: Type.String({
    description: '`pending_approval` for a new withdrawal; a repeated reference shows its state.',
    examples: ['pending_approval'],
  }),
  amount_xaf: AmountXaf,
  operator: Operator,
});

/** What the 422 says about an amount that no channel of the operator takes. */
export function amountIssues(amountXaf: number, bound: AmountBound): readonly ValidationIssue[] {
  const checked = within(
    {
      minimum: bound.kind === 'at_least' ? bound.amountXaf : amountXaf,
      maximum: bound.kind === 'at_most' ? bound.amountXaf : amountXaf,
    },
    { number: amountXaf, input: amountXaf },
  );
  assert(checked instanceof Refusal, `${amountXaf} is within the bound`);
  return under('body', under('amount_xaf', checked.issues));
}

export function toDepositResponse(transaction: Transaction): Static<typeof DepositResponse> {
  return {
    ...toWithdrawalResponse(transaction),
    expires_at: transaction.expiresAt?.toISOString() ?? null,
    collection_mode: transaction.collectionMode ?? 'merchant_initiated',
    instructions: transaction.instructions && toWireInstructions(transaction.instructions),
  };
}

export function toWithdrawalResponse(transaction: Transaction): Static<typeof WithdrawalResponse> {
  return {
    service_tx_id: transaction.id,
    reference: transaction.reference,
    status: transaction.state,
    amount_xaf: transaction.amountXaf,
    operator: transaction.operator,
  };
}

function toWireInstructions(instructions: DomainInstructions): Static<typeof Instructions> {
  return {
    ussd_string: instructions.ussdString,
    dial_uri: instructions.dialUri,
    copy_text: instructions.copyText,
    steps: instructions.steps.map(({ order, text }) => ({ order, text })),
    merchant: { display_name: instructions.merchant.displayName },
    illustration_url: instructions.illustrationUrl,
    illustration_alt: instructions.illustrationAlt,
    polling_interval_seconds: instructions.pollingIntervalSeconds,
  };
}
