import { type ReceiveSmsDeps, receiveSms } from '../../../flows/receipts/receive-sms.ts';
import type { App } from '../../app.ts';
import { sendProblem, sendRightTime } from '../../errors.ts';
import { gatewayProof, headerOf } from '../../request/request-body.ts';

/** Where gateways deliver the operators' SMS, each in its own dialect with its own secret. */
export function smsRoutes(app: App, deps: ReceiveSmsDeps): void {
  app.post('/internal/v1/sms/:gateway', { schema: { hide: true } }, async (request, reply) => {
    const { gateway } = request.params as { readonly gateway: string };
    const received = await receiveSms(deps, {
      gatewayId: gateway,
      contentType: headerOf(request, 'content-type'),
      ...gatewayProof(request),
    });
    switch (received.kind) {
      case 'unknown_gateway':
        return sendProblem(reply, { code: 'not_found' });
      case 'forged':
        return sendProblem(reply, { code: 'gateway_unauthorized' });
      case 'clock_wrong':
        return sendRightTime(reply, received.now);
      case 'invalid':
        return sendProblem(reply, { code: 'sms_invalid', params: { error: received.problem } });
      case 'alive':
        return { status: 'alive' };
      case 'stored':
        return { status: 'stored', id: received.id, repeat: received.isRepeat };
    }
  });
}
