import type pg from 'pg';
import { DatabaseUnavailable } from '../src/db/client.ts';
import type { Config } from '../src/settings/config.ts';
import { drawFault, FAULTS, PROCESSES } from './faults.ts';
import { createDisk } from './outside/disk.ts';
import { createLine } from './outside/line.ts';
import { createOperator } from './outside/operator.ts';
import { createReceivers } from './outside/receivers.ts';
import { startProcess, type VirtualProcess } from './process.ts';
import { createDice, type Dice } from './seeded.ts';
import type { Pending, Statements } from './statements.ts';
import {
  databaseNow,
  nextTimerAt,
  now,
  ownership,
  passTime,
  real,
  runDueTimer,
  turns,
} from './virtual-time.ts';
import type { Actor, World } from './world-parts.ts';

export interface WorldParts {
  readonly seed: number;
  readonly config: Config;
  readonly statements: Statements;
  readonly control: pg.Client;
  /** Only these turns run until all is calm, or `null` for all. */
  readonly only: ReadonlySet<string> | null;
  readonly createActors: (world: World) => readonly Actor[];
}

const JUMPS = { moment: 93, minute: 6, hour: 0.6, day: 0.4 };
const CALM_JUMPS = { moment: 10, minute: 15, hour: 60, day: 0 };
const JUMP_MS = { moment: 2_000, minute: 60_000, hour: 3_600_000, day: 90_000_000 };
/** Actors and works under way at the same time, so their queries interleave. */
const MAX_UNDER_WAY = 10;

