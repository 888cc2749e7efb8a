import type { PrefixTable } from '../msisdn.ts';
import { formatPrefixTable, parsePrefixTable } from '../prefix-table.ts';

/** A value of the policy as it is stored and compared; null: off. */
export type Plain = string | number | boolean | null;

type ByEnvironment<T> = T | { readonly sandbox: T; readonly live: T };

/** One value of the policy. */
export interface Field<T> {
  readonly description: string;
  /** What it may be, for people. */
  readonly form: string;
  /** Reads a text; throws an Error whose message names the problem. */
  readonly parse: (text: string) => T;
  /** The one form in which the value of a text is stored. */
  readonly store: (text: string) => Plain;
  /** Whether the second value protects less than the first. */
  readonly isLooser: (before: Plain, after: Plain) => boolean;
  /** What holds where nobody has set it. */
  readonly unset: ByEnvironment<Plain>;
  /** What a new live installation begins with, where that is something else. */
  readonly newLive?: Plain;
}

interface Words<T extends Plain> {
  readonly description: string;
  readonly looser: Field<T>['isLooser'];
  readonly unset: ByEnvironment<T>;
  readonly newLive?: T;
}

/** How a person, a file or an old setting says that a limit is off. */
export const OFF = 'off';

const isOff = (text: string) => text === OFF || text === '';

export function whole(
  { min, max, unit }: { readonly min: number; readonly max: number; readonly unit: string },
  { looser, ...words }: Words<number>,
): Field<number> {
  const form = `a whole number of ${unit} from ${min} to ${max}`;
  const parse = (text: string) => read(text, min, max, form);
  return { ...words, form, parse, store: parse, isLooser: looser };
}

/** A limit of at least 1, or none. */
export function limit(
  unit: string,
  { looser, ...words }: Omit<Words<number>, 'unset'>,
): Field<number | null> {
  const form = `a whole number of ${unit} from 1, or ${OFF}`;
  const parse = (text: string) =>
    isOff(text) ? null : read(text, 1, Number.MAX_SAFE_INTEGER, form);
  return { ...words, form, parse, store: parse, isLooser: looser, unset: null };
}

/** How long something is kept; off: for ever. */
export function months(min: number, words: { readonly description: string }): Field<number | null> {
  const form = `a whole number of months from ${min} to 999, or ${OFF} (kept for ever)`;
  const parse = (text: string) => (isOff(text) ? null : read(text, min, 999, form));
  return { ...words, form, parse, store: parse, isLooser: LOOSER.lower, unset: null };
}

export function flag({ looser, ...words }: Words<boolean>): Field<boolean> {
  const form = 'true or false';
  const parse = (text: string) => {
    if (text !== 'true' && text !== 'false') throw new Error(`must be ${form}`);
    return text === 'true';
  };
  return { ...words, form, parse, store: parse, isLooser: looser };
}

export function prefixes(words: {
  readonly description: string;
  readonly unset: string;
}): Field<PrefixTable> {
  const parse = (text: string) => {
    const parsed = parsePrefixTable(text);
    if (parsed.kind === 'invalid') throw new Error(`is not valid: ${parsed.problems.join('; ')}`);
    return parsed.prefixes;
  };
  const form = 'operators with their prefixes, such as name=67,650-654;other=69';
  // A number that changes its operator is neither looser nor tighter, so it takes two people.
  const isLooser = (before: Plain, after: Plain) => before !== after;
  return { ...words, form, parse, store: (text) => formatPrefixTable(parse(text)), isLooser };
}

/** Below what a wallet counts as low: for all, and for some of them something else. */
export interface LowFloats {
  readonly fallbackXaf: number | null;
  readonly wallets: ReadonlyMap<string, number>;
}

export function lowXafOf({ fallbackXaf, wallets }: LowFloats, wallet: string): number | null {
  return wallets.get(wallet) ?? fallbackXaf;
}

export function lowFloats(words: { readonly description: string }): Field<LowFloats> {
  const form = `XAF, or <operator>:<number>=XAF, with commas, or ${OFF}`;
  const parse = (text: string) => parseLowFloats(text, form);
  const isLooser = (before: Plain, after: Plain) => {
    const [was, is] = [parse(String(before ?? '')), parse(String(after ?? ''))];
    const names = ['', ...was.wallets.keys(), ...is.wallets.keys()];
    return names.some((name) => (lowXafOf(is, name) ?? 0) < (lowXafOf(was, name) ?? 0));
  };
  const store = (text: string) => formatLowFloats(parse(text));
  return { ...words, form, parse, store, isLooser, unset: null };
}

function parseLowFloats(text: string, form: string): LowFloats {
  const wallets = new Map<string, number>();
  let fallbackXaf: number | null = null;
  for (const part of isOff(text) ? [] : text.split(',')) {
    const [, wallet, xaf] = /^(?:([a-z0-9-]+:[^=,\s]+)=)?(\d{1,13})$/.exec(part.trim()) ?? [];
    if (xaf === undefined) throw new Error(`must be ${form}`);
    if (wallet === undefined) fallbackXaf = Number(xaf);
    else wallets.set(wallet, Number(xaf));
  }
  return { fallbackXaf, wallets };
}

function formatLowFloats({ fallbackXaf, wallets }: LowFloats): string | null {
  const named = [...wallets].map(([wallet, xaf]) => `${wallet}=${xaf}`).sort();
  const all = [...(fallbackXaf === null ? [] : [String(fallbackXaf)]), ...named];
  return all.length === 0 ? null : all.join(',');
}

/** Which of two values is the looser one, by what it is; null: off. */
export const LOOSER = {
  /** The higher it is, the more may happen; off is the highest. */
  higher: (before: Plain, after: Plain) => rank(after, Infinity) > rank(before, Infinity),
  /** The lower it is, the less is kept or asked; off keeps for ever. */
  lower: (before: Plain, after: Plain) => rank(after, Infinity) < rank(before, Infinity),
  /** The lower it is, the less is seen; off sees nothing. */
  lowerOrOff: (before: Plain, after: Plain) => rank(after, 0) < rank(before, 0),
} as const satisfies Record<string, Field<Plain>['isLooser']>;

function rank(value: Plain, ofOff: number): number {
  return value === null ? ofOff : Number(value);
}

function read(text: string, min: number, max: number, form: string): number {
  const number = Number(text);
  const isWhole = /^\d+$/.test(text) && Number.isSafeInteger(number);
  if (isWhole && number >= min && number <= max) return number;
  throw new Error(`must be ${form}`);
}
