import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DRAFT, inspectBackup } from './last-backup.ts';
import { listBackups, type Manifest, readManifest } from './manifest.ts';

/** How many days, weeks and months keep a backup. */
const KEPT = { days: 7, weeks: 4, months: 12 } as const;
const DAY_MS = 86_400_000;
/** 1970 began on a Thursday. */
const DAYS_BEFORE_FIRST_MONDAY = 4;

/**
 * Chooses what goes: of the last days, weeks and months (UTC) that have a backup, the newest of
 * each stays. Counted are periods with a backup, not those of the calendar, so that nothing goes
 * while no backup is taken, and the newest never does.
 */
export function selectOutdated(times: readonly Date[]): readonly Date[] {
  const newestFirst = times.toSorted((a, b) => b.getTime() - a.getTime());
  const kept = new Set(
    Object.entries(KEPT).flatMap(([period, count]) => {
      const newest = new Map<string, Date>();
      for (const at of newestFirst) {
        const key = PERIODS[period as keyof typeof KEPT](at);
        if (!newest.has(key)) newest.set(key, at);
      }
      return [...newest.values()].slice(0, count);
    }),
  );
  return times.filter((at) => !kept.has(at));
}

const PERIODS = {
  days: (at) => at.toISOString().slice(0, 10),
  weeks: (at) => String(Math.floor((at.getTime() / DAY_MS - DAYS_BEFORE_FIRST_MONDAY) / 7)),
  months: (at) => at.toISOString().slice(0, 7),
} as const satisfies Record<keyof typeof KEPT, (at: Date) => string>;

export interface Pruned {
  readonly removed: readonly string[];
  /** They neither count nor go: a person looks at them. */
  readonly damaged: readonly string[];
}

/** Removes outdated backups of one database; those of others in the folder are left alone. */
export async function pruneBackups(
  folder: string,
  { system_identifier: database }: Pick<Manifest, 'system_identifier'>,
): Promise<Pruned> {
  const sound = new Map<Date, string>();
  const damaged: string[] = [];
  for (const backup of await listBackups(resolve(folder))) {
    const { problem } = await inspectBackup(backup);
    if (problem !== null) {
      damaged.push(backup);
      continue;
    }
    const manifest = await readManifest(backup);
    if (manifest.system_identifier === database) sound.set(new Date(manifest.taken_at), backup);
  }
  const outdated = selectOutdated([...sound.keys()]).map((at) => sound.get(at) ?? '');
  for (const backup of outdated) await removeBackup(backup);
  return { removed: outdated, damaged };
}

/** Half a backup must not look like one, so it loses its name first. */
async function removeBackup(backup: string): Promise<void> {
  const draft = await mkdtemp(join(dirname(backup), DRAFT));
  await rename(backup, join(draft, basename(backup)));
  await rm(draft, { recursive: true });
}
