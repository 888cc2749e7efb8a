import type { Message } from '../../domain/messages/message.ts';
import { refused, unknown } from '../answers.ts';
import type { Answered, HttpAnswer } from '../http-client.ts';
import type { HealthAnswer, Order, PayeeAnswer, SendAnswer, StatusAnswer } from '../provider.ts';
import { whyNotSent } from '../session.ts';
import {
  cleanWords,
  isNumberOf,
  type JsonObject,
  readAmount,
  readField,
  readObject,
  readText,
} from '../wire.ts';
import type { Balances } from './client.ts';
import { mtnReason, OF_MTN } from './reasons.ts';

const { of: ofMtn, refusedBy, lost, answered, unknownStatus, ofAnother } = OF_MTN;

/**
 * The result of a request to pay or a transfer. Only statuses that MTN gives before it takes a
 * request are refusals; with any status that is not listed, money may have moved.
 */
export function toSendAnswer(
  answer: HttpAnswer,
  { direction }: Pick<Order, 'direction'>,
): SendAnswer {
  if (answer.kind === 'not_sent') return refusedBy(whyNotSent(answer));
  if (answer.kind === 'lost') return lost('system_answer_lost', answer);
  const code = codeOf(answer);
  // The reference exists already: MTN has taken it before, once.
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
      return refused('payment', mtnReason(direction, code, 'system_refused'), code);
    case 404:
      if (code === 'PAYER_NOT_FOUND' || code === 'PAYEE_NOT_FOUND') {
        return refused('payment', mtnReason(direction, code, 'system_refused'), code);
      }
      return refusedBy('system_lacks_this_payment', code);
    case 401:
      return refusedBy('system_refused_credentials', code);
    case 403:
      return refusedBy('system_bars_our_address', code);
    case 405:
      return refusedBy('system_lacks_this_payment', code);
    case 429:
      return refusedBy('system_takes_no_more', code);
    default:
      break;
  }
  return unknown(describeStatus(answer));
}

export interface Asked {
  readonly order: Order;
  readonly currency: string;
}

/** MTN's status of a reference. A success counts only if it is for exactly this payment. */
export function toStatusAnswer(answer: HttpAnswer, asked: Asked): StatusAnswer {
  if (answer.kind !== 'answered') return lost('system_gave_no_status', answer);
  if (answer.status === 404 && NOT_FOUND.has(codeOf(answer) ?? '')) return { kind: 'not_found' };
  const resource = readObject(answer.json);
  if (answer.status !== 200 || resource === null) return unknown(describeStatus(answer));
  const status = readText(resource, 'status');
  if (status === 'PENDING') return { kind: 'pending' };
  if (status !== 'SUCCESSFUL' && status !== 'FAILED') {
    return unknown(unknownStatus(status));
  }
  const difference = findDifference(resource, asked);
  if (difference !== null) {
    return unknown(ofAnother(difference));
  }
  if (status === 'FAILED') {
    const code = reasonOf(resource);
    const reason = mtnReason(asked.order.direction, code, 'system_reported_failure');
    return { kind: 'failed', reason, code, ...(code === 'EXPIRED' ? { isExpiry: true } : {}) };
  }
  if (readField(resource, 'amount') === null || readField(resource, 'currency') === null) {
    return unknown(ofMtn('system_success_without_amount'));
  }
  const id = readText(resource, 'financialTransactionId');
  return { kind: 'succeeded', providerTxId: id === null ? null : cleanWords(id) };
}

/**
 * MTN works if its main product does: payouts, where they are set up. The other one is judged only
 * by whether it accepts our credentials: not every contract lets an account ask for its balance.
 */
