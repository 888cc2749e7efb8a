import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { CHECKOUT } from '../../settings/checkout.ts';
import type { App } from '../app.ts';
import { sendProblem } from '../errors.ts';
import { readersAddress } from './front-page.ts';
import {
  addressOf,
  CHAPTERS,
  languageOf,
  listDocuments,
  readDocument,
  resolveLink,
  weightOf,
} from './guide-documents.ts';
import { escapeHtml, HEADERS, PAGES_SCRIPT, sendPage } from './page.ts';
import { type RenderedDocument, renderDocument } from './render-document.ts';
import { createGuideSearch, type GuideHits } from './search-guide.ts';

/** The documents of the repository, as pages that can be searched. */
export async function guideRoutes(app: App): Promise<void> {
  const guide = createGuide();
  app.get('/guide', { schema: { hide: true } }, (request, reply) => {
    const { q } = request.query as { readonly q?: string | string[] };
    const query = String(q ?? '').slice(0, 200);
    const main = query === '' ? contents(guide) : findings(guide.search(query), query);
    const title = query === '' ? 'Guide' : 'Search';
    return sendPage(reply, { title, main, aside: menu(guide, null), query, hasSearch: true });
  });
  app.get('/guide/*', { schema: { hide: true } }, (request, reply) => {
    const { '*': path } = request.params as { readonly '*': string };
    const address = `/guide/${path}`;
    const document = guide.find(address);
    if (document === null) return sendProblem(reply, { code: 'not_found' });
    // Examples name the address of a fresh sandbox; the reader may use another.
    const main = document.html.replaceAll(
      'http://localhost:8000',
      escapeHtml(readersAddress(request)),
    );
    return sendPage(reply, {
      title: document.title,
      main,
      aside: menu(guide, address),
      contents: contentsOf(document),
      hasSearch: true,
      scripts: [PAGES_SCRIPT],
      language: languageOf(address),
    });
  });
  const script = readFileSync(join(import.meta.dirname, 'pages.js'));
  app.get(PAGES_SCRIPT, { schema: { hide: true } }, (_request, reply) =>
    reply.headers(HEADERS).type('text/javascript; charset=utf-8').send(script),
  );
  app.get('/postman-collection.json', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send(await readFile(join(CHECKOUT, 'docs', 'postman-collection.json'))),
  );
  await app.register(fastifyStatic, {
    root: join(CHECKOUT, 'docs', 'images'),
    prefix: '/guide/images/',
    decorateReply: false,
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(HEADERS)) response.header(name, value);
    },
  });
}

/** The style sheet of all pages. */
export function pageStyleRoute(app: App): void {
  const style = readFileSync(join(import.meta.dirname, 'pages.css'));
  app.get('/pages.css', { schema: { hide: true } }, (_request, reply) =>
    reply.headers(HEADERS).type('text/css; charset=utf-8').send(style),
  );
}

interface Guide {
  readonly find: (address: string) => RenderedDocument | null;
  readonly search: (query: string) => GuideHits;
}

/** Renders a document, and makes the search, on the first request: most starts need none. */
function createGuide(): Guide {
  const documents = listDocuments();
  const rendered = new Map<string, RenderedDocument>();
  const find = (address: string) => {
    const file = documents.get(address);
    if (file === undefined) return null;
    const known = rendered.get(address);
    if (known !== undefined) return known;
    const resolve = (href: string) => resolveLink(documents, file, href);
    const document = renderDocument(readDocument(file), resolve);
    rendered.set(address, document);
    return document;
  };
  const all = () =>
    [...documents].flatMap(([address, file]) => {
      const document = find(address);
      return document === null ? [] : [{ address, weight: weightOf(file), ...document }];
    });
  let searchAll: ReturnType<typeof createGuideSearch> | null = null;
  return {
    find,
    search(query) {
      searchAll ??= createGuideSearch(all());
      return searchAll(query);
    },
  };
}

function menu(guide: Guide, current: string | null): string {
  return CHAPTERS.map(({ title, files }) => {
    const items = files.map(addressOf).map((address) => {
      const here = address === current ? ' aria-current="page"' : '';
      const name = escapeHtml(guide.find(address)?.title ?? '');
      return `<li><a href="${address}"${here}>${name}</a></li>`;
    });
    return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
  }).join('');
}

/** Below this a page is short enough to be seen at a glance. */
const FEWEST_CHAPTERS = 4;

/** The headings of a long page, to stand beside it. */
function contentsOf({ sections }: RenderedDocument): string {
  const shown = sections.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.filter(({ depth }) => depth === 2).length < FEWEST_CHAPTERS) return '';
  const items = shown.map(
    ({ id, heading, depth }) =>
      `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(heading)}</a></li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

function contents(guide: Guide): string {
  const chapters = CHAPTERS.map(({ title, files }) => {
    const items = files.map(addressOf).map((address) => {
      const document = guide.find(address);
      return `<li><a href="${address}">${escapeHtml(document?.title ?? '')}</a><br>
        <span class="soft">${escapeHtml(summaryOf(document))}</span></li>`;
    });
    return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
  });
  return `<h1>Guide</h1>
    <p>Everything about this service. The <a href="/docs">explorer</a> calls it from the browser,
    <a href="/openapi.json">openapi.json</a> describes it for programs.</p>
    ${chapters.join('')}`;
}

/** The first sentence of a document; a full stop inside a word, as in a file's name, ends none. */
function summaryOf(document: RenderedDocument | null): string {
  const about = (document?.sections[0]?.text ?? '').trim();
  return /^.*?[.!?](?=\s+\p{Lu}|\s*$)/u.exec(about)?.[0] ?? about;
}

function findings({ hits, haveAllTerms }: GuideHits, query: string): string {
  const items = hits.map(
    ({ address, document, heading, excerpt, terms }) =>
      `<li><a href="${escapeHtml(address)}">${escapeHtml(heading)}</a>
        <span class="soft">${escapeHtml(document)}</span><br>${markTerms(excerpt, terms)}</li>`,
  );
  const sections = `${hits.length} ${hits.length === 1 ? 'section' : 'sections'}`;
  const sum = haveAllTerms ? sections : `No section has all of these words. ${sections} with some:`;
  return `<h1>Search: ${escapeHtml(query)}</h1><p>${hits.length === 0 ? 'Nothing found.' : sum}</p>
    <ol>${items.join('')}</ol>`;
}

function markTerms(text: string, terms: readonly string[]): string {
  if (terms.length === 0) return escapeHtml(text);
  const words = terms.toSorted((a, b) => b.length - a.length).map((term) => RegExp.escape(term));
  return text
    .split(new RegExp(`(${words.join('|')})`, 'i'))
    .map((part, n) => (n % 2 === 0 ? escapeHtml(part) : `<mark>${escapeHtml(part)}</mark>`))
    .join('');
}
