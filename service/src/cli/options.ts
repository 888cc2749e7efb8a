import { hostname, userInfo } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { normaliseLoosely } from '../domain/msisdn.ts';
import { readReason } from '../domain/reason.ts';
import type { Actor } from '../flows/access/actor.ts';
import { findSudoUser } from '../settings/config.ts';

// Options and output that several commands share.

/**
 * Prints a line for a person. With `--json` it prints the facts as one object per line: without
 * facts the line as `message`, and nothing if they are `null` (only a person needs the line).
 */
export function say(text: string, facts?: object | null): void {
  if (!isJson()) console.log(text);
  else if (facts !== null) console.log(JSON.stringify(facts ?? { message: text.trim() }));
}

export const JSON_OPTION = '--json';

export function isJson(): boolean {
  return process.argv.includes(JSON_OPTION);
}

/** Prints problems and sets exit code 1. */
export function fail(...problems: readonly string[]): void {
  for (const problem of problems) {
    console.error(isJson() ? JSON.stringify({ error: problem }) : `momo: ${problem}`);
  }
  process.exitCode = 1;
}

/** One of the choices, for an option that may be repeated. */
export function anyOf<T extends string>(choices: readonly T[]) {
  return (text: string, before: readonly T[] = []): readonly T[] => {
    const found = choices.find((choice) => choice === text);
    if (found === undefined) throw new InvalidArgumentError(`Give ${choices.join(' or ')}.`);
    return [...before, found];
  };
}

/** Any text, for an option that may be repeated. */
export function repeat(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** The domain decides whether the number makes sense. */
export function parseWhole(text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number.');
}

export function parseHours(text: string): number {
  const hours = Number(text);
  if (/^\d{1,4}$/.test(text) && hours <= 8_760) return hours;
  throw new InvalidArgumentError('Give a whole number from 0 to 8760.');
}

export function parsePercent(text: string): number {
  if (/^\d{1,3}(\.\d{1,3})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a percentage, such as 1.5.');
}

/** Any spelling of a phone number, as E.164. */
export function parseNumber(text: string): string {
  const read = normaliseLoosely(text);
  if (read.kind === 'valid') return read.msisdn;
  throw new InvalidArgumentError(read.reason);
}

/** By the same rule as in the console. */
export function parseReason(text: string): string {
  const reason = readReason(text);
  if ('value' in reason && reason.value.length <= 500) return reason.value;
  throw new InvalidArgumentError('A reason has 3 to 500 characters. Some are letters or digits.');
}

/** The audit log names the user, who became it by sudo, and the machine. */
export function whoRunsThis(): Actor {
  const [user, sudoUser] = [findUser(), findSudoUser()];
  const who = sudoUser === null ? user : `${sudoUser} as ${user}`;
  return { actor: `momo (${who}@${hostname()})`, actorId: null, ip: null };
}

/** In a container the number of a user may have no name. */
function findUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

export const REASON = '--reason <text>';
export const REASON_HELP = 'why, for the audit log';
