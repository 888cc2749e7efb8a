import { randomUUID } from 'node:crypto';
import { createLineJobs } from '../../../src/flows/lines/line-jobs.ts';
import { SIM_GATEWAY } from '../../../src/providers/sim-gateway/index.ts';
import { keepWorking, playAgent, SIM } from '../../support/lines/played-agent.ts';
import { startLiveService } from '../../support/providers/live.ts';
import { proveConformance } from '../../support/providers/provider-conformance.ts';
import { paymentOrderOf } from '../../support/providers/provider-subject.ts';
import { addGateway } from '../../support/receipts/sms.ts';
import { eventually } from '../../support/service-process.ts';

// With jobs in a real database; the test plays the modem agent.

proveConformance({
  adapter: SIM_GATEWAY,
  account: () => ({}),
  dialect: null,
  connect: async () => {
    const service = await startLiveService();
    const { operator, merchantNumber: line, msisdn } = paymentOrderOf(SIM_GATEWAY, 'withdrawal');
    await addGateway(service.database, { sims: { [SIM]: { operator, line } } });
    const agent = playAgent(service);
    await agent.poll();
    keepWorking(agent, { name: 'ABEGA SOLANGE' });
    const jobs = createLineJobs(service.database);
    // A name is known from the screen of an earlier payout.
    const earlier = { operator, line, action: 'transfer', msisdn, amountXaf: 500 } as const;
    await jobs.give({ ...earlier, reference: randomUUID() }, 5_000);
    await eventually('its name is known', async () => (await jobs.findName(msisdn)) !== null);
    return SIM_GATEWAY.connect({}, jobs);
  },
});
