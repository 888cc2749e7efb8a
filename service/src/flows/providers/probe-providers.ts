import type { Queryable } from '../../db/client.ts';
import { claimProvidersToCheck, recordCheck } from '../../db/providers/provider-health.ts';
import type { Connectors } from './connectors.ts';

/** The check, its answer and the catalogue together: a change shows within ten seconds. */
const LOOK_EVERY_MS = 4_000;
const LOOK_MS = 3_000;

/** Checks every provider that is due: whether it answers, and how much money it has left. */
export async function probeProviders({
  database,
  connectors,
}: {
  readonly database: Queryable;
  readonly connectors: Connectors;
}): Promise<number> {
  const due = await claimProvidersToCheck(database, { everyMs: LOOK_EVERY_MS });
  await Promise.all(
    due.map(async (providerId) => {
      const connected = await connectors.find(providerId);
      // The provider was removed just now, or its adapter belongs to another release.
      if (connected === null) return;
      const answer = await connected.connector.check({ timeoutMs: LOOK_MS, keep: () => {} });
      await recordCheck(database, {
        providerId,
        isUp: answer.kind === 'up',
        problem: answer.kind === 'up' ? null : answer.problem,
        balanceXaf: answer.kind === 'up' ? answer.balanceXaf : null,
      });
    }),
  );
  return 0;
}
