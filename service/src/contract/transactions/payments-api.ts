import { type Static, Type } from 'typebox';
import { assert } from '../../domain/assert.ts';
import type { AmountBound } from '../../domain/providers/channel.ts';
import type { Instructions as DomainInstructions } from '../../domain/transactions/instructions.ts';
import {
  DEPOSIT_STATES,
  type State,
  type Transaction,
  WITHDRAWAL_STATES,
} from '../../domain/transactions/transaction.ts';
import {
  AmountXaf,
  CallbackUrl,
  CollectionMode,
  Lang,
  Msisdn,
  Operator,
  OptionalRefundOf,
  PlayerId,
  Reason,
  Reference,
  RequestedAmount,
  RequestedOperator,
  refundMember,
  ServiceTxId,
} from '../fields.ts';
import { dateTime, errorResponses, nullable, oneOf } from '../schema.ts';
import { within } from '../validation/integer.ts';
import { RefusedValue, under, type ValidationIssue } from '../validation/issue.ts';
import { withDefault } from '../validation/schema-options.ts';

export function depositSchema() {
  return {
    operationId: 'createDeposit',
    tags: ['Deposits'],
    summary: 'Collect money from a phone',
    description:
      'Creates a deposit and starts its collection. Branch on `collection_mode` of the answer: `merchant_initiated` means that the player confirms on the phone, `customer_initiated` that the player dials `instructions.ussd_string`. The same `reference` again gives the same deposit back.',
    body: Type.Object(
      {
        player_id: PlayerId,
        msisdn: Msisdn,
        amount_xaf: RequestedAmount,
        operator: RequestedOperator,
        reference: Reference,
        callback_url: CallbackUrl,
        lang: Lang,
      },
      { title: 'DepositRequest', description: 'The deposit to create.' },
    ),
    response: {
      200: DepositResponse,
      ...errorResponses(400, 401, 413, 429, 500, 503),
      422: RefusedPayment,
    },
  };
}

export function withdrawalSchema() {
  return {
    operationId: 'createWithdrawal',
    tags: ['Withdrawals'],
    summary: 'Pay money out to a phone',
    description:
      'Creates a withdrawal that staff of the service approve before anything is sent. The same `reference` again gives the same withdrawal back.',
    body: Type.Object(
      {
        player_id: PlayerId,
        msisdn: Msisdn,
        amount_xaf: RequestedAmount,
        operator: RequestedOperator,
        reference: Reference,
        callback_url: CallbackUrl,
      },
      { title: 'WithdrawalRequest', description: 'The withdrawal to create.' },
    ),
    response: {
      200: WithdrawalResponse,
      ...errorResponses(400, 401, 413, 429, 500, 503),
      422: RefusedPayment,
    },
  };
}

export function refundSchema() {
  return {
    operationId: 'createRefund',
    tags: ['Refunds'],
    summary: 'Give the money of a deposit back',
    description:
      'Creates a withdrawal to the number that paid the deposit, which staff approve before anything is sent. All refunds of a deposit together are at most its amount; fees are not given back. An extension of this service. The same `reference` again gives the same refund back.',
    params: Type.Object({ service_tx_id: ServiceTxId }),
    body: Type.Object(
      {
        amount_xaf: withDefault(
          Type.Union([RequestedAmount, Type.Null()], {
            description: 'Whole XAF, at least 100; everything that is left if it is not given.',
            examples: [500],
          }),
          null,
        ),
        reference: Reference,
        reason: withDefault(
          Type.Union([Reason, Type.Null()], {
            description: 'Why, for the people who approve it; it is part of `state_reason`.',
            examples: ['The order was cancelled.'],
          }),
          null,
        ),
        callback_url: CallbackUrl,
      },
      { title: 'RefundRequest', description: 'The refund to create.' },
    ),
    response: {
      200: WithdrawalResponse,
      ...errorResponses(400, 401, 404, 409, 413, 429, 500, 503),
      422: RefusedPayment,
    },
  };
}

/** Only one 422 has a string: a prefix that contradicts the operator. */
const RefusedPayment = Type.Unsafe({
  description:
    'A field is missing or wrong (`detail` lists every problem), or the prefix of the number belongs to the other operator (`detail` is a string).',
  anyOf: [{ $ref: 'ValidationError#' }, { $ref: 'Error#' }],
});

