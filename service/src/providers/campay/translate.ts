import type { Message, SystemMessageCode } from '../../domain/messages/message.ts';
import type { ByOperator, Operator } from '../../domain/operators/operator.ts';
import { answersOf, refused, unknown } from '../answers.ts';
import type { Answered, HttpAnswer } from '../http-client.ts';
import type {
  HealthAnswer,
  HintedPayment,
  PreparedOrder,
  ReceivedCallback,
  SendAnswer,
  StatusAnswer,
} from '../provider.ts';
import { whyNotSent } from '../session.ts';
import {
  cleanWords,
  isNumberOf,
  type JsonObject,
  readAmount,
  readFeeCents,
  readJson,
  readObject,
  readText,
} from '../wire.ts';

export const OF_CAMPAY = answersOf('CamPay');
const { refusedBy, lost, answered, unknownStatus, ofAnother, differing } = OF_CAMPAY;

/** What CamPay calls the operators that it serves. */
const CAMPAY_NAMES: Partial<ByOperator<string>> = { mtn: 'MTN', orange: 'ORANGE' };

/** Refusals after a look at the payment. What is not here leaves open whether it was taken. */
const REFUSALS: Readonly<Record<string, Message | SystemMessageCode>> = {
  ER101: 'not_number_of_operator',
  ER102: 'not_number_of_operator',
  ER201: { code: 'amount_outside_limits' },
};

/** The answer names only CamPay's own id: it is the handle. */
export function toSendAnswer(answer: HttpAnswer): SendAnswer {
  if (answer.kind === 'not_sent') return refusedBy(whyNotSent(answer));
  if (answer.kind === 'lost') return lost('system_answer_lost', answer);
  const handle = handleOf(readObject(answer.json));
  const code = codeOf(answer);
  switch (answer.status) {
    case 200:
      if (handle === null) return unknown(describe(answer));
      return { kind: 'accepted', isFinal: false, providerTxId: null, handle };
    case 400: {
      const reason = code === null || !Object.hasOwn(REFUSALS, code) ? undefined : REFUSALS[code];
      if (reason === undefined) return unknown(describe(answer));
      return refused('payment', typeof reason === 'string' ? OF_CAMPAY.of(reason) : reason, code);
    }
    case 401:
      return refusedBy('system_refused_credentials', code);
    case 403:
      return refusedBy('system_bars_our_address', code);
    case 429:
      return refusedBy('system_takes_no_more', code);
    default:
      return unknown(describe(answer));
  }
}

/** Only what names CamPay's id and our reference says anything; a 404 does not. */
export function toStatusAnswer(answer: HttpAnswer, order: PreparedOrder): StatusAnswer {
  if (answer.kind !== 'answered') return lost('system_gave_no_status', answer);
  const payment = readObject(answer.json);
  if (answer.status === 404) return { ...unknown(describe(answer)), isAnswer: true };
  if (answer.status !== 200 || payment === null) return unknown(describe(answer));
  const named = readSaid(payment, 'external_reference');
  if (readSaid(payment, 'reference') !== order.handle || named !== order.reference) {
    const unproven = { ...unknown(ofAnother('external_reference')), isAnswer: true } as const;
    const isOfAnother = named !== null && named !== order.reference;
    return isOfAnother ? { ...unproven, isOfAnother } : unproven;
  }
  const difference = findDifference(payment, order);
  const status = readSaid(payment, 'status');
  if (difference !== null) return differing(difference, { isPaid: status === 'SUCCESSFUL' });
  switch (status) {
    case 'PENDING':
      return { kind: 'pending' };
    case 'FAILED':
      return { kind: 'failed', reason: OF_CAMPAY.of('system_reported_failure'), code: null };
    case 'SUCCESSFUL': {
      const isWhole = NEEDED.every((name) => readSaid(payment, name) !== null);
      if (!isWhole) return unknown(OF_CAMPAY.of('system_success_without_amount'));
      const id = readSaid(payment, 'operator_reference');
      const providerTxId = id === null ? null : cleanWords(id);
      return { kind: 'succeeded', providerTxId, ...keptOf(payment) };
    }
    case null:
    default:
      return unknown(unknownStatus(status));
  }
}

/** Without one of these, a success could be of another payment. */
const NEEDED = ['amount', 'currency', 'phone_number'] as const;

/** Where the payment differs from what we asked for, as far as it says so. */
function findDifference(payment: JsonObject, order: PreparedOrder): string | null {
  const says = (name: string) => readSaid(payment, name) !== null;
  if (says('amount') && readAmount(payment, 'amount') !== order.amountXaf) return 'amount';
  if (says('currency') && readSaid(payment, 'currency') !== 'XAF') return 'currency';
  const number = readSaid(payment, 'phone_number');
  if (number !== null && !isNumberOf(number, order)) return 'phone_number';
  const operator = readSaid(payment, 'operator')?.toUpperCase() ?? null;
  if (operator !== null && operator !== CAMPAY_NAMES[order.operator]) return 'operator';
  const endpoint = readSaid(payment, 'endpoint');
  return endpoint === null || endpoint === 'collect' ? null : 'endpoint';
}

/** CamPay writes the word "None" for what is absent. */
function readSaid(object: JsonObject | null, name: string): string | null {
  const text = readText(object, name);
  return text === 'None' ? null : text;
}

/** A callback has the fields of the status, as arguments, as JSON or as a form. */
export function toMeantPayment({ query, body }: ReceivedCallback): HintedPayment | null {
  for (const fields of [formOf(query), readJson(body), formOf(body)]) {
    const reference = readSaid(fields, 'external_reference');
    if (reference !== null) return { reference, handle: handleOf(fields) };
  }
  return null;
}

function formOf(text: string): JsonObject {
  return Object.fromEntries(new URLSearchParams(text));
}

function handleOf(object: JsonObject | null): string | null {
  const handle = readSaid(object, 'reference');
  return handle !== null && UUID.test(handle) ? handle : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What CamPay kept: the amount was paid whole, and `app_amount` is left of it for us. */
function keptOf(payment: JsonObject): { readonly feeCents?: number } {
  const [paid, left] = [readFeeCents(payment, 'amount'), readFeeCents(payment, 'app_amount')];
  return paid === null || left === null || left >= paid ? {} : { feeCents: paid - left };
}

/** CamPay keeps a float for each operator. */
const FLOATS: Partial<ByOperator<string>> = { mtn: 'mtn_balance', orange: 'orange_balance' };

/** The balance is the float of the operator that the provider serves. */
export function toHealth(answer: HttpAnswer, operator: Operator | null): HealthAnswer {
  if (answer.kind !== 'answered') return { kind: 'down', problem: answer.trouble };
  if (answer.status === 401) {
    return { kind: 'down', problem: OF_CAMPAY.of('system_refused_credentials') };
  }
  const balances = readObject(answer.json);
  const isBalance = readAmount(balances, 'total_balance') !== null;
  if (answer.status !== 200 || !isBalance) return { kind: 'down', problem: describe(answer) };
  const field = operator === null ? undefined : FLOATS[operator];
  const float = field === undefined ? null : readAmount(balances, field);
  return { kind: 'up', balanceXaf: float === null ? null : Math.floor(float) };
}

function codeOf({ json }: Answered): string | null {
  const body = readObject(json);
  const code = readText(body, 'error_code') ?? readText(body, 'code');
  return code === null ? null : cleanWords(code, 60);
}

function describe(answer: Answered): Message {
  const words = codeOf(answer) ?? readText(readObject(answer.json), 'status');
  return answered(answer.status, words === null ? null : cleanWords(words, 60));
}
