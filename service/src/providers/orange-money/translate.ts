import { nationalDigits } from '../../domain/msisdn.ts';
import type { HttpAnswer } from '../http-client.ts';
import type {
  Order,
  PayeeAnswer,
  Prepared,
  PreparedOrder,
  Refused,
  SendAnswer,
  StatusAnswer,
  Unknown,
} from '../provider.ts';
import { cleanWords, readAmount, readField, readText } from '../wire.ts';
import { type Envelope, readEnvelope, STEPS } from './envelope.ts';
import { isBusinessCode, isSimilarOperation, NO_ACCOUNT, orangeReason } from './reasons.ts';

/** A token moves no money, so without one the payment has certainly not begun. */
export function toPrepared(answer: HttpAnswer): Prepared {
  if (answer.kind !== 'answered') return refused('provider', UNREACHABLE);
  const { payToken, code } = readEnvelope(answer);
  if (answer.status === 200 && payToken !== null && /^\w{4,64}$/.test(payToken)) {
    return { kind: 'prepared', handle: payToken };
  }
  return refused('provider', 'Orange Money gave no token for the payment.', code);
}

/** What became of a payment; only what is certainly a refusal is one. */
export function toSendAnswer(answer: HttpAnswer, order: PreparedOrder): SendAnswer {
  if (answer.kind === 'not_sent') return refused('provider', UNREACHABLE);
  if (answer.kind === 'lost') return unknown(`Orange's answer was lost: ${answer.error}`);
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
      if (envelope.isGatewayFault) return refused('provider', REFUSED_US, code);
      return data !== null || words !== '' ? no : unknown(problem);
    case 401:
      return refused('provider', REFUSED_US, code);
    case 403:
    case 404:
    case 405:
    case 429:
      if (isBusinessCode(code) || isSimilarOperation(words)) return no;
      return refused('provider', 'Orange Money does not take our requests now.', code);
    // 422 is the answer to a token that was used before: the first use may have moved money.
    default:
      return unknown(problem);
  }
}

/** The states of a payment in Orange's spellings, of which one has a letter too many. */
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
  if (difference !== null) return unknown(`Orange answered about another payment: ${difference}`);
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
  if (answer.kind !== 'answered') return unknown(`Orange gave no status: ${answer.error}`);
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
  if (difference !== null) return unknown(`Orange answered about another payment: ${difference}`);
  const meaning = meaningOf(envelope);
  if (meaning === 'failed') return { kind: 'failed', reason: failureOf(envelope, order), code };
  if (answer.status !== 200 || meaning === null) return unknown(problem);
  if (meaning === 'open') return { kind: 'pending' };
  if (meaning === 'expired') {
    return { kind: 'failed', reason: 'The payment was not approved in time.', code: 'EXPIRED' };
  }
  const doubt = findDoubt(envelope);
  if (doubt !== null) return unknown(`Orange reported a success ${doubt}`);
  return { kind: 'succeeded', providerTxId: txnId };
}

function failureOf({ status, code, words }: Envelope, { direction }: Order): string {
  if (status === 'FAILED') return orangeReason(direction, code, words);
  const isPayout = direction === 'withdrawal';
  return isPayout ? 'The payment was cancelled.' : 'The player cancelled the payment.';
}

export function toPayee(answer: HttpAnswer): PayeeAnswer {
  if (answer.kind !== 'answered') return unknown(`Orange gave no name: ${answer.error}`);
  const envelope = readEnvelope(answer);
  const { data, code, words, isGatewayFault } = envelope;
  if (code !== null && NO_ACCOUNT.has(code)) return { kind: 'not_found' };
  if (answer.status === 404 && !isGatewayFault && words !== '') return { kind: 'not_found' };
  const parts = [readText(data, 'firstName'), readText(data, 'lastName')];
  const name = cleanWords(parts.filter((part) => part !== null).join(' '));
  if (answer.status === 200 && name !== '') return { kind: 'found', name };
  return unknown(describe(answer.status, envelope));
}

/** What the answer says otherwise than we asked for; fields that are null say nothing. */
function findDifference(envelope: Envelope, order: PreparedOrder): string | null {
  const { data } = envelope;
  if (isOfAnother(envelope, order)) return 'its payToken';
  if (readField(data, 'amount') !== null && readAmount(data, 'amount') !== order.amountXaf) {
    return 'its amount';
  }
  const number = readField(data, 'subscriberMsisdn');
  if (number !== null && !isNumberOf(readText(data, 'subscriberMsisdn'), order)) {
    return 'its number';
  }
  return null;
}

function isOfAnother({ data, payToken }: Envelope, { handle }: PreparedOrder): boolean {
  return readField(data, 'payToken') !== null && payToken !== handle;
}

function isNumberOf(text: string | null, { msisdn }: Order): boolean {
  return text !== null && [nationalDigits(msisdn), msisdn.slice(1), msisdn].includes(text);
}

/** Why a success that is of this payment as far as it goes is still none; null when it is one. */
function findDoubt(envelope: Envelope): string | null {
  if (readField(envelope.data, 'amount') === null) return 'without an amount';
  return hasFailedStep(envelope) ? 'beside a step that failed' : null;
}

function hasFailedStep({ data }: Envelope): boolean {
  return STEPS.some((step) => readField(data, step) !== null && readText(data, step) !== '200');
}

function describe(status: number, envelope: Envelope): string {
  const code = envelope.code === null ? '' : ` with code ${envelope.code}`;
  const state = envelope.status === null ? '' : ` with status ${cleanWords(envelope.status, 40)}`;
  return `Orange answered ${status}${code}${state}`;
}

const UNREACHABLE = 'Orange Money could not be reached.';
const REFUSED_US = 'Orange Money did not accept our credentials.';

function accepted(paid: { readonly isFinal: boolean; readonly txnId: string | null }): SendAnswer {
  return { kind: 'accepted', isFinal: paid.isFinal, providerTxId: paid.txnId };
}

function refused(because: Refused['because'], reason: string, code: string | null = null): Refused {
  return { kind: 'refused', because, reason, code };
}

function unknown(problem: string): Unknown {
  return { kind: 'unknown', problem };
}
