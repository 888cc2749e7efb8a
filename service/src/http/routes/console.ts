import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { CHECKOUT } from '../../config.ts';
import type { App } from '../app.ts';

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The staff's browser pages: plain files of the console workspace. */
export async function consoleRoutes(app: App): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(CHECKOUT, 'console', 'public'),
    prefix: '/console/',
    decorateReply: false,
    setHeaders: (response) => {
      response.header('content-security-policy', CONTENT_SECURITY_POLICY);
      response.header('x-content-type-options', 'nosniff');
      response.header('referrer-policy', 'no-referrer');
    },
  });
  app.get('/console', { schema: { hide: true } }, (_request, reply) => reply.redirect('/console/'));
}
