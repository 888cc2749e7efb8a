import type { Direction, Payment } from '../book.ts';
import { type Answer, type Call, json, parseObject } from '../http.ts';
import type { Outcome } from '../payments.ts';
import {
  checkCaller,
  checkPayment,
  findCallbackProblem,
  isMessage,
  isReference,
} from './mtn-checks.ts';
import { mtnError } from './mtn-errors.ts';
import { outcomeOf } from './mtn-numbers.ts';
import type { MtnDetails, MtnSettings, MtnState, Product } from './mtn-state.ts';

export const DIRECTIONS = {
  collection: 'collection',
  disbursement: 'transfer',
} as const satisfies Record<Product, Direction>;

/** The usual reason for "no money", which is not among the published reasons. */
const PAYER_WITHOUT_MONEY = 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED';
export const FLOAT_EMPTY = 'NOT_ENOUGH_FUNDS';

/** `requesttopay` and `transfer`. */
export function createPayment(
  state: MtnState,
  call: Call,
  product: Product,
  funds: 'booked' | 'none',
): Answer {
  const caller = checkCaller(state, call, product);
  if (caller.kind === 'bad') return caller.answer;
  const direction = DIRECTIONS[product];
  const reference = call.headers['x-reference-id'] ?? '';
  if (!isReference(reference)) return mtnError('BAD_REQUEST', 'X-Reference-Id is not a UUID v4.');
  const { payments } = state.core;
  if (payments.find(direction, reference.toLowerCase()) !== null) {
    return mtnError('RESOURCE_ALREADY_EXIST');
  }
  const callbackUrl = call.headers['x-callback-url'];
  const callbackProblem = findCallbackProblem(state, caller.value, callbackUrl);
  if (callbackProblem !== null) return callbackProblem;
  const partyName = product === 'collection' ? 'payer' : 'payee';
  const checked = checkPayment(state.settings, call.body, partyName);
  if (checked.kind === 'bad') return checked.answer;
  const body = checked.value;
  payments.accept(
    {
      reference: reference.toLowerCase(),
      direction,
      externalId: body.externalId ?? '',
      msisdn: body.party.partyId,
      amount: Number(body.amount),
      details: {
        ...body,
        product,
        callbackUrl: callbackUrl ?? null,
        financialTransactionId: state.nextFinancialId(),
      },
    },
    decideOutcome(state, body.party.partyId, direction, funds),
  );
  return { status: 202, body: '' };
}

export function readPayment(
  state: MtnState,
  call: Call,
  product: Product,
  reference: string,
): Answer {
  const caller = checkCaller(state, call, product);
  if (caller.kind === 'bad') return caller.answer;
  if (!isReference(reference)) return mtnError('BAD_REQUEST', 'The reference is not a UUID v4.');
  const payment = state.core.payments.find(DIRECTIONS[product], reference.toLowerCase());
  if (payment === null) return mtnError('RESOURCE_NOT_FOUND');
  return json(200, renderPayment(state.settings, payment));
}

/** Shows the prompt to the payer again. */
export function remindPayer(state: MtnState, call: Call, reference: string): Answer {
  const caller = checkCaller(state, call, 'collection');
  if (caller.kind === 'bad') return caller.answer;
  const message = parseObject(call.body)?.['notificationMessage'];
  if (typeof message !== 'string' || !isMessage(message)) {
    return mtnError('BAD_REQUEST', 'notificationMessage is not valid.');
  }
  const payment = state.core.payments.find('collection', reference.toLowerCase());
  return payment === null ? mtnError('RESOURCE_NOT_FOUND') : { status: 200, body: '' };
}

/** The status resource, which is also the body of the callback. */
export function renderPayment(
  { reasonShape }: Pick<MtnSettings, 'reasonShape'>,
  { state, reason, details }: Payment<MtnDetails>,
): Readonly<Record<string, unknown>> {
  const { amount, currency, externalId, party, payerMessage, payeeNote } = details;
  const cause = REASONS[state] ?? reason;
  return {
    amount,
    currency,
    ...(state === 'succeeded' ? { financialTransactionId: details.financialTransactionId } : {}),
    ...(externalId === null ? {} : { externalId }),
    [details.product === 'collection' ? 'payer' : 'payee']: party,
    ...(payerMessage === null ? {} : { payerMessage }),
    ...(payeeNote === null ? {} : { payeeNote }),
    status: STATUSES[state],
    ...(cause === null ? {} : { reason: shapeReason(cause, reasonShape) }),
  };
}

const STATUSES = {
  pending: 'PENDING',
  succeeded: 'SUCCESSFUL',
  failed: 'FAILED',
  refused: 'FAILED',
  expired: 'FAILED',
} as const satisfies Record<Payment<MtnDetails>['state'], string>;

const REASONS = {
  pending: null,
  succeeded: null,
  failed: null,
  refused: 'APPROVAL_REJECTED',
  expired: 'EXPIRED',
} as const satisfies Record<Payment<MtnDetails>['state'], string | null>;

function shapeReason(code: string, shape: MtnSettings['reasonShape']): unknown {
  if (shape === 'text') return code;
  return { code, message: code.toLowerCase().replaceAll('_', ' ') };
}

function decideOutcome(
  { settings, core }: MtnState,
  msisdn: string,
  direction: Direction,
  funds: 'booked' | 'none',
): Outcome {
  if (funds === 'none') {
    return {
      kind: 'fail',
      reason: direction === 'collection' ? PAYER_WITHOUT_MONEY : FLOAT_EMPTY,
    };
  }
  return core.outcomes.get(msisdn) ?? outcomeOf(settings, msisdn, direction);
}
