import type { FastifyReply } from 'fastify';
import { paySettlementSchema } from '../../../contract/books/books-api.ts';
import {
  refundDepositSchema,
  returnOverpaymentSchema,
} from '../../../contract/decisions/actions-api.ts';
import { amountIssues } from '../../../contract/transactions/payments-api.ts';
import { normaliseMsisdn } from '../../../domain/msisdn.ts';
import { paySettlement } from '../../../flows/decisions/pay-settlement.ts';
import {
  type RefundDeps,
  refundDeposit,
  returnOverpayment,
} from '../../../flows/decisions/refund-deposit.ts';
import type { App } from '../../app.ts';
import { InvalidRequest, sendProblem } from '../../errors.ts';
import { requestActor } from '../../staff/staff-request.ts';

type SettlingDeps = Parameters<typeof paySettlement>[0];

/** What staff pay to those to whom it is owed: to the payer of a deposit, or to a platform. */
export function staffRefundRoutes(app: App, deps: RefundDeps & SettlingDeps): void {
  settlementRoute(app, deps);

  app.post(
    '/internal/v1/deposits/:id/refunds',
    { schema: refundDepositSchema, config: { role: 'agent' } },
    async (request, reply) => {
      const { amount_xaf: amountXaf = null, reason } = request.body;
      const asked = { depositId: request.params.id, amountXaf, reason };
      return answer(reply, await refundDeposit(deps, requestActor(request), asked));
    },
  );

  app.post(
    '/internal/v1/deposits/:id/send-back',
    { schema: returnOverpaymentSchema, config: { role: 'agent' } },
    async (request, reply) => {
      const asked = { depositId: request.params.id, reason: request.body.reason };
      return answer(reply, await returnOverpayment(deps, requestActor(request), asked));
    },
  );
}

function settlementRoute(app: App, deps: SettlingDeps): void {
  app.post(
    '/internal/v1/application-money/:name/settlement-payouts',
    { schema: paySettlementSchema, config: { role: 'finance' } },
    async (request, reply) => {
      const { amount_xaf: amountXaf, msisdn, reference, reason } = request.body;
      const { name: application } = request.params;
      const read = normaliseMsisdn(msisdn);
      if (read.kind === 'invalid') return sendProblem(reply, { code: 'settlement_not_payable' });
      const said = { application, amountXaf, msisdn: read.msisdn, reference, reason };
      const asked = await paySettlement(deps, requestActor(request), said);
      if (asked.kind === 'asked') return { withdrawal_id: asked.withdrawalId };
      const isUnknown = asked.kind === 'no_application';
      return sendProblem(reply, { code: isUnknown ? 'application_not_found' : asked.kind });
    },
  );
}

function answer(reply: FastifyReply, created: Awaited<ReturnType<typeof returnOverpayment>>) {
  switch (created.kind) {
    case 'created':
    case 'existing':
      return { withdrawal_id: created.transaction.id };
    case 'receipts_refused':
      return sendProblem(reply, { code: 'receipts_refused', params: { because: created.why } });
    case 'amount_refused':
      throw new InvalidRequest(amountIssues(created.amountXaf, created.bound));
    case 'problem':
      return sendProblem(reply, created.problem);
  }
}
