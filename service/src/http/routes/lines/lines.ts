import {
  listLinesSchema,
  revealBalanceSchema,
  sayPinMeaningSchema,
} from '../../../contract/lines/lines-api.ts';
import { toNullableMessageBody } from '../../../contract/message.ts';
import type { Database } from '../../../db/client.ts';
import { type LooseStep, listLooseSteps } from '../../../db/lines/balance-steps.ts';
import { listSimHealth, type SimHealth } from '../../../db/lines/gateways.ts';
import { type ListedLine, listLines } from '../../../db/lines/lines.ts';
import { type ListedPayingSim, listPayingSims } from '../../../db/lines/paying-sims.ts';
import { findBalanceDoubt } from '../../../domain/lines/doubt-balance.ts';
import { findLineProblem } from '../../../domain/lines/line-health.ts';
import { findSimProblem } from '../../../domain/lines/paying-sim.ts';
import { maskMsisdn } from '../../../domain/msisdn.ts';
import { sayPinMeaning } from '../../../flows/lines/administer-gateways.ts';
import { revealBalance } from '../../../flows/lines/reveal-balance.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { requestActor } from '../../staff/staff-request.ts';

interface LineRouteDeps {
  readonly database: Database;
}

export function lineRoutes(app: App, deps: LineRouteDeps): void {
  const { database } = deps;

  app.get(
    '/internal/v1/lines',
    { schema: listLinesSchema, config: { role: 'viewer' } },
    async () => {
      const [lines, sims, loose, payingSims] = await Promise.all([
        listLines(database),
        listSimHealth(database),
        listLooseSteps(database, null),
        listPayingSims(database),
      ]);
      return {
        items: lines.map((row) => {
          const { line, isOpened } = row;
          const ofLine = sims.filter((sim) => sim.line === line);
          return {
            line,
            operator: ofLine[0]?.operator ?? null,
            gateways: ofLine.map(({ gatewayId }) => gatewayId),
            problem: toNullableMessageBody(findLineProblem(line, sims, { isOpened })),
            heard_at: lastSeenAt(ofLine)?.toISOString() ?? null,
            is_opened: isOpened,
            tells_balances: row.tellsBalances,
            is_in_gap: row.isInGap,
            gap_since: row.gapSince?.toISOString() ?? null,
            has_balance: row.balanceCents !== null,
            balance_xaf: toXaf(row.balanceCents),
            balance_at: row.balanceAt?.toISOString() ?? null,
            sims: payingSims.filter((sim) => sim.line === line).flatMap(toPayingSim),
            loose: loose.filter((one) => one.line === line).map((one) => toLoose(row, one)),
          };
        }),
      };
    },
  );

  app.post(
    '/internal/v1/lines/:line/reveal',
    { schema: revealBalanceSchema, config: { role: 'agent', showsBalances: true } },
    async (request, reply) => {
      const actor = { ...requestActor(request), actorId: request.staff.id };
      const found = await revealBalance(deps, actor, request.params.line);
      if (found === null) return sendProblem(reply, { code: 'line_not_found' });
      return { balance_xaf: toXaf(found.balanceCents) };
    },
  );

  app.post(
    '/internal/v1/lines/:line/pin',
    { schema: sayPinMeaningSchema, config: { role: 'admin' } },
    async (request, reply) => {
      const { line } = request.params;
      const { gateway: gatewayId, since, meant, reason } = request.body;
      const actor = { ...requestActor(request), actorId: request.staff.id };
      const word = { gatewayId, line, since, meant, reason };
      if (!(await sayPinMeaning(deps, actor, word))) return sendProblem(reply, PIN_NOT_IN_DOUBT);
      return { line };
    },
  );
}

const PIN_NOT_IN_DOUBT = { code: 'pin_not_in_doubt' } as const;

/** A SIM that only receives texts has nothing to show. */
function toPayingSim(sim: ListedPayingSim) {
  if (sim.agentSilentMs === null) return [];
  const code = findSimProblem(sim, { action: 'transfer', amountXaf: null });
  return [
    {
      gateway: sim.gatewayId,
      signal: sim.signal,
      registration: sim.registration,
      open_jobs: sim.openJobs,
      problem: toNullableMessageBody(code === null ? null : { code }),
      // Figures may be a balance or a player's number, and say nothing about the PIN.
      screen: sim.screen?.replaceAll(/\d/g, '•') ?? null,
      since: code === 'sim_pin_unproven' ? sim.since : null,
      pin_meant: sim.pinMeant,
    },
  ];
}

function toLoose({ balanceCents }: ListedLine, one: LooseStep) {
  const meaning = findBalanceDoubt(one.stored, { hasBalance: balanceCents !== null });
  return {
    id: one.id,
    at: one.at.toISOString(),
    before_xaf: one.beforeCents / 100,
    after_xaf: one.afterCents / 100,
    meaning: toNullableMessageBody(meaning),
    sender: one.sender,
    text: one.text,
    receipt_id: one.receiptId,
    amount_xaf: one.amountXaf,
    payer_msisdn_masked: one.payer === null ? null : maskMsisdn(one.payer),
  };
}

function lastSeenAt(sims: readonly SimHealth[]): Date | null {
  const times = sims.flatMap(({ lastSeenAt }) => lastSeenAt?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

function toXaf(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}
