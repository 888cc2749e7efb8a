import type { Answer } from '../call.ts';
import type { TestService } from '../harness.ts';
import { GATEWAY, signedRequest } from '../receipts/sms.ts';

export const SIM = '8923701000000000015';

/** A SIM that can do everything, as the modem agent reports it. */
export const WELL = {
  sim: SIM,
  registration: 'home',
  signal: 20,
  used: 0,
  size: 40,
  trouble: null,
  actions: ['transfer', 'collect', 'balance'],
};

interface ListedJob {
  readonly job: string;
  readonly offer: string;
}

export interface PlayedAgent {
  readonly say: (
    message: object,
    options?: { readonly secret?: string; readonly at?: number },
  ) => Promise<Answer>;
  readonly poll: (sim?: object) => Promise<readonly ListedJob[]>;
  /** Without an offer, as an older agent sends it. */
  readonly take: (job: string, offer?: string) => Promise<unknown>;
  readonly report: (job: string, report?: object) => Promise<unknown>;
}

/** A modem agent whose messages the test sends. */
export function playAgent(service: Pick<TestService, 'call'>): PlayedAgent {
  const say: PlayedAgent['say'] = (message, options) =>
    service.call('POST', `/internal/v1/gateways/${GATEWAY}`, signedRequest(message, options));
  return {
    say,
    poll: async (sim = {}) => {
      const answer = await say({ type: 'poll', sims: [{ ...WELL, ...sim }], hold_ms: 0 });
      return (answer.json as { readonly jobs: readonly ListedJob[] }).jobs;
    },
    take: async (job, offer) => (await say({ type: 'take', job, offer })).json,
    report: async (job, report = {}) =>
      (await say({ type: 'report', job, outcome: 'accepted', screens: [], ...report })).json,
  };
}

/** Takes and ends every job that comes, as long as the service is there. */
export function keepWorking(agent: PlayedAgent, report: object = {}): void {
  const work = async (): Promise<void> => {
    for (const { job } of await agent.poll()) {
      await agent.take(job);
      await agent.report(job, report);
    }
    return work();
  };
  void work().catch(() => {});
}
