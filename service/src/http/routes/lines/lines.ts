import { listLinesSchema } from '../../../contract/lines/lines-api.ts';
import { toNullableRemarkBody, toRemarkBody } from '../../../contract/remark.ts';
import type { Queryable } from '../../../db/client.ts';
import { listSimHealth, type SimHealth } from '../../../db/lines/gateways.ts';
import { type BalanceGap, listLines, listOpenGaps } from '../../../db/lines/lines.ts';
import { findLineProblem } from '../../../domain/lines/line-health.ts';
import type { App } from '../../app.ts';

interface LineRouteDeps {
  readonly database: Queryable;
  readonly gatewaySilentMs: number;
}

export function lineRoutes(app: App, deps: LineRouteDeps): void {
  const { database, gatewaySilentMs } = deps;

  app.get(
    '/internal/v1/lines',
    { schema: listLinesSchema, config: { role: 'viewer' } },
    async () => {
      const [lines, sims, breaks] = await Promise.all([
        listLines(database),
        listSimHealth(database),
        listOpenGaps(database, null),
      ]);
      return {
        items: lines.map(({ line, balanceCents }) => {
          const ofLine = sims.filter((sim) => sim.line === line);
          return {
            line,
            operator: ofLine[0]?.operator ?? null,
            gateways: ofLine.map(({ gatewayId }) => gatewayId),
            problem: toNullableRemarkBody(
              findLineProblem(line, sims, { silentMs: gatewaySilentMs }),
            ),
            heard_at: lastHeardAt(ofLine)?.toISOString() ?? null,
            balance_xaf: toXaf(balanceCents),
            breaks: breaks.filter((one) => one.line === line).map(toBreak),
          };
        }),
      };
    },
  );
}

function toBreak(one: BalanceGap) {
  return {
    id: one.id,
    at: one.at.toISOString(),
    expected_xaf: one.expectedCents / 100,
    told_xaf: one.balanceCents / 100,
    meaning: toRemarkBody(one.meaning),
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
