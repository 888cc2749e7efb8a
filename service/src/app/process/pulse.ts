/** How often a process is asked whether it is there. */
export const BEAT_MS = 250;
/** After this silence it gets no further connection. */
const SUSPECT_MS = 2_000;
/** After this silence it does not come back by itself. */
const FROZEN_MS = 10_000;

type Vitality = 'answers' | 'silent' | 'frozen';

/**
 * How long a process has been silent, counted in beats of its parent. A beat that comes late counts
 * nothing: where the parent itself got no processor, the whole machine is starved, and a process
 * that is killed for it would only cost more.
 */
export function createPulse(): (beat: {
  readonly tookMs: number;
  readonly hasAnswered: boolean;
}) => Vitality {
  let silentMs = 0;
  return ({ tookMs, hasAnswered }) => {
    if (hasAnswered) silentMs = 0;
    else if (tookMs < 2 * BEAT_MS) silentMs += BEAT_MS;
    if (silentMs >= FROZEN_MS) return 'frozen';
    return silentMs >= SUSPECT_MS ? 'silent' : 'answers';
  };
}
