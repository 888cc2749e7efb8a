import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  amountIssues,
  type Differences,
  depositSchema,
  findDifferences,
  type PaymentBody,
  refundSchema,
  toDepositResponse,
  toWithdrawalResponse,
  withdrawalSchema,
} from '../../../contract/transactions/payments-api.ts';
import { MAX_AMOUNT_XAF } from '../../../domain/money.ts';
import { createRefund } from '../../../flows/transactions/create-refund.ts';
import {
  type CreateDeps,
  type Created,
  createDeposit,
  createWithdrawal,
  type PaymentRequest,
} from '../../../flows/transactions/create-transaction.ts';
import type { App } from '../../app.ts';
import { InvalidRequest, sendProblem } from '../../errors.ts';
import { markReplay } from '../mark-replay.ts';

export function paymentRoutes(api: App, deps: CreateDeps): void {
  const limited = {
    limitsItself: true,
    // The amount alone is checked when the payment is created: it may exist already.
    findMoreIssues: async (body: unknown) =>
      findAmountIssues(body, (await deps.policy.recent()).amountMaxXaf),
  };
  api.post(
    '/api/v1/deposits',
    { schema: depositSchema(), config: limited },
    async (request, reply) => {
      const { body } = request;
      const result = await createDeposit(deps, {
        ...toPaymentRequest(request, body),
        lang: body.lang,
      });
      if (result.kind === 'problem') return sendProblem(reply, result.problem);
      if (result.kind === 'amount_refused') throw refusedAmount(result);
      return { ...toDepositResponse(result.transaction), ...answerRepeat(reply, body, result) };
    },
  );

  api.post(
    '/api/v1/withdrawals',
    { schema: withdrawalSchema(), config: limited },
    async (request, reply) => {
      const { body } = request;
      const result = await createWithdrawal(deps, toPaymentRequest(request, body));
      if (result.kind === 'problem') return sendProblem(reply, result.problem);
      if (result.kind === 'amount_refused') throw refusedAmount(result);
      return { ...toWithdrawalResponse(result.transaction), ...answerRepeat(reply, body, result) };
    },
  );

  api.post(
    '/api/v1/deposits/:service_tx_id/refunds',
    { schema: refundSchema(), config: limited },
    async (request, reply) => {
      const { body, applicationId, isOverRate, keyActor: actor } = request;
      const { amount_xaf: amountXaf, reference, reason, callback_url: callbackUrl } = body;
      const asked = { amountXaf, reference, reason, callbackUrl };
      const by = { applicationId, isOverRate, actor, depositId: request.params.service_tx_id };
      const result = await createRefund(deps, { ...by, ...asked });
      if (result.kind === 'problem') return sendProblem(reply, result.problem);
      if (result.kind === 'amount_refused') throw refusedAmount(result);
      const { msisdn, operator, amountXaf: storedXaf } = result.transaction;
      const compared = { msisdn, operator, amount_xaf: amountXaf ?? storedXaf };
      return {
        ...toWithdrawalResponse(result.transaction),
        ...answerRepeat(reply, compared, result),
      };
    },
  );
}

/** Nothing for a new one; a repeat says what of it was ignored. */
function answerRepeat(
  reply: FastifyReply,
  body: Pick<PaymentBody, Differences[number]>,
  { kind, transaction }: Extract<Created, { readonly transaction: unknown }>,
): { differs?: Differences } {
  return kind === 'created' ? {} : markReplay(reply, findDifferences(body, transaction));
}

/** The amount will not be accepted later either, so a 503, which invites a repeat, is wrong. */
function refusedAmount({
  amountXaf,
  bound,
}: Extract<Created, { readonly kind: 'amount_refused' }>): InvalidRequest {
  return new InvalidRequest(amountIssues(amountXaf, bound));
}

/** Those that the policy adds to the schema. */
export function findAmountIssues(body: unknown, amountMaxXaf: number) {
  const { amount_xaf: amountXaf } = Object.assign({ amount_xaf: null }, body) as {
    readonly amount_xaf: unknown;
  };
  const isAbove = Number.isInteger(amountXaf) && Number(amountXaf) > amountMaxXaf;
  // The schema has refused amounts beyond what any policy allows.
  if (!isAbove || Number(amountXaf) > MAX_AMOUNT_XAF) return [];
  return amountIssues(Number(amountXaf), { kind: 'at_most', amountXaf: amountMaxXaf });
}

function toPaymentRequest(
  { applicationId, isOverRate, keyActor: actor }: FastifyRequest,
  body: PaymentBody,
): PaymentRequest {
  return {
    applicationId,
    isOverRate,
    playerId: body.player_id,
    msisdn: body.msisdn,
    amountXaf: body.amount_xaf,
    operator: body.operator,
    reference: body.reference,
    callbackUrl: body.callback_url,
    actor,
  };
}
