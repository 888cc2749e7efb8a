import { Marked, Renderer, type Token, type Tokens } from 'marked';
import { escapeHtml } from './page.ts';

export interface RenderedDocument {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/** A heading with the text below it, for searching. */
export interface Section {
  readonly heading: string;
  readonly id: string;
  /** 1 for the title of the document, 2 for its chapters. */
  readonly depth: number;
  readonly text: string;
}

/** Renders our own Markdown as HTML; `resolve` returns the target of a link, or `null` for none. */
export function renderDocument(
  markdown: string,
  resolve: (href: string) => string | null,
): RenderedDocument {
  const slugs = createSlugs();
  const marked = new Marked({
    extensions: [{ name: 'rendered', renderer: ({ html }) => String(html) }],
    renderer: {
      heading({ tokens, depth, text }) {
        const html = this.parser.parseInline(tokens);
        return `<h${depth} id="${slugs(text)}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        const target = resolve(href);
        return target === null ? html : `<a href="${escapeHtml(target)}">${html}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(resolve(href) ?? href)}" alt="${escapeHtml(text)}">`;
      },
      code: ({ text, lang }) => renderCode(text, lang),
      table(token) {
        return `<div class="wide" tabindex="0">${PLAIN.table.call(this, token)}</div>`;
      },
      tablecell(token) {
        return PLAIN.tablecell.call(this, token.text === '' ? { ...token, header: false } : token);
      },
      html: () => '',
    },
  });
  const tokens = marked.lexer(markdown);
  const sections = cutSections(tokens);
  return {
    title: sections[0]?.heading ?? '',
    html: marked.parser(groupSamples(tokens)),
    sections,
  };
}

const PLAIN = new Renderer();

/** A block wider than the page scrolls by itself, with the keyboard too; output is not copied. */
export function renderCode(text: string, language = ''): string {
  const copy = language === '' || language === 'text' ? '' : ' data-copy';
  return `<pre tabindex="0"${copy}><code>${highlightCode(text, language)}</code></pre>\n`;
}

/** The comment before code blocks that show the same in several languages. */
const SAMPLES = '<!-- samples -->';

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'curl',
  js: 'JavaScript',
  ts: 'TypeScript',
  php: 'PHP',
  python: 'Python',
};

/** Puts the code blocks below the comment into one element, which the pages' script makes tabs of. */
function groupSamples(tokens: readonly Token[]): Token[] {
  const grouped: Token[] = [];
  let samples: Tokens.Code[] | null = null;
  const close = () => {
    if (samples !== null) grouped.push(renderedToken(renderSamples(samples, grouped.length)));
    samples = null;
  };
  for (const token of tokens) {
    if (token.type === 'html' && token.raw.trim() === SAMPLES) {
      close();
      samples = [];
    } else if (samples !== null && token.type === 'code') samples.push(token as Tokens.Code);
    else if (samples === null || token.type !== 'space') {
      close();
      grouped.push(token);
    }
  }
  close();
  return grouped;
}

function renderSamples(samples: readonly Tokens.Code[], group: number): string {
  const panels = samples.map(
    ({ text, lang = '' }, n) =>
      `<section id="samples-${group}-${n}"><p class="language">${LANGUAGES[lang] ?? lang}</p>${renderCode(text, lang)}</section>`,
  );
  return `<div class="samples">${panels.join('')}</div>`;
}

/** HTML of ours; what the Markdown contains as HTML is dropped. */
function renderedToken(html: string): Token {
  return { type: 'rendered', raw: '', html };
}

function cutSections(tokens: readonly Token[]): readonly Section[] {
  const slugs = createSlugs();
  const sections: { heading: string; id: string; depth: number; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { text, depth } = token as Tokens.Heading;
      sections.push({ heading: plain(text), id: slugs(text), depth, text: '' });
    } else {
      const last = sections.at(-1);
      if (last !== undefined && token.type !== 'html') last.text += ` ${plain(token.raw)}`;
    }
  }
  return sections;
}

/** The text without Markdown marks. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]|^#+|(?<=^|\s)-{3,}/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Ids of headings as GitHub makes them, so that links work here and there. */
function createSlugs(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  };
}

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
