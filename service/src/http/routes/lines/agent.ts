import { nationalDigits } from '../../../domain/msisdn.ts';
import { type ServeAgentDeps, serveAgent } from '../../../flows/lines/serve-agent.ts';
import type { App } from '../../app.ts';
import { sendProblem, sendRightTime } from '../../errors.ts';
import { gatewayProof } from '../../request/request-body.ts';

/** Where the modem agent asks for jobs. It calls us, so no port is open at the shop. */
export function agentRoutes(app: App, deps: ServeAgentDeps): void {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  app.post('/internal/v1/gateways/:gateway', { schema: { hide: true } }, async (request, reply) => {
    const { gateway } = request.params as { readonly gateway: string };
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const answer = await serveAgent(deps, {
      gatewayId: gateway,
      ...gatewayProof(request),
      gone: AbortSignal.any([left.signal, closing.signal]),
    });
    switch (answer.kind) {
      case 'unknown_gateway':
        return sendProblem(reply, { code: 'not_found' });
      case 'forged':
        return sendProblem(reply, { code: 'gateway_unauthorized' });
      case 'clock_wrong':
        return sendRightTime(reply, answer.now);
      case 'invalid':
        return sendProblem(reply, { code: 'sms_invalid', params: { error: answer.problem } });
      case 'jobs':
        return {
          pins: answer.pins,
          jobs: answer.jobs.map(
            ({ reference, offer, sim, operator, action, msisdn, amountXaf, name }) => ({
              job: reference,
              offer,
              sim,
              operator,
              action,
              number: msisdn === null ? null : nationalDigits(msisdn),
              amount_xaf: amountXaf,
              name,
            }),
          ),
        };
      case 'taken':
        return { status: 'taken', left_ms: Math.floor(answer.leftMs) };
      case 'gone':
        return { status: 'gone' };
      case 'ended':
        return { status: 'ended' };
    }
  });
}