export async function createWorld(parts: WorldParts): Promise<World> {
  const { seed, config, statements, control, only } = parts;
  const outside = {
    config,
    statements,
    operator: createOperator(seed),
    receivers: createReceivers(seed),
    sent: createDisk(),
  };
  const processes: VirtualProcess[] = [];
  const deaths = new Map<VirtualProcess, Set<() => void>>();
  const underWay = new Set<string>();
  const counts = new Map<string, number>();
  let births = 0;
  let isCalm = false;
  /** Turns of each actor when the outside fell silent. */
  let before: ReadonlyMap<string, number> | null = null;
  let steps = 0;

  const world: World = {
    seed,
    operator: outside.operator,
    receivers: outside.receivers,
    line: createLine(),
    asked: [],
    decisions: [],
    sentAgain: new Set(),
    faults: new Set(),
    history: [],
    taken: [],
    complaints: [],
    pickProcess: (dice) => {
      const awake = processes.filter(({ frozenUntil }) => frozenUntil <= now());
      return awake.length === 0 ? null : dice.pick(awake);
    },
    answerOf,
    report: (complaint) => void world.complaints.push(complaint),
    isCalm: () => isCalm,
    calmDown: () => {
      isCalm = true;
      outside.operator.calmDown();
      outside.receivers.calmDown();
      world.line.calmDown();
    },
    fallSilent: () => {
      before = new Map(counts);
    },
    step,
    finish: () => processes.forEach(complain),
  };
  const actors = parts.createActors(world);
  for (let n = 0; n < PROCESSES; n += 1) await giveBirth();
  return world;

  async function step(): Promise<void> {
    steps += 1;
    await new Promise<void>((resolve) => {
      real.setImmediate(resolve);
    });
    const dice = createDice(seed, `step ${steps}`);
    if (!isCalm && (await strike(dice))) return;
    const ready = statements.ready().filter(({ owner }) => owner.frozenUntil <= now());
    const isFull = underWay.size >= MAX_UNDER_WAY;
    if (ready.length > 0 && (isFull || dice.chance(0.7))) return runOne(ready);
    const timer = runDueTimer();
    if (timer !== null) return note(`timer of ${timer}`);
    if (!isFull && dice.chance(isCalm ? 0.7 : 0.9) && start()) return;
    if (ready.length > 0) return runOne(ready);
    if (statements.hasBlocked() && nextTimerAt() === null) return statements.waitForBlocked();
    await letTimePass(dice);
  }

  /** The next turn of this name, and whether this history leaves it out. */
  function beginTurn(name: string): { readonly turn: string; readonly isLeftOut: boolean } {
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    const turn = `${name} ${number}`;
    return { turn, isLeftOut: !isCalm && only !== null && !only.has(turn) };
  }

  function runOne(ready: readonly Pending[]): Promise<void> {
    const one = lowest(ready, ({ key }) => createDice(seed, `${key} at ${steps}`).next());
    note(`${one.key} in ${one.owner.name}: ${one.question.name ?? one.question.text.slice(0, 40)}`);
    return statements.run(one);
  }

  /** Starts an idle actor or work; `false` if it had nothing to do. */
  function start(): boolean {
    const works = processes.flatMap((process) =>
      process.works.map(({ name, weight, run }) => ({
        name: `${process.name} ${name}`,
        weight: isCalm ? 3 * weight : weight,
        act: () => (process.frozenUntil > now() ? null : answerOf(process, run)),
      })),
    );
    const all = [...actors.filter((one) => before === null || one.isReporter), ...works];
    const idle = all.filter(({ name }) => !underWay.has(name));
    if (idle.length === 0) return false;
    // Each draws alone, so adding one changes nothing for the others. In the end all take turns.
    const one = lowest(idle, ({ name, weight }) =>
      before !== null
        ? (counts.get(name) ?? 0) - (before.get(name) ?? 0)
        : -Math.log(createDice(seed, `${name} at ${steps}`).next()) / weight,
    );
    const { name } = one;
    const { turn, isLeftOut } = beginTurn(name);
    if (isLeftOut) return false;
    const own = { name: turn, ids: createDice(seed, `ids of ${turn}`), statements: 0 };
    const done = turns.run(own, () => one.act(createDice(seed, turn)));
    if (done === null) return false;
    take(turn);
    underWay.add(name);
    void done
      .catch((error: unknown) => world.report(`${name}: ${describe(error)}`))
      .finally(() => underWay.delete(name));
    return true;
  }

  async function answerOf<T>(process: VirtualProcess, work: () => Promise<T>): Promise<T | null> {
    const { promise: death, resolve } = Promise.withResolvers<null>();
    const die = () => resolve(null);
    deaths.get(process)?.add(die);
    const answer = ownership.run(process, work).catch((error: unknown) => {
      if (error instanceof DatabaseUnavailable) return null;
      throw error;
    });
    const first = await Promise.race([answer, death]);
    deaths.get(process)?.delete(die);
    return first;
  }

  async function letTimePass(dice: Dice): Promise<void> {
    const next = nextTimerAt();
    const scale = dice.weighted(isCalm ? CALM_JUMPS : JUMPS);
    if (!isCalm && (scale === 'hour' || scale === 'day')) world.faults.add(`clock_jump_${scale}`);
    const free = 1 + dice.below(JUMP_MS[scale]);
    // While calls are under way, time seldom jumps over their answers.
    const isBound = next !== null && dice.chance(isCalm ? 0.5 : 0.9);
    const ms = isBound ? Math.min(free, Math.max(0, next - now())) : free;
    passTime(ms);
    note(`${ms} ms`);
    await writeClock();
  }

  function writeClock() {
    return control.query({
      name: 'set-clock',
      text: 'update simulated_clock set at = to_timestamp($1::float8 / 1000)',
      values: [databaseNow()],
    });
  }

  /** Draws and applies a fault; `false` if there is none now. */
  async function strike(dice: Dice): Promise<boolean> {
    const fault = drawFault(dice);
    if (fault === null) return false;
    const { turn, isLeftOut } = beginTurn(fault);
    if (isLeftOut) return false;
    take(turn);
    world.faults.add(fault);
    const isStillRun = () => {
      const isRun = dice.chance(0.5);
      world.faults.add(isRun ? 'cut_after_statement' : 'cut_before_statement');
      return isRun;
    };
    const machine = { statements, processes, isStillRun, giveBirth, kill, writeClock };
    await FAULTS[fault].strike(dice, machine);
    return true;
  }

  async function giveBirth(): Promise<void> {
    births += 1;
    const process = await startProcess(`process ${births}`, outside);
    processes.push(process);
    deaths.set(process, new Set());
  }

  async function kill(victim: VirtualProcess, isStillRun: () => boolean): Promise<void> {
    victim.isAlive = false;
    processes.splice(processes.indexOf(victim), 1);
    await statements.drop(victim, isStillRun);
    for (const name of underWay) {
      if (name.startsWith(`${victim.name} `)) underWay.delete(name);
    }
    for (const die of deaths.get(victim) ?? []) die();
    deaths.delete(victim);
    complain(victim);
  }

  function complain({ name, troubles }: VirtualProcess): void {
    for (const trouble of troubles) {
      if (!(trouble instanceof DatabaseUnavailable)) world.report(`${name}: ${describe(trouble)}`);
    }
  }

  function take(turn: string): void {
    note(turn);
    if (!isCalm) world.taken.push(turn);
  }

  function note(what: string): void {
    world.history.push(`${steps} ${what}`);
  }
}

function lowest<T>(of: readonly T[], rank: (one: T) => number): T {
  const [first] = of.map((one) => ({ one, at: rank(one) })).sort((a, b) => a.at - b.at);
  if (first === undefined) throw new Error('nothing to choose from');
  return first.one;
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
