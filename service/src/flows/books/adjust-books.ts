import { appendAudit } from '../../db/access/audit.ts';
import {
  areJoined,
  findWalletKey,
  type JoinedWallets,
  lockWallets,
  updateSameWallet,
} from '../../db/books/accounts.ts';
import { findBalanceCents, updateFeeBearer } from '../../db/books/balances.ts';
import { insertEntries, lockBookings } from '../../db/books/entries.ts';
import type { Database } from '../../db/client.ts';
import { postJoined } from '../../domain/books/wallet-move.ts';
import type { Actor } from '../access/actor.ts';

// What people say about the accounts of the books, each with its entry in the audit log.

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
