import { randomUUIDv7 } from 'node:crypto';
import type { ChangeRow } from '../../../db/access/agreements.ts';
import { appendAudit } from '../../../db/access/audit.ts';
import { hasAccount, insertEntries } from '../../../db/books/entries.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { isBookedSince } from '../../../db/finance/mendable-proofs.ts';
import type { ChangedValues } from '../../../domain/access/changed-values.ts';
import {
  type AdjustedAccount,
  postAdjustment,
  readAccount,
} from '../../../domain/books/posting.ts';
import { openingCause } from '../../../domain/finance/opening.ts';
import type { Actor } from '../../access/actor.ts';
import type { PolicySource } from '../../access/policy.ts';
import { askForChange, type Waiting } from '../../access/seek-agreement.ts';
import { type DifferenceRefusal, refuseCorrection } from './act-on-difference.ts';

export interface Adjustment {
  readonly account: AdjustedAccount;
  /** Positive: more in a wallet, or more that we owe. */
  readonly changeXaf: number;
  readonly reason: string;
  /** Where it can be checked: a letter, a statement, the location of a screenshot. */
  readonly evidence: string;
  /** The difference by which the person found it, if one. */
  readonly differenceId?: string | null;
}

export type Adjusted =
  | { readonly kind: 'adjusted'; readonly id: string }
  | { readonly kind: 'refused'; readonly refusal: DifferenceRefusal }
  | NoAccount
  | Waiting;
interface NoAccount {
  readonly kind: 'no_account';
}

/** Corrects an account, or stores the correction until a second person approves it. */
export function adjustBooks(
  deps: { readonly database: Database; readonly policy: Pick<PolicySource, 'within'> },
  actor: Actor,
  { account, changeXaf, reason, evidence, differenceId = null }: Adjustment,
): Promise<Adjusted> {
  const id = randomUUIDv7();
  const name = account.key === '' ? account.kind : `${account.kind}:${account.key}`;
  const after = { account: name, changeXaf, evidence };
  return deps.database.atomically(async (connection): Promise<Adjusted> => {
    // A typing error would otherwise open an account that no one ever checks.
    if (!(await hasAccount(connection, account))) return { kind: 'no_account' };
    const refusal = differenceId === null ? null : await refuseCorrection(connection, differenceId);
    if (refusal !== null) return { kind: 'refused', refusal };
    const change = { kind: 'adjustment', subjectId: id, before: {}, after, reason } as const;
    const asked = { ...change, isSensitive: true };
    const waiting = await askForChange(connection, deps.policy, actor, asked);
    if (waiting !== null) return waiting;
    await book(connection, { subject_id: id, after });
    const what = { action: 'books.adjust', subject: `adjustment:${id}` } as const;
    await appendAudit(connection, { ...actor, ...what, before: null, after, reason });
    return { kind: 'adjusted', id };
  });
}

/** Books a correction as it was requested, unless the wallet was opened since: then it is in that. */
export async function applyAdjustment(
  connection: Queryable,
  change: Pick<ChangeRow, 'subject_id' | 'after' | 'asked_at'>,
): Promise<'applied' | 'overtaken'> {
  const account = readAccount(String(change.after['account']));
  const causes = account?.kind === 'wallet' ? [openingCause(account.key)] : [];
  const isOpenedSince = await isBookedSince(connection, { causes, since: change.asked_at });
  return isOpenedSince ? 'overtaken' : book(connection, change);
}

async function book(
  connection: Queryable,
  change: { readonly subject_id: string; readonly after: ChangedValues },
): Promise<'applied' | 'overtaken'> {
  const account = readAccount(String(change.after['account']));
  const changeXaf = Number(change.after['changeXaf']);
  if (account === null || !(await hasAccount(connection, account))) return 'overtaken';
  await insertEntries(connection, [postAdjustment({ id: change.subject_id, account, changeXaf })]);
  return 'applied';
}
