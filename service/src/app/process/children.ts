import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../settings/log.ts';
import { StartRefused } from '../database.ts';
import { createFiguresOfAll } from './figures.ts';
import { type Child, forkChild } from './fork.ts';
import type { Handover } from './handover.ts';
import type { Beginning, Begun, Stopping } from './questions.ts';
import { createLimits } from './shared-limits.ts';

export interface Children {
  /**
   * Starts them once `prepare` has ended; they load the program meanwhile. Resolves when all of
   * them serve; rejects when one of them cannot.
   */
  start(prepare: () => Promise<unknown>): Promise<void>;
  /**
   * Replaces them one by one: each serves until its replacement does, and then for the drain. If
   * one cannot be replaced, it and those after it stay.
   */
  reload(drainMs: number): Promise<void>;
  /** Resolves when all of them are gone, and starts no more. */
  stop(stopping: Stopping): Promise<void>;
}

interface Slot {
  readonly number: number;
  /** The process that serves in this slot, or `null` while there is none. */
  child: Child | null;
  /** Its process is being replaced already. */
  isChanging: boolean;
}

/** A process that served for this long before it ended is replaced at once. */
const STEADY_MS = 10_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/** How long a slot stays empty after this many short-lived processes in a row. */
export function pauseBeforeNext(failures: number): number {
  if (failures <= 1) return 0;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 2));
}