export function toHealth({ withdrawal, deposit }: Balances, currency: string): HealthAnswer {
  const main = withdrawal ?? deposit;
  if (main === undefined) return { kind: 'down', problem: { code: 'not_set_up_for_this' } };
  const health = healthOf(main, currency);
  const other = withdrawal === undefined ? undefined : deposit;
  const refusal = other === undefined ? null : refusalOf(other);
  if (refusal !== null) {
    return health.kind === 'up' ? { ...health, refuses: { deposit: refusal } } : health;
  }
  const withheld = refusalOf(main);
  // Payouts refuse us, and deposits still come in.
  const isHalf = withheld !== null && other?.kind === 'answered' && other.status === 200;
  return isHalf ? { kind: 'up', balanceXaf: null, refuses: { withdrawal: withheld } } : health;
}

/** Why a product does not let us in, or `null` if it does or does not answer. */
function refusalOf(answer: HttpAnswer): Message | null {
  if (answer.kind === 'answered') {
    return answer.status === 401 ? ofMtn('system_refused_credentials') : null;
  }
  const why = whyNotSent(answer);
  return why === 'system_unreachable' ? null : ofMtn(why);
}

function healthOf(answer: HttpAnswer, currency: string): HealthAnswer {
  const refusal = refusalOf(answer);
  if (refusal !== null) return { kind: 'down', problem: refusal };
  if (answer.kind !== 'answered') return { kind: 'down', problem: answer.trouble };
  const body = readObject(answer.json);
  const balance = readText(body, 'availableBalance');
  if (answer.status !== 200 || balance === null) {
    return { kind: 'down', problem: describeStatus(answer) };
  }
  const isOurs = readText(body, 'currency') === currency && /^-?\d{1,15}(\.\d+)?$/.test(balance);
  return { kind: 'up', balanceXaf: isOurs ? Math.floor(Number(balance)) : null };
}

export function toPayee(answer: HttpAnswer): PayeeAnswer {
  if (answer.kind !== 'answered') return lost('system_gave_no_name', answer);
  if (answer.status === 404 && codeOf(answer) !== null) return { kind: 'not_found' };
  const person = readObject(answer.json);
  if (answer.status !== 200 || person === null) return unknown(describeStatus(answer));
  const parts = [readText(person, 'given_name'), readText(person, 'family_name')];
  const full = parts.filter((part) => part !== null).join(' ');
  const name = cleanWords(full === '' ? (readText(person, 'name') ?? '') : full);
  return name === '' ? unknown(ofMtn('system_knows_number_without_name')) : { kind: 'found', name };
}

/** MTN's own API gateway also answers 404, to a wrong path, and knows nothing about payments. */
const NOT_FOUND: ReadonlySet<string> = new Set(['RESOURCE_NOT_FOUND', 'TRANSACTION_NOT_FOUND']);

/** Where the resource differs from what we asked for; missing fields are ignored. */
function findDifference(resource: JsonObject, { order, currency }: Asked): string | null {
  const says = (name: string) => readField(resource, name) !== null;
  if (says('amount') && readAmount(resource, 'amount') !== order.amountXaf) return 'amount';
  if (says('currency') && readField(resource, 'currency') !== currency) return 'currency';
  if (says('externalId') && readText(resource, 'externalId') !== order.reference) {
    return 'externalId';
  }
  const name = order.direction === 'deposit' ? 'payer' : 'payee';
  const party = readObject(readField(resource, name));
  if (says(name) && party === null) return name;
  const number = readField(party, 'partyId');
  if (number !== null && !isNumberOf(readText(party, 'partyId'), order)) return name;
  return null;
}

/** The reason is a text in what the servers send and an object in the documentation. */
function reasonOf(resource: JsonObject): string | null {
  const shaped = readText(readObject(readField(resource, 'reason')), 'code');
  const code = shaped ?? readText(resource, 'reason');
  return code === null ? null : cleanWords(code);
}

function codeOf(answer: Answered): string | null {
  const code = readText(readObject(answer.json), 'code');
  return code === null ? null : cleanWords(code);
}

/** A refusal in MTN's own form; an HTML page may come from any system in between. */
function isReadable(answer: Answered): boolean {
  return answer.text.trim() === '' || readObject(answer.json) !== null;
}

function describeStatus(answer: Answered): Message {
  return answered(answer.status, codeOf(answer));
}
