import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import {
  findApiKey,
  findUnvouchedIssuer,
  insertApiKey,
  insertApplication,
  lockWebhookSecret,
  replaceWebhookSecret,
  revokeApiKey,
  type Seller,
  updateSeller,
  updateWebhookSecret,
  vouchForKey,
} from '../../db/access/access.ts';
import type { ChangeRow } from '../../db/access/agreements.ts';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { formatApiKey } from '../../domain/access/api-key.ts';
import { isAsBefore } from '../../domain/access/changed-values.ts';
import { assert } from '../../domain/assert.ts';
import type { Environment } from '../../domain/installation.ts';
import { SECRET_PLACES, type Vault } from '../../signing/sealed-text.ts';
import type { Actor } from './actor.ts';
import { mayVouch, type Vouched } from './administer-staff.ts';
import type { PolicySource } from './policy.ts';
import { askForChange, type Waiting } from './seek-agreement.ts';

export interface IssuedApiKey {
  /** Shown once; only its hash is kept. */
  readonly key: string;
  readonly prefix: string;
  /** Also shown only once; `null` if the application got its secret with an earlier key. */
  readonly webhookSecret: string | null;
}

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
    const issued = await issueApiKey(connection, deps, { application, issuedBy: actor.actorId });
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

/**
 * Makes a key for the application of that name. A new application is created with its webhook
 * secret. Runs inside the caller's database transaction.
 */
async function issueApiKey(
  connection: Queryable,
  { environment, vault }: { readonly environment: Environment; readonly vault: Vault },
  {
    application: applicationName,
    issuedBy,
  }: { readonly application: string; readonly issuedBy: string | null },
): Promise<IssuedApiKey> {
  const prefix = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  const application = await insertApplication(connection, {
    id: randomUUIDv7(),
    name: applicationName,
  });
  const newSecret = makeWebhookSecret();
  if (!application.hasSecret) {
    const sealed = vault.seal(newSecret, SECRET_PLACES.webhookSecret(application.id));
    await updateWebhookSecret(connection, { id: application.id, sealed });
  }
  const secretHash = hash('sha256', secret, 'buffer');
  await insertApiKey(connection, { prefix, applicationId: application.id, secretHash, issuedBy });
  return {
    key: formatApiKey(environment, { prefix, secret }),
    prefix,
    webhookSecret: application.hasSecret ? null : newSecret,
  };
}

function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export interface SecretAsked {
  readonly application: string;
  readonly overlapHours: number;
  readonly reason: string | null;
}

export interface RotatedSecret {
  /** Shown once. */
  readonly webhookSecret: string;
  readonly formerUntil: Date;
}

export type SecretRotated =
  | ({ readonly kind: 'rotated' } & RotatedSecret)
  | { readonly kind: 'no_webhook_secret' }
  | Waiting;

interface SecretDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly policy: Pick<PolicySource, 'within'>;
}

/**
 * Gives an application a new webhook secret, shown once. The one of before signs as well until the
 * overlap ends, so that a receiver may have either. A person who has it can tell a platform that a
 * payment succeeded: in live an administrator asks, and another one approves.
 */
export function rotateWebhookSecret(
  { database, vault, policy }: SecretDeps,
  actor: Actor,
  asked: SecretAsked,
): Promise<SecretRotated> {
  const { application, overlapHours, reason } = asked;
  return database.atomically(async (connection) => {
    const found = await lockWebhookSecret(connection, application);
    if (found === null) return { kind: 'no_webhook_secret' };
    const change = {
      kind: 'webhook_secret',
      subjectId: application,
      before: { formerUntil: found.formerUntil },
      after: { application, overlapHours },
      isSensitive: true,
      reason,
    } as const;
    const waiting = await askForChange(connection, policy, actor, change);
    if (waiting !== null) return waiting;
    return { kind: 'rotated', ...(await writeSecret(connection, vault, actor, found, asked)) };
  });
}

