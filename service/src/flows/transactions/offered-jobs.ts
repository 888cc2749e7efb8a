import type { Queryable } from '../../db/client.ts';
import { listWaitingJobs, refuseJob, type WaitingJob } from '../../db/lines/sim-jobs.ts';
import { sealedOffer } from '../../domain/lines/sim-job.ts';
import { fitsSeal } from '../../domain/seals/seal.ts';
import { isJobOf } from '../../domain/transactions/sealed-transaction.ts';
import { compareSeals } from './compare-seals.ts';

/** A job gets its seal in the query after the one that writes it. */
const SEALED_WITHIN_MS = 2_000;

/**
 * What waits for the SIMs of a gateway and is what its sealed payment asks for. A balance is asked
 * for by anyone: it moves no money.
 */
export async function listOfferedJobs(
  database: Queryable,
  gatewayId: string,
): Promise<readonly WaitingJob[]> {
  const jobs = await listWaitingJobs(database, gatewayId);
  const { seal } = database;
  if (seal === undefined) return jobs;
  const payments = jobs.filter(({ action }) => action !== 'balance');
  const sealed = payments.filter((job) => job.seal !== null);
  const ids = sealed.flatMap(({ transactionId }) => transactionId ?? []);
  const compared = new Map((await compareSeals(database, ids)).map((one) => [one.id, one]));
  const isAsAsked = (job: WaitingJob) => {
    const found = compared.get(job.transactionId ?? '');
    if (found === undefined || found.problem !== null) return false;
    return isJobOf(found.transaction, job) && fitsSeal(seal, sealedOffer(job), job.seal);
  };
  const changed = payments.filter(
    (job) => (job.seal !== null || job.ageMs > SEALED_WITHIN_MS) && !isAsAsked(job),
  );
  for (const { reference } of changed) await refuseJob(database, reference);
  return jobs.filter((job) => job.action === 'balance' || isAsAsked(job));
}
