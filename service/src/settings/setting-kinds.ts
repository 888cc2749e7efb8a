import { isAbsolute, resolve } from 'node:path';

/** One setting: its name in the environment, what it means, and how its text becomes a value. */
export interface Setting<T> {
  readonly name: string;
  readonly description: string;
  /** Text used when the environment has none; '' means "not set". */
  readonly fallback: string;
  /** Secrets may also be given as a file path in `NAME_FILE`. */
  readonly secret: boolean;
  /** Not described to the people who run the service. */
  readonly isForTests: boolean;
  readonly parse: (text: string) => Reading<T>;
}

export type Reading<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'problem'; readonly problem: string };

interface Words {
  readonly description: string;
  readonly fallback?: string;
  readonly secret?: boolean;
  readonly isForTests?: boolean;
}

export function choice<const T extends string>(
  name: string,
  values: readonly T[],
  words: Words,
): Setting<T> {
  return setting(name, words, (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) return problem(`must be one of ${values.join(', ')}, not "${text}"`);
    return value(found);
  });
}

export function integer(
  name: string,
  range: { readonly min: number; readonly max: number },
  words: Words,
): Setting<number> {
  return setting(name, words, (text) => {
    const number = Number(text);
    const fits =
      /^\d+$/.test(text) &&
      Number.isSafeInteger(number) &&
      number >= range.min &&
      number <= range.max;
    if (!fits) return problem(`must be a whole number from ${range.min} to ${range.max}`);
    return value(number);
  });
}

export function optionalText(name: string, words: Words): Setting<string | null> {
  return setting(name, words, (text) => value(text === '' ? null : text));
}

export function folder(name: string, words: Words & { readonly base: string }): Setting<string> {
  return setting(name, words, (text) => {
    if (text === '') return problem('must name a folder');
    return value(isAbsolute(text) ? text : resolve(words.base, text));
  });
}

export function optionalPath(
  name: string,
  words: Words & { readonly base: string },
): Setting<string | null> {
  return setting(name, words, (text) => value(text === '' ? null : resolve(words.base, text)));
}

/** A setting with its own reader; `read` throws an Error whose message names the problem. */
export function custom<T>(name: string, read: (text: string) => T, words: Words): Setting<T> {
  return setting(name, words, (text) => {
    try {
      return value(read(text));
    } catch (error) {
      return problem(error instanceof Error ? error.message : String(error));
    }
  });
}

function setting<T>(name: string, words: Words, parse: Setting<T>['parse']): Setting<T> {
  const { description, fallback = '', secret = false, isForTests = false } = words;
  return { name, description, fallback, secret, isForTests, parse };
}

function value<T>(value: T): Reading<T> {
  return { kind: 'value', value };
}

function problem(problem: string): Reading<never> {
  return { kind: 'problem', problem };
}
