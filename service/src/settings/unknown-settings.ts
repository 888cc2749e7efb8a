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
    const nearest = OURS.find((one) => stepsBetween(name, one) <= MOST_STEPS);
    return nearest === undefined ? [] : [`${name} is no setting; did you mean ${nearest}?`];
  });
}

/** Short names of other programs, such as HOME, are near to ours by chance. */
const SHORTEST = 7;
const MOST_STEPS = 2;

/** The name that was probably meant, or `null` if none is near. */
export function nearestOf(name: string, known: readonly string[]): string | null {
  const ranked = known
    .map((one) => ({ one, steps: stepsBetween(name, one) }))
    .toSorted((a, b) => a.steps - b.steps);
  const [best] = ranked;
  return best !== undefined && best.steps <= Math.ceil(name.length / 4) ? best.one : null;
}

/** How many letters are changed, left out, added, or exchanged with their neighbour. */
function stepsBetween(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const steps = [at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (isSame ? 0 : 1)];
      if (i > 1 && j > 1 && isSwapped) steps.push(at(before, j - 2) + 1);
      next.push(Math.min(...steps));
    }
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
