import {
  declareLineSchema,
  previewLineSchema,
  trustBalanceSchema,
} from '../../../contract/decisions/trust-balance-api.ts';
import { toMessageBody, toNullableMessageBody } from '../../../contract/message.ts';
import { previewLine, trustBalance } from '../../../flows/decisions/trust-balance.ts';
import { declareWithoutBalances } from '../../../flows/lines/administer-gateways.ts';
import type { ReadSmsDeps } from '../../../flows/receipts/read-sms.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { admin, agent } from '../../staff/needed-role.ts';
import { actorName, toWaiting } from '../../staff/staff-request.ts';

interface TrustBalanceDeps {
  readonly sms: ReadSmsDeps;
}

const UNKNOWN = { code: 'line_not_found' } as const;

/** Trusting a line's balance at its operator: first the preview, then the act. */
export function trustBalanceRoutes(app: App, deps: TrustBalanceDeps): void {
  app.get(
    '/internal/v1/lines/:line/foresee',
    { schema: previewLineSchema, config: agent },
    async ({ params: { line }, query, staff }, reply) => {
      const { balance_cents: balanceCents, minutes_ago: minutes = 0 } = query;
      const said = { line, balanceCents, readAt: { agoMs: minutes * 60_000 }, typist: staff.id };
      const expected = await previewLine(deps.sms, said);
      if (expected === null) return sendProblem(reply, UNKNOWN);
      const payments = expected.payments.map((one) => ({
        ...one,
        reason: toMessageBody(one.reason),
      }));
      return { payments, left: expected.left };
    },
  );

  app.post(
    '/internal/v1/lines/:line/balance',
    { schema: trustBalanceSchema, config: { ...agent, showsBalances: true } },
    async (request, reply) => {
      const { staff, ip, params, body } = request;
      const { balance_cents: balanceCents, minutes_ago: minutes = 0, reason } = body;
      const actor = { actor: actorName(staff), actorId: staff.id, ip };
      const read = { line: params.line, balanceCents, readAt: { agoMs: minutes * 60_000 } };
      const said = { ...read, source: 'staff', reason } as const;
      const trusted = await trustBalance(deps.sms, actor, said);
      if (trusted === null) return sendProblem(reply, UNKNOWN);
      const { credited, toDecide, held, left, becomesCents, gap } = trusted;
      const consequences = { becomes_cents: becomesCents, gap: toNullableMessageBody(gap) };
      return { credited, to_decide: toDecide, held, left, ...consequences };
    },
  );

  app.post(
    '/internal/v1/lines/:line/without-balances',
    { schema: declareLineSchema, config: admin },
    async (request, reply) => {
      const { staff, ip, params, body } = request;
      const actor = { actor: actorName(staff), actorId: staff.id, ip };
      const asked = { line: params.line, reason: body.reason };
      const declared = await declareWithoutBalances(deps.sms, actor, asked);
      if (declared === 'not_found') return sendProblem(reply, UNKNOWN);
      if (declared === 'declared') return { line: params.line };
      if (declared.kind === 'change_waits') return sendProblem(reply, { code: declared.kind });
      return reply.code(202).send(toWaiting(declared));
    },
  );
}
