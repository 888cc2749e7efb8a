import { PassThrough } from 'node:stream';
import type { AccessServices } from '../../../flows/access/access-services.ts';
import type { Feed } from '../../../flows/decisions/queues/feed.ts';
import type { App } from '../../app.ts';
import { RequestRefused } from '../../errors.ts';
import { isStillSignedIn } from '../../staff/staff-auth.ts';

interface FeedRouteDeps {
  readonly feed: Feed;
  readonly access: AccessServices;
}

/**
 * Screens that receive no heartbeat show that they are not up to date. It also keeps proxies from
 * closing a silent connection. A person who loses access still gets events for this long.
 */
const HEARTBEAT_MS = 3_000;

/** More screens than one person looks at; each costs a query at every heartbeat. */
const MAX_STREAMS = 6;

/** Server-sent events from which open screens learn what to load again. */
export function staffFeedRoutes(app: App, deps: FeedRouteDeps): void {
  const open = new Map<string, number>();
  app.get(
    '/internal/v1/events',
    { schema: { hide: true }, config: { role: 'viewer', isBackground: true } },
    (request, reply) => {
      const session = request.staffSession.row.token_hash.toString('hex');
      const streams = open.get(session) ?? 0;
      if (streams >= MAX_STREAMS) throw new RequestRefused({ code: 'too_many_streams' });
      open.set(session, streams + 1);
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
      // A person who signs out, loses access or closes the page gets nothing more. A service
      // without its database knows of no change, so it sends no heartbeat either.
      const heartbeat = setInterval(async () => {
        const goesOn = await isStillSignedIn(request, deps).catch(() => null);
        if (goesOn === true) stream.write('event: beat\ndata: \n\n');
        if (goesOn === false) end();
      }, HEARTBEAT_MS);
      reply.raw.on('close', () => {
        end();
        const left = (open.get(session) ?? 1) - 1;
        if (left === 0) open.delete(session);
        else open.set(session, left);
      });
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
  );
}
