import { setTimeout as pause } from 'node:timers/promises';
import { medianOf } from '../load/median.ts';
import type { RunningRelease } from './running-release.ts';
import { NotDone, openSide, type Side, type Trial } from './trials.ts';

/** Processor time of one operation, in µs. */
export interface Cost {
  readonly node: number;
  readonly postgres: number;
}

/** This release and another one, in turn, with the same number of the same operations. */
export interface Round {
  readonly other: Cost;
  readonly own: Cost;
}

export interface Compared {
  readonly trial: string;
  readonly rounds: readonly Round[];
}

/** How much more this release takes than the other; above 1 it is slower. */
export interface Ratio {
  readonly median: number;
  /** Of the lowest and the highest round; from six rounds on the true one is within by 97 %. */
  readonly low: number;
  readonly high: number;
}

/** What follows an answer, such as the record of a delivery, belongs to what caused it. */
const REST_MS = 250;

export interface Comparing {
  /** `null` for a trial that one of them cannot do, or not often enough by the deadline. */
  compare(trial: Trial, wanted: WantedRounds): Promise<Compared | null>;
}

export interface WantedRounds {
  readonly rounds: number;
  /** By `performance.now()`. */
  readonly deadline: number;
}

export async function startComparing(
  stack: AsyncDisposableStack,
  releases: { readonly other: RunningRelease; readonly own: RunningRelease },
): Promise<Comparing> {
  const other = await openSide(releases.other, stack);
  const own = await openSide(releases.own, stack);
  const warm = new Set<string>();
  const warmUp = async (trial: Trial, deadline: number) => {
    if (warm.has(trial.name)) return;
    for (let time = 0; time < trial.warmUp; time += 1) {
      stopAt(deadline);
      for (const side of [other, own]) await costOf(side, trial);
    }
    warm.add(trial.name);
  };
  return {
    compare: async (trial, wanted) => {
      const rounds: Round[] = [];
      try {
        await warmUp(trial, wanted.deadline);
        while (rounds.length < wanted.rounds) {
          stopAt(wanted.deadline);
          rounds.push(await compareOnce(trial, rounds.length));
        }
      } catch (error) {
        if (!(error instanceof NotDone)) throw error;
        console.log(`${trial.name} is not compared: ${error.message}`);
        return null;
      }
      return { trial: trial.name, rounds };
    },
  };

  /** Each is first in every other round, so that what changes meanwhile meets both. */
  async function compareOnce(trial: Trial, round: number): Promise<Round> {
    if (round % 2 === 0) {
      const first = await costOf(other, trial);
      return { other: first, own: await costOf(own, trial) };
    }
    const first = await costOf(own, trial);
    return { other: await costOf(other, trial), own: first };
  }
}

function stopAt(deadline: number): void {
  if (performance.now() > deadline) throw new NotDone('the machine is too busy');
}

async function costOf(side: Side, { prepare, portion }: Trial): Promise<Cost> {
  const work = await prepare(side, portion);
  await pause(REST_MS);
  const before = side.release.spent();
  await work();
  await pause(REST_MS);
  const after = side.release.spent();
  const each = (from: number, to: number) => ((to - from) * 1_000) / portion;
  return {
    node: each(before.node, after.node),
    postgres: each(before.postgres, after.postgres),
  };
}

export function ratioOf({ rounds }: Pick<Compared, 'rounds'>): Ratio {
  const ratios = rounds.map(({ own, other }) => totalOf(own) / totalOf(other));
  return { median: medianOf(ratios), low: Math.min(...ratios), high: Math.max(...ratios) };
}

export function totalOf({ node, postgres }: Cost): number {
  return node + postgres;
}

/**
 * Whether this release is slower for certain: all of the interval is above the limit, and again
 * when it is measured once more. Other load on a machine makes one such interval now and then.
 */
export async function isSlower(
  limit: number,
  measure: () => Promise<Ratio | null>,
): Promise<boolean> {
  for (let time = 0; time < 2; time += 1) {
    const ratio = await measure();
    if (ratio === null || ratio.low <= limit) return false;
  }
  return true;
}
