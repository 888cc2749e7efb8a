import {
  type ChangeRow,
  closeChange,
  listOpenDecisions,
  lockChange,
  type OpenDecision,
} from '../../db/access/agreements.ts';
import { appendAudit } from '../../db/access/audit.ts';
import { lockAdministrators } from '../../db/access/staff.ts';
import type { Queryable } from '../../db/client.ts';
import {
  AGREEING_ROLE,
  APPROVING_ROLE,
  type ChangeState,
  NEEDS_OF_APPROVAL,
  type PersonRefusal,
} from '../../domain/access/agreement.ts';
import { agreementPolicy } from '../../domain/access/policy.ts';
import { includesRole, type StaffRole } from '../../domain/access/staff-role.ts';
import type { SealRow } from '../../domain/seals/seal.ts';
import type { Vault } from '../../signing/sealed-text.ts';
import type { Actor } from '../access/actor.ts';
import { applySecretChange } from '../access/administer-keys.ts';
import { applyStaffChange } from '../access/administer-staff.ts';
import { applyPolicyChange } from '../access/change-policy.ts';
import type { PolicySource } from '../access/policy.ts';
import { seekAgreement } from '../access/seek-agreement.ts';
import { applyCredit, applySettlement } from '../books/application-money.ts';
import { applyExplanation, applyLine } from '../finance/differences/act-on-difference.ts';
import { applyAdjustment } from '../finance/differences/correct-books.ts';
import { applyMapping } from '../finance/map-statement.ts';
import { applyRepair } from '../finance/repair-books.ts';
import { applyLineChange } from '../lines/administer-gateways.ts';
import { applyGatewayChange, type GatewayChanged } from '../lines/change-gateways.ts';
import { applyChannelChange, type ChannelDeps } from '../providers/administer-providers.ts';
import type { ReadSmsDeps } from '../receipts/read-sms.ts';
import { applyRuling } from './close-contradiction.ts';
import { completeDeposit } from './complete-deposit.ts';
import { approveWithdrawal, rejectWithdrawal } from './decide-withdrawal.ts';
import type { Decided, Decider, PayingDeps } from './decision.ts';
import { applyDismissal } from './dismiss-receipt.ts';
import { applyFillIn } from './fill-in-receipt.ts';
import { resolveTransaction } from './resolve-transaction.ts';

export interface ChangeDeps extends Pick<ChannelDeps, 'database' | 'environment' | 'adapters'> {
  readonly policy: Pick<PolicySource, 'within'>;
  /** Seals the policy that is changed. */
  readonly seal: SealRow;
  /** Seals new secrets. */
  readonly vault: Vault;
  /** Called after a decision, so that open screens update at once. */
  readonly onDecided: () => void;
  /** For payments that a statement reported, or that are free again. */
  readonly sms: Pick<ReadSmsDeps, 'onQueued' | 'templates'>;
}

export type ChangeDecided =
  /** The secret that the change has made is shown once. */
  | { readonly kind: 'done'; readonly secret: string | null }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'closed'; readonly state: ChangeState }
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'forbidden'; readonly why: ChangeRefusal };

/** Why a person cannot be the second one. */
type ChangeRefusal = Exclude<PersonRefusal, 'own'> | 'own_change' | 'asker_gone';

/** Makes a change that another person requested. `momo` counts as another person. */
export async function approveChange(
  deps: ChangeDeps,
  actor: Actor,
  { id, reason = null }: { readonly id: string; readonly reason?: string | null },
): Promise<ChangeDecided> {
  const decided = await decide(deps, id, async (connection, change, administrators) => {
    const why = await refuseSecond(connection, deps, actor, { change, administrators });
    if (why !== null) return { kind: 'forbidden', why };
    const applied = await apply(connection, deps, actor, change);
    if (applied === 'overtaken') return { kind: 'overtaken' };
    await close(connection, actor, change, { state: 'approved', reason: reason ?? change.reason });
    return { kind: 'done', secret: applied === 'applied' ? null : applied.secret };
  });
  deps.onDecided();
  if (decided.kind === 'done') deps.sms.onQueued();
  return decided;
}

/**
 * Withdraws or refuses a change; administrators may do so for any, others only for their own, in a
 * role that may ask for it: a token has less of its person's.
 */
export async function withdrawChange(
  deps: ChangeDeps,
  actor: Actor,
  { id, reason, role }: Withdrawal,
): Promise<ChangeDecided> {
  const decided = await decide(deps, id, async (connection, change) => {
    const isOwn = change.asked_by === actor.actorId;
    const mayAsk = isOwn && includesRole(role, AGREEING_ROLE[change.kind]);
    if (!includesRole(role, APPROVING_ROLE) && !mayAsk) return { kind: 'not_found' };
    await close(connection, actor, change, { state: 'withdrawn', reason });
    return { kind: 'done', secret: null };
  });
  deps.onDecided();
  return decided;
}

interface Withdrawal {
  readonly id: string;
  readonly reason: string;
  readonly role: StaffRole;
}

