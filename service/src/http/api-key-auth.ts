import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DEFAULT_APPLICATION_ID, findApiKey, listKeyHashes } from '../db/access/access.ts';
import { DatabaseUnavailable, type Queryable } from '../db/client.ts';
import { explainRefusedKey, parseApiKey } from '../domain/access/api-key.ts';
import type { Policy } from '../domain/access/policy.ts';
import { type Allotment, portionOf } from '../domain/access/request-rate.ts';
import type { TakeRequests } from '../flows/access/limits/throttle.ts';
import type { PolicySource } from '../flows/access/policy.ts';
import { type Config, isAuthenticationOff } from '../settings/config.ts';
import type { App } from './app.ts';
import { RequestRefused } from './errors.ts';

/** Revoking a key takes effect within this time on every process. */
const KEY_CACHE_MS = 2_000;
const KEY_CACHE_SIZE = 10_000;

export interface KeyOwner {
  readonly applicationId: string;
  /** As the history names the key: `api`, or `api:<prefix>` for one that was issued. */
  readonly actor: string;
}

export interface KeyRing {
  /** Whose key it is, or `null` if the key is not valid. */
  readonly identify: (given: string) => KeyOwner | Promise<KeyOwner | null>;
  /** The application for which this process last accepted the key: free, but may be outdated. */
  readonly recall: (given: string) => string | null;
}

const CONFIGURED: KeyOwner = { applicationId: DEFAULT_APPLICATION_ID, actor: 'api' };

export interface KeyReads {
  readonly database: Queryable;
  /** For keys that this process does not know. */
  readonly strangers: Queryable;
}

/**
 * Reads which keys there are, so that the first request of a platform after a start does not wait
 * among strangers; without a database it does. Whether one is still valid is asked when it is used.
 */
export async function openKeyRing(config: Config, reads: KeyReads): Promise<KeyRing> {
  if (isAuthenticationOff(config)) {
    return { identify: () => CONFIGURED, recall: () => DEFAULT_APPLICATION_ID };
  }
  const issued = await listKeyHashes(reads.database).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return [];
  });
  const known = new Map(issued.map(({ prefix, secret_hash: digest }) => [prefix, digest]));
  return rememberAccepted(createKeyCheck(config, reads, known));
}

/** Requires a valid key on every route of `api` and sets `applicationId` for the handlers. */
export function requireApiKey(
  api: App,
  deps: {
    readonly config: Config;
    readonly keys: KeyRing;
    readonly takeRequests: TakeRequests;
    readonly policy: Pick<PolicySource, 'recent'>;
  },
): void {
  const { identify } = deps.keys;
  const { environment } = deps.config;
  const refusalOf = ({ headers, url }: FastifyRequest) =>
    explainRefusedKey({ environment, headers, url });
  const mayAsk = createRequestRate(deps.takeRequests);
  api.addHook('onRequest', (request, _reply, done) => {
    const given = request.headers['x-api-key'];
    const admit = (owner: KeyOwner | null): void => {
      if (owner === null) return done(new RequestRefused(refusalOf(request)));
      const { applicationId } = owner;
      request.applicationId = applicationId;
      request.keyActor = owner.actor;
      // Values that are known already are not awaited: a promise for each request would cost more.
      const count = ({ requestsPerSecond }: Policy): void => {
        const isWithinRate = mayAsk(applicationId, requestsPerSecond);
        if (isWithinRate instanceof Promise) isWithinRate.then(serve, done);
        else serve(isWithinRate);
      };
      const policy = deps.policy.recent();
      if (policy instanceof Promise) policy.then(count, done);
      else count(policy);
    };
    const serve = (isWithinRate: boolean): void => {
      request.isOverRate = !isWithinRate;
      // A payment that exists is answered in any case, so its route checks the limit itself.
      if (request.isOverRate && request.routeOptions.config.limitsItself !== true) {
        return done(new RequestRefused({ code: 'too_many_requests' }));
      }
      done();
    };
    const identity = identify(typeof given === 'string' ? given : '');
    if (identity instanceof Promise) identity.then(admit, done);
    else admit(identity);
  });
}

