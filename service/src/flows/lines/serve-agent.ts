import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/client.ts';
import { findGateway, touchGateway } from '../../db/lines/gateways.ts';
import { listPinMeanings, updateSimStates } from '../../db/lines/paying-sims.ts';
import { endJob, takeJob } from '../../db/lines/sim-jobs.ts';
import type { OfferedJob } from '../../db/lines/waiting-jobs.ts';
import { parseJson } from '../../domain/json.ts';
import {
  type JobReport,
  type ReadySim,
  readAgentMessage,
  readySims,
  type SimState,
} from '../../domain/lines/agent-messages.ts';
import { isGatewayName } from '../../domain/lines/line.ts';
import { type GatewayProof, type JudgeDeps, judgeGateway } from './judge-gateway.ts';

export interface ServeAgentDeps extends JudgeDeps {
  readonly database: Database;
  /** What waits for these SIMs of a gateway and is what its sealed payment asks for. */
  readonly listOfferedJobs: (waiting: {
    readonly gatewayId: string;
    readonly sims: readonly ReadySim[];
  }) => Promise<readonly OfferedJob[]>;
  /** The operator has reported the balance of a line in one of our USSD sessions. */
  readonly recordBalance: (reported: {
    readonly gatewayId: string;
    readonly line: string;
    readonly balanceCents: number;
    readonly readAt: Date;
  }) => Promise<unknown>;
}

export interface AgentRequest extends GatewayProof {
  readonly gatewayId: string;
  /** Aborted when the client no longer waits for the answer. */
  readonly gone: AbortSignal;
}

export type AgentAnswer =
  | { readonly kind: 'unknown_gateway' }
  | { readonly kind: 'forged' }
  /** Refused: the agent is to sign it again with the right time. */
  | { readonly kind: 'clock_wrong'; readonly now: Date }
  | { readonly kind: 'invalid'; readonly problem: string }
  | {
      readonly kind: 'jobs';
      readonly jobs: readonly OfferedJob[];
      /** What people say of the PINs of its SIMs. */
      readonly pins: Awaited<ReturnType<typeof listPinMeanings>>;
    }
  | { readonly kind: 'taken'; readonly leftMs: number }
  /** It must not begin: it was withdrawn, is too late, is offered again, or is another agent's. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'ended' };

/** Answers the modem agent, which asks for jobs, takes them, and reports how they ended. */
export async function serveAgent(
  deps: ServeAgentDeps,
  request: AgentRequest,
): Promise<AgentAnswer> {
  const { database } = deps;
  const { gatewayId } = request;
  const gateway = isGatewayName(gatewayId) ? await findGateway(deps.strangers, gatewayId) : null;
  if (gateway === null) return { kind: 'unknown_gateway' };
  const verdict = await judgeGateway(deps, gateway, request);
  if (verdict === 'forged' || gateway.dialect !== 'signed') return { kind: 'forged' };
  // It may be a replayed request, and taking a job begins a payment.
  if (verdict !== 'trusted') return { kind: 'clock_wrong', now: await deps.clock.now() };
  // The same agent delivers the texts: if it asks for jobs, it can deliver them, too.
  await touchGateway(database, gatewayId);
  const message = readAgentMessage(parseJson(request.raw.toString('utf8')));
  switch (message.kind) {
    case 'invalid':
      return message;
    case 'poll':
      await updateSimStates(database, gatewayId, message.sims);
      return {
        kind: 'jobs',
        jobs: await waitForJobs(deps, request, message),
        pins: await listPinMeanings(database, gatewayId),
      };
    case 'take': {
      const taken = await takeJob(database, { ...message, gatewayId });
      return taken === null ? { kind: 'gone' } : { kind: 'taken', ...taken };
    }
    case 'report': {
      await noteEnd(deps, gatewayId, message);
      return { kind: 'ended' };
    }
  }
}

async function noteEnd(deps: ServeAgentDeps, gatewayId: string, report: JobReport): Promise<void> {
  const ended = await endJob(deps.database, gatewayId, report);
  const { outcome, balanceCents } = report;
  if (ended?.action !== 'balance' || outcome !== 'told' || balanceCents === null) return;
  const { line, takenAt: readAt } = ended;
  await deps.recordBalance({ gatewayId, line, balanceCents, readAt });
}

/** A job that came through another process is seen this late. */
const LOOK_EVERY_MS = 250;

/** Delays the answer until there is a job: an agent far away asks seldom and learns soon. */
async function waitForJobs(
  { listOfferedJobs }: Pick<ServeAgentDeps, 'listOfferedJobs'>,
  { gatewayId, gone }: AgentRequest,
  { sims, holdMs }: { readonly sims: readonly SimState[]; readonly holdMs: number },
): Promise<readonly OfferedJob[]> {
  const until = performance.now() + holdMs;
  const ready = { gatewayId, sims: readySims(sims) };
  for (;;) {
    const jobs = await listOfferedJobs(ready);
    if (jobs.length > 0 || gone.aborted || performance.now() >= until) return jobs;
    await pause(LOOK_EVERY_MS, undefined, { signal: gone }).catch(() => {});
  }
}
