import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  approveSchema,
  askProviderSchema,
  bulkApproveSchema,
  cancelSchema,
  completeSchema,
  dismissReceiptSchema,
  fillInReceiptSchema,
  rejectSchema,
  resolveSchema,
  sendBackReceiptSchema,
} from '../../../contract/decisions/actions-api.ts';
import { detailOf, type Problem } from '../../../contract/problems.ts';
import { listTransactionsBySearch } from '../../../db/transactions/staff-transactions.ts';
import { assert } from '../../../domain/assert.ts';
import { readRefusedMoney } from '../../../domain/decisions/resolution.ts';
import { type PlainMessageCode, sentenceOf } from '../../../domain/messages/message.ts';
import { normaliseMsisdn } from '../../../domain/msisdn.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { completeDeposit } from '../../../flows/decisions/complete-deposit.ts';
import {
  approveWithdrawal,
  cancelWithdrawal,
  rejectWithdrawal,
} from '../../../flows/decisions/decide-withdrawal.ts';
import type {
  Decided,
  Decider,
  DecisionDeps,
  PayingDeps,
} from '../../../flows/decisions/decision.ts';
import { type Dismissed, dismissReceipt } from '../../../flows/decisions/dismiss-receipt.ts';
import { fillInReceipt } from '../../../flows/decisions/fill-in-receipt.ts';
import { resolveTransaction } from '../../../flows/decisions/resolve-transaction.ts';
import { sendBack } from '../../../flows/decisions/send-back.ts';
import { askNow } from '../../../flows/provider-requests/follow-requests.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { agent } from '../../staff/needed-role.ts';
import {
  actorName,
  requestActor,
  type SignedInStaff,
  toWaiting,
} from '../../staff/staff-request.ts';
import { toTransactionRows } from '../transactions/listed-transaction.ts';

export function staffDecisionRoutes(app: App, deps: PayingDeps): void {
  withdrawalRoutes(app, deps);
  heldMoneyRoutes(app, deps);
  fillInRoute(app, deps);
  sendBackRoute(app, deps);
}

function withdrawalRoutes(app: App, deps: DecisionDeps): void {
  app.post(
    '/internal/v1/withdrawals/:id/approve',
    { schema: approveSchema, config: agent },
    async (request, reply) => {
      const { approvals_seen: approvalsSeen = null } = request.query;
      const { payee_name: payeeSeen = null } = request.body;
      const asked = { id: request.params.id, approvalsSeen, payeeSeen };
      return answer(deps, reply, await approveWithdrawal(deps, deciderOf(request), asked));
    },
  );

  app.post(
    '/internal/v1/withdrawals/:id/reject',
    { schema: rejectSchema, config: agent },
    async (request, reply) => {
      const { params, body } = request;
      const decided = await rejectWithdrawal(deps, deciderOf(request), params.id, body.reason);
      return answer(deps, reply, decided);
    },
  );

  app.post(
    '/internal/v1/withdrawals/:id/cancel',
    { schema: cancelSchema, config: agent },
    async (request, reply) => {
      const { params, body } = request;
      const decided = await cancelWithdrawal(deps, deciderOf(request), params.id, body.reason);
      return answer(deps, reply, decided);
    },
  );

  app.post(
    '/internal/v1/withdrawals/approve',
    { schema: bulkApproveSchema, config: agent },
    async (request) => {
      const { ids, approvals_seen: seen = [], payee_names: names = [] } = request.body;
      const results = [];
      // One by one: each is a separate decision, and a refusal does not stop the others.
      for (const id of new Set(ids)) {
        const at = ids.indexOf(id);
        const asked = { id, approvalsSeen: seen[at] ?? null, payeeSeen: names[at] ?? null };
        const decided = await approveWithdrawal(deps, deciderOf(request), asked);
        results.push({ id, ...describe(decided) });
      }
      return { results };
    },
  );
}

function heldMoneyRoutes(app: App, deps: PayingDeps): void {
  app.post(
    '/internal/v1/transactions/:id/resolve',
    { schema: resolveSchema, config: agent },
    async (request, reply) => {
      const { params, body } = request;
      const { decision, reason, money: choice = null, returned_how: how = null } = body;
      const { approvals_seen: approvalsSeen = null } = body;
      const money = readRefusedMoney({ choice, how });
      const asked = { decision, reason, money, approvalsSeen };
      const decided = await resolveTransaction(deps, deciderOf(request), params.id, asked);
      return answer(deps, reply, decided);
    },
  );

  app.post(
    '/internal/v1/transactions/:id/ask-provider',
    { schema: askProviderSchema, config: agent },
    async ({ params }, reply) => {
      if (!(await askNow(deps, params.id))) return sendProblem(reply, { code: 'nothing_to_ask' });
      return { done: true };
    },
  );

  app.post(
    '/internal/v1/deposits/:id/complete',
    { schema: completeSchema, config: agent },
    async (request, reply) => {
      const { receipt_ids: receiptIds, reason, approvals_seen: seen = null } = request.body;
      const asked = { receiptIds, reason, approvalsSeen: seen };
      const decided = await completeDeposit(deps, deciderOf(request), request.params.id, asked);
      return answer(deps, reply, decided);
    },
  );

  app.post(
    '/internal/v1/receipts/:id/dismiss',
    { schema: dismissReceiptSchema, config: agent },
    async (request, reply) => {
      const { staff, ip, params, body } = request;
      const actor = { actor: actorName(staff), actorId: staff.id, ip };
      const { was: as, deposit_id: depositId = null, reason } = body;
      const asked = { id: params.id, as, depositId, reason };
      return answerDismissal(reply, await dismissReceipt(deps, actor, asked));
    },
  );
}

