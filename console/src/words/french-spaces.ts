const NO_BREAK_SPACE = '\u00a0';

/**
 * Texts in which no line begins with a colon: French puts a no-break space before a colon and
 * similar marks. The sources have an ordinary space, so that they are easy to read.
 */
export function withFrenchSpaces<T>(words: T): T {
  return transform(words) as T;
}

function transform(words: unknown): unknown {
  if (typeof words === 'string') return spaced(words);
  if (typeof words === 'function') {
    return (...values: readonly unknown[]) => transform(Reflect.apply(words, undefined, values));
  }
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, transform(value)]));
}

function spaced(text: string): string {
  return text.replaceAll(/ (?=[:;?!»])/g, NO_BREAK_SPACE).replaceAll(/(?<=«) /g, NO_BREAK_SPACE);
}
