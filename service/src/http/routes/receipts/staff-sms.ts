import type { Static } from 'typebox';
import { toNullableMessageBody } from '../../../contract/message.ts';
import {
  acceptSenderSchema,
  listSendersSchema,
  listSmsSchema,
  lookAtSmsSchema,
  type SmsRow,
  withdrawSenderSchema,
} from '../../../contract/receipts/sms-api.ts';
import type { Queryable } from '../../../db/client.ts';
import { listAcceptedSenders, listStrangeTexts } from '../../../db/receipts/senders.ts';
import { findSms, type ListedSms, listSms } from '../../../db/receipts/sms.ts';
import { strangeSendersOf } from '../../../domain/receipts/strange-senders.ts';
import { acceptSender, withdrawSender } from '../../../flows/receipts/accept-sender.ts';
import { lookAtSms } from '../../../flows/receipts/look-at-sms.ts';
import type { ReadSmsDeps } from '../../../flows/receipts/read-sms.ts';
import type { App } from '../../app.ts';
import { nextCursor, readIdCursor } from '../../cursor.ts';
import { sendProblem } from '../../errors.ts';
import { admin, agent, viewer } from '../../staff/needed-role.ts';
import { requestActor } from '../../staff/staff-request.ts';

interface SmsRouteDeps {
  readonly database: Queryable;
  readonly sms: ReadSmsDeps;
}

export function staffSmsRoutes(app: App, deps: SmsRouteDeps): void {
  const { database } = deps;

  app.get('/internal/v1/sms', { schema: listSmsSchema, config: viewer }, async ({ query }) => {
    const { state = null, id, cursor, limit } = query;
    if (id !== undefined) {
      const text = await findSms(database, id);
      return { items: text === null ? [] : [toSmsRow(text)], next_cursor: null };
    }
    const rows = await listSms(database, { state, before: readIdCursor(cursor), limit });
    return {
      items: rows.map(toSmsRow),
      next_cursor: nextCursor({ rows, limit }, ({ id }) => [id]),
    };
  });

  // Not under the path of the texts, where gateways post with their own secrets.
  app.post(
    '/internal/v1/texts/:id/look-at',
    { schema: lookAtSmsSchema, config: agent },
    async (request, reply) => {
      const asked = { id: request.params.id, reason: request.body.reason };
      const checked = await lookAtSms(deps.sms, requestActor(request), asked);
      if (checked.kind === 'refused') return sendProblem(reply, { code: checked.refusal });
      return { done: true };
    },
  );
}

export function toSmsRow(sms: ListedSms): Static<typeof SmsRow> {
  const { at, sentAt, gatewayId, body, lookedAt, lookedAtBy, receiptId, reason, ...row } = sms;
  return {
    ...row,
    reason: toNullableMessageBody(reason),
    at: at.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
    gateway: gatewayId,
    text: body,
    looked_at: lookedAt?.toISOString() ?? null,
    looked_at_by: lookedAtBy,
    receipt_id: receiptId,
  };
}

/** An administrator accepts a sender: it decides which texts the service believes from then on. */
export function senderRoutes(app: App, deps: SmsRouteDeps): void {
  app.get('/internal/v1/senders', { schema: listSendersSchema, config: viewer }, async () => {
    const [texts, accepted] = await Promise.all([
      listStrangeTexts(deps.database),
      listAcceptedSenders(deps.database),
    ]);
    return {
      unknown: strangeSendersOf(texts).map(({ lastAt, lastText, ...row }) => ({
        ...row,
        last_at: lastAt.toISOString(),
        last_text: lastText,
      })),
      accepted: accepted.map(({ acceptedAt, acceptedBy, ...row }) => ({
        ...row,
        accepted_at: acceptedAt.toISOString(),
        accepted_by: acceptedBy,
      })),
    };
  });

  app.post(
    '/internal/v1/senders/accept',
    { schema: acceptSenderSchema, config: admin },
    async (request, reply) => {
      const accepted = await acceptSender(deps.sms, requestActor(request), request.body);
      if (accepted.kind === 'refused') return sendProblem(reply, { code: accepted.refusal });
      const { read, payments } = accepted;
      return { read, payments };
    },
  );

  app.post(
    '/internal/v1/senders/withdraw',
    { schema: withdrawSenderSchema, config: admin },
    async (request, reply) => {
      const isDone = await withdrawSender(deps.sms, requestActor(request), request.body);
      return isDone ? { done: true } : sendProblem(reply, { code: 'sender_not_accepted' });
    },
  );
}
