import type { FastifyReply } from 'fastify';
import {
  issueGatewayKeySchema,
  listGatewaysSchema,
  placeSimSchema,
  revokeGatewayKeySchema,
} from '../../../contract/lines/gateways-api.ts';
import { type ListedGateway, listGateways, listSimHealth } from '../../../db/lines/gateways.ts';
import type { Message } from '../../../domain/messages/message.ts';
import type { Waiting } from '../../../flows/access/seek-agreement.ts';
import { revokeGatewayKey } from '../../../flows/lines/administer-gateways.ts';
import {
  type GatewayKeyDeps,
  issueGatewayKey,
  placeSim,
} from '../../../flows/lines/change-gateways.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { admin } from '../../staff/needed-role.ts';
import { requestActor, toWaiting } from '../../staff/staff-request.ts';

interface GatewayRouteDeps extends GatewayKeyDeps {
  /** The address at which gateways reach the service. */
  readonly baseUrl: string;
}

export function gatewayRoutes(app: App, deps: GatewayRouteDeps): void {
  const { database, baseUrl } = deps;
  const addressOf = (id: string) => `${baseUrl}/internal/v1/sms/${id}`;

  app.get('/internal/v1/gateways', { schema: listGatewaysSchema, config: admin }, async () => {
    const [gateways, sims] = await Promise.all([listGateways(database), listSimHealth(database)]);
    const toItem = ({ id, revokedAt, lastSeenAt, onlySim, dialect }: ListedGateway) => ({
      gateway: id,
      dialect,
      address: addressOf(id),
      revoked_at: revokedAt?.toISOString() ?? null,
      last_seen_at: lastSeenAt?.toISOString() ?? null,
      only_sim: onlySim,
      sims: sims
        .filter(({ gatewayId }) => gatewayId === id)
        .map(({ sim, operator, line }) => ({ sim, operator, line })),
    });
    return { items: gateways.map(toItem) };
  });

  app.post(
    '/internal/v1/gateways/:gateway/key',
    { schema: issueGatewayKeySchema, config: admin },
    async (request, reply) => {
      const { gateway: gatewayId } = request.params;
      const asked = { gatewayId, ...request.body };
      const issued = await issueGatewayKey(deps, requestActor(request), asked);
      if (issued.kind === 'invalid') return sendInvalid(reply, issued.problems);
      if (issued.kind !== 'issued') return sendWaiting(reply, issued);
      return { secret: issued.secret, address: addressOf(gatewayId) };
    },
  );

  app.post(
    '/internal/v1/gateways/:gateway/revoke',
    { schema: revokeGatewayKeySchema, config: admin },
    async (request, reply) => {
      const asked = { gatewayId: request.params.gateway, reason: request.body.reason };
      const { kind } = await revokeGatewayKey(deps, requestActor(request), asked);
      if (kind === 'not_found') return sendProblem(reply, { code: 'gateway_not_found' });
      return { gateway: asked.gatewayId };
    },
  );

  app.post(
    '/internal/v1/gateways/:gateway/sims',
    { schema: placeSimSchema, config: admin },
    async (request, reply) => {
      const { is_only: isOnly, ...place } = request.body;
      const asked = { gatewayId: request.params.gateway, ...place, isOnly };
      const placed = await placeSim(deps, requestActor(request), asked);
      if (placed.kind === 'not_found') return sendProblem(reply, { code: 'gateway_not_found' });
      if (placed.kind === 'invalid') return sendInvalid(reply, placed.problems);
      if (placed.kind !== 'placed') return sendWaiting(reply, placed);
      return { line: placed.line };
    },
  );
}

function sendInvalid(reply: FastifyReply, problems: readonly Message[]) {
  return sendProblem(reply, { code: 'gateway_invalid', params: { problems } });
}

function sendWaiting(reply: FastifyReply, waiting: Waiting) {
  if (waiting.kind === 'change_waits') return sendProblem(reply, { code: waiting.kind });
  return reply.code(202).send(toWaiting(waiting));
}
