import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../../db/client.ts';
import { ipNetworkOf } from '../../../flows/access/ip-network.ts';
import {
  type AccountCallbackDeps,
  receiveAccountCallback,
  receiveProviderCallback,
} from '../../../flows/provider-requests/receive-provider-callback.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { rawBody } from '../../request/request-body.ts';

interface CallbackDeps {
  readonly database: Queryable;
  readonly strangers: Queryable;
  readonly adapters: AccountCallbackDeps['adapters'];
  readonly strays: AccountCallbackDeps['strays'];
  readonly onSubmitted: () => void;
  /** Counts a call that had the secret of an account and named no payment, or followed too many. */
  readonly onStrayCallback: (accountId: string) => void;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Only this much of a body, or of the arguments, is kept; nothing reads more. */
const KEPT_BYTES = 4_096;

/** Where providers report that something has happened; the address itself is the secret. */
export function callbackRoutes(app: App, deps: CallbackDeps): void {
  const hinted = { ...deps, onHint: deps.onSubmitted };
  app.route({
    method: ['POST', 'PUT'],
    url: '/internal/v1/callbacks/:reference/:secret',
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { reference, secret } = request.params as Record<'reference' | 'secret', string>;
      const { method } = request;
      const body = bodyOf(request);
      const isOurs =
        UUID.test(reference) &&
        (await receiveProviderCallback(hinted, { reference, secret, method, body }));
      return isOurs ? {} : sendProblem(reply, { code: 'not_found' });
    },
  });

  // One address for all payments of an account: dashboards of some systems take no more.
  app.route({
    method: ['GET', 'POST', 'PUT'],
    url: '/internal/v1/callbacks/providers/:account/:secret',
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { account, secret } = request.params as Record<'account' | 'secret', string>;
      const { method, ip } = request;
      const query = request.url.split('?').slice(1).join('?').slice(0, KEPT_BYTES);
      const content = { secret, method, query, body: bodyOf(request), network: ipNetworkOf(ip) };
      const hint = await receiveAccountCallback(hinted, { accountId: account, ...content });
      if (hint === 'not_ours') return sendProblem(reply, { code: 'not_found' });
      if (hint === 'asked') return {};
      deps.onStrayCallback(account);
      if (hint === 'names_nothing') return {};
      return sendProblem(reply, { code: 'too_many_requests', retryAfterSeconds: 60 });
    },
  });
}

function bodyOf(request: FastifyRequest): string {
  return rawBody(request).subarray(0, KEPT_BYTES).toString('utf8');
}
