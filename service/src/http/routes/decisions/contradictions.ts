import type { Static } from 'typebox';
import { reasonMember } from '../../../contract/fields.ts';
import { toMessageBody } from '../../../contract/message.ts';
import {
  type ContradictionItem as ContradictionBody,
  closeContradictionSchema,
  listContradictionsSchema,
} from '../../../contract/transactions/contradictions-api.ts';
import {
  type ContradictionRow,
  listContradictions,
} from '../../../db/transactions/contradictions.ts';
import { SEES_NUMBERS, type StaffRole } from '../../../domain/access/staff-role.ts';
import { maskMsisdn } from '../../../domain/msisdn.ts';
import { shownReason } from '../../../domain/transactions/reason-code.ts';
import { closeContradiction } from '../../../flows/decisions/close-contradiction.ts';
import type { App } from '../../app.ts';
import { nextCursor, readIdCursor } from '../../cursor.ts';
import { sendProblem } from '../../errors.ts';
import { agent, viewer } from '../../staff/needed-role.ts';
import { requestActor, toWaiting } from '../../staff/staff-request.ts';

type ContradictionRouteDeps = Parameters<typeof closeContradiction>[0];

export function contradictionRoutes(app: App, deps: ContradictionRouteDeps): void {
  app.get(
    '/internal/v1/contradictions',
    { schema: listContradictionsSchema, config: viewer },
    async ({ query, staff }) => {
      const { state, cursor, limit } = query;
      const after = readIdCursor(cursor);
      const wanted = { isOpen: state === 'open', transactionId: null, after, limit };
      // What waits longest comes first, as in every queue.
      const oldestFirst = state === 'open';
      const rows = await listContradictions(deps.database, { ...wanted, oldestFirst });
      return {
        items: rows.map((row) => toContradictionBody(row, staff)),
        next_cursor: nextCursor({ rows, limit }, ({ id }) => [id]),
      };
    },
  );

  app.post(
    '/internal/v1/contradictions/:id/close',
    { schema: closeContradictionSchema, config: agent },
    async (request, reply) => {
      const { reason, ruling = null } = request.body;
      const asked = { id: request.params.id, reason, ruling };
      const closed = await closeContradiction(deps, requestActor(request), asked);
      switch (closed.kind) {
        case 'refused':
          return sendProblem(reply, { code: closed.refusal });
        case 'change_waits':
          return sendProblem(reply, { code: 'change_waits' });
        case 'waits':
          return reply.code(202).send(toWaiting(closed));
        case 'closed':
          return { done: true };
      }
    },
  );
}

export function toContradictionBody(
  { remark, msisdn, sms_text, recorded_at, closed_at, reason_code, ...row }: ContradictionRow,
  { role }: { readonly role: StaffRole },
): Static<typeof ContradictionBody> {
  return {
    ...row,
    ...(row.state === null ? {} : reasonMember(shownReason(row.state, reason_code))),
    remark: toMessageBody(remark),
    msisdn_masked: maskMsisdn(msisdn),
    // A text contains whole numbers.
    sms_text: SEES_NUMBERS[role] ? sms_text : null,
    recorded_at: recorded_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  };
}
