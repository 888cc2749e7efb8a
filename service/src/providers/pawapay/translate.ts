import { unknown } from '../answers.ts';
import type { Answered, HttpAnswer } from '../http-client.ts';
import type {
  HealthAnswer,
  HintedPayment,
  Order,
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
  readField,
  readJson,
  readObject,
  readText,
} from '../wire.ts';
import { COUNTRY, CURRENCY, KINDS } from './client.ts';
import { failureOf, nameOfOperator, OF_PAWAPAY, refusalOf } from './reasons.ts';

const { refusedBy, lost, answered, unknownStatus, ofAnother, differing } = OF_PAWAPAY;

/**
 * The result of a deposit or payout. A status of 200 carries refusals too, so what counts is the
 * word inside, and only where the answer names our own id.
 */
export function toSendAnswer(answer: HttpAnswer, order: PreparedOrder): SendAnswer {
  if (answer.kind === 'not_sent') return refusedBy(whyNotSent(answer));
  if (answer.kind === 'lost') return lost('system_answer_lost', answer);
  const body = readObject(answer.json);
  const code = failureCodeOf(body);
  switch (answer.status) {
    case 200:
      return toTaken(answer, order);
    case 400:
      return code === null ? unknown(describe(answer)) : refusalOf(order, code);
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

function toTaken(answer: Answered, order: PreparedOrder): SendAnswer {
  const body = readObject(answer.json);
  const { id } = KINDS[order.direction];
  const status = readText(body, 'status');
  if (body === null || status === null) return unknown(describe(answer));
  if (readText(body, id) !== order.handle) return unknown(ofAnother(id));
  switch (status) {
    // An id that was used before is the same payment: its status says what became of it.
    case 'ACCEPTED':
    case 'DUPLICATE_IGNORED':
      return { kind: 'accepted', isFinal: false, providerTxId: null };
    case 'REJECTED':
      return refusalOf(order, failureCodeOf(body));
    default:
      return unknown(unknownStatus(status));
  }
}

/** Statuses that are not the last one. A reconciliation may end either way. */
const OPEN: ReadonlySet<string> = new Set([
  'ACCEPTED',
  'ENQUEUED',
  'PROCESSING',
  'SUBMITTED',
  'IN_RECONCILIATION',
]);

export function toStatusAnswer(answer: HttpAnswer, order: PreparedOrder): StatusAnswer {
  if (answer.kind !== 'answered') return lost('system_gave_no_status', answer);
  const body = readObject(answer.json);
  const found = readText(body, 'status');
  if (answer.status !== 200 || found === null) return unknown(describe(answer));
  if (found === 'NOT_FOUND') return { kind: 'not_found' };
  const payment = readObject(readField(body, 'data'));
  if (found !== 'FOUND' || payment === null) return unknown(unknownStatus(found));
  const status = readText(payment, 'status');
  const { id: ownId } = KINDS[order.direction];
  if (readText(payment, ownId) !== order.handle) return unknown(ofAnother(ownId));
  const difference = findDifference(payment, order);
  if (difference !== null) return differing(difference, { isPaid: status === 'COMPLETED' });
  if (status !== null && OPEN.has(status)) return { kind: 'pending' };
  if (status === 'FAILED') {
    const code = failureCodeOf(payment);
    return { kind: 'failed', reason: failureOf(order, code), code };
  }
  if (status !== 'COMPLETED') return unknown(unknownStatus(status));
  if (readField(payment, 'amount') === null || readField(payment, 'currency') === null) {
    return unknown(OF_PAWAPAY.of('system_success_without_amount'));
  }
  const id = readText(payment, 'providerTransactionId');
  return { kind: 'succeeded', providerTxId: id === null ? null : cleanWords(id) };
}

/** Where the payment differs from what we asked for, as far as it says so. */
function findDifference(payment: JsonObject, order: PreparedOrder): string | null {
  const { party } = KINDS[order.direction];
  const says = (name: string) => readField(payment, name) !== null;
  if (says('amount') && readAmount(payment, 'amount') !== order.amountXaf) return 'amount';
  if (says('currency') && readField(payment, 'currency') !== CURRENCY) return 'currency';
  const account = readObject(readField(readObject(readField(payment, party)), 'accountDetails'));
  if (says(party) && account === null) return party;
  const number = readField(account, 'phoneNumber');
  if (number !== null && !isNumberOf(readText(account, 'phoneNumber'), order)) return party;
  const provider = readField(account, 'provider');
  return provider === null || provider === nameOfOperator(order) ? null : 'provider';
}

/** A callback is the object of the status; its id is our own reference. */
export function toHintedPayment({ body }: ReceivedCallback): HintedPayment | null {
  const payment = readJson(body);
  const ids = Object.values(KINDS).map(({ id }) => readText(payment, id));
  const reference = ids.find((id) => id !== null) ?? null;
  return reference === null ? null : { reference, handle: null };
}

export interface Limits {
  readonly leastXaf: number;
  readonly mostXaf: number;
}

/** What one payment may be, or `null` if the answer does not say so for this kind of payment. */
export function toLimits(
  answer: HttpAnswer,
  order: Pick<Order, 'operator' | 'direction'>,
): Limits | null {
  if (answer.kind !== 'answered' || answer.status !== 200) return null;
  const country = findNamed(readObject(answer.json), 'countries', ['country', COUNTRY]);
  const provider = findNamed(country, 'providers', ['provider', nameOfOperator(order)]);
  const currency = findNamed(provider, 'currencies', ['currency', CURRENCY]);
  const operations = readObject(readField(currency, 'operationTypes'));
  const operation = readObject(readField(operations, KINDS[order.direction].operation));
  const [least, most] = [readAmount(operation, 'minAmount'), readAmount(operation, 'maxAmount')];
  return least === null || most === null ? null : { leastXaf: least, mostXaf: most };
}

/** One wallet serves both operators; of several it is not said which one a payout leaves. */
export function toHealth(answer: HttpAnswer): HealthAnswer {
  if (answer.kind !== 'answered') return { kind: 'down', problem: answer.trouble };
  if (answer.status === 401) {
    return { kind: 'down', problem: OF_PAWAPAY.of('system_refused_credentials') };
  }
  const wallets = listOf(readObject(answer.json), 'balances');
  if (answer.status !== 200 || wallets === null) {
    return { kind: 'down', problem: describe(answer) };
  }
  const [wallet = null, ...more] = wallets.filter(
    (one) => readText(one, 'currency') === CURRENCY && readText(one, 'country') === COUNTRY,
  );
  const balance = more.length === 0 ? readText(wallet, 'balance') : null;
  const isAmount = balance !== null && /^-?\d{1,15}(\.\d+)?$/.test(balance);
  return { kind: 'up', balanceXaf: isAmount ? Math.floor(Number(balance)) : null };
}

function findNamed(
  object: JsonObject | null,
  list: string,
  [name, value]: readonly [string, string | null],
): JsonObject | null {
  return listOf(object, list)?.find((one) => readField(one, name) === value) ?? null;
}

function listOf(object: JsonObject | null, name: string): readonly JsonObject[] | null {
  const list = readField(object, name);
  if (!Array.isArray(list)) return null;
  return list.map(readObject).filter((one) => one !== null);
}

function failureCodeOf(body: JsonObject | null): string | null {
  const reason = readObject(readField(body, 'failureReason'));
  const code = readText(reason, 'failureCode');
  return code === null ? null : cleanWords(code, 60);
}

function describe({ status, json }: Answered) {
  const body = readObject(json);
  const words = failureCodeOf(body) ?? readText(body, 'status');
  return answered(status, words === null ? null : cleanWords(words, 60));
}
