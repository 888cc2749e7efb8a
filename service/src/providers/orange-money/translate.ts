import type { Message, SystemMessageCode } from '../../domain/messages/message.ts';
import { refused, unknown } from '../answers.ts';
import type { Answered, HttpAnswer } from '../http-client.ts';
import type {
  Order,
  PayeeAnswer,
  Prepared,
  PreparedOrder,
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
  readObject,
  readText,
} from '../wire.ts';
import {
  isBusinessCode,
  isSimilarOperation,
  NO_ACCOUNT,
  OF_ORANGE,
  orangeReason,
} from './reasons.ts';

const { of: ofOrange, refusedBy, lost, answered, ofAnother } = OF_ORANGE;

/** A token moves no money, so without one the payment has certainly not begun. */
export function toPrepared(answer: HttpAnswer): Prepared {
  if (answer.kind !== 'answered') return refusedBy(whyNotSent(answer));
  const { payToken, code } = readEnvelope(answer);
  if (isUnauthorised(answer)) return refusedBy('system_refused_credentials', code);
  if (answer.status === 200 && payToken !== null && /^\w{4,64}$/.test(payToken)) {
    return { kind: 'prepared', handle: payToken };
  }
  return refusedBy('system_gave_no_payment_token', code);
}

/** A refusal of our credentials that comes as a 200; a payment stays unknown all the same. */
export function isUnauthorised(answer: Answered): boolean {
  return readText(readObject(answer.json), 'statusCode') === '401';
}

/** The result of a payment; only what is certainly a refusal counts as one. */
export function toSendAnswer(answer: HttpAnswer, order: PreparedOrder): SendAnswer {
  if (answer.kind === 'not_sent') return refusedBy(whyNotSent(answer));
  if (answer.kind === 'lost') return lost('system_answer_lost', answer);
  const envelope = readEnvelope(answer);
  const { code, words, data } = envelope;
  const problem = describe(answer.status, envelope);
  const no = refused('payment', orangeReason(order.direction, code, words), code);
  switch (answer.status) {
    case 200:
      return toPaid(envelope, order);
    case 417: {
      const meaning = meaningOf(envelope);
      const isClear = (meaning === null || meaning === 'failed') && !isOfAnother(envelope, order);
      return isClear ? no : unknown(problem);
    }
    case 400:
      if (envelope.isGatewayFault) return refusedBy('system_refused_credentials', code);
      return data !== null || words !== '' ? no : unknown(problem);
    case 401:
      return refusedBy('system_refused_credentials', code);
    case 403:
    case 404:
    case 405:
    case 429:
      if (isBusinessCode(code) || isSimilarOperation(words)) return no;
      return refusedBy('system_takes_nothing_now', code);
    // 422 is the answer to a token that was used before: the first use may have moved money.
    default:
      return unknown(problem);
  }
}

/** The states of a payment as Orange spells them; one of them has a letter too many. */
const MEANINGS: Readonly<Record<string, 'open' | 'succeeded' | 'failed' | 'expired'>> = {
  INITIATED: 'open',
  PENDING: 'open',
  SUCCESSFULL: 'succeeded',
  SUCCESSFUL: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'failed',
  CANCELED: 'failed',
  EXPIRED: 'expired',
};

function meaningOf({ status }: Envelope) {
  return status !== null && Object.hasOwn(MEANINGS, status) ? (MEANINGS[status] ?? null) : null;
}

/** An answer with status 200, which may still be a refusal inside. */
function toPaid(envelope: Envelope, order: PreparedOrder): SendAnswer {
  const { code, words, txnId } = envelope;
  const doubtful = unknown(describe(200, envelope));
  const difference = findDifference(envelope, order);
  if (difference !== null) return unknown(ofAnother(difference));
  switch (meaningOf(envelope)) {
    case 'open':
      return hasFailedStep(envelope) ? doubtful : accepted({ isFinal: false, txnId });
    case 'succeeded':
      if (findDoubt(envelope) !== null) return doubtful;
      // A merchant payment waits for the player, so its success has to be asked for.
      return accepted({ isFinal: order.direction === 'withdrawal', txnId });
    case 'failed':
      return refused('payment', orangeReason(order.direction, code, words), code);
    case 'expired':
      return doubtful;
    case null: {
      const isNo = isBusinessCode(code) || isSimilarOperation(words);
      if (!isNo || envelope.status !== null || txnId !== null) return doubtful;
      return refused('payment', orangeReason(order.direction, code, words), code);
    }
  }
}

export function toStatusAnswer(answer: HttpAnswer, order: PreparedOrder): StatusAnswer {
  if (answer.kind !== 'answered') return lost('system_gave_no_status', answer);
  const envelope = readEnvelope(answer);
  const { code, words, txnId } = envelope;
  const problem = describe(answer.status, envelope);
  if (answer.status === 404) {
    const isKnown = envelope.data !== null || envelope.isGatewayFault || words === '';
    return isKnown ? unknown(problem) : { kind: 'not_found' };
  }
  // A payment that failed for lack of money is reported with the status of its refusal.
  if (answer.status !== 200 && answer.status !== 417) return unknown(problem);
  const difference = findDifference(envelope, order);
  if (difference !== null) return unknown(ofAnother(difference));
  const meaning = meaningOf(envelope);
  if (meaning === 'failed') return { kind: 'failed', reason: failureOf(envelope, order), code };
  if (answer.status !== 200 || meaning === null) return unknown(problem);
  if (meaning === 'open') return { kind: 'pending' };
  if (meaning === 'expired') {
    const reason = { code: 'approved_too_late' } as const;
    return { kind: 'failed', reason, code: 'EXPIRED', isExpiry: true };
  }
  const doubt = findDoubt(envelope);
  if (doubt !== null) return unknown(ofOrange(doubt));
  return { kind: 'succeeded', providerTxId: txnId };
}

