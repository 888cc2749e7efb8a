import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { listSecrets, replaceSecret, type StoredSecret } from '../../db/row-seals.ts';
import { formOf } from '../../signing/sealed-text.ts';
import type { Actor } from '../access/actor.ts';
import { openRowKey } from '../row-key.ts';
import type { KeyDeps } from '../webhooks/signing-keys.ts';

/** How many secrets are stored unsealed. Opens every other one; throws if one cannot be opened. */
export async function countUnsealed({ database, vault }: KeyDeps): Promise<number> {
  const secrets = await listSecrets(database);
  for (const secret of secrets) vault.openAnyForm(secret.stored, secret);
  return secrets.filter(isOpen).length;
}

/** Open secrets would be believed ever after if the rows were listed with them. */
export class OpenSecretsRefused extends Error {
  override readonly name = 'OpenSecretsRefused';
}

/**
 * Opens every stored secret, so that a wrong or missing SECRETS_KEY is noticed before anything
 * depends on it. With a key an open secret may be a third party's: once the rows are listed the
 * seal of its row names it, and before that a person has to say that it is ours.
 */
export async function refuseOpenSecrets(deps: KeyDeps): Promise<void> {
  const open = await countUnsealed(deps);
  if (open === 0 || !deps.vault.hasKey) return;
  if ((await openRowKey(deps))?.isListed) return;
  throw new OpenSecretsRefused(
    `There is a SECRETS_KEY, and ${open} secrets are stored in the open. If they are yours, ` +
      'run `momo secrets seal` once.',
  );
}

/** Binds what release 0.2 has sealed to the row that has it: once, when the rows are listed. */
export function bindSecrets(deps: KeyDeps): Promise<number> {
  return replaceSecrets(deps, (secret) => formOf(secret.stored, secret) === 'unbound');
}

/** Seals what was stored before there was a key, because a person says so. Returns how many. */
export function sealSecrets(
  deps: KeyDeps & { readonly database: Database },
  actor: Actor,
): Promise<number> {
  return deps.database.atomically(async (connection) => {
    const count = await replaceSecrets({ ...deps, database: connection }, isOpen);
    await note(connection, actor, { action: 'secrets.seal', after: { sealed: count } });
    return count;
  });
}

/**
 * A secret that no key has sealed. We never stored the key of the rows unsealed: one that is
 * unsealed is not ours, and stays visible.
 */
function isOpen(secret: StoredSecret): boolean {
  return secret.table !== 'installation' && formOf(secret.stored, secret) === 'open';
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
  const { vault } = deps;
  let total = 0;
  for (;;) {
    const count = await replaceSecrets(deps, (secret) => vault.isOfOtherKey(secret.stored, secret));
    // A process that has the old key first may have stored another one meanwhile, so check again.
    if (count === 0) break;
    total += count;
  }
  const after = { sealed_anew: total };
  await deps.database.atomically((connection) =>
    note(connection, actor, { action: 'secrets.reseal', after }),
  );
  return total;
}

function note(
  connection: Queryable,
  actor: Actor,
  done: { readonly action: 'secrets.seal' | 'secrets.reseal'; readonly after: object },
): Promise<void> {
  const { action, after } = done;
  return appendAudit(connection, {
    ...actor,
    action,
    subject: 'secrets',
    before: null,
    after,
    reason: null,
  });
}

async function replaceSecrets(
  { database, vault }: KeyDeps,
  isDue: (secret: StoredSecret) => boolean,
): Promise<number> {
  let count = 0;
  for (const secret of await listSecrets(database)) {
    const text = vault.openAnyForm(secret.stored, secret);
    if (!isDue(secret)) continue;
    await replaceSecret(database, secret, vault.seal(text, secret));
    count += 1;
  }
  return count;
}
