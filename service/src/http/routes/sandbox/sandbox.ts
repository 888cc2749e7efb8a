import { randomUUID } from 'node:crypto';
import { advanceClockSchema, simulateSchema } from '../../../contract/sandbox/sandbox-api.ts';
import {
  sandboxClockSchema,
  sandboxCreateSchema,
  sandboxPhoneSchema,
  sandboxSimulateSchema,
} from '../../../contract/sandbox/staff-sandbox-api.ts';
import { amountIssues } from '../../../contract/transactions/payments-api.ts';
import { DEFAULT_APPLICATION_ID } from '../../../db/access/access.ts';
import type { Queryable } from '../../../db/client.ts';
import { reachableOutcomes } from '../../../domain/sandbox/simulation.ts';
import { eventOf } from '../../../domain/transactions/webhook-event.ts';
import type { DecisionDeps } from '../../../flows/decisions/decision.ts';
import { advanceClock, simulateOutcome } from '../../../flows/sandbox/simulate-outcome.ts';
import type { PhoneDeps } from '../../../flows/sandbox/use-phone.ts';
import {
  type CreateDeps,
  createDeposit,
  createWithdrawal,
} from '../../../flows/transactions/create-transaction.ts';
import type { Ledger } from '../../../flows/transactions/ledger.ts';
import type { App } from '../../app.ts';
import { InvalidRequest, sendProblem } from '../../errors.ts';
import { agent } from '../../staff/needed-role.ts';
import { answer } from '../decisions/decisions.ts';
import { findOwn } from '../transactions/transactions.ts';
import { openPhone } from './phones.ts';

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

/** In the sandbox the console can play the platform, the operator, the player and the clock. */
export function staffSandboxRoutes(app: App, deps: CreateDeps & DecisionDeps & PhoneDeps): void {
  playedPaymentRoutes(app, deps);

  // As with a key: what is created here belongs to the first application, and so does its time.
  app.post(
    '/internal/v1/sandbox/clock/advance',
    { schema: sandboxClockSchema, config: agent },
    async ({ body: { seconds } }) => {
      const asked = { applicationId: DEFAULT_APPLICATION_ID, seconds };
      const transactions = await advanceClock(deps, asked);
      deps.onDecided();
      return { seconds, transactions };
    },
  );

  app.post(
    '/internal/v1/sandbox/phones',
    { schema: sandboxPhoneSchema, config: agent },
    async (request) =>
      openPhone(deps, request, {
        applicationId: DEFAULT_APPLICATION_ID,
        msisdn: request.body.msisdn,
      }),
  );
}

function playedPaymentRoutes(app: App, deps: CreateDeps & DecisionDeps): void {
  app.post(
    '/internal/v1/sandbox/transactions',
    { schema: sandboxCreateSchema, config: agent },
    async ({ body, staff }, reply) => {
      const request = {
        applicationId: DEFAULT_APPLICATION_ID,
        playerId: randomUUID(),
        msisdn: body.msisdn,
        amountXaf: body.amount_xaf,
        operator: body.operator,
        reference: `console-${randomUUID()}`,
        callbackUrl: body.callback_url,
        actor: `staff:${staff.id}`,
        isOverRate: false,
      };
      const result =
        body.direction === 'deposit'
          ? await createDeposit(deps, { ...request, lang: 'fr' })
          : await createWithdrawal(deps, request);
      if (result.kind === 'problem') return sendProblem(reply, result.problem);
      if (result.kind === 'amount_refused') {
        throw new InvalidRequest(amountIssues(body.amount_xaf, result.bound));
      }
      deps.onDecided();
      return { id: result.transaction.id };
    },
  );

  app.post(
    '/internal/v1/sandbox/transactions/:id/simulate',
    { schema: sandboxSimulateSchema, config: agent },
    async ({ params, body }, reply) => {
      const found = await deps.ledger.find(params.id);
      if (found === null) return sendProblem(reply, { code: 'transaction_not_found' });
      const result = await simulateOutcome(deps.ledger, found, body.outcome);
      deps.onDecided();
      if (result.kind === 'refused') {
        return answer(deps, reply, { kind: 'conflict', state: result.refusal });
      }
      return answer(deps, reply, { kind: 'done', transaction: result.after });
    },
  );
}
