/** A SIM that gets the texts of a line, as its gateway last told of it. */
export interface LineSim {
  readonly line: string;
  readonly isRevoked: boolean;
  /** How long its gateway has been silent; null when it was never heard of. */
  readonly silentMs: number | null;
  readonly storeUsed: number | null;
  readonly storeSize: number | null;
}

/** A SIM whose store is full loses payments without a word, so it is out of use before that. */
const FULL_FROM = 0.9;

/**
 * Why payments to a line could not be confirmed now; null when one of its SIMs works. A player must
 * not be sent to a line whose texts nobody gets.
 */
export function findLineProblem(
  line: string,
  sims: readonly LineSim[],
  { silentMs }: { readonly silentMs: number },
): string | null {
  const ofLine = sims.filter((sim) => sim.line === line);
  if (ofLine.length === 0) return 'No SMS gateway is set up for the line.';
  const problems = ofLine.map((sim) => problemOf(sim, silentMs));
  return problems.includes(null) ? null : (problems[0] ?? null);
}

function problemOf(sim: LineSim, silentMs: number): string | null {
  if (sim.isRevoked) return 'The key of the SMS gateway of the line was revoked.';
  if (sim.silentMs === null) return 'The SMS gateway of the line has never been heard of.';
  if (sim.silentMs > silentMs) return 'The SMS gateway of the line is silent.';
  const isFull =
    sim.storeUsed !== null && sim.storeSize !== null && sim.storeUsed >= FULL_FROM * sim.storeSize;
  return isFull ? 'The SIM of the line is nearly full of texts.' : null;
}
