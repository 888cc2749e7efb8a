import { frErrors } from './fr-errors.ts';
import { frProviders } from './fr-providers.ts';
import { frReasons } from './fr-reasons.ts';

/**
 * The service speaks English. These are its own fixed sentences in French, with `{}` where it puts
 * a figure, a name or another of its sentences. A test of the service fails for one that is
 * missing; what people wrote themselves, such as the reason of a decision, stays as it is.
 */
export const FRENCH: Readonly<Record<string, string>> = {
  ...frReasons,
  ...frProviders,
  ...frErrors,
};

export function sayInFrench(sentence: string): string {
  const known = FRENCH[sentence];
  if (known !== undefined && Object.hasOwn(FRENCH, sentence)) return known;
  for (const { pattern, french } of PATTERNS) {
    const [, ...parts] = pattern.exec(sentence) ?? [];
    if (parts.length > 0) return fill(french, parts.map(sayInFrench));
  }
  return sentence;
}

/** The sentences with gaps; those with more words of their own first, since gaps take anything. */
const PATTERNS = Object.entries(FRENCH)
  .filter(([english]) => english.includes('{}'))
  .toSorted(([a], [b]) => b.length - a.length)
  .map(([english, french]) => ({
    pattern: new RegExp(`^${english.split('{}').map(escape).join('(.+?)')}$`, 's'),
    french,
  }));

/** Not `RegExp.escape`, which browsers of last year do not have. */
function escape(words: string): string {
  return words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function fill(french: string, parts: readonly string[]): string {
  let next = 0;
  return french.replaceAll('{}', () => parts[next++] ?? '');
}