/** Keeps this many processes serving: one that ends is replaced, and the others serve meanwhile. */
export function createChildren(deps: {
  readonly count: number;
  readonly log: Logger;
  readonly beginning: Omit<Beginning, 'number'>;
  readonly handover: Pick<Handover, 'add' | 'remove' | 'trust'>;
  /** Without the settings file: each process reads it itself, as it may have changed. */
  readonly env: NodeJS.ProcessEnv;
  /** Checks the database again before a later process starts. */
  readonly prepare: () => Promise<unknown>;
}): Children {
  const { count, log, handover } = deps;
  const slots = Array.from({ length: count }, (_, index): Slot => {
    return { number: index + 1, child: null, isChanging: false };
  });
  const living = new Set<Child>();
  const frozen = new WeakSet<Child>();
  const figures = createFiguresOfAll();
  const answers = { ...createLimits(), figuresOfAll: figures.read };
  const stopped = new AbortController();

  return {
    start: async (prepare) => {
      const forked = slots.map((slot) => ({ slot, child: fork() }));
      await prepare();
      await Promise.all(forked.map(({ slot, child }) => beginFirst(slot, child)));
    },
    reload: async (drainMs) => {
      for (const slot of slots) {
        if (stopped.signal.aborted || !(await renew(slot, drainMs))) return;
      }
      log.info('reloaded');
    },
    stop: async (stopping) => {
      stopped.abort();
      await Promise.all([...living].map((child) => child.end(stopping)));
    },
  };

  function fork(): Child {
    const child = forkChild(answers, deps.env);
    living.add(child);
    void forget(child);
    return child;
  }

  async function forget(child: Child): Promise<void> {
    await child.ended;
    handover.remove(child.take);
    living.delete(child);
    figures.keep(child);
  }

  /** One that freezes while it begins is replaced: the others may serve already. */
  async function beginFirst(slot: Slot, child: Child): Promise<void> {
    try {
      await begin(slot, child);
    } catch (error) {
      if (!frozen.has(child) || stopped.signal.aborted) throw error;
      return beginFirst(slot, fork());
    }
    void watch(slot, child, 0);
  }

  async function begin(slot: Slot, child: Child): Promise<void> {
    const begun = await untilBegun(slot, child);
    if (begun.kind === 'refused') throw new StartRefused(begun.reason);
    slot.child = child;
    figures.add(child);
    handover.add(child.take);
    log.info({ process: slot.number, pid: child.pid }, 'process serves');
    void watchPulse(child, {
      healthAfter: createPulse(FROZEN_MS),
      isWatched: () => slot.child === child,
      onBeat: (health) => {
        handover.trust(child.take, health === 'answers');
        // One at a time, so that some of them always serve.
        if (health === 'frozen' && slots.every(serves)) kill(slot, child);
      },
    });
  }

  /** Its answer, or an error if it was killed because it was silent for too long. */
  async function untilBegun(slot: Slot, child: Child): Promise<Begun> {
    let isBeginning = true;
    void watchPulse(child, {
      healthAfter: createPulse(LOADED_MS),
      isWatched: () => isBeginning && !frozen.has(child),
      onBeat: (health) => {
        if (health === 'frozen') kill(slot, child);
      },
    });
    try {
      return await child.ask('begin', { ...deps.beginning, number: slot.number });
    } catch (error) {
      if (frozen.has(child)) figures.countCrash('frozen');
      throw error;
    } finally {
      isBeginning = false;
    }
  }

  /**
   * Leaves out a process that answers nothing, and kills it when it does not come back. What it had
   * not taken goes to another one only when it is dead: awake again, it would serve it as well.
   */
  async function watchPulse(
    child: Child,
    { healthAfter, isWatched, onBeat }: Watch,
  ): Promise<void> {
    const { signal } = stopped;
    let hasAnswered = true;
    while (isWatched() && !signal.aborted) {
      if (hasAnswered) void ask();
      const begun = performance.now();
      await pause(BEAT_MS, null, { signal, ref: false }).catch(() => null);
      const health = healthAfter({ hasAnswered, tookMs: performance.now() - begun });
      if (isWatched()) onBeat(health);
    }

    async function ask(): Promise<void> {
      hasAnswered = false;
      await child.ask('pulse', null).catch(() => null);
      hasAnswered = true;
    }
  }

  /** A process that was killed keeps its slot until it is gone. */
  function serves({ child }: Slot): boolean {
    return child !== null && !frozen.has(child);
  }

  function kill(slot: Slot, child: Child): void {
    frozen.add(child);
    log.error({ process: slot.number, pid: child.pid }, 'process answers nothing; killing it');
    child.kill();
  }

  /** Replaces the process when it ends, however often that is needed. */
  async function watch(slot: Slot, child: Child, failures: number): Promise<void> {
    const since = performance.now();
    const ending = await child.ended;
    if (stopped.signal.aborted || slot.child !== child) return;
    slot.child = null;
    figures.countCrash(frozen.has(child) ? 'frozen' : 'ended');
    if (slot.isChanging) return;
    log.error({ process: slot.number, pid: child.pid, ...ending }, 'process ended; replacing it');
    const isSteady = performance.now() - since > STEADY_MS;
    await replace(slot, isSteady ? 1 : failures + 1);
  }

  /** Whether a new process has replaced the old one. */
  async function renew(slot: Slot, drainMs: number): Promise<boolean> {
    // The replacement of an ended process is new.
    if (slot.child === null) return true;
    const old = slot.child;
    const next = fork();
    slot.isChanging = true;
    try {
      await deps.prepare();
      await begin(slot, next);
    } catch (error) {
      if (stopped.signal.aborted) return false;
      log.error({ err: error, process: slot.number }, 'reload given up; the others stay');
      await next.end({ drainMs: 0, isWhole: false });
      if (slot.child === null) void replace(slot, 1);
      return false;
    } finally {
      slot.isChanging = false;
    }
    void watch(slot, next, 0);
    handover.remove(old.take);
    await old.end({ drainMs, isWhole: false });
    return true;
  }

  async function replace(slot: Slot, failures: number): Promise<void> {
    await pause(pauseBeforeNext(failures), null, { signal: stopped.signal }).catch(() => null);
    if (stopped.signal.aborted) return;
    const child = fork();
    try {
      await deps.prepare();
      await begin(slot, child);
    } catch (error) {
      if (stopped.signal.aborted) return;
      log.error({ err: error, process: slot.number }, 'process does not serve; trying again');
      await child.end({ drainMs: 0, isWhole: false });
      return replace(slot, failures + 1);
    }
    void watch(slot, child, failures);
  }
}

/** How often a process is asked whether it is there. */
export const BEAT_MS = 250;
/** After this silence it gets no further connection. */
const SUSPECT_MS = 2_000;
/** After this silence it does not come back by itself. */
export const FROZEN_MS = 10_000;
/** As long as it loads the program it answers nothing: seconds, and more on a full machine. */
const LOADED_MS = 30_000;

type Vitality = 'answers' | 'silent' | 'frozen';
type Pulse = ReturnType<typeof createPulse>;

interface Watch {
  readonly healthAfter: Pulse;
  readonly isWatched: () => boolean;
  readonly onBeat: (health: Vitality) => void;
}

/**
 * How long a process has been silent, counted in beats of its parent. A beat that comes late counts
 * nothing: where the parent itself got no processor, the whole machine is starved, and a process
 * that is killed for it would only cost more.
 */
export function createPulse(
  frozenMs: number,
): (beat: { readonly tookMs: number; readonly hasAnswered: boolean }) => Vitality {
  let silentMs = 0;
  return ({ tookMs, hasAnswered }) => {
    if (hasAnswered) silentMs = 0;
    else if (tookMs < 2 * BEAT_MS) silentMs += BEAT_MS;
    if (silentMs >= frozenMs) return 'frozen';
    return silentMs >= SUSPECT_MS ? 'silent' : 'answers';
  };
}
