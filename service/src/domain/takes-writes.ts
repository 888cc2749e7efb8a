/** What a process has lately seen of its own writes; times are of one clock that never goes back. */
export interface RecentWrites {
  /** When something was last written; -Infinity for never. */
  readonly writtenAt: number;
  readonly refusedAt: number;
  /** Refused one after the other since something was last written. */
  readonly refusedInARow: number;
}

export const NO_WRITES: RecentWrites = {
  writtenAt: -Infinity,
  refusedAt: -Infinity,
  refusedInARow: 0,
};

/** What was found by writing something for no other purpose. */
export interface WriteProbe {
  readonly at: number;
  readonly succeeded: boolean;
}

/** Nothing is proven for longer than this. */
const PROOF_VALID_MS = 1_000;
/** One refusal may be a lost connection. */
const REFUSALS_THAT_COUNT = 3;
/** Whoever is refused leaves; then only another try can tell that it is over. */
const REFUSALS_COUNT_FOR_MS = 5_000;

/** Whether a probe has to find out: nothing was written just now, or a write was refused since. */
export function needsProbe(recent: RecentWrites, probe: WriteProbe | null, at: number): boolean {
  if (probe === null || recent.refusedAt > probe.at) return true;
  const provenAt = Math.max(recent.writtenAt, probe.succeeded ? probe.at : -Infinity);
  return at - provenAt >= PROOF_VALID_MS;
}

/** Whether the database takes writes, by the newest that is known. */
export function takesWrites(recent: RecentWrites, probe: WriteProbe, at: number): boolean {
  const isRefusing =
    recent.refusedInARow >= REFUSALS_THAT_COUNT && at - recent.refusedAt < REFUSALS_COUNT_FOR_MS;
  return !isRefusing && (probe.succeeded || recent.writtenAt > probe.at);
}
