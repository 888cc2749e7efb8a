import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../../../src/settings/checkout.ts';

/** A state of the code that runs somewhere and is upgraded to this one. */
export interface Release {
  /** A tag `v…` of this name is used before the commit. */
  readonly name: string;
  readonly commit: string;
  /** How many it has. */
  readonly migrations: number;
  /** `roll`: one process after the other. `stop`: all are stopped meanwhile, and why. */
  readonly upgrade: 'roll' | 'stop';
  readonly why?: string;
}

export const RELEASES = JSON.parse(
  readFileSync(join(CHECKOUT, 'service', 'releases.json'), 'utf8'),
) as readonly Release[];

/**
 * Migrations after this one leave the programs alone that run while they are applied. While no
 * release rolls, none has to: the next one adds itself when it is tagged.
 */
export const LAST_FREE_MIGRATION = Math.min(
  ...RELEASES.filter(({ upgrade }) => upgrade === 'roll').map(({ migrations }) => migrations),
);
