import { FORMER_RELEASES, type FormerRelease } from '../../../src/db/releases.ts';

/** A state of the code that runs somewhere and is upgraded to this one. */
export type Release = FormerRelease;

export const RELEASES = FORMER_RELEASES;

/**
 * Migrations after this one leave the programs alone that run while they are applied. While no
 * release rolls, none has to: the next one adds itself when it is tagged.
 */
export const LAST_FREE_MIGRATION = Math.min(
  ...RELEASES.filter(({ upgrade }) => upgrade === 'roll').map(({ migrations }) => migrations),
);