type KeyCheck = (given: string) => Promise<KeyOwner | null>;

function createKeyCheck(
  { apiKey, environment }: Config,
  { database, strangers }: KeyReads,
  known: Map<string, Buffer>,
): KeyCheck {
  const configured = sha256(apiKey ?? '');

  return async (given) => {
    if (given === '') return null;
    // Hashes have one length, so the comparison takes the same time whatever was sent.
    if (timingSafeEqual(sha256(given), configured)) return CONFIGURED;
    const parts = parseApiKey(environment, given);
    if (parts === null) return null;
    const secretHash = sha256(parts.secret);
    const isKnown = timingSafeEqual(secretHash, known.get(parts.prefix) ?? NO_HASH);
    const key = await findApiKey(isKnown ? database : strangers, parts.prefix);
    const matches = timingSafeEqual(secretHash, key?.secret_hash ?? NO_HASH);
    if (key === null || !matches || key.revoked_at !== null) {
      if (isKnown) known.delete(parts.prefix);
      return null;
    }
    known.set(key.prefix, secretHash);
    return { applicationId: key.application_id, actor: `api:${key.prefix}` };
  };
}

const NO_HASH = Buffer.alloc(32);

/**
 * A key that was accepted a moment ago is not hashed again: under load that took a seventh of a
 * read's time. Refused keys are not kept, so guesses cannot fill the memory. A map compares seeded
 * hashes first, so its timing reveals nothing about a key.
 */
function rememberAccepted(check: KeyCheck): KeyRing {
  const accepted = new Map<string, { readonly owner: KeyOwner; readonly until: number }>();
  const remember = async (given: string): Promise<KeyOwner | null> => {
    const owner = await check(given);
    accepted.delete(given);
    if (accepted.size >= KEY_CACHE_SIZE) accepted.clear();
    if (owner !== null) accepted.set(given, { owner, until: performance.now() + KEY_CACHE_MS });
    return owner;
  };
  return {
    identify: (given) => {
      const entry = accepted.get(given);
      return entry !== undefined && entry.until > performance.now() ? entry.owner : remember(given);
    },
    recall: (given) => accepted.get(given)?.owner.applicationId ?? null,
  };
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

interface Held {
  left: number;
  readonly until: number;
  /** This second has no more requests to grant. */
  readonly isLast: boolean;
}

/** Checks whether an application, or a person, may make one more request in this second; `null` is no limit. */
export function createRequestRate(
  take: TakeRequests,
): (owner: string, perSecond: number | null) => boolean | Promise<boolean> {
  // One entry for each application with a key, so its size is bounded.
  const holdings = new Map<string, Held>();
  return (owner, perSecond) => {
    if (perSecond === null) return true;
    const now = performance.now();
    const held = holdings.get(owner);
    if (held !== undefined && now < held.until) {
      if (held.left > 0) {
        held.left -= 1;
        return true;
      }
      if (held.isLast) return false;
    }
    const allotment = take({ owner, wanted: portionOf(perSecond), perSecond });
    return allotment instanceof Promise
      ? allotment.then((given) => use(owner, given, now))
      : use(owner, allotment, now);
  };

  /** The time counts from the question, so that no request is used after its second ends. */
  function use(owner: string, { granted, endsInMs }: Allotment, askedAt: number): boolean {
    const until = askedAt + endsInMs;
    if (granted === 0) {
      holdings.set(owner, { left: 0, until, isLast: true });
      return false;
    }
    // Another request may have asked in the meantime.
    const others = holdings.get(owner);
    const left = others !== undefined && performance.now() < others.until ? others.left : 0;
    holdings.set(owner, { left: left + granted - 1, until, isLast: false });
    return true;
  }
}
