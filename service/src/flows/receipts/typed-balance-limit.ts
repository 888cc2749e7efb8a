import { listUnvouched } from '../../db/access/agreements.ts';
import { findApprovedSum, lockApprovedSum } from '../../db/access/approved-sum.ts';
import type { Queryable } from '../../db/client.ts';
import { type AgreementPolicy, requiredPeople } from '../../domain/access/agreement.ts';
import { countIndependent } from '../../domain/access/independent-people.ts';

// A balance that one person has typed is their word: what it credits, they have completed.

/**
 * Whether a person alone may have so much credited by a balance that they typed. The caller has
 * locked the deposit, as for a completion by hand; `pendingXaf` is what is credited with it.
 */
export async function mayCreditAlone(
  connection: Queryable,
  policy: AgreementPolicy,
  credit: { readonly staffId: string; readonly amountXaf: number; readonly pendingXaf: number },
): Promise<boolean> {
  const { staffId, amountXaf, pendingXaf } = credit;
  await lockApprovedSum(connection, staffId);
  const { sumXaf, unprovenXaf } = await findApprovedSum(connection, { staffId, ids: [] });
  const completion = {
    kind: 'complete',
    amountXaf,
    isUnproven: true,
    isOlder: false,
    isReserved: false,
    isKnownPayer: false,
    approvedXaf: sumXaf + pendingXaf,
    unprovenXaf: unprovenXaf + pendingXaf,
  } as const;
  return requiredPeople(completion, policy).people === 1;
}

/** Whether two accounts that typed a balance are two people. */
export async function areTwoPeople(
  connection: Queryable,
  { needsVouching }: AgreementPolicy,
  accounts: readonly [string, string],
): Promise<boolean> {
  const setUps = needsVouching ? await listUnvouched(connection) : [];
  return countIndependent(accounts, setUps) === 2;
}
