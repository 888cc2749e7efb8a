import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { errorBodyOf, type Problem, retryAfterOf, statusOf } from '../../contract/problems.ts';
import { requestId } from './answer-headers.ts';

const OVERLOADED: Problem = { code: 'overloaded' };
const STATUS = statusOf(OVERLOADED);
const RETRY_AFTER_SECONDS = retryAfterOf(OVERLOADED) ?? 0;
const BODY = JSON.stringify(errorBodyOf(OVERLOADED));
/** Names and values in turn, the form that Node handles fastest. */
const HEADERS = Object.entries({
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(BODY)),
  'retry-after': String(RETRY_AFTER_SECONDS),
}).flat();

/** Answers 503 without the framework, in the form that the framework would give it. */
export function refuseOverloaded(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(STATUS, [...HEADERS, 'x-request-id', requestId(request)]);
  response.end(BODY);
}

/** The server emits this once, when it begins to close. */
export const STOPPING = 'stopping';

export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Of its key, or `null` if the key was not used here before. */
  readonly application: string | null;
  readonly arrivedMs: number;
}

/**
 * With its time in the queue, a refusal takes two seconds at most. Connections that were refused in
 * one moment do not all come back in one moment.
 */
const HELD_MS = { least: 1_200, spread: 600 } as const;

/**
 * From when a refusal finds no place until so large a part of the places is free, a new connection
 * of a client that has many is too many. It stood in the system's line for accepting, perhaps for
 * seconds, and most of them are of clients that were refused just before.
 */
const FREE_PART = 1 / 2;

export interface Refusals {
  readonly refuse: (arrival: Arrival) => void;
  /** All places for those who wait for a refusal were taken, and not many of them are free since. */
  readonly isCrowded: () => boolean;
  /** Whether it is crowded and the connection has had no answer so far. */
  readonly isTooMany: (arrival: Arrival) => boolean;
  /** How many of an application wait for their refusal. */
  readonly countHeld: (application: string | null) => number;
}

/**
 * Refuses at once, except on a connection that came back before its Retry-After was over: it waits
 * for its answer. A refusal costs a third of a payment, and clients that repeat at once would get
 * so many that little else is done. What waits so has its socket and nothing else. Beyond
 * `mostHeld` the answer comes at once and closes the connection.
 */
export function holdRefusals(server: Server, mostHeld: number): Refusals {
  const refusedMs = new WeakMap<Socket, number>();
  const held = new Map<Arrival, NodeJS.Timeout>();
  const heldOf = createTally<string | null>();
  let isStopping = false;
  let wasFull = false;

  const refuse = ({ request, response }: Arrival): void => {
    refusedMs.set(request.socket, performance.now());
    refuseOverloaded(request, response);
  };
  const refuseAndClose = ({ request, response }: Arrival): void => {
    refuseOverloaded(request, response.setHeader('connection', 'close'));
  };
  const isEarly = ({ request, arrivedMs }: Arrival): boolean => {
    const lastMs = refusedMs.get(request.socket);
    return lastMs !== undefined && arrivedMs < lastMs + RETRY_AFTER_SECONDS * 1_000;
  };
  const forget = (arrival: Arrival): void => {
    if (held.delete(arrival)) heldOf.add(arrival.application, -1);
  };
  const hold = (arrival: Arrival): void => {
    const { request, response } = arrival;
    // Its body is not kept.
    request.resume();
    const answer = () => {
      forget(arrival);
      refuse(arrival);
    };
    const timer = setTimeout(answer, HELD_MS.least + Math.random() * HELD_MS.spread);
    held.set(arrival, timer);
    heldOf.add(arrival.application, 1);
    response.once('close', () => {
      clearTimeout(timer);
      forget(arrival);
    });
  };

  server.once(STOPPING, () => {
    isStopping = true;
    for (const [arrival, timer] of held) {
      clearTimeout(timer);
      refuseAndClose(arrival);
    }
    held.clear();
    heldOf.clear();
  });
  const isCrowded = () => {
    wasFull &&= held.size > mostHeld * FREE_PART;
    return wasFull;
  };
  const isTooMany = ({ request }: Arrival) => isCrowded() && request.socket.bytesWritten === 0;
  return {
    isCrowded,
    isTooMany,
    countHeld: heldOf.count,
    refuse: (arrival) => {
      const isFull = held.size >= mostHeld;
      if (isTooMany(arrival)) return refuseAndClose(arrival);
      if (!isEarly(arrival)) return refuse(arrival);
      if (isFull) wasFull = true;
      if (isFull || isStopping) refuseAndClose(arrival);
      else hold(arrival);
    },
  };
}

function createTally<Key>() {
  const counts = new Map<Key, number>();
  const count = (key: Key) => counts.get(key) ?? 0;
  return {
    count,
    add: (key: Key, by: number): void => {
      const now = count(key) + by;
      if (now > 0) counts.set(key, now);
      else counts.delete(key);
    },
    clear: () => counts.clear(),
  };
}
