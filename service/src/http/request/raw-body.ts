import type { App } from '../app.ts';

/**
 * Bodies exactly as they came, whatever their type, for routes that outside systems call in their
 * own dialects and sign in their own ways.
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
