import { findLastAuditId, listAuditFrom } from '../../db/access/audit.ts';
import type { Queryable } from '../../db/client.ts';
import { listProviderHealth } from '../../db/providers/provider-health.ts';
import { findQuarantine } from '../../db/quarantine.ts';
import type { AuditKind } from '../../domain/access/audit-action.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import { DIRECTIONS, type Direction } from '../../domain/payment-kinds.ts';

export interface ChangeHooks {
  readonly onProviderDown: (down: ProviderDown) => void;
  readonly onProviderUp: (up: Omit<ProviderDown, 'reason'>) => void;
  readonly onQuarantine: (reason: string) => void;
  readonly onQuarantineEnd: () => void;
  readonly onChange: (change: AuditedChange) => void;
}

interface ProviderDown {
  readonly provider: string;
  readonly direction: Direction;
  /** `null` if the last look says only that it is down. */
  readonly reason: string | null;
}

interface AuditedChange {
  readonly action: string;
  readonly subject: string;
  readonly actor: string;
}

/** What of the audit log is written to the log as well: what decides about money or lets in. */
const LOGGED: ReadonlySet<string> = new Set([
  'channel',
  'database',
  'gateway',
  'key',
  'policy',
  'provider',
  'seal',
  'secrets',
  'signing_key',
] satisfies readonly AuditKind[]);

const AT_ONCE = 200;

/**
 * Says what has changed since the last look, whichever process, command or person has changed it.
 * The first look says only which providers are down.
 */
export function createChangeNotices(
  database: Queryable,
  hooks: ChangeHooks,
): () => Promise<number> {
  let down: ReadonlyMap<string, ProviderDown> = new Map();
  // A start reports its own quarantine.
  let isQuarantined: boolean | null = null;
  let lastId: number | null = null;
  return async () => {
    const now = await listDown(database);
    for (const [key, one] of now) if (!down.has(key)) hooks.onProviderDown(one);
    for (const [key, { reason: _reason, ...one }] of down) {
      if (!now.has(key)) hooks.onProviderUp(one);
    }
    down = now;

    const quarantine = await findQuarantine(database);
    if (quarantine !== null && isQuarantined === false)
      hooks.onQuarantine(sentenceOf(quarantine.reason));
    if (quarantine === null && isQuarantined === true) hooks.onQuarantineEnd();
    isQuarantined = quarantine !== null;

    lastId ??= await findLastAuditId(database);
    const entries = await listAuditFrom(database, lastId + 1, AT_ONCE);
    for (const { id, action, subject, actor, actor_id } of entries) {
      lastId = id;
      const [kind = ''] = action.split('.');
      // A person is named by an id: the audit log has the name.
      if (LOGGED.has(kind)) hooks.onChange({ action, subject, actor: actor_id ?? actor });
    }
    return entries.length;
  };
}

/** Each direction of a provider that would be refused, and why. */
async function listDown(database: Queryable): Promise<ReadonlyMap<string, ProviderDown>> {
  const states = await listProviderHealth(database);
  return new Map(
    states.flatMap(({ providerId: provider, isUp, problem, refusals }) =>
      DIRECTIONS.flatMap((direction) => {
        const message = isUp ? refusals[direction] : problem;
        if (isUp && message === undefined) return [];
        const reason = message ? sentenceOf(message) : null;
        return [[`${provider} ${direction}`, { provider, direction, reason }] as const];
      }),
    ),
  );
}
