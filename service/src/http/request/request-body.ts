import type { FastifyRequest } from 'fastify';
import { JSON_TYPE, withHint } from '../../contract/validation/hints.ts';
import { parseJsonBody } from '../../contract/validation/json.ts';
import type { GatewayProof } from '../../flows/lines/judge-gateway.ts';
import type { App } from '../app.ts';
import { InvalidRequest } from '../errors.ts';

/** A body that is not JSON; validation answers it like any body that is not an object. */
export class NotJson {
  readonly text: string;
  constructor(raw: Buffer) {
    this.text = raw.toString('utf8');
  }
}

const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Our own parser reads JSON bodies, so that broken ones get the documented 422. */
export function acceptJsonBodies(app: App): void {
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', (request, _reply, done) => {
    // Fastify itself answers a malformed type. A body without a type is not JSON.
    const { headers } = request.raw;
    if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) delete headers['content-type'];
    done();
  });
  app.addContentTypeParser(
    JSON_TYPE,
    { parseAs: 'buffer' },
    (request: FastifyRequest, raw: Buffer, done) => {
      // A route that takes no body ignores it.
      if (raw.length === 0 || request.routeOptions.schema?.body === undefined) return done(null);
      const parsed = parseJsonBody(raw);
      if (parsed.kind === 'invalid') {
        return done(new InvalidRequest(withHint(parsed.issues, request.headers)));
      }
      return done(null, parsed.value);
    },
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, raw: Buffer, done) =>
    done(null, raw.length === 0 ? undefined : new NotJson(raw)),
  );
}

/**
 * Reads the form by which a person asks for a file: a browser navigates with no other body. All
 * other routes take JSON alone.
 */
export function acceptForms(app: App): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    ({ routeOptions }, raw: Buffer, done) => {
      if (routeOptions.config.isExport !== true) return done(null, new NotJson(raw));
      return done(null, Object.fromEntries(new URLSearchParams(raw.toString('utf8'))));
    },
  );
}

/**
 * Keeps bodies exactly as they came, whatever their type, for routes that outside systems call in
 * their own dialects and sign in their own ways.
 */
export function acceptRawBodies(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: unknown, raw: Buffer) => raw,
  );
}

export function rawBody(request: { readonly body: unknown }): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** What a gateway's request proves; its answer is signed once the proof holds. */
export function gatewayProof(request: FastifyRequest): GatewayProof {
  return {
    raw: rawBody(request),
    query: request.query as GatewayProof['query'],
    authorization: headerOf(request, 'authorization'),
    signature: headerOf(request, 'x-signature'),
    timestamp: headerOf(request, 'x-timestamp'),
    onProven: (sign) => {
      request.signAnswer = sign;
    },
  };
}

export function headerOf({ headers }: FastifyRequest, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}
