import {
  acceptLineSchema,
  foreseeLineSchema,
  listLinesSchema,
  listSmsSchema,
  lookAtSmsSchema,
} from '../../../contract/receipts/sms-api.ts';
import type { Queryable } from '../../../db/client.ts';
import { listSimHealth, type SimHealth } from '../../../db/lines/gateways.ts';
import { type ChainBreak, listLines, listOpenBreaks } from '../../../db/lines/lines.ts';
import { listSms } from '../../../db/receipts/sms.ts';
import { findLineProblem } from '../../../domain/lines/line-health.ts';
import { acceptLine } from '../../../flows/decisions/accept-line.ts';
import { foreseeLine } from '../../../flows/decisions/foresee-line.ts';
import { lookAtSms } from '../../../flows/decisions/look-at-sms.ts';
import type { ReadSmsDeps } from '../../../flows/receipts/read-sms.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { actorName } from '../../staff-request.ts';
import { requestActor } from '../access/actor.ts';

interface SmsRouteDeps {
  readonly database: Queryable;
  readonly sms: ReadSmsDeps;
  readonly gatewaySilentMs: number;
}

const viewer = { role: 'viewer' } as const;
const agent = { role: 'agent' } as const;

export function staffSmsRoutes(app: App, deps: SmsRouteDeps): void {
  textRoutes(app, deps);
  lineRoutes(app, deps);
}

function textRoutes(app: App, deps: SmsRouteDeps): void {
  const { database } = deps;

  app.get('/internal/v1/sms', { schema: listSmsSchema, config: viewer }, async ({ query }) => {
    const { state = null, cursor = null, limit } = query;
    const rows = await listSms(database, { state, before: cursor, limit });
    return {
      items: rows.map(
        ({ at, sentAt, gatewayId, body, lookedAt, lookedAtBy, receiptId, ...row }) => ({
          ...row,
          at: at.toISOString(),
          sent_at: sentAt?.toISOString() ?? null,
          gateway: gatewayId,
          text: body,
          looked_at: lookedAt?.toISOString() ?? null,
          looked_at_by: lookedAtBy,
          receipt_id: receiptId,
        }),
      ),
      next_cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
    };
  });

  // Under another name than the texts, where gateways post them with a secret of their own.
  app.post(
    '/internal/v1/texts/:id/look-at',
    { schema: lookAtSmsSchema, config: agent },
    async (request, reply) => {
      const order = { id: request.params.id, reason: request.body.reason };
      const looked = await lookAtSms(deps.sms, requestActor(request), order);
      if (looked.kind === 'refused') return sendProblem(reply, { code: looked.refusal });
      return { done: true };
    },
  );
}

function lineRoutes(app: App, deps: SmsRouteDeps): void {
  const { database, gatewaySilentMs } = deps;

  app.get('/internal/v1/lines', { schema: listLinesSchema, config: viewer }, async () => {
    const [lines, sims, breaks] = await Promise.all([
      listLines(database),
      listSimHealth(database),
      listOpenBreaks(database, null),
    ]);
    return {
      items: lines.map(({ line, balanceCents }) => {
        const ofLine = sims.filter((sim) => sim.line === line);
        return {
          line,
          operator: ofLine[0]?.operator ?? null,
          gateways: ofLine.map(({ gatewayId }) => gatewayId),
          problem: findLineProblem(line, sims, { silentMs: gatewaySilentMs }),
          heard_at: lastHeardAt(ofLine)?.toISOString() ?? null,
          balance_xaf: toXaf(balanceCents),
          breaks: breaks.filter((one) => one.line === line).map(toBreak),
        };
      }),
    };
  });

  app.get(
    '/internal/v1/lines/:line/foresee',
    { schema: foreseeLineSchema, config: agent },
    async ({ params }) => {
      const { payments, balances } = await foreseeLine(deps.sms, params.line);
      return {
        payments: [...payments],
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
      const { balance_cents: balanceCents, break_ids: breakIds, reason } = body;
      const order = { line: params.line, balanceCents, breakIds, reason };
      const accepted = await acceptLine(deps.sms, actor, order);
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

function toBreak(one: ChainBreak) {
  return {
    id: one.id,
    at: one.at.toISOString(),
    expected_xaf: one.expectedCents / 100,
    told_xaf: one.balanceCents / 100,
    meaning: one.meaning,
    sender: one.sender,
    text: one.text,
    receipt_id: one.receiptId,
  };
}

function lastHeardAt(sims: readonly SimHealth[]): Date | null {
  const times = sims.flatMap(({ lastSeenAt }) => lastSeenAt?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

function toXaf(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}
