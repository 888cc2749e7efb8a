import type { FastifyReply } from 'fastify';
import { paySettlementSchema } from '../../../contract/books/books-api.ts';
import {
  refundDepositSchema,
  returnOverpaymentSchema,
} from '../../../contract/decisions/actions-api.ts';
import { listOverpaymentsSchema } from '../../../contract/decisions/overpayments-api.ts';
import { toNullableMessageBody } from '../../../contract/message.ts';
import { amountIssues } from '../../../contract/transactions/payments-api.ts';
import {
  findOverpaymentSums,
  listOverpayments,
  type OwedOverpayment,
} from '../../../db/decisions/owed-overpayments.ts';
import type { Policy } from '../../../domain/access/policy.ts';
import { normaliseMsisdn } from '../../../domain/msisdn.ts';
import { paySettlement } from '../../../flows/decisions/pay-settlement.ts';
import {
  type RefundDeps,
  refundDeposit,
  returnOverpayment,
  whyNoRest,
} from '../../../flows/decisions/refund-deposit.ts';
import type { App } from '../../app.ts';
import { nextCursor, readIdCursor } from '../../cursor.ts';
import { InvalidRequest, sendProblem } from '../../errors.ts';
import { requestActor } from '../../staff/staff-request.ts';
import { toGivenBack } from '../transactions/listed-transaction.ts';

type SettlingDeps = Parameters<typeof paySettlement>[0];

/** What staff pay to those to whom it is owed: to the payer of a deposit, or to a platform. */
export function staffRefundRoutes(app: App, deps: RefundDeps & SettlingDeps): void {
  settlementRoute(app, deps);
  owedRoute(app, deps);

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

/** What is owed to payers who paid more than their deposit. */
function owedRoute(app: App, deps: RefundDeps): void {
  app.get(
    '/internal/v1/overpayments',
    { schema: listOverpaymentsSchema, config: { role: 'viewer' } },
    async ({ query: { cursor, limit } }) => {
      const after = readIdCursor(cursor);
      const rows = await listOverpayments(deps.database, { after, limit });
      const { count, listedXaf, correctedXaf } = await findOverpaymentSums(deps.database);
      const policy = await deps.policy.recent();
      return {
        items: rows.map((row) => toOverpaid(row, policy)),
        next_cursor: nextCursor({ rows, limit }, ({ depositId }) => [depositId]),
        count,
        listed_xaf: listedXaf,
        corrected_xaf: correctedXaf,
      };
    },
  );
}

function toOverpaid(row: OwedOverpayment, policy: Pick<Policy, 'operatorPrefixes'>) {
  const { depositId: id, application, reference, operator, msisdn, payerName, returns } = row;
  return {
    id,
    application,
    reference,
    operator,
    msisdn,
    payer_name: payerName,
    amount_xaf: row.bookedXaf,
    since: row.since.toISOString(),
    no_return: toNullableMessageBody(
      whyNoRest({ operator, msisdn, overpayment: row, returns }, policy),
    ),
    returns: returns.map(toGivenBack),
  };
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
