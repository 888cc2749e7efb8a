import { healthSchema } from '../../contract/operations-api.ts';
import type { Queryable } from '../../db/client.ts';
import { ping } from '../../db/installation.ts';
import { findQuarantine } from '../../db/quarantine.ts';
import type { Environment } from '../../domain/installation.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import type { WriteWatch } from '../../flows/watch-writes.ts';
import { VERSION } from '../../settings/version.ts';
import type { App } from '../app.ts';

/** A database that does not answer within this time counts as unreachable. */
const PING_TIMEOUT_MS = 2_000;

interface HealthDeps {
  readonly environment: Environment;
  readonly database: Queryable;
  readonly isStopping: () => boolean;
  readonly writes: WriteWatch;
  /** The problem of this machine's clock, or `null` while it is right. */
  readonly findClockTrouble: () => Promise<string | null>;
  /** Why the stored policy is not in use, or `null` if it is. */
  readonly findPolicyTrouble: () => string | null;
  /** Counts operator accounts whose free balance is below the set minimum. */
  readonly countLowWallets: () => Promise<number>;
}

export function healthRoutes(app: App, deps: HealthDeps): void {
  app.get('/health', { schema: healthSchema }, async (_request, reply) => {
    const reachable = await isReachable(deps.database);
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

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { isReady, detail } = await findReadiness(deps);
    if (!isReady) reply.code(503).header('retry-after', 1);
    return { status: isReady ? 'ok' : 'unavailable', ...(detail && { detail }) };
  });
}

async function findReadiness(deps: HealthDeps) {
  const { database, writes, isStopping } = deps;
  if (isStopping()) return { isReady: false };
  const [reachable, takesWrites] = await Promise.all([isReachable(database), writes.takesWrites()]);
  if (!takesWrites) return { isReady: false, detail: 'the database takes no writes' };
  if (!reachable) return { isReady: false };
  const quarantine = await findQuarantine(database).catch(() => null);
  const details = [
    quarantine && `Quarantine: ${sentenceOf(quarantine.reason)}`,
    await deps.findClockTrouble(),
    deps.findPolicyTrouble() && 'the stored policy is not used: momo audit all',
    await findFloatTrouble(deps),
  ].filter((detail) => detail !== null);
  // It still answers requests, so the balancer must not leave it out.
  return { isReady: true, detail: details.join('; ') };
}

/** Only the number: this answer is public. */
async function findFloatTrouble({ countLowWallets }: HealthDeps): Promise<string | null> {
  const count = await countLowWallets();
  return count === 0 ? null : `wallets that are low: ${count}`;
}

async function isReachable(database: Queryable): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, PING_TIMEOUT_MS, false);
  const answered = ping(database).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
