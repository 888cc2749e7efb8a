import { AsyncLocalStorage } from 'node:async_hooks';
import type { Dice } from './seeded.ts';

/** A process of the simulation: its timers end and freeze with it. */
export interface Owner {
  readonly name: string;
  isAlive: boolean;
  /** Until then nothing of it runs, as after SIGSTOP. */
  frozenUntil: number;
}

/** One action of an actor, from beginning to end, in any process. */
export interface Turn {
  readonly name: string;
  readonly ids: Dice;
  /** How many queries it has asked for. */
  statements: number;
}

interface Timer {
  readonly at: number;
  readonly number: number;
  readonly owner: Owner;
  readonly run: () => void;
  readonly everyMs: number | null;
}

/** Whose code runs now. */
export const ownership = new AsyncLocalStorage<Owner>();
export const turns = new AsyncLocalStorage<Turn>();

/** Everything outside the service, which continues when a process dies. */
const OUTSIDE: Owner = { name: 'outside', isAlive: true, frozenUntil: 0 };

export const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  Date: globalThis.Date,
  now: performance.now.bind(performance),
};

/**
 * Noon in Douala, the first of January 2090: where ids are compared with the time of the database's
 * machine, which cannot be simulated, all of ours are younger.
 */
export const BEGINNING = 3_786_951_600_000;

let nowMs = BEGINNING;
let databaseOffsetMs = 0;
let started = 0;
const timers = new Map<object, Timer>();

export function now(): number {
  return nowMs;
}

/** The clock of the database's machine, which a fault may set. */
export function databaseNow(): number {
  return nowMs + databaseOffsetMs;
}

export function setDatabaseClock(offsetMs: number): void {
  databaseOffsetMs = offsetMs;
}

/** Only moves the time: due timers do not run yet. */
export function passTime(ms: number): void {
  nowMs += ms;
}

const dueAt = ({ at, owner }: Timer) => Math.max(at, owner.frozenUntil);

export function nextTimerAt(): number | null {
  let first: number | null = null;
  for (const timer of timers.values()) {
    if (timer.owner.isAlive && (first === null || dueAt(timer) < first)) first = dueAt(timer);
  }
  return first;
}

/** Runs the timer that is due first and returns its owner, or `null` if none is due. */
export function runDueTimer(): string | null {
  let first: [object, Timer] | null = null;
  for (const entry of timers) {
    const [handle, timer] = entry;
    if (!timer.owner.isAlive) {
      timers.delete(handle);
      continue;
    }
    if (dueAt(timer) > nowMs) continue;
    const isEarlier =
      first === null ||
      timer.at < first[1].at ||
      (timer.at === first[1].at && timer.number < first[1].number);
    if (isEarlier) first = entry;
  }
  if (first === null) return null;
  const [handle, timer] = first;
  if (timer.everyMs === null) timers.delete(handle);
  else timers.set(handle, { ...timer, at: nowMs + timer.everyMs });
  timer.run();
  return timer.owner.name;
}

function start(run: () => void, ms: number, everyMs: number | null): object {
  started += 1;
  const handle = {
    unref: () => handle,
    ref: () => handle,
    hasRef: () => false,
    refresh: () => handle,
    [Symbol.toPrimitive]: () => 0,
    [Symbol.dispose]: () => void timers.delete(handle),
  };
  const at = nowMs + Math.max(0, Number.isFinite(ms) ? ms : 0);
  const within = AsyncLocalStorage.snapshot();
  const owner = ownership.getStore() ?? OUTSIDE;
  timers.set(handle, { at, number: started, owner, run: () => within(run), everyMs });
  return handle;
}

const clear = (handle: unknown) => {
  if (typeof handle === 'object' && handle !== null) timers.delete(handle);
};

class VirtualDate extends real.Date {
  constructor(...args: readonly unknown[]) {
    if (args.length === 0) super(nowMs);
    else super(...(args as [number]));
  }

  static override now(): number {
    return nowMs;
  }
}

let isInstalled = false;

/** From here on every clock and every timer of this program is the simulation's. */
export function installVirtualTime(): void {
  isInstalled = true;
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      start(() => run(...args), ms, null),
    setInterval: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      start(() => run(...args), ms, ms),
    clearTimeout: clear,
    clearInterval: clear,
  });
  performance.now = () => nowMs - BEGINNING;
}

/** The database stops in real time. */
export function removeVirtualTime(): void {
  isInstalled = false;
  const { now: steady, ...globals } = real;
  Object.assign(globalThis, globals);
  performance.now = steady;
}

/** As `setTimeout` of `node:timers/promises`. */
export function pause<T>(
  ms = 0,
  value?: T,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (!isInstalled) {
      real.setTimeout(() => resolve(value as T), ms);
      return;
    }
    const handle = start(() => resolve(value as T), ms, null);
    signal?.addEventListener('abort', () => {
      clear(handle);
      reject(signal.reason as Error);
    });
  });
}

/** Acts outside after a while, even if the waiting process dies. */
export function elsewhere<T>(ms: number, act: () => T): Promise<T> {
  return ownership.run(
    OUTSIDE,
    () =>
      new Promise<T>((resolve) => {
        start(() => resolve(act()), ms, null);
      }),
  );
}
