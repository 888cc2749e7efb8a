import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../../db/client.ts';
import { receiveProviderCallback } from '../../../flows/provider-requests/receive-provider-callback.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { rawBody } from '../../request/request-body.ts';

interface CallbackDeps {
  readonly database: Queryable;
  readonly strangers: Queryable;
  readonly onSubmitted: () => void;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Only this much of a body is kept; nothing reads more. */
const KEPT_BYTES = 4_096;

/** Where providers report that something has happened; the address itself is the secret. */
export function callbackRoutes(app: App, deps: CallbackDeps): void {
  app.route({
    method: ['POST', 'PUT'],
    url: '/internal/v1/callbacks/:reference/:secret',
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { reference, secret } = request.params as Record<'reference' | 'secret', string>;
      const isOurs =
        UUID.test(reference) &&
        (await receiveProviderCallback(
          { ...deps, onHint: deps.onSubmitted },
          {
            reference,
            secret,
            method: request.method,
            body: rawBody(request).subarray(0, KEPT_BYTES).toString('utf8'),
          },
        ));
      return isOurs ? {} : sendProblem(reply, { code: 'not_found' });
    },
  });
}
