import type { ChangeRow } from '../../db/access/agreements.ts';
import { appendAudit } from '../../db/access/audit.ts';
import {
  findPolicyRow,
  hasSealedPolicy,
  insertPolicyRow,
  isPolicyAudited,
  lockPolicy,
  type NewestPolicyRow,
} from '../../db/access/policy.ts';
import { findStaffName, lockAdministrators } from '../../db/access/staff.ts';
import type { Database, Queryable } from '../../db/client.ts';
import type { AuditAction } from '../../domain/access/audit-action.ts';
import { isAsBefore } from '../../domain/access/changed-values.ts';
import {
  acceptsShortRetention,
  differenceOf,
  fromContent,
  looserPart,
  newPolicy,
  type PolicyChange,
  readChange,
  readPolicy,
  sealedPolicy,
  shortRetention,
  toContent,
  unsetPolicy,
} from '../../domain/access/policy.ts';
import { type Plain, POLICY_KEYS } from '../../domain/access/policy-fields.ts';
import type { SealRow } from '../../domain/seals/seal.ts';
import { type Actor, COMMAND_LINE } from './actor.ts';
import { findPolicyValues, type PolicyDeps, PolicyRefused } from './policy.ts';
import { askForChange, needsOfChange, type Waiting } from './seek-agreement.ts';

export interface ChangePolicyDeps extends Omit<PolicyDeps, 'database'> {
  readonly database: Database;
}

export type PolicyChanged =
  | { readonly kind: 'done'; readonly revision: number; readonly changed: PolicyChange }
  | { readonly kind: 'unchanged' }
  /** What proves the accounts would be kept for less than ten years, and the reason does not say so. */
  | { readonly kind: 'short_retention'; readonly names: readonly string[] }
  /** The stored row is not what the service wrote. */
  | { readonly kind: 'untrusted'; readonly problem: string }
  | Waiting;

/**
 * Changes the policy. In live, what protects less waits for a second person; what protects more
 * holds at once, even in the same request. `momo` on the machine needs no second person.
 */
export function changePolicy(
  deps: ChangePolicyDeps,
  actor: Actor,
  { change, reason }: { readonly change: PolicyChange; readonly reason: string },
): Promise<PolicyChanged> {
  return deps.database.atomically(async (connection): Promise<PolicyChanged> => {
    // Approving a change locks in the same order, so there is no deadlock.
    await lockAdministrators(connection);
    await lockPolicy(connection);
    const found = await findPolicyValues(connection, deps);
    const wanted = found.kind === 'problem' ? change : differenceOf(found.values, change);
    const names = deps.environment === 'live' ? shortRetention(wanted) : [];
    if (names.length > 0 && !acceptsShortRetention(reason)) {
      return { kind: 'short_retention', names };
    }
    if (found.kind === 'problem')
      return replace(connection, deps, actor, { found, change, reason });
    const { revision, values } = found;
    if (isEmpty(wanted)) return { kind: 'unchanged' };
    const looser = looserPart(values, wanted);
    const policy = { within: async () => readPolicy(values, deps.environment) };
    const asked = {
      kind: 'policy',
      isSensitive: !isEmpty(looser),
      isLivePolicy: deps.environment === 'live',
    } as const;
    const { people } = await needsOfChange(connection, policy, actor, asked);
    const later = people === 1 ? {} : looser;
    const now = omit(wanted, later);
    const waiting = await askForChange(connection, policy, actor, {
      ...asked,
      subjectId: 'policy',
      before: pickOf(values, later),
      after: { ...later },
      reason,
    });
    if (waiting?.kind === 'change_waits') return waiting;
    if (!isEmpty(now)) {
      await write(connection, deps.seal, {
        actor,
        revision: revision + 1,
        before: values,
        now,
        reason,
      });
    }
    return waiting ?? { kind: 'done', revision: revision + 1, changed: now };
  });
}

/** Makes a change that another person requested. */
export async function applyPolicyChange(
  connection: Queryable,
  deps: Pick<PolicyDeps, 'environment' | 'seal'>,
  actor: Actor,
  { before, after, asked_by, reason }: ChangeRow,
): Promise<'applied' | 'overtaken'> {
  await lockPolicy(connection);
  const found = await findPolicyValues(connection, deps);
  if (found.kind === 'problem' || !isAsBefore(before, found.values)) return 'overtaken';
  // This flow wrote it; the fields are checked again.
  const read = readChange(toContent(after));
  if (read.kind === 'invalid') return 'overtaken';
  const { revision, values } = found;
  await write(connection, deps.seal, {
    actor,
    askedBy: await findStaffName(connection, asked_by),
    revision: revision + 1,
    before: values,
    now: differenceOf(values, read.change),
    reason: reason ?? 'asked for',
  });
  return 'applied';
}

