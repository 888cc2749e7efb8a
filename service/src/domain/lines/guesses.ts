import { type Chain, type End, isClose, joinSteps, type Step } from './balance-chain.ts';

// A forger who does not know the balance of a line guesses it, in many texts.

/** A text that was left over longer ago says nothing about a new one. */
const LEFT_OVER_MS = 24 * 3_600_000;

/**
 * Adds the steps that connect, but none that waited and that one of those left over contradicts: of
 * several guesses one may fit, and nothing may be built on it.
 */
export function joinCertain<S extends Step>(
  start: Chain,
  steps: readonly S[],
  { arrivingId }: { readonly arrivingId: string | null },
): { readonly chain: Chain; readonly joined: readonly S[] } {
  for (let certain = steps; ; ) {
    const grown = joinSteps(start, certain);
    const joinedIds = new Set(grown.joined.map(({ smsId }) => smsId));
    const left = steps.filter(({ smsId }) => !joinedIds.has(smsId));
    const guesses = grown.joined.filter(
      (step) => step.smsId !== arrivingId && left.some((other) => contradicts(other, step)),
    );
    if (guesses.length === 0) return grown;
    const guessed = new Set(guesses.map(({ smsId }) => smsId));
    certain = certain.filter(({ smsId }) => !guessed.has(smsId));
  }
}

/** Those of which nothing left over says otherwise: two texts from one balance are not both true. */
export function uncontradicted<S extends Step>(steps: readonly S[], left: readonly Step[]) {
  return steps.filter((step) => !left.some((other) => contradicts(other, step)));
}

function contradicts(other: Step, step: Step): boolean {
  const apartMs = Math.abs(other.cameAt.getTime() - step.cameAt.getTime());
  const isSame = other.about !== null && other.about === step.about;
  return apartMs <= LEFT_OVER_MS && (isSame || isClose(other.beforeCents, step.beforeCents));
}

const MAX_UNCONNECTED = 10;
const BURST_MS = 3_600_000;

/**
 * When the last text of a burst came, or `null` in calm times: within an hour more texts came than
 * true ones ever do that connect neither to the line nor to each other. It is over when none has
 * come for an hour.
 */
export function findBurst(
  chain: Chain | null,
  waiting: readonly Step[],
  { at, burstAt }: { readonly at: Date; readonly burstAt: Date | null },
): Date | null {
  const recent = waiting.filter(({ cameAt }) => isWithinHour(cameAt, at));
  const gaps = chain?.gaps ?? [];
  const starts = [...recent.map(startOf), ...gaps.map(({ to }) => ofLine(to))];
  const ends = [
    ...recent.map(endOf),
    ...gaps.flatMap(({ from }) => (from === null ? [] : [ofLine(from)])),
    ...(chain === null ? [] : [ofLine(chain.head)]),
  ];
  const [startsAt, endsAt] = [byCents(starts), byCents(ends)];
  const connected = new Set(
    recent
      .filter((step) => touches(startOf(step), endsAt) || touches(endOf(step), startsAt))
      .map(({ smsId }) => smsId),
  );
  const unconnected = recent.filter(({ smsId }) => !connected.has(smsId));
  const count = new Set(unconnected.map(({ smsId }) => smsId)).size;
  const enough = isInBurst(burstAt, at) ? 0 : MAX_UNCONNECTED;
  if (count <= enough) return null;
  return new Date(Math.max(...unconnected.map(({ cameAt }) => cameAt.getTime())));
}

/** A balance, and the text that names it or `null` for the line itself. */
interface Point {
  readonly cents: number;
  readonly smsId: string | null;
}

const startOf = ({ beforeCents: cents, smsId }: Step): Point => ({ cents, smsId });
const endOf = ({ afterCents: cents, smsId }: Step): Point => ({ cents, smsId });
const ofLine = ({ cents }: End): Point => ({ cents, smsId: null });

/** Under each balance also those that differ by rounding. */
function byCents(points: readonly Point[]): ReadonlyMap<number, ReadonlySet<string | null>> {
  const found = new Map<number, Set<string | null>>();
  for (const { cents, smsId } of points) {
    for (const near of [cents - 1, cents, cents + 1]) {
      found.set(near, (found.get(near) ?? new Set()).add(smsId));
    }
  }
  return found;
}

/** Two readings of one text do not connect it. */
function touches(point: Point, others: ReadonlyMap<number, ReadonlySet<string | null>>): boolean {
  const there = others.get(point.cents);
  return there !== undefined && there.size > (there.has(point.smsId) ? 1 : 0);
}

export function isInBurst(burstAt: Date | null, at: Date): boolean {
  return burstAt !== null && isWithinHour(burstAt, at);
}

function isWithinHour(earlier: Date, at: Date): boolean {
  return at.getTime() - earlier.getTime() <= BURST_MS;
}
