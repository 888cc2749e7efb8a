import { PassThrough } from 'node:stream';
import type { Feed } from '../../../flows/staff/feed.ts';
import type { App } from '../../app.ts';

/** Proxies close connections that are silent for long. */
const HEARTBEAT_MS = 15_000;

/** Server-sent events that tell open screens what to load again. */
export function staffFeedRoutes(app: App, { feed }: { readonly feed: Feed }): void {
  app.get(
    '/internal/v1/events',
    { schema: { hide: true }, config: { role: 'viewer' } },
    (_request, reply) => {
      const stream = new PassThrough();
      const send = (text: string) => stream.write(text);
      send(': open\n\n');
      const leave = feed.join((change) => {
        send(`event: change\ndata: ${JSON.stringify(change)}\n\n`);
      });
      const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS);
      const end = () => {
        clearInterval(heartbeat);
        leave();
        stream.end();
      };
      reply.raw.on('close', end);
      feed.onClose(end);
      return reply
        .type('text/event-stream')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
  );
}
