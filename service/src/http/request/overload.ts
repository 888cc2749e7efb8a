import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { createFairQueue } from '../../domain/access/fair-queue.ts';
import { refuse } from './refuse.ts';

export interface OverloadParts {
  /** How long a request may wait before it is begun, if it has to all the time; 0: any time. */
  readonly delayMs: number;
  /** Whose key this is; null when nobody has used it here. */
  readonly applicationOf: (apiKey: string) => string | null;
  /** Whether the database is ready for more; what is begun without would only wait for it. */
  readonly hasRoom: () => boolean;
  readonly onShed: (applicationId: string | null) => void;
}

/** For so long requests are begun before the event loop goes round and hears of other things. */
const SLICE_MS = 3;
/**
 * The event loop accepts one connection each time that it goes round. While they come, it goes
 * round this often before requests are begun, or hundreds of new clients would wait for seconds.
 */
const MOST_ACCEPTED = 32;
/** How soon to look again whether the database has room. */
const NO_ROOM_MS = 2;
/** A client may send many requests on one connection before it reads an answer. */
const MOST_WAITING = 10_000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly application: string | null;
}

/**
 * Lets the requests of platforms wait here, where it costs next to nothing, until they can be
 * begun: one of each application in turn. What would be begun too late gets a 503 instead. All this
 * is before the framework sees them: there a refusal costs half of what it is to save. Operators,
 * gateways, staff and health checks do not wait.
 */
export function shedOverload(
  server: Server,
  serve: RequestListener,
  parts: OverloadParts,
): RequestListener {
  if (parts.delayMs === 0) return serve;
  const queue = createFairQueue<Exchange>(parts.delayMs);
  const mayBeginAtOnce = createTurns(parts.hasRoom);
  let accepted = 0;

  const shed = ({ request, response, application }: Exchange): void => {
    parts.onShed(application);
    refuse(request, response);
  };
  const beginSome = (): void => {
    const endsAt = performance.now() + SLICE_MS;
    for (let now = 0; now < endsAt; now = performance.now()) {
      const next = queue.takeNext();
      if (next === null) return;
      // Otherwise nobody waits for the answer any more.
      if (!next.request.socket.destroyed) serve(next.request, next.response);
    }
  };
  const work = (acceptedBefore: number, turns: number): void => {
    if (accepted > acceptedBefore && turns < MOST_ACCEPTED) {
      setImmediate(work, accepted, turns + 1);
      return;
    }
    for (const late of queue.takeLate(performance.now())) shed(late);
    const hasRoom = parts.hasRoom();
    if (hasRoom) beginSome();
    if (queue.size() === 0) return;
    if (hasRoom) setImmediate(work, accepted, 0);
    else setTimeout(work, NO_ROOM_MS, accepted, 0);
  };

  server.on('connection', () => {
    accepted += 1;
  });
  return (request, response) => {
    if (!isOfPlatform(request)) return serve(request, response);
    const waiting = queue.size();
    const now = performance.now();
    if (waiting === 0 && mayBeginAtOnce(now, accepted)) return serve(request, response);
    const exchange = { request, response, application: parts.applicationOf(keyOf(request)) };
    if (waiting >= MOST_WAITING) return shed(exchange);
    // Keys that nobody knows have one share together: there are as many as somebody invents.
    queue.add(exchange.application ?? '', exchange, now);
    if (waiting === 0) setImmediate(work, accepted, 0);
  };
}

/**
 * Says whether this turn of the event loop has still time to begin something. It has none after one
 * that accepted a connection: there may be more of them.
 */
function createTurns(hasRoom: () => boolean): (nowMs: number, accepted: number) => boolean {
  const { nodeTiming } = performance;
  let turn = -1;
  let acceptedBefore = 0;
  let endsAt = 0;
  return (now, accepted) => {
    const { loopCount } = nodeTiming.uvMetricsInfo;
    if (loopCount !== turn) {
      turn = loopCount;
      endsAt = accepted === acceptedBefore && hasRoom() ? now + SLICE_MS : 0;
      acceptedBefore = accepted;
    }
    return now < endsAt;
  };
}

function isOfPlatform({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/api/');
}

function keyOf({ headers }: IncomingMessage): string {
  const given = headers['x-api-key'];
  return typeof given === 'string' ? given : '';
}
