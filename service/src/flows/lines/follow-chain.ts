import type { Queryable } from '../../db/client.ts';
import {
  insertSteps,
  listNewestSteps,
  listStepsBefore,
  listWaitingSteps,
  markBelieved,
  type NewSteps,
  type StepsBefore,
  type StoredStep,
} from '../../db/lines/balance-steps.ts';
import { type LockedLine, markGaps, updateBurst, updateChains } from '../../db/lines/lines.ts';
import {
  type Chain,
  type End,
  findLeading,
  findOnChain,
  findUndecided,
  joinSteps,
  type Step,
  startChain,
} from '../../domain/lines/balance-chain.ts';
import type { BalanceReading } from '../../domain/lines/balance-reading.ts';
import { doubtBalance } from '../../domain/lines/doubt-balance.ts';
import { findBurst, isInBurst, joinCertain, uncontradicted } from '../../domain/lines/guesses.ts';
import type { Message } from '../../domain/messages/message.ts';

/** A text that moved the balance of a line; the caller has locked the line. */
export interface TextOfLine {
  readonly line: LockedLine;
  readonly steps: readonly Step[];
  readonly content: string;
}

interface OfOthers {
  /** Texts that waited and connect now, by this one or since another was set aside. */
  readonly released: readonly string[];
  /** So many forged texts have come that a payment needs a balance read after it. */
  readonly isInBurst: boolean;
}

export type Followed =
  /** It connects to the trusted balance. */
  | ({ readonly kind: 'believed' } & OfOthers)
  | ({ readonly kind: 'waits'; readonly doubt: Message } & OfOthers)
  /** Nothing is done: texts of its line wait, and it may release them, so it is added alone. */
  | { readonly kind: 'left' };

/**
 * Adds texts to the chains of their lines, in order of arrival. The work does not grow with the
 * history of a line: it reads only texts that wait. A single text is never left.
 */
export async function followChains(
  connection: Queryable,
  texts: readonly TextOfLine[],
): Promise<readonly Followed[]> {
  if (texts.length === 0) return [];
  const before = await listStepsBefore(
    connection,
    texts.map(({ line, content }) => ({ line: line.line, content })),
  );
  const [only] = texts;
  if (only !== undefined && texts.length === 1 && before[0]?.lineWaits === true) {
    return [await followAmongWaiting(connection, only, before[0].wasBelieved)];
  }
  const { followed, added, grown, gaps } = joinTexts(texts, before);
  await insertSteps(connection, added);
  const chains = [...grown].map(([line, chain]) => ({ line, chain }));
  await updateChains(connection, chains);
  await markGaps(connection, gaps);
  return followed;
}

/** Each text sees the chain with the texts before it; on none of the lines a text waits. */
function joinTexts(texts: readonly TextOfLine[], before: readonly StepsBefore[]) {
  const added: NewSteps[] = [];
  const grown = new Map<string, Chain>();
  const gaps: string[] = [];
  const waiting = new Set<string>();
  const followed = texts.map(({ line: { line, ...start }, steps, content }, index): Followed => {
    const { lineWaits, wasBelieved } = before[index] ?? NOTHING_BEFORE;
    if (waiting.has(line) || lineWaits) return { kind: 'left' };
    const chain = grown.get(line) ?? start.chain;
    const others = othersOf(start.burstAt, steps);
    const waits = { kind: 'waits', doubt: doubtOf(chain, steps), ...others } as const;
    const believed = { kind: 'believed', ...others } as const;
    if (wasBelieved !== null) return wasBelieved ? believed : waits;
    const joined = chain === null ? null : joinSteps(chain, steps);
    if (joined === null || joined.joined.length === 0) {
      added.push({ line, steps, state: 'waiting', content });
      waiting.add(line);
      if (chain !== null) gaps.push(line);
      return waits;
    }
    added.push({ line, steps: joined.joined, state: 'believed', content });
    grown.set(line, joined.chain);
    return believed;
  });
  return { followed, added, grown, gaps };
}

const NOTHING_BEFORE: StepsBefore = { lineWaits: false, wasBelieved: null };

function othersOf(
  burstAt: Date | null,
  [step]: readonly Step[],
  released: readonly string[] = [],
): OfOthers {
  return { released, isInBurst: step !== undefined && isInBurst(burstAt, step.cameAt) };
}

