import { createLineJobs } from '../../../src/flows/lines/line-jobs.ts';
import { SIM_GATEWAY } from '../../../src/providers/sim-gateway/index.ts';
import { keepWorking, playAgent, SIM } from '../../support/lines/played-agent.ts';
import { startLiveService } from '../../support/providers/live.ts';
import { proveConformance } from '../../support/providers/provider-conformance.ts';
import { paymentOrderOf } from '../../support/providers/provider-subject.ts';
import { addGateway } from '../../support/receipts/sms.ts';

// With jobs in a real database; the test plays the modem agent.

proveConformance({
  adapter: SIM_GATEWAY,
  account: () => ({}),
  dialect: null,
  connect: async () => {
    const service = await startLiveService();
    const { operator, merchantNumber: line } = paymentOrderOf(SIM_GATEWAY, 'withdrawal');
    await addGateway(service.database, { sims: { [SIM]: { operator, line } } });
    const agent = playAgent(service);
    await agent.poll();
    keepWorking(agent);
    return SIM_GATEWAY.connect({}, createLineJobs(service.database));
  },
});
