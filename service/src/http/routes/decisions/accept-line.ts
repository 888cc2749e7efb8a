import {
  acceptLineSchema,
  foreseeLineSchema,
} from '../../../contract/decisions/accept-line-api.ts';
import { toRemarkBody } from '../../../contract/remark.ts';
import { acceptLine } from '../../../flows/decisions/accept-line.ts';
import { foreseeLine } from '../../../flows/decisions/foresee-line.ts';
import type { ReadSmsDeps } from '../../../flows/receipts/read-sms.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { actorName } from '../../staff/staff-request.ts';

interface AcceptLineDeps {
  readonly sms: ReadSmsDeps;
}

const agent = { role: 'agent' } as const;

/** Continuing after a gap in the balances of a line: first what it would do, then doing it. */
export function acceptLineRoutes(app: App, deps: AcceptLineDeps): void {
  app.get(
    '/internal/v1/lines/:line/foresee',
    { schema: foreseeLineSchema, config: agent },
    async ({ params }) => {
      const { payments, balances } = await foreseeLine(deps.sms, params.line);
      return {
        payments: payments.map((one) => ({ ...one, reason: toRemarkBody(one.reason) })),
        balances: balances.map(({ namedCents, becomesCents }) => ({
          balance_cents: namedCents,
          becomes_cents: becomesCents,
        })),
      };
    },
  );

  app.post(
    '/internal/v1/lines/:line/accept',
    { schema: acceptLineSchema, config: agent },
    async (request, reply) => {
      const { staff, ip, params, body } = request;
      const actor = { actor: actorName(staff), actorId: staff.id, ip };
      const { balance_cents: balanceCents, break_ids: gapIds, reason } = body;
      const asked = { line: params.line, balanceCents, gapIds, reason };
      const accepted = await acceptLine(deps.sms, actor, asked);
      if (accepted.kind === 'nothing_open')
        return sendProblem(reply, { code: 'line_not_in_doubt' });
      if (accepted.kind === 'other_texts')
        return sendProblem(reply, { code: 'line_texts_changed' });
      if (accepted.kind === 'other_balance')
        return sendProblem(reply, { code: 'line_balance_not_told' });
      const { credited, held } = accepted;
      return { credited, held };
    },
  );
}
