import { findApiKey, revokeApiKey } from '../../db/access/access.ts';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database } from '../../db/client.ts';
import type { Environment } from '../../domain/installation.ts';
import type { Vault } from '../../signing/sealed-text.ts';
import type { Actor } from './actor.ts';
import { type IssuedApiKey, issueApiKey } from './issue-api-key.ts';

/** Issues a key and writes its entry in the audit log. */
export function issueKey(
  deps: {
    readonly database: Database;
    readonly environment: Environment;
    readonly vault: Vault;
  },
  actor: Actor,
  application: string,
): Promise<IssuedApiKey> {
  return deps.database.atomically(async (connection) => {
    const issued = await issueApiKey(connection, deps, application);
    await appendAudit(connection, {
      ...actor,
      action: 'key.issue',
      subject: `key:${issued.prefix}`,
      before: null,
      after: { application, new_webhook_secret: issued.webhookSecret !== null },
      reason: null,
    });
    return issued;
  });
}

/** Revokes a key; false when there is none of that prefix. */
export function revokeKey(
  { database }: { readonly database: Database },
  actor: Actor,
  { prefix, reason }: { readonly prefix: string; readonly reason: string | null },
): Promise<boolean> {
  return database.atomically(async (connection) => {
    const key = await findApiKey(connection, prefix);
    if (key === null) return false;
    await revokeApiKey(connection, prefix);
    const what = { action: 'key.revoke', subject: `key:${prefix}` } as const;
    const before = { revoked: key.revoked_at !== null };
    await appendAudit(connection, { ...actor, ...what, before, after: { revoked: true }, reason });
    return true;
  });
}
