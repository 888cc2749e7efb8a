import { appendAudit } from '../../db/access/audit.ts';
import {
  closePendingChange,
  lockPendingChange,
  type PendingChangeRow,
} from '../../db/access/pending-changes.ts';
import { findRole, lockAdministrators } from '../../db/access/staff.ts';
import type { Queryable } from '../../db/client.ts';
import { listRecentSetUps } from '../../db/decisions/approvals.ts';
import {
  ASKING_ROLE,
  findSecondPersonRefusal,
  type PendingChangeState,
  type SecondPersonRefusal,
} from '../../domain/access/pending-change.ts';
import { includesRole } from '../../domain/access/staff-role.ts';
import { countIndependent } from '../../domain/decisions/approval.ts';
import type { SealRow } from '../../signing/row-seal.ts';
import type { Actor } from '../access/actor.ts';
import { applyStaffChange } from '../access/administer-staff.ts';
import { applyPolicyChange } from '../access/change-policy.ts';
import type { PolicySource } from '../access/policy.ts';
import { applyAdjustment } from '../books/adjust-books.ts';
import { applyLine } from '../finance/act-on-difference.ts';
import { applyChannelChange, type ChannelDeps } from '../providers/administer-providers.ts';
import type { ReadSmsDeps } from '../receipts/read-sms.ts';

export interface ChangeDeps extends Pick<ChannelDeps, 'database' | 'environment' | 'adapters'> {
  readonly policy: Pick<PolicySource, 'within'>;
  /** Seals the policy that is changed. */
  readonly seal: SealRow;
  /** Called after a decision, so that open screens are updated at once. */
  readonly onDecided: () => void;
  /** For payments that a statement told of. */
  readonly sms: Pick<ReadSmsDeps, 'onQueued'>;
}

export type ChangeDecided =
  | { readonly kind: 'done' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'closed'; readonly state: PendingChangeState }
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'forbidden'; readonly why: SecondPersonRefusal };

/** Makes a change that somebody else has asked for. Whoever runs `momo` is another person. */
export async function approveChange(
  deps: ChangeDeps,
  actor: Actor,
  id: string,
): Promise<ChangeDecided> {
  const decided = await decide(deps, id, async (connection, change) => {
    if (actor.actorId !== null) {
      const people = { decider: actor.actorId, askedBy: change.asked_by };
      const independent = await countPeople(connection, deps, Object.values(people));
      const role = await findRole(connection, change.asked_by);
      const mayAsk = role !== null && includesRole(role, ASKING_ROLE[change.kind]);
      const refusal = findSecondPersonRefusal({ ...people, mayAsk, independent });
      if (refusal !== null) return { kind: 'forbidden', why: refusal };
    }
    const applied = await apply(connection, deps, actor, change);
    if (applied === 'overtaken') return { kind: 'overtaken' };
    await close(connection, actor, change, { state: 'approved', reason: change.reason });
    return { kind: 'done' };
  });
  deps.onDecided();
  if (decided.kind === 'done') deps.sms.onQueued();
  return decided;
}

/** Takes a change back, or refuses it; any administrator may, others only their own. */
export async function withdrawChange(
  deps: ChangeDeps,
  actor: Actor,
  { id, reason, onlyOwn }: Withdrawal,
): Promise<ChangeDecided> {
  const decided = await decide(deps, id, async (connection, change) => {
    if (onlyOwn && change.asked_by !== actor.actorId) return { kind: 'not_found' };
    await close(connection, actor, change, { state: 'withdrawn', reason });
    return { kind: 'done' };
  });
  deps.onDecided();
  return decided;
}

interface Withdrawal {
  readonly id: string;
  readonly reason: string;
  readonly onlyOwn: boolean;
}

function decide(
  { database }: ChangeDeps,
  id: string,
  judge: (connection: Queryable, change: PendingChangeRow) => Promise<ChangeDecided>,
): Promise<ChangeDecided> {
  return database.atomically(async (connection) => {
    // In the order in which a change is asked for, so that nobody waits in a circle.
    await lockAdministrators(connection);
    const change = await lockPendingChange(connection, id);
    if (change === null) return { kind: 'not_found' };
    if (change.state !== 'open') return { kind: 'closed', state: change.state };
    return judge(connection, change);
  });
}

async function countPeople(
  connection: Queryable,
  { policy }: ChangeDeps,
  accounts: readonly string[],
): Promise<number> {
  const { approvalSetUpDays: days } = await policy.within(connection);
  return countIndependent(accounts, days === 0 ? [] : await listRecentSetUps(connection, { days }));
}

function apply(
  connection: Queryable,
  deps: ChangeDeps,
  actor: Actor,
  change: PendingChangeRow,
): Promise<'applied' | 'overtaken'> {
  switch (change.kind) {
    case 'channel':
      return applyChannelChange(connection, deps, actor, change);
    case 'staff':
      return applyStaffChange(connection, actor, change);
    case 'adjustment':
      return applyAdjustment(connection, change);
    case 'statement_line':
      return applyLine(deps, connection, change);
    case 'policy':
      return applyPolicyChange(connection, deps, actor, change);
  }
}

async function close(
  connection: Queryable,
  actor: Actor,
  { id, kind, subject_id, before, after, asked_by }: PendingChangeRow,
  { state, reason }: { readonly state: 'approved' | 'withdrawn'; readonly reason: string | null },
): Promise<void> {
  await closePendingChange(connection, { id, state, decidedBy: actor.actorId });
  await appendAudit(connection, {
    ...actor,
    action: state === 'approved' ? 'change.approve' : 'change.withdraw',
    subject: `${kind}:${subject_id}`,
    before: { ...before, asked_by },
    after: state === 'approved' ? after : null,
    reason,
  });
}
