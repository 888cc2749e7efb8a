import { partsOf, type Replaced, type VirtualProcess } from '../../service/simulation/process.ts';
import type { Database } from '../../service/src/db/client.ts';
import type { SealRow } from '../../service/src/domain/seals/seal.ts';
import { raiseAlerts } from '../../service/src/flows/upkeep/raise-alerts.ts';
import type { PostRequest, PostResult } from '../../service/src/outbound/post.ts';
import type { MonthClock } from './month-clock.ts';
import type { ApplicationName, SetUp } from './month-set-up.ts';
import type { Operators } from './outside.ts';

/** The service's flows, those around it, and what is to happen when. */
export interface MonthWorld {
  readonly service: Omit<VirtualProcess, 'name' | 'isAlive' | 'frozenUntil'>;
  readonly database: Database;
  readonly seal: SealRow;
  readonly clock: MonthClock;
  readonly operators: Operators;
  readonly setUp: SetUp;
  readonly receivers: Receivers;
  /** Something that happens then; what is in the past happens at once. */
  readonly at: (time: number, act: () => Promise<unknown>) => void;
  /** The background work that is due now: providers are asked, and webhooks sent. */
  readonly work: () => Promise<void>;
  readonly run: (name: VirtualProcess['works'][number]['name']) => Promise<unknown>;
  /** Raises alerts, and clears those that are over, at the time of the month. */
  readonly alert: () => Promise<unknown>;
}

/** The servers of the platform and the shop; one that is away takes nothing. */
export interface Receivers {
  readonly urlOf: (application: ApplicationName) => string;
  readonly away: Set<ApplicationName>;
}

interface Planned {
  readonly at: number;
  readonly number: number;
  readonly act: () => Promise<unknown>;
}

/** What is known of providers and the policy is used so long, in real time. */
export const FRESH_MS = 150;
/** How long one step or delivery may take before the month goes on without it. */
const PATIENCE_MS = 5_000;
/** The pauses between the attempts of a webhook, added up, and a little more. */
const ATTEMPTS_AFTER_MS = [1_050, 3_100, 7_150];

export function createMonthWorld(parts: {
  readonly database: Database;
  readonly seal: SealRow;
  readonly clock: MonthClock;
  readonly operators: Operators;
  readonly setUp: SetUp;
  readonly receiverUrl: string;
  readonly around: Pick<Replaced, 'config' | 'vault' | 'sent' | 'adapters' | 'signer'>;
}) {
  const { database, clock, around } = parts;
  const steps = createTally();
  const attempts = createTally();
  const away = new Set<ApplicationName>();
  const urlOf = (application: ApplicationName) => `${parts.receiverUrl}/${application}`;
  const service = partsOf(database, {
    ...around,
    freshMs: FRESH_MS,
    clock: { now: async () => new Date(clock.now()), differenceMs: async () => 0 },
    post: async ({ url }: PostRequest): Promise<PostResult> => {
      const isAway = [...away].some((one) => url === urlOf(one));
      if (isAway) return { kind: 'failed', error: 'connection refused', latencyMs: 3 };
      return { kind: 'answered', status: 200, answer: 'ok', latencyMs: 40 };
    },
    onAttempt: attempts.add,
    onStep: steps.add,
  });
  const queue: Planned[] = [];
  let planned = 0;

  const at = (time: number, act: () => Promise<unknown>): void => {
    planned += 1;
    const one = { at: time, number: planned, act };
    let [low, high] = [0, queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((queue[middle]?.at ?? 0) > time) low = middle + 1;
      else high = middle;
    }
    queue.splice(low, 0, one);
  };

  const run: MonthWorld['run'] = async (name) => {
    const found = service.works.find((one) => one.name === name);
    if (found === undefined) throw new Error(`there is no work ${name}`);
    return found.run();
  };

  const deliver = async (): Promise<number> => attempts.wait(Number(await run('deliver')));

  const world: MonthWorld = {
    ...parts,
    service,
    receivers: { urlOf, away },
    at,
    run,
    alert: () => raiseAlerts({ ...service.payments, environment: 'live', hasPager: false }),
    work: async () => {
      await steps.wait(Number(await run('follow')));
      const sent = await deliver();
      if (sent === 0 || away.size === 0) return;
      for (const ms of ATTEMPTS_AFTER_MS) at(clock.now() + ms, deliver);
    },
  };

  return {
    world,
    /** Lives until then; what was planned for later is forgotten. */
    liveUntil: async (until: number, onDay: (now: number) => void): Promise<void> => {
      for (let next = queue.pop(); next !== undefined && next.at <= until; next = queue.pop()) {
        await clock.moveTo(database, next.at);
        onDay(clock.now());
        await next.act();
      }
      await clock.moveTo(database, until);
    },
  };
}

/** Counts what ends by itself, for those who began it. */
function createTally() {
  let open = 0;
  let wake = () => {};
  return {
    add: () => {
      open -= 1;
      if (open <= 0) wake();
    },
    wait: async (begun: number): Promise<number> => {
      open += begun;
      if (open <= 0) return begun;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const timer = setTimeout(resolve, PATIENCE_MS);
      await promise;
      clearTimeout(timer);
      open = 0;
      return begun;
    },
  };
}
