import type { Answered } from '../http-client.ts';
import { cleanWords, type JsonObject, readField, readObject, readText } from '../wire.ts';
import { isBusinessCode } from './reasons.ts';

/** The parts of Orange's answers that decide something, wherever they are in the body. */
export interface Envelope {
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

export function readEnvelope(answer: Answered): Envelope {
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
