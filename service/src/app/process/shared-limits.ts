import {
  createRequestCounts,
  createThrottles,
  type TakeRequests,
  type Throttle,
  type ThrottleName,
  type Throttles,
  throttlesBy,
} from '../../flows/access/limits/throttle.ts';
import type { Answers, Link } from './link.ts';
import type { ParentQuestions } from './questions.ts';

/** What a process shares with the others of its start. */
export interface SharedLimits {
  /** What all of them have counted and measured, as text. */
  readonly readOfAll: () => Promise<string>;
  readonly throttles: Throttles;
  readonly takeRequests: TakeRequests;
}

/** The parent's side: it counts for all, so that a limit holds whichever process is asked. */
export function createLimits(): Omit<Answers<ParentQuestions>, 'figuresOfAll'> {
  const throttles = createThrottles();
  return {
    takeRequests: createRequestCounts(),
    takeAttempt: ({ name, key }) => throttles[name].take(key),
    waitSeconds: ({ name, key }) => throttles[name].waitSeconds(key),
    forgive: async ({ name, key }) => {
      await throttles[name].forgive(key);
      return null;
    },
  };
}

/** A child's side. */
export function shareLimits(parent: Link<ParentQuestions>): SharedLimits {
  const throttle = (name: ThrottleName): Throttle => ({
    take: (key) => parent.ask('takeAttempt', { name, key }),
    waitSeconds: (key) => parent.ask('waitSeconds', { name, key }),
    forgive: async (key) => {
      await parent.ask('forgive', { name, key });
    },
  });
  return {
    readOfAll: () => parent.ask('figuresOfAll', null),
    takeRequests: (demand) => parent.ask('takeRequests', demand),
    throttles: throttlesBy(throttle),
  };
}
