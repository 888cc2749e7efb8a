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
  readonly text: string;
}

/** Renders our own Markdown as HTML; `resolve` returns the target of a link, or `null` for none. */
export function renderDocument(
  markdown: string,
  resolve: (href: string) => string | null,
): RenderedDocument {
  const slugs = createSlugs();
  const marked = new Marked({
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
      // A block wider than the page scrolls by itself, with the keyboard too.
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
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
    html: marked.parser(tokens),
    sections,
  };
}

const PLAIN = new Renderer();

function cutSections(tokens: readonly Token[]): readonly Section[] {
  const slugs = createSlugs();
  const sections: { heading: string; id: string; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { text } = token as Tokens.Heading;
      sections.push({ heading: plain(text), id: slugs(text), text: '' });
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
