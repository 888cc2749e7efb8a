import { readFileSync } from 'node:fs';

/** CPU time, as Linux counts it. */
export interface Usage {
  readonly userMs: number;
  readonly systemMs: number;
}

/** The sum over processes, or `null` if one is unknown. */
export function usageOf(pids: readonly number[]): Usage | null {
  let userMs = 0;
  let systemMs = 0;
  for (const pid of pids) {
    const used = timesOf(pid);
    if (used === null) return null;
    userMs += used.userMs;
    systemMs += used.systemMs;
  }
  return { userMs, systemMs };
}

/** A process and its children; ended children count for their parent. */
export function familyOf(pid: number): readonly number[] {
  const children = readIfThere(`/proc/${pid}/task/${pid}/children`) ?? '';
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

/** Memory of the largest one. */
export function rssMb(pid: number): number | null {
  const found = familyOf(pid).flatMap((member) => {
    const kb = /^VmRSS:\s+(\d+) kB/m.exec(readIfThere(`/proc/${member}/status`) ?? '')?.[1];
    return kb === undefined ? [] : [Number(kb) / 1_024];
  });
  return found.length === 0 ? null : Math.max(...found);
}

/** The sum of all cores. */
export interface MachineUsage {
  /** By programs, in their own code and in the kernel for them. */
  readonly programsMs: number;
  /** Interrupts, which belong to no program: on one machine mostly its own network. */
  readonly interruptsMs: number;
  readonly idleMs: number;
}

export function machineUsage(): MachineUsage | null {
  const fields = /^cpu +(.*)$/m
    .exec(readIfThere('/proc/stat') ?? '')?.[1]
    ?.split(' ')
    .map((ticks) => Number(ticks) * MS_PER_TICK);
  if (fields === undefined) return null;
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0] = fields;
  return {
    programsMs: user + nice + system,
    interruptsMs: irq + softirq,
    idleMs: idle + wait,
  };
}

const MS_PER_TICK = 10;
/** Index after the name in brackets: own time, then that of ended children. */
const FIRST_TIME = 11;

function timesOf(pid: number): Usage | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields
    .slice(FIRST_TIME, FIRST_TIME + 4)
    .map((ticks) => Number(ticks) * MS_PER_TICK);
  return { userMs: user + childUser, systemMs: system + childSystem };
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
