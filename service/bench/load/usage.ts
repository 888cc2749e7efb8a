import { readFileSync } from 'node:fs';

/** What processes have used, as reported by Linux; null where it is not known. */
export function cpuMs(pids: readonly number[]): number | null {
  const ticks = pids.map(ticksOf);
  if (ticks.includes(null)) return null;
  return ticks.reduce<number>((sum, own) => sum + (own ?? 0), 0) * MS_PER_TICK;
}

/** A PostgreSQL server with its back ends; those that have ended count for the server. */
export function serverPids(postmaster: number): readonly number[] {
  const children = readIfThere(`/proc/${postmaster}/task/${postmaster}/children`) ?? '';
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
}

export function rssMb(pid: number): number | null {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readIfThere(`/proc/${pid}/status`) ?? '')?.[1];
  return kb === undefined ? null : Number(kb) / 1_024;
}

/** Of all cores together, by all programs. */
export function machineCpuMs(): number | null {
  const fields = /^cpu +(.*)$/m
    .exec(readIfThere('/proc/stat') ?? '')?.[1]
    ?.split(' ')
    .map(Number);
  if (fields === undefined) return null;
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = fields;
  return (user + nice + system + irq + softirq) * MS_PER_TICK;
}

const MS_PER_TICK = 10;
/** Of what follows the name in brackets: own time and that of children that have ended. */
const TIMES = { from: 11, to: 15 };

function ticksOf(pid: number): number | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(TIMES.from, TIMES.to).reduce((sum, field) => sum + Number(field), 0);
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
