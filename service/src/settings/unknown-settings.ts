import { nearestOf } from '../domain/nearest-name.ts';
import { FORMER_NAMES } from './former-settings.ts';
import type { Setting } from './setting-kinds.ts';
import { SETTINGS } from './settings.ts';

const OURS: readonly string[] = Object.values<Setting<unknown>>(SETTINGS).flatMap(
  ({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]),
);
const KNOWN: ReadonlySet<string> = new Set([...OURS, ...FORMER_NAMES, 'ENV_FILE']);

/** Names that Node and its libraries read; they may be in the same file. */
const OF_OTHERS = /^(NODE_|UV_|SSL_CERT_|OPENSSL_|PG|LC_|LANG$|TZ$)/;

/** A name in a settings file that is not a setting was meant as another one. */
export function findUnknownNames(names: readonly string[], file: string): readonly string[] {
  return names
    .filter((name) => !KNOWN.has(name) && !OF_OTHERS.test(name))
    .map((name) => {
      const nearest = nearestOf(name, OURS);
      const hint = nearest === null ? '' : `; did you mean ${nearest}?`;
      return `${name} in ${file} is no setting${hint}`;
    });
}

/** An environment has many other names; one that is almost ours was probably meant so. */
export function findMisspelt(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    if (KNOWN.has(name) || OF_OTHERS.test(name) || name.length < SHORTEST) return [];
    const nearest = nearestOf(name, OURS, MOST_STEPS);
    return nearest === null ? [] : [`${name} is no setting; did you mean ${nearest}?`];
  });
}

/** Short names of other programs, such as HOME, are near to ours by chance. */
const SHORTEST = 7;
const MOST_STEPS = 2;
