import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { OPERATORS } from '../../../domain/operators/operator.ts';
import type { App } from '../../app.ts';

const ONE_DAY_MS = 86_400_000;

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'domain', 'operators');
const LOGOS: ReadonlySet<string> = new Set(OPERATORS.map((operator) => `/${operator}.svg`));

/**
 * The operators' logos, our own drawings, for pages of the platform: no key needed. Nothing else in
 * an operator's folder is served.
 */
export async function logoRoutes(app: App): Promise<void> {
  await app.register(fastifyStatic, {
    root: OPERATORS.map((operator) => join(FOLDER, operator)),
    allowedPath: (path) => LOGOS.has(path),
    prefix: '/assets/logos/',
    decorateReply: false,
    maxAge: ONE_DAY_MS,
    setHeaders: (response) => {
      response.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
      response.header('access-control-allow-origin', '*');
    },
  });
}
