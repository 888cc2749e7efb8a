import { randomUUID } from 'node:crypto';
import {
  sandboxCreateSchema,
  sandboxSimulateSchema,
} from '../../../contract/sandbox/staff-sandbox-api.ts';
import { amountIssues } from '../../../contract/transactions/payments-api.ts';
import { DEFAULT_APPLICATION_ID } from '../../../db/access/access.ts';
import type { DecisionDeps } from '../../../flows/decisions/decision.ts';
import { simulateOutcome } from '../../../flows/sandbox/simulate-outcome.ts';
import {
  type CreateDeps,
  createDeposit,
  createWithdrawal,
} from '../../../flows/transactions/create-transaction.ts';
import type { App } from '../../app.ts';
import { InvalidRequest, sendProblem } from '../../errors.ts';
import { answer } from '../decisions/decisions.ts';

const agent = { role: 'agent' } as const;

/** In the sandbox the console can play the platform and the operator. */
export function staffSandboxRoutes(app: App, deps: CreateDeps & DecisionDeps): void {
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
