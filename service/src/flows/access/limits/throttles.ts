import { createThrottle, type Throttle } from './throttle.ts';

/** After this many wrong passwords a network waits, after this many wrong codes an account. */
export const ATTEMPT_LIMIT = 5;

export const LOCK_MINUTES = 15;

const windowMs = LOCK_MINUTES * 60_000;

const LIMITS = {
  /**
   * Wrong attempts by address of the client. An office behind one address has many people, and each
   * mistypes a few times.
   */
  addresses: { limit: 30, windowMs },
  /** Wrong attempts with an unknown email from a network: answered like those of real accounts. */
  strangers: { limit: ATTEMPT_LIMIT, windowMs },
  /** Texts of unknown gateways that are kept as evidence. */
  gateways: { limit: 10_000, windowMs: 3_600_000 },
} as const satisfies Record<string, { readonly limit: number; readonly windowMs: number }>;

export type ThrottleName = keyof typeof LIMITS;

/** All of them. Several processes of one start have them together. */
export type Throttles = Readonly<Record<ThrottleName, Throttle>>;

export function createThrottles(): Throttles {
  const now = () => performance.now();
  return {
    addresses: createThrottle({ ...LIMITS.addresses, now }),
    strangers: createThrottle({ ...LIMITS.strangers, now }),
    gateways: createThrottle({ ...LIMITS.gateways, now }),
  };
}
