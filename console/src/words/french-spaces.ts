const NO_BREAK_SPACE = '\u00a0';

/**
 * Texts in which no line begins with a colon: French parts it and its like from the word before by
 * a space that does not break. Written as an ordinary one, so that the sources can be read.
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
