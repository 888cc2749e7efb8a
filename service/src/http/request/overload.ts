import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { performance } from 'node:perf_hooks';
import { assert } from '../../domain/assert.ts';
import { type Arrival, holdRefusals } from './refusals.ts';

/** Items that wait for their turn, by owner. No owner waits for the items of another. */
export interface FairQueue<Item> {
  readonly size: () => number;
  /** Whether the owner has as many waiting as are never too many. */
  readonly hasMany: (owner: string) => boolean;
  readonly add: (owner: string, item: Item, atMs: number) => void;
  /** Takes the oldest item of the next owner: one of each in turn. */
  readonly takeNext: () => Item | null;
  /** Takes all items that waited too long: their answers would come too late. */
  readonly takeLate: (atMs: number) => readonly Item[];
}

/**
 * A queue that empties within this many times `delayMs` is a burst, and is served. A longer one
 * does not go away by itself and makes everyone wait, so from then on nothing waits longer than
 * `delayMs` (the idea of CoDel, RFC 8289).
 */
const BURST_FACTOR = 2;
/**
 * So few are no queue: their number is not what takes long. A client with no more connections than
 * this is never refused; several owners share it equally.
 */
const FEWEST = 64;

interface Own<Item> {
  /** Since when this owner has had something waiting without a break. */
  readonly sinceMs: number;
  readonly waiting: { readonly item: Item; readonly atMs: number }[];
}

export function createFairQueue<Item>(delayMs: number): FairQueue<Item> {
  // Only owners with waiting items, the next one first.
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
    hasMany: (owner) =>
      (owners.get(owner)?.waiting.length ?? 0) >= Math.floor(FEWEST / owners.size),
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
  /** How long a request may constantly wait before it is begun; 0 is any time. */
  readonly delayMs: number;
  /** The application of a key, or `null` if the key was not used here before. */
  readonly applicationOf: (apiKey: string) => string | null;
  /** Whether the database is ready for more; otherwise a new request would only wait for it. */
  readonly hasRoom: () => boolean;
  /** How many of the begun requests currently wait for the database alone. */
  readonly withDatabase: () => number;
  readonly onShed: (applicationId: string | null) => void;
  /** Of all connections that the process may have. */
  readonly mostConnections: number;
}

/** This many requests compute side by side. More would only lengthen each event loop turn. */
const MAX_COMPUTING = 32;
/**
 * The event loop accepts one connection per turn. While connections arrive, requests wait for this
 * many turns, or hundreds of new clients would wait for seconds; fewer where most of the clients
 * are only those that were just refused, and not while turns are long.
 */
const MAX_ACCEPTED = { usual: 64, crowded: 8, ms: 10 } as const;
/** How soon to check again whether there is room. */
const FULL_MS = 1;
/** A client may send many requests on one connection before it reads an answer. */
const MAX_WAITING = 10_000;

/** So large a part of the connections may wait for their refusal. */
const HELD_PART = 1 / 4;

/**
 * Lets the requests of platforms wait here, where it costs next to nothing, until they can be
 * begun: one of each application in turn. A request that would be begun too late gets a 503. This
 * happens before the framework sees it: a refusal there costs half of what it saves. Operators,
 * gateways, staff and health checks do not wait.
 */
export function shedOverload(
  server: Server,
  serve: RequestListener,
  parts: OverloadParts,
): RequestListener {
  if (parts.delayMs === 0) return serve;
  const queue = createFairQueue<Arrival>(parts.delayMs);
  const clock = createOwnClock();
  const refusals = holdRefusals(server, Math.floor(parts.mostConnections * HELD_PART));
  let accepted = 0;
  let underWay = 0;

  const begin = ({ request, response }: Arrival): void => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
    serve(request, response);
  };
  const mayBegin = () => parts.hasRoom() && underWay - parts.withDatabase() < MAX_COMPUTING;
  const shed = (asked: Arrival): void => {
    parts.onShed(asked.application);
    refusals.refuse(asked);
  };
  const beginSome = (): void => {
    while (mayBegin()) {
      const next = queue.takeNext();
      if (next === null) return;
      // A closed socket no longer waits for its answer.
      if (!next.request.socket.destroyed) begin(next);
    }
  };
  const mayAccept = (turns: number, sinceMs: number): boolean =>
    turns < (refusals.isCrowded() ? MAX_ACCEPTED.crowded : MAX_ACCEPTED.usual) &&
    performance.now() < sinceMs + MAX_ACCEPTED.ms;
  const work = (acceptedBefore: number, turns: number, sinceMs: number): void => {
    if (accepted > acceptedBefore && mayAccept(turns, sinceMs)) {
      setImmediate(work, accepted, turns + 1, sinceMs);
      return;
    }
    for (const late of queue.takeLate(clock.look())) shed(late);
    beginSome();
    if (queue.size() > 0) setTimeout(() => work(accepted, 0, performance.now()), FULL_MS);
  };

  server.on('connection', () => {
    accepted += 1;
  });
  return (request, response) => {
    if (!isOfPlatform(request)) return serve(request, response);
    const waiting = queue.size();
    const application = parts.applicationOf(keyOf(request));
    // Unknown keys share one owner: a client can invent any number of them.
    const owner = application ?? '';
    const asked = { request, response, application, arrivedMs: performance.now() };
    const hasMany = () => refusals.countHeld(application) >= FEWEST || queue.hasMany(owner);
    // Not even where nothing waits: it may have stood in the line for accepting for seconds.
    if (refusals.isTooMany(asked) && hasMany()) return shed(asked);
    if (waiting === 0 && mayBegin()) return begin(asked);
    if (waiting >= MAX_WAITING) return shed(asked);
    if (waiting === 0) clock.look();
    queue.add(owner, asked, clock.at(asked.arrivedMs));
    if (waiting === 0) setImmediate(work, accepted, 0, asked.arrivedMs);
  };
}

/** Longer than from one look at the queue to the next, where nothing is computed meanwhile. */
const PAUSE_MS = 2 * FULL_MS;

/** Milliseconds that stand still while this process waits for a processor. */
export interface OwnClock {
  /** Looks how much of the time since the last look the process had a processor. */
  readonly look: () => number;
  /** What a time of the wall clock is on this one, by the last look. */
  readonly at: (wallMs: number) => number;
}

/** By the wall clock, on a busy machine all requests would be late at once, and refused for it. */
export function createOwnClock(): OwnClock {
  let last = readTimes();
  let lostMs = 0;
  const at = (wallMs: number) => wallMs - lostMs;
  return {
    at,
    look: () => {
      const now = readTimes();
      const passedMs = now.wallMs - last.wallMs;
      lostMs += Math.max(0, passedMs - (now.usedMs - last.usedMs) - PAUSE_MS);
      last = now;
      return at(now.wallMs);
    },
  };
}

function readTimes(): Readonly<Record<'wallMs' | 'usedMs', number>> {
  const { user, system } = process.threadCpuUsage();
  return { wallMs: performance.now(), usedMs: (user + system) / 1_000 };
}

function isOfPlatform({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/api/');
}

function keyOf({ headers }: IncomingMessage): string {
  const given = headers['x-api-key'];
  return typeof given === 'string' ? given : '';
}
