import type { ReadySim } from '../../domain/lines/agent-messages.ts';
import type { JobOffer } from '../../domain/lines/sim-job.ts';
import { SEAL_BROKEN } from '../../domain/seals/seal.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';
import { OFFERED } from './sim-jobs.ts';

export interface WaitingJob extends JobOffer {
  readonly seal: string | null;
  /** The one whose provider request has this reference. */
  readonly transactionId: string | null;
}

export interface OfferedJob extends WaitingJob {
  /** Whom the approver saw under the number. */
  readonly name: string | null;
}

/** What waits for these SIMs of a gateway: the oldest of each, so that none keeps out another. */
export function listWaitingJobs(
  database: Queryable,
  { gatewayId, sims }: { readonly gatewayId: string; readonly sims: readonly ReadySim[] },
): Promise<WaitingJob[]> {
  return database.query<WaitingJob>({
    name: 'list-waiting-sim-jobs',
    text: `select ${OFFERED}, seal, (select s.transaction_id from submissions s
                         where s.reference = j.reference) as "transactionId"
           from ${READY_SIMS.unnest('r', 2)}
           cross join lateral (
             select w.* from sim_jobs w
             where w.gateway_id = $1 and w.sim = r.ready
               and w.action = any(string_to_array(r.actions, ','))
               and w.state = 'waiting' and w.take_until > app_now()
               and (w.offer_from is null or w.offer_from <= app_now())
               and w.operator_tx_id is null
             order by w.created_at, w.reference
             limit 20) j
           order by created_at, reference`,
    values: [gatewayId, ...READY_SIMS.values(sims)],
  });
}

const READY_SIMS = rowsWith<ReadySim>({
  ready: ['text', ({ sim }) => sim],
  actions: ['text', ({ actions }) => actions.join(',')],
});

/** Takes a job away that is not what the service wrote. */
export async function refuseJob(database: Queryable, reference: string): Promise<void> {
  await database.query({
    text: `update sim_jobs set state = 'withdrawn', problem = $2
           where reference = $1 and state = 'waiting'`,
    values: [reference, SEAL_BROKEN],
  });
}