/** What a start or a migration finds out about the policy. */
export interface PolicyBeginning {
  /** The installation has just been made: in live the limits that protect money are on. */
  readonly isNew: boolean;
  /** The settings of release 0.2 by name, for an installation that had them. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Writes the first row, and seals one that was written before there was a key. Returns what it took
 * from the settings, or `null` if there was nothing to do.
 */
export async function ensurePolicy(
  connection: Queryable,
  deps: Pick<PolicyDeps, 'environment' | 'seal'>,
  { isNew, settings }: PolicyBeginning,
): Promise<{ readonly taken: PolicyChange; readonly problems: readonly string[] } | null> {
  await lockPolicy(connection);
  const row = await findPolicyRow(connection);
  if (row !== null) {
    await sealFirst(connection, deps.seal, row);
    return null;
  }
  // Otherwise deleting it would bypass every limit.
  if (await isPolicyAudited(connection)) throw new PolicyRefused('it was taken away');
  const { change: taken, problems } = isNew ? NOTHING : takeValid(settings);
  const values = isNew
    ? newPolicy(deps.environment)
    : { ...unsetPolicy(deps.environment), ...taken };
  const reason = isNew ? 'a new installation' : 'taken from the settings of release 0.2';
  const first = { actor: COMMAND_LINE, action: 'policy.begin', revision: 1, before: {} } as const;
  await write(connection, deps.seal, { ...first, now: values, reason });
  return { taken, problems };
}

const NOTHING = { change: {}, problems: [] } as const;

/** Leaves out and names a setting that cannot be read: no moved name stops a start. */
function takeValid(settings: PolicyBeginning['settings']) {
  const problems: string[] = [];
  const changes = Object.entries(settings).map(([name, text]) => {
    const read = readChange({ [name]: text });
    if (read.kind === 'change') return read.change;
    problems.push(...read.problems);
    return {};
  });
  return { change: Object.assign({}, ...changes) as PolicyChange, problems };
}

/** A sealed copy of the row that was written without a key; from then on every row has a seal. */
async function sealFirst(
  connection: Queryable,
  seal: SealRow,
  { revision, audited_revision, content, seal: sealed }: NewestPolicyRow,
): Promise<void> {
  if (seal('') === null || sealed !== null || revision !== audited_revision) return;
  if (await hasSealedPolicy(connection)) return;
  await write(connection, seal, {
    actor: COMMAND_LINE,
    action: 'policy.seal',
    revision: revision + 1,
    before: fromContent(content),
    now: {},
    reason: 'there is a key to seal it with',
  });
}

/** Only `momo`, and only with every value: nothing that is stored can be trusted. */
async function replace(
  connection: Queryable,
  { seal }: ChangePolicyDeps,
  actor: Actor,
  asked: {
    readonly found: { readonly revision: number; readonly problem: string };
    readonly change: PolicyChange;
    readonly reason: string;
  },
): Promise<PolicyChanged> {
  const { found, change, reason } = asked;
  const isWhole = POLICY_KEYS.every((key) => change[key] !== undefined);
  if (actor.actorId !== null || !isWhole) return { kind: 'untrusted', problem: found.problem };
  const revision = found.revision + 1;
  await write(connection, seal, { actor, revision, before: {}, now: change, reason });
  return { kind: 'done', revision, changed: change };
}

interface Written {
  readonly actor: Actor;
  readonly action?: AuditAction;
  /** The person whose request the actor agrees to. */
  readonly askedBy?: string;
  readonly revision: number;
  readonly before: PolicyChange;
  readonly now: PolicyChange;
  readonly reason: string;
}

async function write(connection: Queryable, seal: SealRow, written: Written): Promise<void> {
  const { actor, action = 'policy.change', askedBy, revision, before, now, reason } = written;
  const content = toContent({ ...before, ...now });
  await insertPolicyRow(connection, {
    revision,
    content,
    seal: seal(sealedPolicy({ revision, content })),
    changed_by: askedBy ?? actor.actor,
    agreed_by: askedBy === undefined ? null : actor.actor,
    reason,
  });
  await appendAudit(connection, {
    ...actor,
    action,
    subject: `policy:${revision}`,
    before: toContent(pickOf(before, now)),
    after: { revision, ...toContent(now) },
    reason,
  });
}

function isEmpty(change: PolicyChange): boolean {
  return Object.keys(change).length === 0;
}

function omit(change: PolicyChange, without: PolicyChange): PolicyChange {
  return Object.fromEntries(Object.entries(change).filter(([key]) => !(key in without)));
}

/** The old values of the changed fields. */
function pickOf(values: PolicyChange, changed: PolicyChange): Readonly<Record<string, Plain>> {
  const keys = POLICY_KEYS.filter((key) => key in changed && values[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
}
