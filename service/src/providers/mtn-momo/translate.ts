import type { Answered, HttpAnswer } from '../http-client.ts';
import type {
  HealthAnswer,
  Order,
  PayeeAnswer,
  Refused,
  SendAnswer,
  StatusAnswer,
  Unknown,
} from '../provider.ts';
import {
  cleanWords,
  type JsonObject,
  readAmount,
  readField,
  readObject,
  readText,
} from '../wire.ts';
import { mtnReason } from './reasons.ts';

/**
 * What became of a request to pay or a transfer. Only statuses that MTN gives before it takes a
 * request are refusals; whatever is not listed may have moved money.
 */
export function toSendAnswer(
  answer: HttpAnswer,
  { direction }: Pick<Order, 'direction'>,
): SendAnswer {
  if (answer.kind === 'not_sent') return refused('provider', UNREACHABLE);
  if (answer.kind === 'lost') return unknown(`MTN's answer was lost: ${answer.error}`);
  const code = codeOf(answer);
  // It is there already: this reference has been taken before, once.
  const isKnown = answer.status < 500 && code === 'RESOURCE_ALREADY_EXIST';
  if (answer.status === 202 || answer.status === 409 || isKnown) {
    return { kind: 'accepted', isFinal: false, providerTxId: null };
  }
  switch (answer.status) {
    case 400:
    case 413:
    case 415:
    case 422:
      if (!isReadable(answer)) break;
      return refused('payment', mtnReason(direction, code, 'MTN refused the payment.'), code);
    case 404:
      if (code === 'PAYER_NOT_FOUND' || code === 'PAYEE_NOT_FOUND') {
        return refused('payment', mtnReason(direction, code, ''), code);
      }
      return refused('provider', 'MTN does not offer this kind of payment at our address.', code);
    case 401:
      return refused('provider', 'MTN did not accept our credentials.', code);
    case 403:
      return refused('provider', 'MTN does not let us in from our address.', code);
    case 405:
      return refused('provider', 'MTN does not offer this kind of payment at our address.', code);
    case 429:
      return refused('provider', 'MTN is taking no more requests from us for now.', code);
    default:
      break;
  }
  return unknown(describeStatus(answer));
}

export interface Asked {
  readonly order: Order;
  readonly currency: string;
}

/** What MTN says of a reference. A success counts only if it is of this very payment. */
export function toStatusAnswer(answer: HttpAnswer, asked: Asked): StatusAnswer {
  if (answer.kind !== 'answered') return unknown(`MTN gave no status: ${answer.error}`);
  if (answer.status === 404 && NOT_FOUND.has(codeOf(answer) ?? '')) return { kind: 'not_found' };
  const resource = readObject(answer.json);
  if (answer.status !== 200 || resource === null) return unknown(describeStatus(answer));
  const status = readText(resource, 'status');
  if (status === 'PENDING') return { kind: 'pending' };
  if (status !== 'SUCCESSFUL' && status !== 'FAILED') {
    return unknown(`MTN gave a status that we do not know: ${cleanWords(status ?? 'none', 40)}`);
  }
  const difference = findDifference(resource, asked);
  if (difference !== null) return unknown(`MTN answered about another payment: ${difference}`);
  if (status === 'FAILED') {
    const code = reasonOf(resource);
    const reason = mtnReason(asked.order.direction, code, 'MTN reported a failed payment.');
    return { kind: 'failed', reason, code };
  }
  if (readField(resource, 'amount') === null || readField(resource, 'currency') === null) {
    return unknown('MTN reported a success without amount or currency');
  }
  const id = readText(resource, 'financialTransactionId');
  return { kind: 'succeeded', providerTxId: id === null ? null : cleanWords(id) };
}

export function toHealth(answer: HttpAnswer, currency: string): HealthAnswer {
  if (answer.kind !== 'answered') return { kind: 'down', problem: cleanWords(answer.error, 200) };
  const body = readObject(answer.json);
  const balance = readText(body, 'availableBalance');
  if (answer.status !== 200 || balance === null) {
    return { kind: 'down', problem: describeStatus(answer) };
  }
  const isOurs = readText(body, 'currency') === currency && /^-?\d{1,15}(\.\d+)?$/.test(balance);
  return { kind: 'up', balanceXaf: isOurs ? Math.floor(Number(balance)) : null };
}

export function toPayee(answer: HttpAnswer): PayeeAnswer {
  if (answer.kind !== 'answered') return unknown(`MTN gave no name: ${answer.error}`);
  if (answer.status === 404 && codeOf(answer) !== null) return { kind: 'not_found' };
  const person = readObject(answer.json);
  if (answer.status !== 200 || person === null) return unknown(describeStatus(answer));
  const parts = [readText(person, 'given_name'), readText(person, 'family_name')];
  const full = parts.filter((part) => part !== null).join(' ');
  const name = cleanWords(full === '' ? (readText(person, 'name') ?? '') : full);
  return name === '' ? unknown('MTN knows the number and gave no name') : { kind: 'found', name };
}

/** MTN's own front door also answers 404, to a wrong path, and knows nothing of payments. */
const NOT_FOUND: ReadonlySet<string> = new Set(['RESOURCE_NOT_FOUND', 'TRANSACTION_NOT_FOUND']);

/** What the resource says otherwise than we asked for; fields that are missing say nothing. */
function findDifference(resource: JsonObject, { order, currency }: Asked): string | null {
  const says = (name: string) => readField(resource, name) !== null;
  if (says('amount') && readAmount(resource, 'amount') !== order.amountXaf) return 'its amount';
  if (says('currency') && readField(resource, 'currency') !== currency) return 'its currency';
  if (says('externalId') && readText(resource, 'externalId') !== order.reference) {
    return 'its externalId';
  }
  const name = order.direction === 'deposit' ? 'payer' : 'payee';
  const party = readObject(readField(resource, name));
  if (says(name) && party === null) return `its ${name}`;
  const number = readField(party, 'partyId');
  if (number !== null && plain(readText(party, 'partyId')) !== plain(order.msisdn)) {
    return `its ${name}`;
  }
  return null;
}

function plain(number: string | null): string | null {
  return number === null ? null : number.replace(/^\+/, '');
}

/** The reason is a word in what the servers send and an object in what the documents say. */
function reasonOf(resource: JsonObject): string | null {
  const shaped = readText(readObject(readField(resource, 'reason')), 'code');
  const code = shaped ?? readText(resource, 'reason');
  return code === null ? null : cleanWords(code);
}

function codeOf(answer: Answered): string | null {
  const code = readText(readObject(answer.json), 'code');
  return code === null ? null : cleanWords(code);
}

/** A refusal in MTN's own form; a page of HTML may come from anybody on the way. */
function isReadable(answer: Answered): boolean {
  return answer.text.trim() === '' || readObject(answer.json) !== null;
}

function describeStatus(answer: Answered): string {
  const code = codeOf(answer);
  return `MTN answered ${answer.status}${code === null ? '' : ` ${code}`}`;
}

const UNREACHABLE = 'MTN could not be reached.';

function refused(because: Refused['because'], reason: string, code: string | null = null): Refused {
  return { kind: 'refused', because, reason, code };
}

function unknown(problem: string): Unknown {
  return { kind: 'unknown', problem };
}