function decide(
  { database }: ChangeDeps,
  id: string,
  judge: (
    connection: Queryable,
    change: ChangeRow,
    administrators: readonly string[],
  ) => Promise<ChangeDecided>,
): Promise<ChangeDecided> {
  return database.atomically(async (connection) => {
    // Requesting a change locks in the same order, so there is no deadlock.
    const administrators = await lockAdministrators(connection);
    const change = await lockChange(connection, id);
    if (change === null) return { kind: 'not_found' };
    if (change.state !== 'open') return { kind: 'closed', state: change.state };
    return judge(connection, change, administrators);
  });
}

async function refuseSecond(
  connection: Queryable,
  { policy }: ChangeDeps,
  { actorId }: Actor,
  found: { readonly change: ChangeRow; readonly administrators: readonly string[] },
): Promise<ChangeRefusal | null> {
  if (actorId === null) return null;
  // Those in the approving role, locked: nobody loses it meanwhile.
  if (!found.administrators.includes(actorId)) return 'access_ended';
  const { kind: act, subject_id: subject, asked_by: maker } = found.change;
  const needs = NEEDS_OF_APPROVAL;
  const agreed = { act, subject, version: null, about: null };
  const asked = { ...agreed, needs, maker, since: null, othersSeen: null, reason: null };
  const rules = agreementPolicy(await policy.within(connection));
  const agreement = await seekAgreement(connection, rules, asked, actorId);
  if (agreement.kind === 'agreed') return null;
  // Only the asker's agreement can be missing: they have lost the access by which they asked.
  if (agreement.kind === 'waits' || agreement.why === 'others_changed') return 'asker_gone';
  return agreement.why === 'own' ? 'own_change' : agreement.why;
}

function apply(
  connection: Queryable,
  deps: ChangeDeps,
  actor: Actor,
  change: ChangeRow,
): Promise<GatewayChanged> {
  switch (change.kind) {
    case 'channel':
      return applyChannelChange(connection, deps, actor, change);
    case 'staff':
      return applyStaffChange(connection, actor, change);
    case 'adjustment':
      return applyAdjustment(connection, actor, change);
    case 'statement_line':
      return applyLine(deps, connection, change);
    case 'policy':
      return applyPolicyChange(connection, deps, actor, change);
    case 'line':
      return applyLineChange(connection, actor, change);
    case 'gateway':
      return applyGatewayChange(connection, deps.vault, actor, change);
    case 'dismissal':
      return applyDismissal(connection, actor, change);
    case 'explanation':
      return applyExplanation(connection, actor, change);
    case 'statement_mapping':
      return applyMapping(connection, actor, change);
    case 'repair':
      return applyRepair(connection, change);
    case 'credit_line':
      return applyCredit(connection, change);
    case 'settlement':
      return applySettlement(connection, change);
    case 'webhook_secret':
      return applySecretChange(connection, deps.vault, actor, change);
    case 'receipt':
      return applyFillIn(deps, connection, change);
    case 'reversal':
      return applyRuling(deps, connection, actor, change);
  }
}

async function close(
  connection: Queryable,
  actor: Actor,
  { id, kind, subject_id, before, after, asked_by }: ChangeRow,
  { state, reason }: { readonly state: 'approved' | 'withdrawn'; readonly reason: string | null },
): Promise<void> {
  await closeChange(connection, { id, state, decidedBy: actor.actorId });
  await appendAudit(connection, {
    ...actor,
    action: state === 'approved' ? 'change.approve' : 'change.withdraw',
    subject: `${kind}:${subject_id}`,
    before: { ...before, asked_by },
    after: state === 'approved' ? after : null,
    reason,
  });
}

/**
 * Says the second yes on the machine of the service, to exactly what one person has chosen. `null`
 * if no decision with this id waits.
 */
export async function decideAsSecond(
  deps: PayingDeps,
  { actor: name, ip }: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Decided | null> {
  const [open = null] = await listOpenDecisions(deps.database, { id, limit: 1 });
  return open && decideAs(deps, { staffId: null, name, ip }, { ...open, reason });
}

function decideAs(
  deps: PayingDeps,
  decider: Decider,
  { act, subject: id, about, state, reason }: OpenDecision & { readonly reason: string },
): Promise<Decided> {
  if (act === 'approve') return approveWithdrawal(deps, decider, { id, approvalsSeen: null });
  const receiptIds = about?.receipts;
  if (receiptIds !== undefined) return completeDeposit(deps, decider, id, { receiptIds, reason });
  // A withdrawal that was never approved is rejected by two people only in quarantine.
  if (state === 'pending_approval') return rejectWithdrawal(deps, decider, id, reason);
  return resolveTransaction(deps, decider, id, {
    decision: act,
    reason,
    money: moneyOf(about, reason),
  });
}

function moneyOf(about: OpenDecision['about'], how: string) {
  if (about?.money === 'returned') return { becomes: 'returned', how } as const;
  const becomes = (['free', 'sent_back'] as const).find((one) => one === about?.money);
  return becomes === undefined ? null : { becomes };
}
