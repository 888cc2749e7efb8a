/** Words of a cell around `{value}`, which is wanted, and `{skip}`, which is any text or none. */
const HOLE = /\{(value|skip)\}/;

/**
 * Whether a text is such a pattern: it has words, at most one value, and words between two holes,
 * since these could be divided anywhere.
 */
export function isTextPattern(text: string): boolean {
  const parts = text.split(HOLE);
  const words = parts.filter((_, index) => index % 2 === 0);
  const values = parts.filter((part, index) => index % 2 === 1 && part === 'value');
  return (
    /[\p{L}\p{N}]/u.test(words.join('')) &&
    values.length <= 1 &&
    words.slice(1, -1).every((part) => part !== '')
  );
}

export function isValuePattern(text: string): boolean {
  return isTextPattern(text) && text.includes('{value}');
}

/**
 * Compiles a pattern: the function returns the value of a text that fits it whole (empty if the
 * pattern has none), and otherwise `null`. Capitals, accents and how many blanks do not matter. It
 * looks for each word once and never goes back, so no text and no pattern makes it slow.
 */
export function compilePattern(pattern: string): (text: string) => string | null {
  const parts = bounded(pattern).split(HOLE);
  const words = parts.filter((_, index) => index % 2 === 0).map(foldLetters);
  const holes = parts.filter((_, index) => index % 2 === 1);
  const [first = '', ...others] = words;
  return (text) => {
    const shown = ` ${tidy(text)} `;
    const folded = foldLetters(shown);
    if (!folded.startsWith(first)) return null;
    let next = first.length;
    let value = '';
    for (const [index, word] of others.entries()) {
      const isValue = holes[index] === 'value';
      const isLast = index === others.length - 1;
      const least = isValue ? next + 1 : next;
      const at = isLast ? folded.length - word.length : folded.indexOf(word, least);
      if (at < least || !folded.startsWith(word, at)) return null;
      if (isValue) value = shown.slice(next, at).trim();
      if (isValue && value === '') return null;
      next = at + word.length;
    }
    return next === folded.length ? value : null;
  };
}

/** A hole at an end takes the blank that every text has there. */
function bounded(pattern: string): string {
  const plain = tidy(pattern);
  const start = /^\{(?:value|skip)\}/.test(plain) ? '' : ' ';
  const end = /\{(?:value|skip)\}$/.test(plain) ? '' : ' ';
  return `${start}${plain}${end}`;
}

function tidy(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** Small letters without accents, each at the place of the letter that it stands for. */
function foldLetters(text: string): string {
  // Most cells are plain, and a file has a million of them.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return Array.from({ length: text.length }, (_, at) => {
    const letter = text[at] ?? '';
    return letter.normalize('NFD')[0]?.toLowerCase()[0] ?? letter;
  }).join('');
}

/** A value within a text, with what stands before and after it. */
export interface ValueWithin {
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

/** More would be about these lines and not about the form. */
const mostPatterns = (texts: number) => Math.min(10, Math.max(2, Math.floor(texts / 2)));

/**
 * Patterns that find these values in their texts. Names of people stand around values, so of
 * several ways to write what is around them the one with the fewest patterns counts, and of these
 * the most exact. None if no way finds each value.
 */
export function proposePatterns(found: readonly ValueWithin[]): readonly string[] {
  const most = mostPatterns(found.length);
  const ways = AROUND.map((around) => [...new Set(found.map(around))]).filter(
    (patterns) =>
      patterns.length <= most && patterns.every(isTextPattern) && findAll(patterns, found),
  );
  return ways.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

function findAll(patterns: readonly string[], found: readonly ValueWithin[]): boolean {
  const finders = patterns.map(compilePattern);
  return found.every(({ before, value, after }) => {
    const first = finders.map((find) => find(before + value + after)).find((one) => one !== null);
    return first === tidy(value);
  });
}

/** What stands around a value, from the most exact to the least. */
const AROUND: readonly ((found: ValueWithin) => string)[] = [
  ({ before, after }) => `${maskDigits(before)}{value}${nextWord(after)}`.trim(),
  ({ before, after }) => `${maskDigits(before)}{value}${anyText(after)}`.trim(),
  ({ before, after }) => `${lastWord(before)}{value}${nextWord(after)}`.trim(),
  ({ before, after }) => `${lastWord(before)}{value}${anyText(after)}`.trim(),
];

const wordsOf = (text: string) => text.split(/\s+/);

/** Figures differ from line to line. */
function maskDigits(before: string): string {
  return wordsOf(before)
    .map((word) => (/\d/.test(word) ? '{skip}' : word))
    .join(' ');
}

function lastWord(before: string): string {
  const words = wordsOf(before);
  const end = words.slice(words.at(-1) === '' ? -2 : -1).join(' ');
  return end.trim() === before.trim() ? end : `{skip} ${end}`;
}

/** The word after a value shows where one with blanks ends. */
function nextWord(after: string): string {
  const words = wordsOf(after);
  const start = words.slice(0, words[0] === '' ? 2 : 1).join(' ');
  if (/\d/.test(start)) return anyText(after);
  return start.trim() === after.trim() ? start : `${start} {skip}`;
}

function anyText(after: string): string {
  if (after.trim() === '') return '';
  return /^\s/.test(after) ? ' {skip}' : '{skip}';
}
