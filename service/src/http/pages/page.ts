import type { FastifyReply } from 'fastify';

/** A page for people; it loads nothing from other servers, and can be read without its scripts. */
export interface Page {
  readonly title: string;
  /** HTML of the part that differs from page to page. */
  readonly main: string;
  /** HTML beside it, such as the list of documents. */
  readonly aside?: string;
  /** HTML of the page's own headings; empty on a short page. */
  readonly contents?: string;
  readonly query?: string;
  /** Pages outside the guide have no search. */
  readonly hasSearch: boolean;
  /** The paths of the page's scripts on this service. */
  readonly scripts?: readonly string[];
  /** Whether the scripts send requests to this service. */
  readonly callsService?: boolean;
  readonly language?: 'en' | 'fr';
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.headers(headersOf(page)).type('text/html; charset=utf-8').send(renderPage(page));
}

/** Nothing is loaded from elsewhere, and no script runs. */
export const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;

/** Scripts are ours, and most of them may not even call this service. */
function headersOf({ scripts = [], callsService = false }: Page): Readonly<Record<string, string>> {
  if (scripts.length === 0) return HEADERS;
  const policy = `${HEADERS['content-security-policy']}; script-src 'self'`;
  return {
    ...HEADERS,
    'content-security-policy': callsService ? `${policy}; connect-src 'self'` : policy,
  };
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Tabs and copy buttons; only a sandbox serves it. */
export const PAGES_SCRIPT = '/pages.js';

export const SERVICE_NAME = 'Mobile Money Payment Service';

function renderPage(page: Page): string {
  const { title, main, aside, contents = '', query = '', hasSearch } = page;
  const { scripts = [], language = 'en' } = page;
  const name = title === SERVICE_NAME ? title : `${title} · ${SERVICE_NAME}`;
  const search = hasSearch
    ? `<form role="search" action="/guide"><input type="search" name="q" required
        aria-label="Search the guide" placeholder="Search the guide" value="${escapeHtml(query)}">
        <button>Search</button></form>`
    : '';
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<link rel="stylesheet" href="/pages.css">
<link rel="icon" href="/console/icon.svg">
${scripts.map((script) => `<script type="module" src="${script}"></script>`).join('')}
<a class="skip" href="#content">To the content</a>
<header><a class="name" href="/">${SERVICE_NAME}</a>${search}</header>
<div class="columns">
${aside === undefined ? '' : `<nav aria-label="Guide">${aside}</nav>`}
<div class="page">
${contents === '' ? '' : `<nav class="contents" aria-label="On this page"><h2>On this page</h2>${contents}</nav>`}
<main id="content" tabindex="-1">
${main}
</main>
</div>
</div>
</html>
`;
}
