/**
 * Cuts a text into words, runs of ASCII digits and single marks. Case, accents and white space have
 * no meaning in operators' texts and differ between phones, so words are folded and white space
 * only separates tokens. Digits of other scripts are marks: they are never a number.
 */
export function tokenise(message: string): SmsText {
  // NFC makes one character of a letter and its accent, so that it can be folded.
  const raw = message.normalize('NFC');
  const tokens: Token[] = [];
  let startsTextLine = true;
  let at = 0;
  while (at < raw.length) {
    const kind = kindOf(raw, at);
    if (kind === 'space') {
      if (raw[at] === '\n' || raw[at] === '\r') startsTextLine = true;
      at += 1;
      continue;
    }
    const start = at;
    at += 1;
    if (kind !== 'mark') while (at < raw.length && kindOf(raw, at) === kind) at += 1;
    tokens.push({ kind, text: fold(raw.slice(start, at)), start, end: at, startsTextLine });
    startsTextLine = false;
  }
  return { raw, tokens };
}

export interface SmsText {
  readonly raw: string;
  readonly tokens: readonly Token[];
}

export interface Token {
  readonly kind: 'word' | 'digits' | 'mark';
  /** In lower case and without accents. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly startsTextLine: boolean;
}

/** The words of a template's literal, folded like those of a text. */
export function wordsOf(literal: string): readonly string[] {
  return tokenise(literal).tokens.map(({ text }) => text);
}

/** Whether these words are in the text, starting at this token. */
export function standsAt(text: SmsText, index: number, words: readonly string[]): boolean {
  return words.every((word, offset) => text.tokens[index + offset]?.text === word);
}

/** Whether two neighbouring tokens touch: `4054FCFA` is a number and its unit without a space. */
export function touches(text: SmsText, index: number): boolean {
  const [token, next] = [text.tokens[index], text.tokens[index + 1]];
  return token !== undefined && next !== undefined && token.end === next.start;
}

function kindOf(raw: string, at: number): Token['kind'] | 'space' {
  const code = raw.charCodeAt(at);
  if (code >= 0x30 && code <= 0x39) return 'digits';
  if (code < 0x80) {
    const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
    if (isLetter || code === UNDERSCORE) return 'word';
    return code === 0x20 || (code >= 0x09 && code <= 0x0d) ? 'space' : 'mark';
  }
  if (code >= 0xc0 && code <= 0x17f && code !== 0xd7 && code !== 0xf7) return 'word';
  return SPACES.has(code) ? 'space' : 'mark';
}

/** Latin letters only: a letter of another script that looks Latin must not become Latin. */
function fold(part: string): string {
  if (/^[a-z0-9]*$/.test(part)) return part;
  if (part === '\u2019') return "'";
  if (kindOf(part, 0) !== 'word') return part;
  return part
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/** Companies write it for a space in their names. */
const UNDERSCORE = 0x5f;

const SPACES: ReadonlySet<number> = new Set([0xa0, 0x2002, 0x2003, 0x2009, 0x202f]);
