import { readFile, rm } from 'node:fs/promises';
import { writeWhole } from '../modem/write-whole.ts';
import type { JobEnd } from './job.ts';

/** Whether the operator's menu is still the recorded one: two other screens in a row stop it. */
export interface MenuTrust {
  readonly note: (end: Pick<JobEnd, 'outcome' | 'problem'>) => Promise<void>;
  /** The code of the reason why nothing is paid, or `null`. */
  readonly trouble: () => Promise<string | null>;
  /** A check has seen the recorded menu. */
  readonly forgive: () => Promise<void>;
}

/** Of a modem, in the state folder. */
export function menuFile(index: number): string {
  return `menu-unknown-${index + 1}`;
}

const MOST_IN_A_ROW = 2;
const UNKNOWN: ReadonlySet<string | null> = new Set(['other_screen', 'no_question']);

export function createMenuTrust(file: string): MenuTrust {
  const read = async () => Number(await readFile(file, 'utf8').catch(() => '0'));
  return {
    note: async ({ outcome, problem }) => {
      const isUnknown = outcome === 'stopped' && UNKNOWN.has(problem);
      if (isUnknown) await writeWhole(file, String((await read()) + 1));
      else if (outcome !== 'stopped') await rm(file, { force: true });
    },
    trouble: async () => ((await read()) < MOST_IN_A_ROW ? null : 'menu_changed'),
    forgive: () => rm(file, { force: true }),
  };
}
