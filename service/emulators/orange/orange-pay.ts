import type { Direction, NewPayment, Payment } from '../book.ts';
import type { Endpoint } from '../emulator.ts';
import { type Answer, type Call, json, parseObject, parseUrl } from '../http.ts';
import type { Outcome } from '../payments.ts';
import { orangeOutcomeOf, REFUSALS } from './orange-numbers.ts';
import { renderOrangePayment } from './orange-render.ts';
import {
  makeTransactionId,
  type OrangeDetails,
  type OrangeProduct,
  type OrangeState,
} from './orange-state.ts';

export const ORANGE_DIRECTIONS = {
  mp: 'collection',
  cashin: 'transfer',
} as const satisfies Record<OrangeProduct, Direction>;

export const NO_FUNDS = '60019';
const SIMILAR = 'Une operation similaire a ete effectuee il y a moins de 5 minutes';

const FIELDS = [
  'subscriberMsisdn',
  'channelUserMsisdn',
  'amount',
  'description',
  'orderId',
  'pin',
  'payToken',
  'notifUrl',
] as const;

type PayBody = Readonly<Record<(typeof FIELDS)[number], string>>;

/** `mp/pay` and `cashin/pay` share a body, but only the second answers with the result. */
export function pay(
  state: OrangeState,
  call: Call,
  product: OrangeProduct,
  funds: Parameters<Endpoint<string>['run']>[0],
): Answer {
  const reading = readBody(state, call.body);
  if (reading.kind === 'bad') return problem(400, reading.message);
  const { body } = reading;
  if (body.pin !== state.account.pin) return problem(417, 'Le code PIN est incorrect');
  if (state.issued.get(body.payToken) !== product) return problem(404, 'PayToken not found');
  const { payments } = state.core;
  const direction = ORANGE_DIRECTIONS[product];
  if (payments.find(direction, body.payToken) !== null) {
    return problem(422, 'PayToken already used');
  }
  if (isSimilarToEarlier(state, direction, body)) {
    return refuse(state, product, body, { code: null, status: 417, text: SIMILAR });
  }
  const outcome = decideOutcome(state, direction, body, funds);
  const code = outcome.kind === 'fail' ? outcome.reason : null;
  const refusal = code === null ? undefined : REFUSALS[code];
  if (refusal !== undefined) return refuse(state, product, body, { code, ...refusal });
  const accepted = toPayment(state, product, body, {
    txnid: makeTransactionId(state, product),
    initStatus: '200',
    initMessage: 'Paiement en attente. Le client confirme avec #150*50#',
  });
  const payment = payments.accept(accepted, outcome, product === 'cashin' ? 'now' : 'later');
  const message = product === 'mp' ? 'Merchant payment successfully initiated' : CASHIN_DONE;
  const isFailed = payment.state === 'failed' || payment.state === 'refused';
  if (!isFailed) return answer(state, 200, message, payment);
  return answer(state, 417, 'Cash in failed', payment);
}

const CASHIN_DONE = 'Cash in performed successfully';

interface Refusal {
  readonly code: string | null;
  readonly status: number;
  readonly text: string;
}

/** A refusal uses up the token, whose status is then that refusal. */
function refuse(
  state: OrangeState,
  product: OrangeProduct,
  body: PayBody,
  { code, status, text }: Refusal,
): Answer {
  const { failureReference, hiddenError } = state.settings;
  const ending = failureReference ? `|${makeTransactionId(state, product)}` : '';
  const message = `${code === null ? '' : `${code} :: `}${text}${ending}`;
  const refused = toPayment(state, product, body, {
    txnid: null,
    initStatus: code ?? String(status),
    initMessage: message,
  });
  const payment = state.core.payments.accept(refused, { kind: 'fail', reason: message }, 'now');
  if (status === 200 && hiddenError === 'in_message') return json(200, { message, data: null });
  return answer(state, status, message, payment);
}

function answer(
  { settings }: OrangeState,
  status: number,
  message: string,
  payment: Payment<OrangeDetails>,
): Answer {
  return json(status, { message, data: renderOrangePayment(settings, payment) });
}

/** The same number and amount within minutes, for any order, counts as a double click. */
function isSimilarToEarlier(
  { core, settings }: OrangeState,
  direction: Direction,
  { subscriberMsisdn, amount }: PayBody,
): boolean {
  return core.payments
    .listOf(subscriberMsisdn)
    .some(
      (earlier) =>
        earlier.direction === direction &&
        earlier.amount === Number(amount) &&
        (earlier.state === 'pending' || earlier.state === 'succeeded') &&
        core.now() - earlier.acceptedAt < settings.similarMs,
    );
}

function decideOutcome(
  { core, settings }: OrangeState,
  direction: Direction,
  { subscriberMsisdn, amount }: PayBody,
  funds: 'booked' | 'none',
): Outcome {
  const isEmpty = direction === 'transfer' && core.payments.float(direction) < Number(amount);
  if (funds === 'none' || isEmpty) return { kind: 'fail', reason: NO_FUNDS };
  return core.outcomes.get(subscriberMsisdn) ?? orangeOutcomeOf(settings, subscriberMsisdn);
}

function toPayment(
  state: OrangeState,
  product: OrangeProduct,
  body: PayBody,
  beginning: Pick<OrangeDetails, 'txnid' | 'initStatus' | 'initMessage'>,
): NewPayment<OrangeDetails> {
  const { payToken, orderId, subscriberMsisdn, amount } = body;
  const { description, notifUrl, channelUserMsisdn } = body;
  return {
    reference: payToken,
    direction: ORANGE_DIRECTIONS[product],
    externalId: orderId,
    msisdn: subscriberMsisdn,
    amount: Number(amount),
    details: {
      id: state.nextId(),
      product,
      amount,
      orderId,
      description,
      notifUrl,
      channelUserMsisdn,
      ...beginning,
    },
  };
}

type Reading =
  | { readonly kind: 'good'; readonly body: PayBody }
  | { readonly kind: 'bad'; readonly message: string };

function readBody({ account }: OrangeState, text: string): Reading {
  const body = parseObject(text);
  if (body === null) return { kind: 'bad', message: 'The body is not a JSON object' };
  const wrong = FIELDS.find((field) => typeof body[field] !== 'string');
  if (wrong !== undefined) return { kind: 'bad', message: `${wrong} has to be a text` };
  const known = body as PayBody;
  const broken = RULES.find(([field, isGood]) => !isGood(known[field]));
  if (broken !== undefined) return { kind: 'bad', message: `${broken[0]} is not valid` };
  if (known.channelUserMsisdn !== account.channelMsisdn) {
    return { kind: 'bad', message: 'channelUserMsisdn is not of this merchant' };
  }
  return { kind: 'good', body: known };
}

const RULES: readonly (readonly [keyof PayBody, (text: string) => boolean])[] = [
  ['subscriberMsisdn', (text) => /^6\d{8}$/.test(text)],
  ['amount', (text) => /^[1-9]\d{0,11}$/.test(text)],
  ['orderId', (text) => /^[^-]{1,20}$/.test(text)],
  ['notifUrl', (text) => parseUrl(text) !== null],
];

export function problem(status: number, message: string): Answer {
  return json(status, { message, data: null });
}
