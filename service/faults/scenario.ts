// What a scenario is: what happens, how much of it, what may come of it, and what makes it happen.

/**
 * What a figure may be. What is measured in milliseconds bears the slowness of the machine; a ratio
 * of times (`×`) is judged only on a machine that does nothing else.
 */
export interface Bar {
  readonly most?: number;
  readonly least?: number;
  readonly unit?: 'ms' | '×';
}

export const most = (figure: number): Bar => ({ most: figure });
export const least = (figure: number): Bar => ({ least: figure });
export const mostMs = (figure: number): Bar => ({ most: figure, unit: 'ms' });
export const mostTimes = (figure: number): Bar => ({ most: figure, unit: '×' });
export const leastTimes = (figure: number): Bar => ({ least: figure, unit: '×' });

/** Other figures that are worth a look stand beside those that were asked for. */
export type Figures = Readonly<Record<string, unknown>>;

export interface Order {
  readonly size: Readonly<Record<string, number>>;
  readonly seed: number;
}

/** A fault happens to the service, a walk follows a document or a package, a measure takes times. */
export const KINDS = ['fault', 'walk', 'measure'] as const;

export interface Scenario {
  readonly name: string;
  /** Its number among the faults that the service is held to; two scenarios may share one. */
  readonly id: string | null;
  readonly kind: (typeof KINDS)[number];
  readonly what: string;
  readonly asked: Readonly<Record<string, Bar>>;
  /** What else has to hold: it throws the first time that this does not. */
  readonly holds?: string;
  /** How much of it: all of it, and the least that shows anything. */
  readonly sizes: Readonly<Record<string, readonly [full: number, least: number]>>;
  /** The most that the full size takes. */
  readonly minutes: number;
  /** In what it is not what was asked for, and why. */
  readonly unlike?: string;
  /** What is missing on this machine, or null. */
  readonly needs?: () => string | null;
  readonly run: (order: Order) => Promise<Figures>;
}

/** Even a small size starts a few processes. */
const LEAST_MS = 480_000;

/** How long a scenario may run: twice what it takes, as machines differ. */
export function limitMsOf({ minutes }: Pick<Scenario, 'minutes'>, scale: number): number {
  return Math.max(LEAST_MS, minutes * scale * 120_000);
}

type Sizes = Scenario['sizes'];

/** Holds the run to the names of its sizes and of what is asked of it. */
export function scenario<const Size extends Sizes, const Asked extends Scenario['asked']>(
  it: Omit<Scenario, 'id' | 'kind' | 'sizes' | 'asked' | 'run'> & {
    readonly id?: `F${number}`;
    readonly kind?: Scenario['kind'];
    readonly sizes: Size;
    readonly asked: Asked;
    readonly run: (order: {
      readonly size: { readonly [Name in keyof Size]: number };
      readonly seed: number;
    }) => Promise<{ readonly [Name in keyof Asked]: number } & Figures>;
  },
): Scenario {
  const { id = null, kind = 'fault' } = it;
  return { ...it, id, kind, run: (order) => it.run({ ...order, size: order.size as never }) };
}

/** A size in whole numbers, and never so small that nothing is shown. */
export function sizeAt(sizes: Sizes, scale: number): Readonly<Record<string, number>> {
  const scaled = Object.entries(sizes).map(([name, [full, smallest]]) => [
    name,
    Math.max(smallest, Math.round(full * scale)),
  ]);
  return Object.fromEntries(scaled) as Readonly<Record<string, number>>;
}

/** `failed`: it did not come to its end; `missed`: it did, and a figure is not what was asked. */
export type Verdict = 'reached' | 'missed' | 'failed' | 'not here';

export const isBad = (verdict: Verdict): boolean => verdict === 'missed' || verdict === 'failed';

/** The allowance where others use the machine too: then times are written down and not judged. */
export const NOT_JUDGED = Number.POSITIVE_INFINITY;

/** The figures that are not what was asked for, as sentences. */
export function findMisses(
  asked: Scenario['asked'],
  got: Figures,
  allowanceMs: number,
): readonly string[] {
  return Object.entries(asked).flatMap(([name, bar]) => {
    const figure = got[name];
    const allowance = allowanceOf(bar, allowanceMs);
    const isReached =
      typeof figure === 'number' &&
      figure <= (bar.most ?? Number.POSITIVE_INFINITY) + allowance &&
      figure >= (bar.least ?? Number.NEGATIVE_INFINITY) - allowance;
    return isReached ? [] : [`${name} is ${String(figure)}, asked is ${describeBar(bar)}`];
  });
}

function allowanceOf({ unit }: Bar, allowanceMs: number): number {
  if (unit === undefined) return 0;
  return unit === 'ms' || allowanceMs === NOT_JUDGED ? allowanceMs : 0;
}

export function describeBar({ most: highest, least: lowest, unit }: Bar): string {
  const ends = [
    ...(lowest === undefined ? [] : [`at least ${lowest}`]),
    ...(highest === undefined ? [] : [highest === 0 ? '0' : `at most ${highest}`]),
  ];
  if (ends.length === 0) return 'any';
  return `${ends.join(' and ')}${unit === undefined ? '' : ` ${unit}`}`;
}