const Instructions = Type.Object(
  {
    ussd_string: Type.String({
      description: 'The code to dial; merchant number and exact amount are part of it.',
      examples: ['*000*000000*5000#'],
    }),
    dial_uri: Type.String({
      description: 'A `tel:` link that opens the dialer with the code.',
      examples: ['tel:*000*000000*5000%23'],
    }),
    copy_text: Type.String({
      description: 'For a copy button: some phones do not open a `tel:` link with `*` or `#`.',
      examples: ['*000*000000*5000#'],
    }),
    steps: Type.Array(
      Type.Object({
        order: Type.Integer({ description: 'The number of the step, from 1.', examples: [1] }),
        text: Type.String({
          description: 'The step, in the `lang` of the request.',
          examples: ['Composez *000*000000*5000# sur votre téléphone.'],
        }),
      }),
      { description: 'What the player does.' },
    ),
    merchant: Type.Object(
      {
        display_name: nullable(
          Type.String({
            description: 'The name that the operator shows the player.',
            examples: ['SANDBOX MERCHANT'],
          }),
        ),
      },
      { description: 'Who is paid.' },
    ),
    illustration_url: nullable(
      Type.String({
        description: 'A picture of the steps; null when there is none.',
        examples: ['https://pay.example/dialling.png'],
      }),
    ),
    illustration_alt: nullable(
      Type.String({
        description: 'The text alternative of the picture.',
        examples: ['The dialling screen of a phone'],
      }),
    ),
    polling_interval_seconds: Type.Integer({
      description: 'How long to wait between two reads of the transaction.',
      examples: [5],
    }),
  },
  {
    title: 'Instructions',
    description: 'What the player dials; null for a merchant-initiated deposit.',
  },
);

/** Only states of the direction: the database enforces it. */
function stateOf(states: readonly State[], notes: { title: string; description: string }) {
  return Type.Unsafe<State>({ type: 'string', enum: states, ...notes });
}

/** What a repeat may say otherwise than the request that created the transaction. */
const COMPARED = ['amount_xaf', 'msisdn', 'operator'] as const;

export type Differences = (typeof COMPARED)[number][];

/** Left out where nothing differs, so that every other answer stays the interface's to the letter. */
const Differs = Type.Optional(
  Type.Array(oneOf(COMPARED), {
    description:
      'An extension of this service: the members that this request gives otherwise than the one that created the transaction. They are ignored; use a new `reference` for another payment. Left out if nothing differs.',
    examples: [['amount_xaf']],
  }),
);

const DepositResponse = Type.Object(
  {
    service_tx_id: ServiceTxId,
    reference: Reference,
    status: stateOf(DEPOSIT_STATES, {
      title: 'DepositState',
      description:
        'The state now: `pending`, `provider_acknowledged` or `failed` for a new deposit; a repeated reference shows whatever state the deposit has reached.',
    }),
    amount_xaf: AmountXaf,
    operator: Operator,
    expires_at: nullable(dateTime('Until when it can be confirmed; null once it is not open.')),
    collection_mode: CollectionMode,
    instructions: nullable(Instructions),
    differs: Differs,
  },
  { title: 'Deposit', description: 'The deposit: the new one, or the one with this reference.' },
);

const WithdrawalResponse = Type.Object(
  {
    service_tx_id: ServiceTxId,
    reference: Reference,
    status: stateOf(WITHDRAWAL_STATES, {
      title: 'WithdrawalState',
      description: '`pending_approval` for a new withdrawal; a repeated reference shows its state.',
    }),
    amount_xaf: AmountXaf,
    operator: Operator,
    refund_of: OptionalRefundOf,
    differs: Differs,
  },
  {
    title: 'Withdrawal',
    description: 'The withdrawal: the new one, or the one with this reference.',
  },
);

/** The issues of an amount that no channel of the operator takes. */
export function amountIssues(amountXaf: number, bound: AmountBound): readonly ValidationIssue[] {
  const checked = within(
    {
      minimum: bound.kind === 'at_least' ? bound.amountXaf : amountXaf,
      maximum: bound.kind === 'at_most' ? bound.amountXaf : amountXaf,
    },
    { number: amountXaf, input: amountXaf },
  );
  assert(checked instanceof RefusedValue, `${amountXaf} is within the bound`);
  return under('body', under('amount_xaf', checked.issues));
}

export interface PaymentBody {
  readonly player_id: string;
  readonly msisdn: string;
  readonly amount_xaf: number;
  readonly operator: string;
  readonly reference: string;
  readonly callback_url: string | null;
}

/** What was asked for and is not what the transaction has. */
export function findDifferences(
  asked: Pick<PaymentBody, (typeof COMPARED)[number]>,
  { amountXaf, msisdn, operator }: Transaction,
): Differences {
  const stored = { amount_xaf: amountXaf, msisdn, operator };
  return COMPARED.filter((name) => asked[name] !== stored[name]);
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
    ...refundMember(transaction.refundOf),
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
