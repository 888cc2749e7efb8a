import { escapeHtml } from './page.ts';

/** Marks comments, strings, words and numbers of a code block; an unknown language stays plain. */
export function highlightCode(text: string, language: string): string {
  const pattern = PATTERNS.get(language);
  if (pattern === undefined) return escapeHtml(text);
  let html = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = KINDS.find((one) => match.groups?.[one] !== undefined);
    html += escapeHtml(text.slice(end, match.index));
    html += `<span class="code-${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(end));
}

const KINDS = ['comment', 'string', 'word', 'number'] as const;

const QUOTED = String.raw`'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"`;
const NUMBER = String.raw`(?<number>\b\d[\d_.]*\b)`;

/** The first of the alternatives that fits wins, so that a string may hold a comment's sign. */
function patternOf(parts: {
  readonly comment: string;
  readonly string?: string;
  readonly words: string;
  readonly number?: string;
}): RegExp {
  const { comment, string = QUOTED, words, number = NUMBER } = parts;
  const word = String.raw`(?<word>(?<![\w$.-])(?:${words.replaceAll(' ', '|')})(?![\w-]))`;
  return new RegExp(`(?<comment>${comment})|(?<string>${string})|${word}|${number}`, 'gm');
}

const SCRIPT = patternOf({
  comment: String.raw`\/\/.*|\/\*[^]*?\*\/`,
  string: `${QUOTED}|\`[^\`]*\``,
  words:
    'as async await case catch class const default else export extends false finally for from function if import in interface let new null of return switch throw true try type typeof undefined while',
});
const SHELL = patternOf({
  // The port of an address is part of a word here, and examples get the reader's address.
  number: String.raw`(?<number>(?<=\s)\d+(?=\s|$))`,
  comment: String.raw`(?<=^|\s)#.*`,
  words:
    'apt apt-get cat cd cp curl docker done do echo export for git if fi in install journalctl mkdir momo node npm npx openssl pg_dump php pip psql python3 sed sudo systemctl then',
});

const PATTERNS: ReadonlyMap<string, RegExp> = new Map([
  ...['js', 'mjs', 'ts', 'tsx'].map((name) => [name, SCRIPT] as const),
  ...['sh', 'bash'].map((name) => [name, SHELL] as const),
  [
    'php',
    patternOf({
      comment: String.raw`\/\/.*|#(?!\[).*|\/\*[^]*?\*\/`,
      words:
        'array as catch class const declare echo else exit false final fn for foreach function if match namespace new null public private readonly require return static string throw true try use while',
    }),
  ],
  [
    'python',
    patternOf({
      comment: '#.*',
      string: `"""[^]*?"""|${QUOTED}`,
      words:
        'False None True and as async await class def elif else except finally for from if import in is lambda not or raise return try while with yield',
    }),
  ],
  [
    'json',
    new RegExp(
      String.raw`(?<word>"(?:\\.|[^"\\])*"(?=\s*:)|\b(?:true|false|null)\b)|(?<string>"(?:\\.|[^"\\])*")|${NUMBER}`,
      'g',
    ),
  ],
  [
    'sql',
    patternOf({
      comment: '--.*',
      words:
        'alter and as by create delete drop from grant group in insert into is join not null on or order role select set table update user values where with',
    }),
  ],
]);
