import { readFile, rm } from 'node:fs/promises';
import { fieldsOf, parseJson } from '../json.ts';
import { writeWhole } from '../modem/write-whole.ts';
import type { JobEnd } from './job.ts';
import type { Stop } from './stops.ts';

/** Whether the operator's menu is still the recorded one: two other screens in a row stop it. */
export interface MenuTrust {
  readonly note: (end: MenuEnd, walked: { readonly isPinSaid: boolean }) => Promise<void>;
  /** Why its scenario is not used, or `null`. */
  readonly stop: () => Promise<Stop | null>;
  /** A check has seen the recorded menu. */
  readonly forgive: () => Promise<void>;
}

type MenuEnd = Pick<JobEnd, 'outcome' | 'problem' | 'screens'>;

/**
 * Of a modem, in the state folder. Questions for the balance have a menu of their own: what they
 * meet says nothing about payouts.
 */
export function menuFiles(index: number) {
  return { payments: `menu-unknown-${index + 1}`, balances: `balance-menu-unknown-${index + 1}` };
}

const MAX_IN_A_ROW = 2;
const UNKNOWN: ReadonlySet<string | null> = new Set(['other_screen', 'no_question']);

export function createMenuTrust(file: string): MenuTrust {
  const read = async () => parseCount(await readFile(file, 'utf8').catch(() => ''));
  return {
    note: async ({ outcome, problem, screens }, { isPinSaid }) => {
      if (outcome !== 'stopped') return rm(file, { force: true });
      if (!UNKNOWN.has(problem)) return;
      const { count } = await read();
      // After the PIN it is the scenario that does not know the operator's answer.
      const kept = {
        count: isPinSaid ? MAX_IN_A_ROW : count + 1,
        screen: screens.at(-1)?.screen ?? null,
      };
      await writeWhole(file, JSON.stringify(kept));
    },
    stop: async () => {
      const { count, screen } = await read();
      return count < MAX_IN_A_ROW ? null : { code: 'menu_changed', screen, since: null };
    },
    forgive: () => rm(file, { force: true }),
  };
}

/** An earlier release kept the count alone. */
function parseCount(text: string): { readonly count: number; readonly screen: string | null } {
  const json = parseJson(text);
  if (typeof json === 'number') return { count: json, screen: null };
  const { count, screen } = fieldsOf(json);
  return {
    count: typeof count === 'number' ? count : 0,
    screen: typeof screen === 'string' ? screen : null,
  };
}
