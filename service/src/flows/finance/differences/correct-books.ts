import { randomUUIDv7 } from 'node:crypto';
import type { ChangeRow } from '../../../db/access/agreements.ts';
import { appendAudit } from '../../../db/access/audit.ts';
import { findWalletKey } from '../../../db/books/accounts.ts';
import { findBalanceCents } from '../../../db/books/balances.ts';
import { hasAccount, insertEntries } from '../../../db/books/entries.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { settleDifference } from '../../../db/finance/differences.ts';
import { isBookedSince } from '../../../db/finance/mendable-proofs.ts';
import { type ChangedValues, isAsBefore } from '../../../domain/access/changed-values.ts';
import {
  type AdjustedAccount,
  adjustmentCause,
  postAdjustment,
  readAccount,
} from '../../../domain/books/posting.ts';
import { openingCause } from '../../../domain/finance/opening.ts';
import type { Actor } from '../../access/actor.ts';
import type { PolicySource } from '../../access/policy.ts';
import { askForChange, type Waiting } from '../../access/seek-agreement.ts';
import { type DifferenceRefusal, findCorrected } from './act-on-difference.ts';

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

const NO_DIFFERENCE = { kind: 'found', about: {}, shown: {} } as const;

/** What waits for a second person, and what is done then. */
type Correction = Pick<ChangeRow, 'subject_id' | 'after' | 'reason'>;

/**
 * Corrects an account, or stores the correction until a second person approves it. One that a
 * difference asks for has its id: it is made once, and closes the difference. If that opens again
 * with other facts, what is corrected then is a correction of its own.
 */
export function adjustBooks(
  deps: { readonly database: Database; readonly policy: Pick<PolicySource, 'within'> },
  actor: Actor,
  { account, changeXaf, reason, evidence, differenceId = null }: Adjustment,
): Promise<Adjusted> {
  const name = account.key === '' ? account.kind : `${account.kind}:${account.key}`;
  return deps.database.atomically(async (connection): Promise<Adjusted> => {
    // A typing error would otherwise open an account that no one ever checks.
    if (!(await hasAccount(connection, account))) return { kind: 'no_account' };
    const found =
      differenceId === null ? NO_DIFFERENCE : await findCorrected(connection, differenceId);
    if (found.kind === 'refused') return found;
    const isFirst = differenceId !== null && !(await isMade(connection, differenceId));
    const id = isFirst ? differenceId : randomUUIDv7();
    const after = {
      account: name,
      changeXaf,
      evidence,
      ...(await bookedOf(connection, account, changeXaf)),
      ...found.shown,
      ...(isFirst ? found.about : {}),
    };
    const change = { kind: 'adjustment', subjectId: id, before: {}, after, reason } as const;
    const asked = { ...change, isSensitive: true };
    const waiting = await askForChange(connection, deps.policy, actor, asked);
    if (waiting !== null) return waiting;
    await book(connection, actor, { subject_id: id, after, reason });
    const what = { action: 'books.adjust', subject: `adjustment:${id}` } as const;
    await appendAudit(connection, { ...actor, ...what, before: null, after, reason });
    return { kind: 'adjusted', id };
  });
}

/** What the books say when a correction is requested, and would say then: as its asker saw it. */
async function bookedOf(
  connection: Queryable,
  account: AdjustedAccount,
  changeXaf: number,
): Promise<ChangedValues> {
  if (account.kind !== 'wallet' && account.kind !== 'application') return {};
  const cents = Number(await findBalanceCents(connection, account));
  const bookedXaf = (account.kind === 'wallet' ? cents : 0 - cents) / 100;
  return { bookedXaf, becomesXaf: (Math.round(bookedXaf * 100) + changeXaf * 100) / 100 };
}

/** Books a correction as it was requested, unless the wallet was opened since: then it is in that. */
export async function applyAdjustment(
  connection: Queryable,
  actor: Actor,
  change: Correction & Pick<ChangeRow, 'asked_at'>,
): Promise<'applied' | 'overtaken'> {
  const account = readAccount(String(change.after['account']));
  const causes =
    account?.kind === 'wallet'
      ? [account.key, await findWalletKey(connection, account.key)].map(openingCause)
      : [];
  const isOpenedSince = await isBookedSince(connection, { causes, since: change.asked_at });
  return isOpenedSince ? 'overtaken' : book(connection, actor, change);
}

async function book(
  connection: Queryable,
  { actor: by }: Actor,
  { subject_id: id, after, reason }: Correction,
): Promise<'applied' | 'overtaken'> {
  const account = readAccount(String(after['account']));
  const changeXaf = Number(after['changeXaf']);
  if (account === null || !(await hasAccount(connection, account))) return 'overtaken';
  if ('difference' in after) {
    const found = await findCorrected(connection, id);
    // Another file, or another act, has changed what was to be corrected.
    if (found.kind === 'refused' || !isAsBefore(found.about, after)) return 'overtaken';
    if (!isAsShown(found.shown, after)) return 'overtaken';
    if (await isMade(connection, id)) return 'overtaken';
    await settleDifference(connection, { id, by, reason: reason ?? '', expectsFees: false });
  }
  await insertEntries(connection, [postAdjustment({ id, account, changeXaf })]);
  return 'applied';
}

/** A correction that was requested in an earlier release has none of these. */
function isAsShown(shown: ChangedValues, after: ChangedValues): boolean {
  return Object.entries(shown).every(([name, value]) => !(name in after) || value === after[name]);
}

function isMade(connection: Queryable, id: string): Promise<boolean> {
  return isBookedSince(connection, { causes: [adjustmentCause(id)], since: new Date(0) });
}
