import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { CHECKOUT } from '../../settings/checkout.ts';
import type { App } from '../app.ts';

const DIST = join(CHECKOUT, 'console', 'dist');

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

/** Serves the staff's browser pages: the files that the console workspace was built into. */
export async function consoleRoutes(app: App, { environment }: ConsoleDeps): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(DIST, 'assets'),
    prefix: '/console/assets/',
    decorateReply: false,
    // A changed file has another name, so browsers need not ask again.
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(HEADERS)) response.header(name, value);
    },
  });
  app.get('/console/icon.svg', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers(HEADERS)
      .type('image/svg+xml')
      .send(await readFile(join(DIST, 'icon.svg'))),
  );
  // Every other path is a screen; the page itself picks it.
  for (const path of ['/console', '/console/*']) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) => {
      const page = await readPage();
      if (page === null) {
        return reply.code(503).header('retry-after', '60').send({ detail: NOT_BUILT });
      }
      return reply
        .headers(HEADERS)
        .type('text/html; charset=utf-8')
        .send(inEnvironment(page, environment));
    });
  }
}

interface ConsoleDeps {
  readonly environment: 'sandbox' | 'live';
}

/** Before a person has signed in, the page itself says whether this is real money. */
function inEnvironment(page: string, environment: ConsoleDeps['environment']): string {
  return page.replace('<html ', `<html data-environment="${environment}" `);
}

const NOT_BUILT = 'The console has not been built. Run: npm run build:console';

async function readPage(): Promise<string | null> {
  try {
    return await readFile(join(DIST, 'index.html'), 'utf8');
  } catch {
    return null;
  }
}
