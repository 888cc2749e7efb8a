import type { Message, PlainMessageCode } from '../messages/message.ts';
import { AGENT_SILENT_MS, isInNetwork } from './paying-sim.ts';

/** A SIM that gets the texts of a line, as its gateway last described it. */
export interface LineSim {
  readonly line: string;
  readonly isRevoked: boolean;
  /** How long its gateway has been silent, or `null` before its first message. */
  readonly silentMs: number | null;
  readonly storeUsed: number | null;
  readonly storeSize: number | null;
  /** For a SIM whose modem we drive: its agent's last message, and how long ago it came. */
  readonly registration?: string | null;
  readonly agentSilentMs?: number | null;
}

/** A gateway that is silent for longer brings no texts, so its line confirms nothing. */
export const GATEWAY_SILENT_MS = 900_000;

/** A SIM with a full store loses payments silently, so it counts as unusable before that. */
const FULL_FROM = 0.9;

/**
 * Why payments to a line could not be confirmed now, or `null` if one of its SIMs works and its
 * balance is known. A player must not be sent to a line whose texts do not reach us or are not
 * believed.
 */
export function findLineProblem(
  line: string,
  sims: readonly LineSim[],
  {
    silentMs = GATEWAY_SILENT_MS,
    isOpened,
  }: { readonly silentMs?: number | undefined; readonly isOpened: boolean },
): Message | null {
  const ofLine = sims.filter((sim) => sim.line === line);
  if (ofLine.length === 0) return { code: 'line_without_gateway' };
  const problems = ofLine.map((sim) => problemOf(sim, silentMs));
  const [code = null] = problems;
  if (code !== null && !problems.includes(null)) return { code };
  return isOpened ? null : { code: 'line_not_opened' };
}

function problemOf(sim: LineSim, silentMs: number): PlainMessageCode | null {
  if (sim.isRevoked) return 'line_gateway_revoked';
  if (sim.silentMs === null) return 'line_gateway_never_heard';
  if (sim.silentMs > silentMs) return 'line_gateway_silent';
  if (isOutsideNetwork(sim)) return 'sim_not_in_network';
  const isFull =
    sim.storeUsed !== null && sim.storeSize !== null && sim.storeUsed >= FULL_FROM * sim.storeSize;
  return isFull ? 'line_sim_full' : null;
}

/** A SIM outside its network gets no text; one without a recent message is merely silent. */
function isOutsideNetwork({ registration, agentSilentMs }: LineSim): boolean {
  const isReported = typeof agentSilentMs === 'number' && agentSilentMs <= AGENT_SILENT_MS;
  return isReported && !isInNetwork(registration ?? null);
}

/** The texts of the line are not being read: they will come later. */
export function isReadLate(line: string, sims: readonly LineSim[]): boolean {
  const ofLine = sims.filter((sim) => sim.line === line);
  return (
    ofLine.length > 0 && ofLine.every(({ agentSilentMs }) => (agentSilentMs ?? 0) > AGENT_SILENT_MS)
  );
}

export interface AskedLine {
  /** `null` if it never was. */
  readonly sinceAskedMs: number | null;
  /** The reference of that question, which nobody can know before. */
  readonly lastAsked: string | null;
  /** `null` outside of a gap. */
  readonly sinceGapMs: number | null;
  /** A payment waits until a balance is read after it. */
  readonly needsReading: boolean;
}

const MINUTE_MS = 60_000;

/**
 * Whether to check a line's balance by USSD now. In a gap the moment is a random one, and no text
 * brings it about: a forger would know when the balance is read.
 */
export function isBalanceDue(line: AskedLine, everyMs: number): boolean {
  const { sinceAskedMs, sinceGapMs, needsReading } = line;
  if (sinceAskedMs === null || sinceAskedMs >= everyMs) return true;
  if (needsReading) return sinceAskedMs >= MINUTE_MS;
  if (sinceGapMs === null) return false;
  return Math.min(sinceAskedMs, sinceGapMs) >= pauseInGap(line);
}

const SHORTEST_PAUSE_MS = 3 * MINUTE_MS;
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;

/** The first digits of a reference are random, and the same each time the worker looks. */
function pauseInGap({ lastAsked }: AskedLine): number {
  const share = Number.parseInt((lastAsked ?? '').slice(0, 8), 16) / 2 ** 32;
  return SHORTEST_PAUSE_MS + (share || 0) * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS);
}

/** Texts may have overtaken a balance that was read longer ago. */
export const MAX_BALANCE_AGE_MS = 180_000;
