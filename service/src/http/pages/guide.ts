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
  listDocuments,
  readDocument,
  resolveLink,
} from './guide-documents.ts';
import { escapeHtml, HEADERS, sendPage } from './page.ts';
import { type RenderedDocument, renderDocument, type Section } from './render-document.ts';

interface GuideHit {
  readonly address: string;
  readonly document: string;
  readonly heading: string;
  /** The text around the first search term that was found. */
  readonly excerpt: string;
}

interface Searched {
  readonly address: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

const MOST = 30;
const EXCERPT_BEFORE = 60;
const EXCERPT_LENGTH = 240;

/** The sections that contain every search term, those with the terms in the heading first. */
function searchGuide(documents: readonly Searched[], query: string): readonly GuideHit[] {
  const words = searchWordsOf(query);
  if (words.length === 0) return [];
  return documents
    .flatMap((document) => document.sections.map((section) => rate(document, section, words)))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ finding }) => finding);
}

function searchWordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
}

function rate({ address, title, sections }: Searched, section: Section, words: readonly string[]) {
  const heading = section.heading.toLowerCase();
  const text = section.text.toLowerCase();
  const hits = words.map((word) => (heading.includes(word) ? 10 : text.includes(word) ? 1 : 0));
  const score = hits.some((hit) => hit === 0) ? 0 : hits.reduce<number>((sum, hit) => sum + hit, 0);
  const first = Math.max(0, Math.min(...words.map((word) => text.indexOf(word))));
  const from = Math.max(0, first - EXCERPT_BEFORE);
  const isTitle = section === sections[0];
  return {
    score,
    finding: {
      address: isTitle ? address : `${address}#${section.id}`,
      document: title,
      heading: section.heading,
      excerpt: section.text.slice(from, from + EXCERPT_LENGTH),
    },
  };
}

/** The documents of the repository, as pages that can be searched. */
export async function guideRoutes(app: App): Promise<void> {
  const guide = createGuide();
  app.get('/guide', { schema: { hide: true } }, (request, reply) => {
    const { q } = request.query as { readonly q?: string | string[] };
    const query = String(q ?? '').slice(0, 200);
    const main = query === '' ? contents(guide) : findings(searchGuide(guide.all(), query), query);
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
    const { title } = document;
    return sendPage(reply, { title, main, aside: menu(guide, address), hasSearch: true });
  });
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
  readonly all: () => readonly Searched[];
}

/** Renders a document on its first request: most starts of the service need none. */
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
  return {
    find,
    all: () =>
      [...documents.keys()].flatMap((address) => {
        const document = find(address);
        return document === null ? [] : [{ address, ...document }];
      }),
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

function contents(guide: Guide): string {
  const chapters = CHAPTERS.map(({ title, files }) => {
    const items = files.map(addressOf).map((address) => {
      const document = guide.find(address);
      const about = document?.sections[0]?.text ?? '';
      const first = /^.*?[.:](?=\s|$)/.exec(about)?.[0] ?? about;
      return `<li><a href="${address}">${escapeHtml(document?.title ?? '')}</a><br>
        <span class="soft">${escapeHtml(first)}</span></li>`;
    });
    return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
  });
  return `<h1>Guide</h1>
    <p>Everything about this service. The <a href="/docs">explorer</a> calls it from the browser,
    <a href="/openapi.json">openapi.json</a> is its description for programs.</p>
    ${chapters.join('')}`;
}

function findings(found: readonly GuideHit[], query: string): string {
  const items = found.map(
    ({ address, document, heading, excerpt }) =>
      `<li><a href="${escapeHtml(address)}">${escapeHtml(heading)}</a>
        <span class="soft">${escapeHtml(document)}</span><br>${highlight(excerpt, query)}</li>`,
  );
  const sum = found.length === 0 ? 'Nothing has all of these words.' : `${found.length} sections`;
  return `<h1>Search: ${escapeHtml(query)}</h1><p>${sum}</p><ol>${items.join('')}</ol>`;
}

function highlight(text: string, query: string): string {
  const words = searchWordsOf(query).map((word) => RegExp.escape(word));
  return text
    .split(new RegExp(`(${words.join('|')})`, 'i'))
    .map((part, n) => (n % 2 === 0 ? escapeHtml(part) : `<mark>${escapeHtml(part)}</mark>`))
    .join('');
}
