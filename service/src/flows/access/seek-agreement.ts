import { randomUUIDv7 } from 'node:crypto';
import {
  type Agreed,
  insertChange,
  listUnvouched,
  lockPeople,
  saveDecision,
} from '../../db/access/agreements.ts';
import { appendAudit } from '../../db/access/audit.ts';
import { findRole } from '../../db/access/staff.ts';
import type { Queryable } from '../../db/client.ts';
import {
  type AgreementPolicy,
  CHANGE_HOURS,
  type ChangeKind,
  judgePeople,
  mayAgree,
  type Needs,
  type PersonRefusal,
  requiredPeople,
} from '../../domain/access/agreement.ts';
import type { ChangedValues } from '../../domain/access/changed-values.ts';
import { agreementPolicy } from '../../domain/access/policy.ts';
import type { Actor } from './actor.ts';
import type { PolicySource } from './policy.ts';

/** What one person agrees to: a decision about a transaction, or a change that waits. */
export interface Question extends Agreed {
  readonly needs: Needs;
  /** The person who created the payout, or requested the change. */
  readonly maker: string | null;
  /** Other people's agreement counts only from then on; all of it if `null`. */
  readonly since: Date | null;
  /** How many others had agreed when this person was asked, or `null` if that is not known. */
  readonly othersSeen: number | null;
  readonly reason: string | null;
}

export type Agreement =
  | { readonly kind: 'agreed' }
  /** This person's agreement is stored; another person has to agree too. */
  | {
      readonly kind: 'waits';
      readonly isNew: boolean;
      /** Another person made the same decision with another choice. */
      readonly isOtherwise: boolean;
    }
  | { readonly kind: 'refused'; readonly why: PersonRefusal | 'others_changed' };

/**
 * Stores one person's agreement and says whether enough people agree. For a transaction it counts
 * for the version at which it was given. If the service announced it as the first of two, and
 * another person has agreed meanwhile, it decides nothing: the person has to check again.
 */
export async function seekAgreement(
  connection: Queryable,
  { needsVouching }: AgreementPolicy,
  question: Question,
  staffId: string | null,
): Promise<Agreement> {
  const { act, subject, version, about, needs, maker, since, othersSeen, reason } = question;
  const agreed = { act, subject, version, about };
  const people = await lockPeople(connection, { ...agreed, since, deciderId: staffId });
  const able = people.filter(mayAgreeTo(act));
  const others = able.filter(({ id }) => id !== staffId);
  const counted = able
    .filter(({ id, has_agreed }) => id === staffId || has_agreed)
    .map(({ id }) => id);
  if (staffId === null) {
    // The machine makes a change alone (`requiredPeople`); of a decision it is only the second.
    const isSecond = others.some(({ has_agreed }) => has_agreed);
    return isSecond ? { kind: 'agreed' } : { kind: 'waits', isNew: false, isOtherwise: false };
  }
  const hasAgreed = people.some(({ id, has_agreed }) => id === staffId && has_agreed);
  const isAlone = needs.people === 1 && maker === null;
  const setUps = !needsVouching || isAlone ? [] : await listUnvouched(connection);
  const verdict = judgePeople({ decider: staffId, maker, counted, hasAgreed, needs, setUps });
  if (verdict === 'own' || verdict === 'access_ended') return { kind: 'refused', why: verdict };
  if (othersSeen !== null && othersSeen !== others.length) {
    return { kind: 'refused', why: 'others_changed' };
  }
  if (verdict === 'set_up_by_approver') return { kind: 'refused', why: verdict };
  if (version !== null) await saveDecision(connection, { ...agreed, staffId, reason });
  if (verdict === 'enough') return { kind: 'agreed' };
  const isOtherwise = others.some(({ chose_otherwise }) => chose_otherwise);
  return { kind: 'waits', isNew: !hasAgreed, isOtherwise };
}

function mayAgreeTo(act: Agreed['act']) {
  return (person: Parameters<typeof mayAgree>[0]) => mayAgree(person, act);
}

/** How many people a change by this actor takes, by the policy in this database transaction. */
export async function needsOfChange(
  connection: Queryable,
  policy: Pick<PolicySource, 'within'>,
  { actorId }: Actor,
  { kind: of, isSensitive, isLivePolicy = false }: JudgedChange,
): Promise<Needs> {
  // A person who has lost access can at most ask.
  const by = actorId === null ? 'momo' : ((await findRole(connection, actorId)) ?? 'viewer');
  const rules = agreementPolicy(await policy.within(connection));
  return requiredPeople({ kind: 'change', of, isSensitive, isLivePolicy, by }, rules);
}

type JudgedChange = Pick<WantedChange, 'kind' | 'isSensitive' | 'isLivePolicy'>;

export type Waiting =
  | { readonly kind: 'waits'; readonly changeId: string; readonly expiresAt: Date }
  | { readonly kind: 'change_waits' };

export interface WantedChange {
  readonly kind: ChangeKind;
  readonly subjectId: string;
  /** It decides who gets the money, who may decide, what the books say, or protects less. */
  readonly isSensitive: boolean;
  /** It is about the policy of a live installation. */
  readonly isLivePolicy?: boolean;
  readonly before: ChangedValues;
  readonly after: ChangedValues;
  readonly reason: string | null;
}

/**
 * Stores a change with one person's agreement until a second one approves it. Returns `null` if one
 * person is enough. A subject has one change at a time.
 */
export async function askForChange(
  connection: Queryable,
  policy: Pick<PolicySource, 'within'>,
  actor: Actor,
  change: WantedChange,
): Promise<Waiting | null> {
  const { kind, subjectId, before, after, reason } = change;
  const { people } = await needsOfChange(connection, policy, actor, change);
  if (people === 1 || actor.actorId === null) return null;
  const id = randomUUIDv7();
  const inserted = await insertChange(connection, {
    id,
    kind,
    subject_id: subjectId,
    before,
    after,
    reason,
    asked_by: actor.actorId,
    hours: CHANGE_HOURS,
  });
  if (inserted === null) return { kind: 'change_waits' };
  const what = { action: 'change.ask', subject: `${kind}:${subjectId}` } as const;
  await appendAudit(connection, { ...actor, ...what, before, after, reason });
  return { kind: 'waits', changeId: id, expiresAt: inserted.expires_at };
}
