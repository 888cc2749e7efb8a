import { type Allotment, portionOf } from '../../domain/access/request-rate.ts';
import type { TakeRequests } from '../../flows/access/limits/request-counts.ts';

interface Held {
  left: number;
  readonly until: number;
  /** The second has no more to give. */
  readonly isLast: boolean;
}

/** Says whether an application may make one more request in this second; null: no limit. */
export function createRequestRate(
  take: TakeRequests,
): (applicationId: string, perSecond: number | null) => boolean | Promise<boolean> {
  // One entry for each application that has a key, so that it cannot grow by itself.
  const holdings = new Map<string, Held>();
  return (applicationId, perSecond) => {
    if (perSecond === null) return true;
    const now = performance.now();
    const held = holdings.get(applicationId);
    if (held !== undefined && now < held.until) {
      if (held.left > 0) {
        held.left -= 1;
        return true;
      }
      if (held.isLast) return false;
    }
    const allotment = take({ applicationId, wanted: portionOf(perSecond), perSecond });
    return allotment instanceof Promise
      ? allotment.then((given) => use(applicationId, given, now))
      : use(applicationId, allotment, now);
  };

  /** Counted from the question, so that nothing of a second is used after its end. */
  function use(applicationId: string, { granted, endsInMs }: Allotment, askedAt: number): boolean {
    const until = askedAt + endsInMs;
    if (granted === 0) {
      holdings.set(applicationId, { left: 0, until, isLast: true });
      return false;
    }
    // Another request may have asked meanwhile.
    const others = holdings.get(applicationId);
    const left = others !== undefined && performance.now() < others.until ? others.left : 0;
    holdings.set(applicationId, { left: left + granted - 1, until, isLast: false });
    return true;
  }
}