/** Makes the secret that another administrator has asked for; it is for this one. */
export async function applySecretChange(
  connection: Queryable,
  vault: Vault,
  actor: Actor,
  { before, after, reason }: ChangeRow,
): Promise<'overtaken' | { readonly secret: string }> {
  const application = String(after['application']);
  const found = await lockWebhookSecret(connection, application);
  if (found === null) return 'overtaken';
  // Another new secret since then: the one of before would stop signing at once.
  if (found.formerUntil !== null && !isAsBefore(before, { formerUntil: found.formerUntil })) {
    return 'overtaken';
  }
  const asked = { application, overlapHours: Number(after['overlapHours']), reason };
  const { webhookSecret } = await writeSecret(connection, vault, actor, found, asked);
  return { secret: webhookSecret };
}

async function writeSecret(
  connection: Queryable,
  vault: Vault,
  actor: Actor,
  { id, stored }: { readonly id: string; readonly stored: string },
  { application, overlapHours, reason }: SecretAsked,
): Promise<RotatedSecret> {
  const webhookSecret = makeWebhookSecret();
  const old = vault.open(stored, SECRET_PLACES.webhookSecret(id));
  const formerUntil = await replaceWebhookSecret(connection, {
    id,
    sealed: vault.seal(webhookSecret, SECRET_PLACES.webhookSecret(id)),
    old: vault.seal(old, SECRET_PLACES.oldWebhookSecret(id)),
    overlapHours,
  });
  await appendAudit(connection, {
    ...actor,
    action: 'key.rotate_secret',
    subject: `application:${application}`,
    before: null,
    after: { application, former_until: formerUntil },
    reason,
  });
  return { webhookSecret, formerUntil };
}

/** Changes what the pages of an application's checkouts say; `null` if there is none of the name. */
export function changeSeller(
  { database }: { readonly database: Database },
  actor: Actor,
  given: { readonly application: string } & Partial<Omit<Seller, 'id' | 'name'>>,
): Promise<Seller | null> {
  const { application, ...changes } = given;
  return database.atomically(async (connection) => {
    const seller = await updateSeller(connection, application, changes);
    if (seller === null) return null;
    await appendAudit(connection, {
      ...actor,
      action: 'key.page',
      subject: `application:${application}`,
      before: null,
      after: {
        display_name: seller.displayName,
        support_number: seller.supportNumber,
        takes_checkouts: seller.takesCheckouts,
        callback_url: seller.callbackUrl,
      },
      reason: null,
    });
    return seller;
  });
}

/** Revokes a key; `false` if no key has that prefix. */
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

/** An administrator, or `momo`, says that the key belongs to its application. */
export function vouchForApiKey(
  { database }: { readonly database: Database },
  actor: Actor,
  { prefix, reason }: { readonly prefix: string; readonly reason: string },
): Promise<Vouched> {
  return database.atomically(async (connection) => {
    if ((await findApiKey(connection, prefix)) === null) return 'not_found';
    const may = await mayVouchForKey(connection, actor, prefix);
    if (may === null) return 'done';
    if (!may) return 'set_up_by_approver';
    await vouchForKey(connection, { prefix, by: actor.actor });
    const what = { action: 'key.vouch', subject: `key:${prefix}` } as const;
    const [before, after] = [{ is_vouched: false }, { is_vouched: true }];
    await appendAudit(connection, { ...actor, ...what, before, after, reason });
    return 'done';
  });
}

/** Whether the actor is another person than who issued a key; `null` if it needs no voucher. */
export async function mayVouchForKey(
  connection: Queryable,
  actor: Actor,
  prefix: string,
): Promise<boolean | null> {
  const issuer = await findUnvouchedIssuer(connection, prefix);
  assert(issuer !== undefined, 'only a key that is as this service wrote it is vouched for');
  return issuer === null ? null : mayVouch(connection, actor, issuer);
}
