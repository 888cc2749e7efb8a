import type { IncomingMessage, ServerResponse } from 'node:http';
import { detailOf, type Problem, retryAfterOf, statusOf } from '../../contract/problems.ts';
import { requestId } from './request-id.ts';

const OVERLOADED: Problem = { code: 'overloaded' };
const STATUS = statusOf(OVERLOADED);
const BODY = JSON.stringify({ detail: detailOf(OVERLOADED) });
/** Names and values in turn, as Node takes them fastest. */
const HEADERS = Object.entries({
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(BODY)),
  'retry-after': String(retryAfterOf(OVERLOADED)),
}).flat();

/** Answers 503 without the framework, in the form that it would have there. */
export function refuseOverloaded(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(STATUS, [...HEADERS, 'x-request-id', requestId(request)]);
  response.end(BODY);
}
