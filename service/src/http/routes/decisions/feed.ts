import { PassThrough } from 'node:stream';
import type { AccessServices } from '../../../flows/access/access-services.ts';
import type { Feed } from '../../../flows/decisions/queues/feed.ts';
import type { App } from '../../app.ts';
import { isStillSignedIn } from '../../staff/staff-auth.ts';

interface FeedRouteDeps {
  readonly feed: Feed;
  readonly access: AccessServices;
}

/** Keeps proxies from closing a silent connection; a person who lost access sees this much more. */
const HEARTBEAT_MS = 3_000;

/** Server-sent events that tell open screens what to load again. */
export function staffFeedRoutes(app: App, deps: FeedRouteDeps): void {
  app.get(
    '/internal/v1/events',
    { schema: { hide: true }, config: { role: 'viewer', isBackground: true } },
    (request, reply) => {
      const stream = new PassThrough();
      stream.write(': open\n\n');
      const end = () => {
        clearInterval(heartbeat);
        leave();
        stream.end();
      };
      const leave = deps.feed.join((change) => {
        stream.write(`event: change\ndata: ${JSON.stringify(change)}\n\n`);
      }, end);
      // A person who has signed out, lost access or closed the page gets nothing more.
      const heartbeat = setInterval(async () => {
        const goesOn = await isStillSignedIn(request, deps).catch(() => true);
        if (goesOn) stream.write(': still here\n\n');
        else end();
      }, HEARTBEAT_MS);
      reply.raw.on('close', end);
      return reply
        .type('text/event-stream')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
  );
}
