export const FIGURE_RANGES = ['24h', '7d', '30d', '90d'] as const;
export type FigureRange = (typeof FIGURE_RANGES)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Africa/Douala has no summer time. */
const DOUALA_OFFSET_MS = HOUR_MS;

const STEPS: Readonly<Record<FigureRange, { readonly stepMs: number; readonly count: number }>> = {
  '24h': { stepMs: HOUR_MS, count: 24 },
  '7d': { stepMs: 6 * HOUR_MS, count: 28 },
  '30d': { stepMs: DAY_MS, count: 30 },
  '90d': { stepMs: DAY_MS, count: 90 },
};

export interface FigureWindow {
  readonly stepMs: number;
  /** The start of each interval, oldest first; the last one is not over yet. */
  readonly steps: readonly Date[];
  /** The same number of intervals before them. */
  readonly before: readonly Date[];
}

/** The intervals of a range that ends now; days begin at midnight in Douala. */
export function windowOf(range: FigureRange, at: Date): FigureWindow {
  const { stepMs, count } = STEPS[range];
  const last = Math.floor((at.getTime() + DOUALA_OFFSET_MS) / stepMs) * stepMs - DOUALA_OFFSET_MS;
  const stepsTo = (end: number) =>
    Array.from({ length: count }, (_, index) => new Date(end - (count - 1 - index) * stepMs));
  return { stepMs, steps: stepsTo(last), before: stepsTo(last - count * stepMs) };
}

/** Nothing waits for an operator's answer longer than two days, so little changes later. */
const SETTLED_MS = 2 * DAY_MS;

/** Whether an interval ended so long ago that its figures may be kept. */
export function isPast(step: Date, stepMs: number, at: Date): boolean {
  return step.getTime() + stepMs <= at.getTime() - SETTLED_MS;
}

/** From midnight in Douala until now, and the same hours of the same weekday before. */
export function todayAndBefore(at: Date) {
  const midnight =
    Math.floor((at.getTime() + DOUALA_OFFSET_MS) / DAY_MS) * DAY_MS - DOUALA_OFFSET_MS;
  const week = 7 * DAY_MS;
  return {
    today: { from: new Date(midnight), to: at },
    sameWeekday: { from: new Date(midnight - week), to: new Date(at.getTime() - week) },
  };
}
