import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { App } from '../../app.ts';

const ONE_DAY_MS = 86_400_000;

/** The providers' logos, our own drawings, for pages of the platform: no key needed. */
export async function logoRoutes(app: App): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(import.meta.dirname, '..', '..', '..', '..', 'assets', 'logos'),
    prefix: '/assets/logos/',
    decorateReply: false,
    maxAge: ONE_DAY_MS,
    setHeaders: (response) => {
      response.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
      response.header('x-content-type-options', 'nosniff');
      response.header('access-control-allow-origin', '*');
    },
  });
}
