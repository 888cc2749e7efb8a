/** What a process has lately seen of its own writes; times are of one monotonic clock. */
export interface RecentWrites {
  /** When something was last written; -Infinity for never. */
  readonly writtenAt: number;
  readonly refusedAt: number;
  /** Refused in a row since the last write. */
  readonly refusedInARow: number;
}

export const NO_WRITES: RecentWrites = {
  writtenAt: -Infinity,
  refusedAt: -Infinity,
  refusedInARow: 0,
};

/** The result of a write that was only a probe. */
export interface WriteProbe {
  readonly at: number;
  readonly succeeded: boolean;
}

/** A proof is valid for this long. */
const PROOF_VALID_MS = 1_000;
/** One refusal may be a lost connection. */
const REFUSALS_THAT_COUNT = 3;
/** Refused clients leave; then only another try shows that it is over. */
const REFUSALS_COUNT_FOR_MS = 5_000;

/** Whether a probe is needed: nothing was written just now, or a write was refused since. */
export function needsProbe(recent: RecentWrites, probe: WriteProbe | null, at: number): boolean {
  if (probe === null || recent.refusedAt > probe.at) return true;
  const provenAt = Math.max(recent.writtenAt, probe.succeeded ? probe.at : -Infinity);
  return at - provenAt >= PROOF_VALID_MS;
}

/** Whether the database takes writes, by the newest evidence. */
export function takesWrites(recent: RecentWrites, probe: WriteProbe, at: number): boolean {
  const isRefusing =
    recent.refusedInARow >= REFUSALS_THAT_COUNT && at - recent.refusedAt < REFUSALS_COUNT_FOR_MS;
  return !isRefusing && (probe.succeeded || recent.writtenAt > probe.at);
}
