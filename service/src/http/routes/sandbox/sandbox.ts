import { advanceClockSchema, simulateSchema } from '../../../contract/sandbox/sandbox-api.ts';
import type { Queryable } from '../../../db/client.ts';
import { reachableOutcomes } from '../../../domain/sandbox/simulation.ts';
import { eventOf } from '../../../domain/transactions/webhook-event.ts';
import { advanceClock, simulateOutcome } from '../../../flows/sandbox/simulate-outcome.ts';
import type { Ledger } from '../../../flows/transactions/ledger.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { findOwn } from '../transactions/transactions.ts';

/** Routes that only the sandbox has. */
export function sandboxRoutes(
  api: App,
  deps: { readonly ledger: Ledger; readonly database: Queryable },
): void {
  api.post(
    '/api/v1/sandbox/clock/advance',
    { schema: advanceClockSchema },
    async ({ applicationId, body: { seconds } }) => ({
      seconds,
      transactions: await advanceClock(deps, { applicationId, seconds }),
    }),
  );

  api.post(
    '/api/v1/sandbox/transactions/:service_tx_id/simulate',
    { schema: simulateSchema },
    async (request, reply) => {
      const { outcome } = request.body;
      const found = await findOwn(deps.ledger, request.params.service_tx_id, request.applicationId);
      if (found === null) return sendProblem(reply, { code: 'transaction_not_found' });
      const result = await simulateOutcome(deps.ledger, found, outcome);
      if (result.kind === 'refused') {
        const params = { outcome, state: result.refusal };
        const reachable = reachableOutcomes({ ...found.transaction, state: result.refusal });
        return sendProblem(reply, { code: 'outcome_not_reachable', params }, { reachable });
      }
      const { before, after } = result;
      return {
        service_tx_id: after.id,
        reference: after.reference,
        previous_state: before.state,
        state: after.state,
        webhook_event: after.callbackUrl === null ? null : eventOf(after.state),
      };
    },
  );
}
