import {
  acceptLineSchema,
  listLinesSchema,
  listSmsSchema,
} from '../../../contract/staff/sms-api.ts';
import type { Queryable } from '../../../db/client.ts';
import { listSimHealth } from '../../../db/gateways.ts';
import { listLines, listOpenBreaks } from '../../../db/lines.ts';
import { listSms } from '../../../db/sms.ts';
import { findLineProblem } from '../../../domain/line-health.ts';
import type { ReadSmsDeps } from '../../../flows/read-sms.ts';
import { acceptLine } from '../../../flows/staff/accept-line.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { actorName } from '../../staff-request.ts';

interface SmsRouteDeps {
  readonly database: Queryable;
  readonly sms: ReadSmsDeps;
  readonly gatewaySilentMs: number;
}

const viewer = { role: 'viewer' } as const;
const agent = { role: 'agent' } as const;

export function staffSmsRoutes(app: App, deps: SmsRouteDeps): void {
  const { database, gatewaySilentMs } = deps;

  app.get('/internal/v1/sms', { schema: listSmsSchema, config: viewer }, async ({ query }) => {
    const { state = null, cursor = null, limit } = query;
    const rows = await listSms(database, { state, before: cursor, limit });
    return {
      items: rows.map(({ at, gatewayId, body, ...row }) => ({
        ...row,
        at: at.toISOString(),
        gateway: gatewayId,
        text: body,
      })),
      next_cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
    };
  });

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
          balance_xaf: toXaf(balanceCents),
          breaks: breaks
            .filter((one) => one.line === line)
            .map(({ at, expectedCents, balanceCents: toldCents, meaning }) => ({
              at: at.toISOString(),
              expected_xaf: expectedCents / 100,
              told_xaf: toldCents / 100,
              meaning,
            })),
        };
      }),
    };
  });

  app.post(
    '/internal/v1/lines/:line/accept',
    { schema: acceptLineSchema, config: agent },
    async (request, reply) => {
      const { staff, ip, params, body } = request;
      const actor = { actor: actorName(staff), actorId: staff.id, ip };
      const order = { line: params.line, reason: body.reason };
      const accepted = await acceptLine(deps.sms, actor, order);
      if (accepted.kind === 'nothing_open')
        return sendProblem(reply, { code: 'line_not_in_doubt' });
      const { credited, held } = accepted;
      return { credited, held };
    },
  );
}

function toXaf(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}
