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
