import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '../domain/assert.ts';

/** A release that is upgraded from, and how the release after it takes its place. */
export interface FormerRelease {
  readonly name: string;
  /** A tag `v…` of the name is used before it. */
  readonly commit: string;
  /** How many it has. */
  readonly migrations: number;
  /** `roll`: one process after the other. `stop`: all are stopped meanwhile, and why. */
  readonly upgrade: 'roll' | 'stop';
  readonly why?: string;
}

/** The release that this code is, or becomes when it is tagged: the last of the list. */
interface OwnRelease {
  readonly name: string;
}

const LIST = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'releases.json'), 'utf8'),
) as readonly (FormerRelease | OwnRelease)[];

export const FORMER_RELEASES = LIST.slice(0, -1) as readonly FormerRelease[];

export const RELEASE = nameAt(LIST.length - 1);

/** The oldest one that may run on the schema of this release. */
export const OLDEST_RELEASE = nameAt(
  FORMER_RELEASES.findLastIndex(({ upgrade }) => upgrade === 'stop') + 1,
);

function nameAt(index: number): string {
  const release = LIST[index];
  assert(release !== undefined, 'releases.json ends with this release');
  return release.name;
}

export function isOlder(release: string, other: string): boolean {
  return release.localeCompare(other, 'en', { numeric: true }) < 0;
}

/** What the sessions of a process of this release are called; 0.1 and 0.2 name no release. */
export function sessionName(pid: number): string {
  return `momo-${RELEASE}-${pid}`;
}

/** Whose sessions name none: 0.1 runs only on its own schema. */
export function releaseWithoutName(appliedMigrations: number): string {
  const [first, second] = FORMER_RELEASES;
  assert(first !== undefined && second !== undefined, 'releases.json begins with 0.1 and 0.2');
  return appliedMigrations > first.migrations ? second.name : first.name;
}