function failureOf({ status, code, words }: Envelope, { direction }: Order): Message {
  if (status === 'FAILED') return orangeReason(direction, code, words);
  const isPayout = direction === 'withdrawal';
  return { code: isPayout ? 'payment_cancelled' : 'player_cancelled' };
}

export function toPayee(answer: HttpAnswer): PayeeAnswer {
  if (answer.kind !== 'answered') return lost('system_gave_no_name', answer);
  const envelope = readEnvelope(answer);
  const { data, code, words, isGatewayFault } = envelope;
  if (code !== null && NO_ACCOUNT.has(code)) return { kind: 'not_found' };
  if (answer.status === 404 && !isGatewayFault && words !== '') return { kind: 'not_found' };
  // Both spellings were seen.
  const parts = [
    readText(data, 'firstName') ?? readText(data, 'firstname'),
    readText(data, 'lastName') ?? readText(data, 'lastname'),
  ];
  const name = cleanWords(parts.filter((part) => part !== null).join(' '));
  if (answer.status === 200 && name !== '') return { kind: 'found', name };
  return unknown(describe(answer.status, envelope));
}

/** Where the answer differs from what we asked for; fields that are null are ignored. */
function findDifference(envelope: Envelope, order: PreparedOrder): string | null {
  const { data } = envelope;
  if (isOfAnother(envelope, order)) return 'payToken';
  if (readField(data, 'amount') !== null && readAmount(data, 'amount') !== order.amountXaf) {
    return 'amount';
  }
  const number = readField(data, 'subscriberMsisdn');
  if (number !== null && !isNumberOf(readText(data, 'subscriberMsisdn'), order)) {
    return 'number';
  }
  return null;
}

function isOfAnother({ data, payToken }: Envelope, { handle }: PreparedOrder): boolean {
  return readField(data, 'payToken') !== null && payToken !== handle;
}

/** Why a reported success of this payment is still doubtful, or `null` if it is a success. */
function findDoubt(envelope: Envelope): SystemMessageCode | null {
  if (readField(envelope.data, 'amount') === null) return 'system_success_without_amount';
  return hasFailedStep(envelope) ? 'system_success_with_failed_step' : null;
}

function hasFailedStep({ data }: Envelope): boolean {
  return STEPS.some((step) => readField(data, step) !== null && readText(data, step) !== '200');
}

function describe(status: number, envelope: Envelope): Message {
  const said = [envelope.code, envelope.status].filter((word) => word !== null);
  return answered(status, said.length === 0 ? null : cleanWords(said.join(' '), 80));
}

function accepted(paid: { readonly isFinal: boolean; readonly txnId: string | null }): SendAnswer {
  return { kind: 'accepted', isFinal: paid.isFinal, providerTxId: paid.txnId };
}

/** The parts of Orange's answers that decide something, wherever they are in the body. */
interface Envelope {
  readonly data: JsonObject | null;
  /** In capitals, or `null` if there is none. */
  readonly status: string | null;
  readonly payToken: string | null;
  readonly txnId: string | null;
  /** The number of a refusal, or `null` if the answer has none. */
  readonly code: string | null;
  /** All texts of the answer, for the cases that have no number. */
  readonly words: string;
  /** The refusal is from the gateway before Orange Money, which knows nothing about payments. */
  readonly isGatewayFault: boolean;
}

function readEnvelope(answer: Answered): Envelope {
  const body = readObject(answer.json);
  const data = readObject(readField(body, 'data'));
  const fault = readObject(readField(body, 'fault'));
  const words = [
    readText(body, 'message'),
    ...MESSAGES.map((name) => readText(data, name)),
    readText(fault, 'message'),
    readText(body, 'description'),
  ].filter((text) => text !== null);
  const code = codeOf(body, data, words);
  const txnId = readText(data, 'txnid');
  return {
    data,
    status: readText(data, 'status')?.toUpperCase() ?? null,
    payToken: readText(data, 'payToken'),
    txnId: txnId !== null && /^[\w.-]{1,64}$/.test(txnId) ? txnId : null,
    code,
    // A refusal may end with a pipe and a reference, which says nothing to people.
    words: cleanWords(words.map((text) => text.split('|')[0] ?? '').join(' '), 500),
    isGatewayFault: fault !== null || FAULT.test(code ?? '') || XML_FAULT.test(answer.text),
  };
}

/** Steps of a payment that each have a status; "200" is a success, null is not done yet. */
export const STEPS = ['inittxnstatus', 'confirmtxnstatus', 'txnstatus'] as const;
const MESSAGES = ['inittxnmessage', 'confirmtxnmessage', 'txnmessage', 'message'] as const;

/** Steps also report statuses of HTTP, which say nothing about the payment. */
const HTTP_STATUS = /^[1-5][0-9]{2}$/;
const FAULT = /^90[0-9]{4}$/;
const XML_FAULT = /<(\w+:)?code>90[0-9]{4}</;

function codeOf(
  body: JsonObject | null,
  data: JsonObject | null,
  words: readonly string[],
): string | null {
  const said = [
    readText(body, 'code'),
    readText(data, 'code'),
    ...STEPS.map((step) => readText(data, step)),
    ...words.map((text) => /^(\d{5,7})\b/.exec(text)?.[1] ?? null),
  ].filter((code) => code !== null && !HTTP_STATUS.test(code));
  const found = said.find((code) => isBusinessCode(code)) ?? said[0] ?? null;
  return found === null ? null : cleanWords(found, 40);
}
