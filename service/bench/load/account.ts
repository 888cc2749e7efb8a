import type { Target } from '../ground/target.ts';
import { familyOf, type MachineUsage, machineUsage, type Usage, usageOf } from './usage.ts';

/**
 * CPU time of the whole machine by use, in microseconds per request. `null` if it is unknown.
 */
export interface Account {
  readonly nodeUser: number | null;
  readonly nodeSystem: number | null;
  /** The part of it that is garbage collection. */
  readonly garbage: number | null;
  readonly postgres: number | null;
  readonly load: number;
  /** Interrupts, which belong to no program. */
  readonly kernel: number | null;
  /** Other programs: the more, the less all other figures mean. */
  readonly others: number | null;
  readonly idle: number | null;
}

interface Spent {
  readonly server: Usage | null;
  readonly postgres: Usage | null;
  readonly garbageMs: number | null;
  readonly machine: MachineUsage | null;
}

interface Scene {
  readonly target: Target;
  readonly postmaster: number | null;
}

/** CPU time spent so far; the account is the difference of two. */
export async function lookAtSpent({ target, postmaster }: Scene): Promise<Spent> {
  return {
    server: usageOf(familyOf(target.pid)),
    postgres: postmaster === null ? null : usageOf(familyOf(postmaster)),
    garbageMs: await target.garbageMs(),
    machine: machineUsage(),
  };
}

export function accountFor(
  [before, after]: readonly [Spent, Spent],
  load: { readonly count: number; readonly cpuMs: number },
): Account {
  const each = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? null : ((to - from) * 1_000) / load.count;
  const nodeUser = each(before.server?.userMs, after.server?.userMs);
  const nodeSystem = each(before.server?.systemMs, after.server?.systemMs);
  const postgres = each(totalOf(before.postgres), totalOf(after.postgres));
  const programs = each(before.machine?.programsMs, after.machine?.programsMs);
  const own = (load.cpuMs * 1_000) / load.count;
  const ours = own + (nodeUser ?? 0) + (nodeSystem ?? 0) + (postgres ?? 0);
  return {
    nodeUser,
    nodeSystem,
    garbage: each(before.garbageMs ?? undefined, after.garbageMs ?? undefined),
    postgres,
    load: own,
    kernel: each(before.machine?.interruptsMs, after.machine?.interruptsMs),
    others: programs === null ? null : Math.max(0, programs - ours),
    idle: each(before.machine?.idleMs, after.machine?.idleMs),
  };
}

function totalOf(usage: Usage | null): number | undefined {
  return usage === null ? undefined : usage.userMs + usage.systemMs;
}

/** Node's part, or `null`. */
export function nodeUs({ nodeUser, nodeSystem }: Account): number | null {
  return nodeUser === null || nodeSystem === null ? null : nodeUser + nodeSystem;
}