function doubtOf(chain: Chain | null, [step]: readonly Step[]): Message {
  if (chain === null || step === undefined) return { code: 'line_not_opened' };
  return doubtBalance(chain.head.cents, step.beforeCents);
}

/** The text may release those that wait, and it may be one of a burst. */
async function followAmongWaiting(
  connection: Queryable,
  { line: { line, chain, burstAt }, steps, content }: TextOfLine,
  wasBelieved: boolean | null,
): Promise<Followed> {
  const followed = (isBelieved: boolean, others: OfOthers): Followed =>
    isBelieved
      ? { kind: 'believed', ...others }
      : { kind: 'waits', doubt: doubtOf(chain, steps), ...others };
  if (wasBelieved !== null) return followed(wasBelieved, othersOf(burstAt, steps));
  const waiting = await listWaitingSteps(connection, line);
  const [step] = steps;
  const arrivingId = step?.smsId ?? null;
  const all: readonly (Step | StoredStep)[] = [...waiting, ...steps];
  const grown = chain === null ? null : joinCertain(chain, all, { arrivingId });
  const joined: readonly Step[] = grown?.joined ?? [];
  const own = joined.filter(({ smsId }) => smsId === arrivingId);
  const isBelieved = own.length > 0;
  await insertSteps(connection, [
    isBelieved
      ? { line, steps: own, state: 'believed', content }
      : { line, steps, state: 'waiting', content },
  ]);
  const joinedSteps = new Set(joined);
  const waited = waiting.filter((one) => joinedSteps.has(one));
  if (waited.length > 0) await markBelieved(connection, waited);
  const believedIds = new Set(joined.map(({ smsId }) => smsId));
  const left = all.filter(({ smsId }) => !believedIds.has(smsId));
  const at = step?.cameAt ?? new Date(0);
  const newBurstAt = findBurst(grown?.chain ?? null, left, { at, burstAt });
  if (newBurstAt?.getTime() !== burstAt?.getTime()) {
    await updateBurst(connection, { line, burstAt: newBurstAt });
  }
  if (grown !== null && joined.length > 0) {
    await updateChains(connection, [{ line, chain: grown.chain }]);
  } else if (chain !== null) await markGaps(connection, [line]);
  const released = waited.map(({ smsId }) => smsId);
  return followed(isBelieved, othersOf(newBurstAt, steps, released));
}

export interface ReadBalance {
  readonly chain: Chain;
  /** Whether the line had this balance by its texts, so that it goes on as before. */
  readonly isOnChain: boolean;
  /** The texts that waited and connect now. */
  readonly released: readonly string[];
  readonly reading: BalanceReading;
  /** Those about which the next balance will say more. */
  readonly undecided: readonly string[];
}

/**
 * A balance of a line was read. If the texts had led there, the line goes on as before; otherwise
 * it goes on from the balance, and texts that lead to it or start from it connect.
 */
export async function followReading(
  connection: Queryable,
  { line, chain: before }: LockedLine,
  { read, sinceId }: { readonly read: End; readonly sinceId: string },
): Promise<ReadBalance> {
  const newest = before === null ? [] : await listNewestSteps(connection, { line, sinceId });
  const found = before === null ? null : findOnChain(before, newest, read);
  const start = found === null || before === null ? startChain(read, before) : before;
  const waiting = await listWaitingSteps(connection, line);
  const { chain, joined } = joinCertain(start, waiting, { arrivingId: null });
  if (joined.length > 0) await markBelieved(connection, joined);
  await updateChains(connection, [{ line, chain }]);
  const led = found?.proven ?? findLeading(chain, joined, read);
  const left = waiting.filter((step) => !joined.includes(step));
  const reading = {
    proven: idsOf(uncontradicted(led, left)),
    confirmed: idsOf(found?.confirmed ?? led),
  };
  return {
    chain,
    isOnChain: found !== null,
    released: joined.map(({ smsId }) => smsId),
    reading,
    undecided: findUndecided(chain, [...newest, ...joined], read).map(({ smsId }) => smsId),
  };
}

const idsOf = (steps: readonly Step[]) => new Set(steps.map(({ smsId }) => smsId));
