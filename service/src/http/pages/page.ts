import type { FastifyReply } from 'fastify';

/** A page for people, nearly always without scripts; it loads nothing from other servers. */
export interface Page {
  readonly title: string;
  /** HTML of the part that differs from page to page. */
  readonly main: string;
  /** HTML beside it, such as the list of documents. */
  readonly aside?: string;
  readonly query?: string;
  /** Pages outside the guide have no search. */
  readonly hasSearch: boolean;
  /** The path of the page's one script on this service; most pages need none. */
  readonly script?: string;
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const headers = page.script === undefined ? HEADERS : WITH_SCRIPT;
  return reply.headers(headers).type('text/html; charset=utf-8').send(renderPage(page));
}

/** Nothing is loaded from elsewhere, and no script runs. */
export const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;

/** The script is ours and calls only this service. */
const WITH_SCRIPT = {
  ...HEADERS,
  'content-security-policy': `${HEADERS['content-security-policy']}; script-src 'self'; connect-src 'self'`,
} as const;

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

export const SERVICE_NAME = 'Mobile Money Payment Service';

function renderPage({ title, main, aside, query = '', hasSearch, script }: Page): string {
  const name = title === SERVICE_NAME ? title : `${title} · ${SERVICE_NAME}`;
  const search = hasSearch
    ? `<form role="search" action="/guide"><input type="search" name="q" required
        aria-label="Search the guide" placeholder="Search the guide" value="${escapeHtml(query)}">
        <button>Search</button></form>`
    : '';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<link rel="stylesheet" href="/pages.css">
<link rel="icon" href="/console/icon.svg">
${script === undefined ? '' : `<script type="module" src="${script}"></script>`}
<a class="skip" href="#content">To the content</a>
<header><a class="name" href="/">${SERVICE_NAME}</a>${search}</header>
<div class="columns">
${aside === undefined ? '' : `<nav aria-label="Guide">${aside}</nav>`}
<main id="content" tabindex="-1">
${main}
</main>
</div>
</html>
`;
}
