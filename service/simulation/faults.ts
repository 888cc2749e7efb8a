import type { VirtualProcess } from './process.ts';
import type { Dice } from './seeded.ts';
import type { Statements } from './statements.ts';
import { now, passTime, setDatabaseClock } from './virtual-time.ts';

/** What a fault can act on. */
export interface Machine {
  readonly statements: Statements;
  readonly processes: readonly VirtualProcess[];
  /** Whether a query whose answer is lost still runs. */
  readonly isStillRun: () => boolean;
  readonly giveBirth: () => Promise<void>;
  readonly kill: (victim: VirtualProcess, isStillRun: () => boolean) => Promise<void>;
  readonly writeClock: () => Promise<unknown>;
}

interface Fault {
  /** How often it happens in ten thousand steps. */
  readonly weight: number;
  readonly strike: (dice: Dice, machine: Machine) => Promise<void>;
}

export const PROCESSES = 3;
const FREEZES = { moment: 3, lease: 4, long: 1 };
const FREEZE_MS = { moment: 5_000, lease: 60_000, long: 600_000 };

/** What happens to the machines that the service runs on. */
export const FAULTS = {
  crash: {
    weight: 25,
    strike: async (dice, { processes, kill, isStillRun, giveBirth }) => {
      await kill(dice.pick(processes), isStillRun);
      await giveBirth();
    },
  },
  connections_lost: {
    weight: 20,
    strike: (dice, { statements, processes, isStillRun }) =>
      statements.lose(dice.pick(processes), isStillRun),
  },
  freeze: {
    weight: 25,
    strike: async (dice, { statements, processes, isStillRun }) => {
      const victim = dice.pick(processes);
      const ms = dice.below(FREEZE_MS[dice.weighted(FREEZES)]);
      victim.frozenUntil = now() + ms;
      // Stops virtual time there.
      setTimeout(() => {}, ms);
      // PostgreSQL ends an abandoned transaction, so others need not wait.
      if (statements.isInTransaction(victim)) await statements.lose(victim, isStillRun);
    },
  },
  clock_set: {
    weight: 5,
    strike: async (dice, { writeClock }) => {
      setDatabaseClock(dice.below(120_000) - 60_000);
      await writeClock();
    },
  },
  power_cut: {
    weight: 8,
    strike: async (_dice, { processes, kill, isStillRun, giveBirth, writeClock }) => {
      for (const process of processes.slice()) await kill(process, isStillRun);
      // Longer than an approval is valid.
      passTime(25 * 3_600_000);
      await writeClock();
      for (let n = 0; n < PROCESSES; n += 1) await giveBirth();
    },
  },
} as const satisfies Record<string, Fault>;

const WEIGHTS = Object.fromEntries(
  Object.entries(FAULTS).map(([name, { weight }]) => [name, weight]),
) as Readonly<Record<keyof typeof FAULTS, number>>;
const ALL = Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0);

/** The fault of this step, or `null`. */
export function drawFault(dice: Dice): keyof typeof FAULTS | null {
  return dice.chance(ALL / 10_000) ? dice.weighted(WEIGHTS) : null;
}
