import type { PlainMessageCode } from '../messages/message.ts';
import type { JobAction } from './sim-job.ts';

/** A SIM as its modem agent last described it. */
export interface PayingSim {
  readonly isRevoked: boolean;
  /** How long the agent has been silent about it, or `null` if it only brings texts. */
  readonly agentSilentMs: number | null;
  readonly registration: string | null;
  readonly trouble: string | null;
  readonly storeUsed: number | null;
  readonly storeSize: number | null;
  readonly actions: readonly string[];
  /** The line's balance, as far as its texts and screens show it. */
  readonly balanceXaf: number | null;
  /** Jobs that it has not finished. */
  readonly openJobs: number;
}

/** A job takes about half a minute: with more, the last would come too late. */
const MAX_OPEN_JOBS = 20;

export interface WantedSim {
  readonly action: JobAction;
  /** `null` for any amount. */
  readonly amountXaf: number | null;
}

/** An agent asks for work at least every half a minute; this is more than twice that. */
export const AGENT_SILENT_MS = 75_000;

/** A SIM with a full store would not get the text that settles a payment. */
const FULL_FROM = 0.9;

const IN_NETWORK: ReadonlySet<string | null> = new Set(['home', 'roaming']);

export function isInNetwork(registration: string | null): boolean {
  return IN_NETWORK.has(registration);
}

/** What a person may say of the screen after a PIN. */
export const PIN_MEANINGS = ['accepted', 'refused'] as const;
export type PinMeaning = (typeof PIN_MEANINGS)[number];

/** By the code of the modem agent. */
export const TROUBLES: Readonly<Record<string, PlainMessageCode>> = {
  pin_refused: 'sim_pin_refused',
  pin_refused_twice: 'sim_pin_refused_twice',
  pin_unproven: 'sim_pin_unproven',
  no_pin: 'sim_without_pin',
  codes_unproven: 'sim_codes_unproven',
  menu_changed: 'sim_menu_changed',
  day_limit: 'sim_at_day_limit',
};

/** Why a SIM would not do this now, or `null` if it would. */
export function findSimProblem(sim: PayingSim, wanted: WantedSim): PlainMessageCode | null {
  const { storeUsed, storeSize, agentSilentMs, trouble } = sim;
  if (sim.isRevoked) return 'line_gateway_revoked';
  if (agentSilentMs === null) return 'line_only_receives';
  if (agentSilentMs > AGENT_SILENT_MS) return 'sim_agent_silent';
  if (!isInNetwork(sim.registration)) return 'sim_not_in_network';
  if (trouble !== null) return TROUBLES[trouble] ?? 'sim_in_trouble';
  const isFull = storeUsed !== null && storeSize !== null && storeUsed >= FULL_FROM * storeSize;
  if (isFull) return 'line_sim_full';
  if (!sim.actions.includes(wanted.action)) return 'sim_without_scenario';
  if (sim.openJobs >= MAX_OPEN_JOBS) return 'sim_busy';
  const { action, amountXaf } = wanted;
  const lacksMoney =
    action === 'transfer' &&
    amountXaf !== null &&
    sim.balanceXaf !== null &&
    sim.balanceXaf < amountXaf;
  return lacksMoney ? 'sim_lacks_money' : null;
}

/** The first SIM of a line that would do this now; without one, what is wrong with the first. */
export function choosePayingSim<Sim extends PayingSim & { readonly line: string }>(
  sims: readonly Sim[],
  wanted: WantedSim & { readonly line: string },
): { readonly sim: Sim } | { readonly problem: PlainMessageCode } {
  const ofLine = sims.filter(({ line }) => line === wanted.line);
  const problems = ofLine.map((sim) => findSimProblem(sim, wanted));
  const sim = ofLine[problems.indexOf(null)];
  return sim === undefined ? { problem: problems[0] ?? 'line_without_gateway' } : { sim };
}

/** `null` if a SIM of the line would. */
export function whyNoSimWould(
  sims: readonly (PayingSim & { readonly line: string })[],
  wanted: WantedSim & { readonly line: string },
): PlainMessageCode | null {
  const chosen = choosePayingSim(sims, wanted);
  return 'problem' in chosen ? chosen.problem : null;
}
