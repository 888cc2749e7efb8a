import type { FastifyRequest } from 'fastify';
import { healthSchema } from '../../contract/operations-api.ts';
import type { Queryable } from '../../db/client.ts';
import { findNeededRelease, ping } from '../../db/installation.ts';
import { findQuarantine } from '../../db/quarantine.ts';
import type { Environment } from '../../domain/installation.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import type { WriteWatch } from '../../flows/watch-writes.ts';
import { VERSION } from '../../settings/version.ts';
import type { App } from '../app.ts';

/** A database that does not answer within this time counts as unreachable. */
const PING_TIMEOUT_MS = 2_000;
/** An answer serves everybody who asks until so long after it. */
const ASK_EVERY_MS = 1_000;

interface HealthDeps {
  readonly environment: Environment;
  readonly database: Queryable;
  readonly isStopping: () => boolean;
  readonly writes: WriteWatch;
  /** The problem of this machine's clock, or `null` while it is right. */
  readonly findClockTrouble: () => Promise<string | null>;
  /** Why the stored policy is not in use, or `null` if it is. */
  readonly findPolicyTrouble: () => string | null;
  /** Details of what is wrong are for those who watch the service. */
  readonly mayMonitor: (request: FastifyRequest) => boolean;
  /** Counts operator accounts whose free balance is below the set minimum. */
  readonly countLowWallets: () => Promise<number>;
}

export function healthRoutes(app: App, deps: HealthDeps): void {
  const isReachable = askSeldom(() => ping(deps.database).then(() => true));
  const findNeeded = askSeldom(() => findNeededRelease(deps.database));
  const findStoredQuarantine = askSeldom(() => findQuarantine(deps.database));
  app.get('/health', { schema: healthSchema }, async (_request, reply) => {
    const reachable = (await isReachable()) ?? false;
    if (!reachable) reply.code(503).header('retry-after', 1);
    return {
      status: reachable ? ('ok' as const) : ('unavailable' as const),
      version: VERSION,
      environment: deps.environment,
    };
  });

  // For orchestrators. Alive only means that the event loop runs: a lost database is no reason to
  // restart the process.
  app.get('/livez', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const asked = { isReachable, findNeeded, findStoredQuarantine };
    const { isReady, detail } = await findReadiness({ ...deps, ...asked });
    if (!isReady) reply.code(503).header('retry-after', 1);
    return {
      status: isReady ? 'ok' : 'unavailable',
      ...(detail && deps.mayMonitor(request) && { detail }),
    };
  });
}

interface ReadyDeps extends HealthDeps {
  readonly isReachable: () => Promise<boolean | null>;
  readonly findNeeded: () => ReturnType<typeof findNeededRelease>;
  readonly findStoredQuarantine: () => ReturnType<typeof findQuarantine>;
}

async function findReadiness(deps: ReadyDeps) {
  const { isReachable, findStoredQuarantine, writes, isStopping } = deps;
  if (isStopping()) return { isReady: false };
  const [reachable, takesWrites] = await Promise.all([isReachable(), writes.takesWrites()]);
  if (!takesWrites) return { isReady: false, detail: 'the database takes no writes' };
  if (!reachable) return { isReady: false };
  const needed = await deps.findNeeded();
  if (needed !== null) {
    return { isReady: false, detail: `the schema is for release ${needed} and later` };
  }
  const quarantine = await findStoredQuarantine();
  const details = [
    quarantine && `Quarantine: ${sentenceOf(quarantine.reason)}`,
    await deps.findClockTrouble(),
    deps.findPolicyTrouble() && 'the stored policy is not used: momo audit all',
    await findFloatTrouble(deps),
  ].filter((detail) => detail !== null);
  // It still answers requests, so the balancer must not leave it out.
  return { isReady: true, detail: details.join('; ') };
}

async function findFloatTrouble({ countLowWallets }: HealthDeps): Promise<string | null> {
  const count = await countLowWallets();
  return count === 0 ? null : `wallets that are low: ${count}`;
}

/**
 * Asks once a second for all callers, who need not have shown who they are; `null` if no answer
 * comes in time. It does not wait in the strangers' line: their flood would take a service that
 * works out of its proxy.
 */
function askSeldom<T>(ask: () => Promise<T>): () => Promise<T | null> {
  let known: Promise<T | null> = Promise.resolve(null);
  let isFresh = false;
  return () => {
    if (isFresh) return known;
    isFresh = true;
    known = inTime(ask()).catch(() => null);
    void known.finally(() => {
      setTimeout(() => {
        isFresh = false;
      }, ASK_EVERY_MS).unref();
    });
    return known;
  };
}

async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, PING_TIMEOUT_MS, null);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
