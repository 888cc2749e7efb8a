import { randomUUIDv7 } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import {
  areJoined,
  findWalletKey,
  type JoinedWallets,
  lockWallets,
  updateSameWallet,
} from '../../db/books/accounts.ts';
import { findBalanceCents, updateFeeBearer } from '../../db/books/balances.ts';
import { hasAccount, insertEntries, lockBookings } from '../../db/books/entries.ts';
import type { Database, Queryable } from '../../db/client.ts';
import type { ChangedValues } from '../../domain/access/changed-values.ts';
import { type AdjustedAccount, postAdjustment, readAccount } from '../../domain/books/posting.ts';
import { postJoined } from '../../domain/books/wallet-move.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import { askForChange, type Waiting } from '../access/seek-agreement.ts';

// Changes that people make in the books, each with its entry in the audit log.

export interface Adjustment {
  readonly account: AdjustedAccount;
  /** Positive: more in a wallet, or more that we owe. */
  readonly changeXaf: number;
  readonly reason: string;
  /** Where it can be checked: a letter, a statement, the location of a screenshot. */
  readonly evidence: string;
}

export type Adjusted = { readonly kind: 'adjusted'; readonly id: string } | NoAccount | Waiting;
interface NoAccount {
  readonly kind: 'no_account';
}

/** Corrects an account, or stores the correction until a second person approves it. */
export function adjustBooks(
  deps: { readonly database: Database; readonly policy: Pick<PolicySource, 'within'> },
  actor: Actor,
  { account, changeXaf, reason, evidence }: Adjustment,
): Promise<Adjusted> {
  const id = randomUUIDv7();
  const name = account.key === '' ? account.kind : `${account.kind}:${account.key}`;
  const after = { account: name, changeXaf, evidence };
  return deps.database.atomically(async (connection): Promise<Adjusted> => {
    // A typing error would otherwise open an account that no one ever checks.
    if (!(await hasAccount(connection, account))) return { kind: 'no_account' };
    const change = { kind: 'adjustment', subjectId: id, before: {}, after, reason } as const;
    const asked = { ...change, isSensitive: true };
    const waiting = await askForChange(connection, deps.policy, actor, asked);
    if (waiting !== null) return waiting;
    await applyAdjustment(connection, { subject_id: id, after });
    const what = { action: 'books.adjust', subject: `adjustment:${id}` } as const;
    await appendAudit(connection, { ...actor, ...what, before: null, after, reason });
    return { kind: 'adjusted', id };
  });
}

/** Books a correction as it was requested. */
export async function applyAdjustment(
  connection: Queryable,
  change: { readonly subject_id: string; readonly after: ChangedValues },
): Promise<'applied' | 'overtaken'> {
  const account = readAccount(String(change.after['account']));
  const changeXaf = Number(change.after['changeXaf']);
  if (account === null || !(await hasAccount(connection, account))) return 'overtaken';
  await insertEntries(connection, [postAdjustment({ id: change.subject_id, account, changeXaf })]);
  return 'applied';
}

/** Sets who bears an application's fees from now on; `false` if there is no such application. */
export function setFeeBearer(
  { database }: { readonly database: Database },
  actor: Actor,
  { name, bearsFees }: { readonly name: string; readonly bearsFees: boolean },
): Promise<boolean> {
  return database.atomically(async (connection) => {
    if (!(await updateFeeBearer(connection, { name, bearsFees }))) return false;
    const what = { action: 'books.fees', subject: `application:${name}` } as const;
    const after = { bears_fees: bearsFees };
    await appendAudit(connection, { ...actor, ...what, before: null, after, reason: null });
    return true;
  });
}

/**
 * Two names turn out to be one wallet: what the account of the first has moves to that of the
 * second, with all names that were joined before. `false` if they are the same already.
 */
export function joinWallets(
  { database }: { readonly database: Database },
  actor: Actor,
  said: JoinedWallets,
): Promise<boolean> {
  return database.atomically(async (connection) => {
    await lockWallets(connection);
    await lockBookings(connection);
    if (await areJoined(connection, said)) return false;
    const wallet = await findWalletKey(connection, said.wallet);
    const into = await findWalletKey(connection, said.into);
    const cents = await findBalanceCents(connection, { kind: 'wallet', key: wallet });
    await insertEntries(connection, postJoined({ wallet, into, cents }));
    await updateSameWallet(connection, { wallet, into });
    const what = { action: 'books.same_wallet', subject: `wallet:${wallet}` } as const;
    await appendAudit(connection, {
      ...actor,
      ...what,
      before: null,
      after: wallet === said.wallet ? { into } : { into, said: said.wallet },
      reason: null,
    });
    return true;
  });
}
