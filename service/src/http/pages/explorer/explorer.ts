import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { readersAddress } from '../front-page.ts';
import { HEADERS, PAGES_SCRIPT, sendPage } from '../page.ts';
import type { InterfaceDocument } from './document.ts';
import { renderInterface, renderMenu } from './render-interface.ts';

/** The interface as a page on which every operation can be called. */
export function explorerRoutes(app: App): void {
  const script = readFileSync(join(import.meta.dirname, 'explorer.js'));
  let page: { readonly main: string; readonly aside: string } | null = null;
  app.get('/docs', { schema: { hide: true } }, (request, reply) => {
    // Rendered on the first request: the document is complete only after the start.
    page ??= renderPage(app.swagger() as unknown as InterfaceDocument);
    const main = page.main.replaceAll(ADDRESS, readersAddress(request));
    const own = { title: 'API explorer', aside: page.aside, hasSearch: true };
    const scripts = ['/docs/explorer.js', PAGES_SCRIPT];
    return sendPage(reply, { ...own, main, scripts, callsService: true });
  });
  app.get('/docs/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs', 301));
  app.get('/docs/explorer.js', { schema: { hide: true } }, (_request, reply) =>
    reply.headers(HEADERS).type('text/javascript; charset=utf-8').send(script),
  );
}

/** A placeholder for the address of the service in examples. */
const ADDRESS = '{address}';

function renderPage(document: InterfaceDocument) {
  return { main: renderInterface(document, ADDRESS), aside: renderMenu(document) };
}