function answerDismissal(reply: FastifyReply, dismissed: Dismissed) {
  switch (dismissed.kind) {
    case 'dismissed':
      return { done: true };
    case 'refused':
      return sendProblem(reply, { code: dismissed.refusal });
    case 'receipts_refused':
      return sendProblem(reply, problemOf(dismissed));
    case 'change_waits':
      return sendProblem(reply, { code: dismissed.kind });
    case 'waits':
      return reply.code(202).send(toWaiting(dismissed));
  }
}

function fillInRoute(app: App, deps: DecisionDeps): void {
  app.post(
    '/internal/v1/receipts/:id/fill-in',
    { schema: fillInReceiptSchema, config: agent },
    async (request, reply) => {
      const { params, body } = request;
      const { amount_xaf: amountXaf = null, operator_tx_id: operatorTxId = null, reason } = body;
      const read = normaliseMsisdn(body.payer_msisdn ?? '');
      const payer = read.kind === 'valid' ? read.msisdn : null;
      const asked = { id: params.id, payer, amountXaf, operatorTxId, reason };
      const answer = await fillInReceipt(deps, requestActor(request), asked);
      if (answer.kind === 'refused') return sendProblem(reply, { code: answer.refusal });
      if (answer.kind === 'change_waits') return sendProblem(reply, { code: 'change_waits' });
      return reply.code(202).send(toWaiting(answer));
    },
  );
}

function sendBackRoute(app: App, deps: PayingDeps): void {
  app.post(
    '/internal/v1/receipts/:id/send-back',
    { schema: sendBackReceiptSchema, config: agent },
    async (request, reply) => {
      const asked = { id: request.params.id, reason: request.body.reason };
      const sent = await sendBack(deps, requestActor(request), asked);
      switch (sent.kind) {
        case 'created':
          return { withdrawal_id: sent.transaction.id };
        case 'receipt_not_found':
          return sendProblem(reply, { code: sent.kind });
        case 'receipts_refused':
          return sendProblem(reply, problemOf(sent));
      }
    },
  );
}

export function deciderOf({ staff, ip, body }: FastifyRequest): Decider {
  const { tell_platform: tellsPlatform } = Object.assign({ tell_platform: false }, body);
  return { staffId: staff.id, name: actorName(staff), ip, tellsPlatform };
}

type AnswerDeps = Pick<DecisionDeps, 'database' | 'policy'>;

/** A decision as the console gets it; a 409 with the state if a colleague decided first. */
export async function answer(deps: AnswerDeps, reply: FastifyReply, decided: Decided) {
  const { staff } = reply.request;
  switch (decided.kind) {
    case 'not_found':
    case 'receipts_refused':
    case 'money_not_placed':
      return sendProblem(reply, problemOf(decided));
    case 'forbidden':
      return sendProblem(reply, problemOf(decided), { refusal: decided.why });
    case 'conflict':
    case 'refund_refused':
      return sendProblem(reply, problemOf(decided), { state: decided.state });
    case 'done':
    case 'already_done':
    case 'waits_for_second_person':
      return {
        transaction: await rowOf(deps, staff, decided.transaction),
        outcome: decided.kind,
        ...(decided.kind === 'waits_for_second_person' && decided.isOtherwise
          ? { agreed_otherwise: true as const }
          : {}),
        ...unmatchedOf(decided),
      };
  }
}

function unmatchedOf(decided: Decided) {
  const { unmatchedReceipts = 0 } = decided.kind === 'done' ? decided : {};
  return unmatchedReceipts === 0 ? {} : { unmatched_receipts: unmatchedReceipts };
}

type Success = 'done' | 'already_done' | 'waits_for_second_person';
type Refused = Exclude<Decided, { readonly kind: Success }>;

/** One of several decisions; without a refusal, the outcome is enough. */
function describe(decided: Decided) {
  switch (decided.kind) {
    case 'done':
    case 'already_done':
    case 'waits_for_second_person':
      return { outcome: decided.kind, ...describeSuccess(MESSAGE_OF[decided.kind]) };
    case 'not_found':
    case 'conflict':
    case 'forbidden':
    case 'refund_refused':
    case 'receipts_refused':
    case 'money_not_placed': {
      const problem = problemOf(decided);
      const { code, params } = problem;
      return {
        outcome: 'refused' as const,
        detail: detailOf(problem),
        code,
        ...(params === undefined ? {} : { params: { ...params } }),
        ...(decided.kind === 'forbidden' ? { refusal: decided.why } : {}),
      };
    }
  }
}

const MESSAGE_OF = {
  done: 'decided',
  already_done: 'decided_before',
  waits_for_second_person: 'waits_for_second_person',
} as const satisfies Record<Success, PlainMessageCode>;

function describeSuccess(code: PlainMessageCode) {
  return { detail: sentenceOf({ code }), code };
}

function problemOf(refused: Refused): Problem {
  switch (refused.kind) {
    case 'not_found':
      return { code: 'transaction_not_found' };
    case 'money_not_placed':
      return { code: 'money_not_placed' };
    case 'receipts_refused':
      return { code: 'receipts_refused', params: { because: refused.why } };
    case 'forbidden':
      return { code: refused.why };
    case 'refund_refused':
      return refused.why;
    case 'conflict':
      return refused.isAboutApprovals === true
        ? { code: 'approvals_changed' }
        : { code: 'overtaken', params: { state: refused.state } };
  }
}

async function rowOf(deps: AnswerDeps, staff: SignedInStaff, { id }: Transaction) {
  const search = { id, msisdn: null, text: id };
  const [row] = await listTransactionsBySearch(deps.database, search, { after: null, limit: 1 });
  if (row === undefined) throw new Error('a decided transaction has vanished');
  const [item] = await toTransactionRows(deps, staff, [row]);
  assert(item !== undefined, 'a row was lost');
  return item;
}
