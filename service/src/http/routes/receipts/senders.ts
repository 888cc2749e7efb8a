import {
  acceptSenderSchema,
  listSendersSchema,
  withdrawSenderSchema,
} from '../../../contract/receipts/senders-api.ts';
import type { Queryable } from '../../../db/client.ts';
import { listAcceptedSenders, listStrangeTexts } from '../../../db/receipts/senders.ts';
import { strangeSendersOf } from '../../../domain/receipts/strange-senders.ts';
import { acceptSender, withdrawSender } from '../../../flows/receipts/accept-sender.ts';
import type { ReadSmsDeps } from '../../../flows/receipts/read-sms.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { requestActor } from '../../staff/staff-request.ts';

interface SenderRouteDeps {
  readonly database: Queryable;
  readonly sms: ReadSmsDeps;
}

const viewer = { role: 'viewer' } as const;
/** Accepting a sender decides which texts the service believes from then on. */
const admin = { role: 'admin' } as const;

export function senderRoutes(app: App, deps: SenderRouteDeps): void {
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
