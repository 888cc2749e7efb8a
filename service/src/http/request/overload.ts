import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { assert } from '../../domain/assert.ts';
import { refuseOverloaded } from './limits.ts';

/** What waits for its turn, by whoever it belongs to. Nobody waits for what others have waiting. */
export interface FairQueue<Item> {
  readonly size: () => number;
  readonly add: (owner: string, item: Item, atMs: number) => void;
  /** Takes the oldest of the next owner: one of each in turn. */
  readonly takeNext: () => Item | null;
  /** Takes everything that has waited too long: it would be answered too late. */
  readonly takeLate: (atMs: number) => readonly Item[];
}

/**
 * A queue that is gone after so many times `delayMs` is a burst, and is served. One that stands for
 * longer does not go away by itself: its length only makes everybody wait, so from then on nobody
 * may wait for more than `delayMs` (the idea of CoDel, RFC 8289).
 */
const BURST_FACTOR = 2;
/**
 * So few are no queue: what takes long then is not their number. A client with no more connections
 * than this is never refused; if there are several owners, each has its part of it.
 */
const FEWEST = 64;

interface Own<Item> {
  /** Since when something of this owner has been waiting without a break. */
  readonly sinceMs: number;
  readonly waiting: { readonly item: Item; readonly atMs: number }[];
}

export function createFairQueue<Item>(delayMs: number): FairQueue<Item> {
  // The first is whose turn it is. Whoever has nothing waiting is not in it.
  const owners = new Map<string, Own<Item>>();
  let size = 0;

  const takeFirst = ({ waiting }: Own<Item>): Item => {
    const first = waiting.shift();
    assert(first !== undefined, 'an owner with nothing waiting');
    size -= 1;
    return first.item;
  };

  return {
    size: () => size,
    add: (owner, item, atMs) => {
      size += 1;
      const own = owners.get(owner);
      if (own === undefined) owners.set(owner, { sinceMs: atMs, waiting: [{ item, atMs }] });
      else own.waiting.push({ item, atMs });
    },
    takeNext: () => {
      for (const [owner, own] of owners) {
        const item = takeFirst(own);
        owners.delete(owner);
        if (own.waiting.length > 0) owners.set(owner, own);
        return item;
      }
      return null;
    },
    takeLate: (atMs) => {
      const late: Item[] = [];
      const fewest = Math.floor(FEWEST / owners.size);
      for (const [owner, own] of owners) {
        if (atMs - own.sinceMs <= BURST_FACTOR * delayMs) continue;
        const isLate = () => atMs - (own.waiting[0]?.atMs ?? atMs) > delayMs;
        while (own.waiting.length > fewest && isLate()) late.push(takeFirst(own));
        if (own.waiting.length === 0) owners.delete(owner);
      }
      return late;
    },
  };
}

export interface OverloadParts {
  /** How long a request may wait before it is begun, if it has to all the time; 0: any time. */
  readonly delayMs: number;
  /** Whose key this is; null when nobody has used it here. */
  readonly applicationOf: (apiKey: string) => string | null;
  /** Whether the database is ready for more; what is begun without would only wait for it. */
  readonly hasRoom: () => boolean;
  /** How many of what was begun are with the database now, and need nothing else. */
  readonly withDatabase: () => number;
  readonly onShed: (applicationId: string | null) => void;
}

/** As many compute side by side. More of them would only make each turn of the event loop longer. */
const MOST_COMPUTING = 32;
/**
 * The event loop accepts one connection each time that it goes round. While they come, it goes
 * round this often before requests are begun, or hundreds of new clients would wait for seconds.
 */
const MOST_ACCEPTED = 64;
/** How soon to look again whether there is room. */
const FULL_MS = 1;
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
  let accepted = 0;
  let underWay = 0;

  const begin = ({ request, response }: Exchange): void => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
    serve(request, response);
  };
  const mayBegin = () => parts.hasRoom() && underWay - parts.withDatabase() < MOST_COMPUTING;
  const shed = ({ request, response, application }: Exchange): void => {
    parts.onShed(application);
    refuseOverloaded(request, response);
  };
  const beginSome = (): void => {
    while (mayBegin()) {
      const next = queue.takeNext();
      if (next === null) return;
      // Otherwise nobody waits for the answer any more.
      if (!next.request.socket.destroyed) begin(next);
    }
  };
  const work = (acceptedBefore: number, turns: number): void => {
    if (accepted > acceptedBefore && turns < MOST_ACCEPTED) {
      setImmediate(work, accepted, turns + 1);
      return;
    }
    for (const late of queue.takeLate(performance.now())) shed(late);
    beginSome();
    if (queue.size() > 0) setTimeout(work, FULL_MS, accepted, 0);
  };

  server.on('connection', () => {
    accepted += 1;
  });
  return (request, response) => {
    if (!isOfPlatform(request)) return serve(request, response);
    const waiting = queue.size();
    const application = parts.applicationOf(keyOf(request));
    const exchange = { request, response, application };
    if (waiting === 0 && mayBegin()) return begin(exchange);
    if (waiting >= MOST_WAITING) return shed(exchange);
    // Keys that nobody knows have one share together: there are as many as somebody invents.
    queue.add(application ?? '', exchange, performance.now());
    if (waiting === 0) setImmediate(work, accepted, 0);
  };
}

function isOfPlatform({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/api/');
}

function keyOf({ headers }: IncomingMessage): string {
  const given = headers['x-api-key'];
  return typeof given === 'string' ? given : '';
}
