import { listWebhookSecrets, updateWebhookSecret } from '../../db/access/access.ts';
import { appendAudit } from '../../db/access/audit.ts';
import { listTotpSecrets, updateTotpSecret } from '../../db/access/staff-attempts.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { findRowKey, updateRowKey } from '../../db/installation.ts';
import { listGatewaySecrets, updateGatewaySecret } from '../../db/lines/gateways.ts';
import { listAccounts, updateAccountSecrets } from '../../db/providers/provider-setup.ts';
import { listSigningKeys, updatePrivateKey } from '../../db/webhooks/signing-keys.ts';
import type { Actor } from '../access/actor.ts';
import type { KeyDeps } from '../webhooks/signing-keys.ts';

/** One secret of the database, as it is stored. */
interface StoredSecret {
  readonly stored: string;
  /** Replaces its stored form, unless it was changed meanwhile. */
  readonly replace: (sealed: string) => Promise<void>;
}

/** What the table stores for a provider without secrets. */
const NO_SECRETS = '{}';

/** Everywhere the database keeps secrets. */
const SECRET_LISTS: readonly ((database: Queryable) => Promise<readonly StoredSecret[]>)[] = [
  async (database) =>
    (await listSigningKeys(database)).map(({ key_id: keyId, private_key: stored }) => ({
      stored,
      replace: (sealed) => updatePrivateKey(database, { keyId, stored, sealed }),
    })),
  async (database) =>
    (await listWebhookSecrets(database)).map(({ id, secret: stored }) => ({
      stored,
      replace: (sealed) => updateWebhookSecret(database, { id, stored, sealed }),
    })),
  async (database) =>
    (await listTotpSecrets(database)).map(({ id, totp_secret: stored }) => ({
      stored,
      replace: (sealed) => updateTotpSecret(database, { id, stored, sealed }),
    })),
  async (database) =>
    (await listGatewaySecrets(database)).map(({ id, secret: stored }) => ({
      stored,
      replace: (sealed) => updateGatewaySecret(database, { id, stored, sealed }),
    })),
  async (database) =>
    (await listAccounts(database))
      .filter(({ secrets }) => secrets !== NO_SECRETS)
      .map(({ providerId: id, secrets: stored }) => ({
        stored,
        replace: (sealed) => updateAccountSecrets(database, { id, stored, sealed }),
      })),
  async (database) => {
    const stored = await findRowKey(database);
    // We never stored ours unsealed: one that is unsealed is not ours, and stays visible.
    if (stored === null || stored.startsWith('{')) return [];
    return [{ stored, replace: (sealed) => updateRowKey(database, { stored, sealed }) }];
  },
];

/** How many secrets are stored unsealed. Opens every other one; throws if one cannot be opened. */
export async function countUnsealed({ database, vault }: KeyDeps): Promise<number> {
  const secrets = await Promise.all(SECRET_LISTS.map((list) => list(database)));
  const texts = secrets.flat().map(({ stored }) => stored);
  for (const stored of texts) vault.open(stored);
  return texts.filter((stored) => !vault.isSealed(stored)).length;
}

/**
 * Opens every secret in the database, so that a wrong or missing SECRETS_KEY is noticed before
 * anything depends on it, and seals those that were stored before there was a key.
 */
export async function sealSecrets(deps: KeyDeps): Promise<void> {
  await replaceSecrets(deps, (stored) => !deps.vault.isSealed(stored));
}

/**
 * Seals everything with the present key that another one has sealed. Each secret is changed by
 * itself and both keys open it meanwhile, so an interrupted run is simply run again. Returns how
 * many were sealed again.
 */
export async function resealSecrets(
  deps: KeyDeps & { readonly database: Database },
  actor: Actor,
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await replaceSecrets(deps, (stored) => !deps.vault.isCurrent(stored));
    // A process that has the old key first may have stored another one meanwhile, so check again.
    if (count === 0) break;
    total += count;
  }
  await deps.database.atomically((connection) =>
    appendAudit(connection, {
      ...actor,
      action: 'secrets.reseal',
      subject: 'secrets',
      before: null,
      after: { sealed_anew: total },
      reason: null,
    }),
  );
  return total;
}

async function replaceSecrets(
  { database, vault }: KeyDeps,
  isDue: (stored: string) => boolean,
): Promise<number> {
  let count = 0;
  for (const list of SECRET_LISTS) {
    for (const { stored, replace } of await list(database)) {
      const secret = vault.open(stored);
      const sealed = isDue(stored) ? vault.seal(secret) : stored;
      if (sealed === stored) continue;
      await replace(sealed);
      count += 1;
    }
  }
  return count;
}
