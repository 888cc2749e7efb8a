import { findPayeesSeen } from '../../db/access/agreements.ts';
import type { Queryable } from '../../db/client.ts';
import {
  listWaitingJobs,
  type OfferedJob,
  refuseJob,
  type WaitingJob,
} from '../../db/lines/waiting-jobs.ts';
import { findSealed } from '../../db/transactions/sealed-transactions.ts';
import { sealedOffer } from '../../domain/lines/sim-job.ts';
import { fitsSeal, NO_SEAL } from '../../domain/seals/seal.ts';
import {
  findSealProblem,
  isJobOf,
  type SealedTransaction,
  type SealProblem,
} from '../../domain/transactions/sealed-transaction.ts';

export interface ReadTransaction {
  readonly transaction: SealedTransaction;
  /** Why it must not be used; `null` if it is as the service wrote it, or nothing is sealed. */
  readonly problem: SealProblem | null;
}

/** Reads transactions with their histories, each compared with its seals. */
export async function readSealed(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly ReadTransaction[]> {
  const { seal = NO_SEAL } = database;
  const found = await findSealed(database, ids);
  return [...found.values()].map((transaction) => ({
    transaction,
    problem: seal === NO_SEAL ? null : findSealProblem(seal, transaction),
  }));
}

export type ComparedTransaction =
  | { readonly id: string; readonly problem: null; readonly transaction: SealedTransaction }
  | { readonly id: string; readonly problem: SealProblem };

/** Each of these with what was changed about it behind the service's back; none without a key. */
export async function compareSeals(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly ComparedTransaction[]> {
  if (database.seal === undefined || ids.length === 0) return [];
  const read = await readSealed(database, ids);
  const byId = new Map(read.map((one) => [one.transaction.id, one]));
  return ids.map((id) => {
    const found = byId.get(id);
    if (found === undefined) return { id, problem: 'payment_changed' };
    const { problem, transaction } = found;
    return problem === null ? { id, problem, transaction } : { id, problem };
  });
}

/**
 * What waits for these SIMs of a gateway and is what its sealed payment asks for. A balance is
 * asked for by anyone: it moves no money.
 */
export async function listOfferedJobs(
  database: Queryable,
  waiting: Parameters<typeof listWaitingJobs>[1],
): Promise<readonly OfferedJob[]> {
  const listed = await listWaitingJobs(database, waiting);
  const ids = listed.flatMap(({ transactionId }) => transactionId ?? []);
  const seen = await findPayeesSeen(database, ids);
  const jobs = listed.map((job) => ({ ...job, name: seen.get(job.transactionId ?? '') ?? null }));
  const { seal } = database;
  if (seal === undefined) return jobs;
  const payments = jobs.filter(({ action }) => action !== 'balance');
  const compared = new Map((await compareSeals(database, ids)).map((one) => [one.id, one]));
  const isAsAsked = (job: WaitingJob) => {
    const found = compared.get(job.transactionId ?? '');
    if (found === undefined || found.problem !== null) return false;
    return isJobOf(found.transaction, job) && fitsSeal(seal, sealedOffer(job), job.seal);
  };
  for (const job of payments) if (!isAsAsked(job)) await refuseJob(database, job.reference);
  return jobs.filter((job) => job.action === 'balance' || isAsAsked(job));
}
