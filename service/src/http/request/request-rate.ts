import { nextSecond, type Second } from '../../domain/access/request-rate.ts';

/** Says whether an application may make one more request in this second, at this process. */
export function createRequestRate(perSecond: number | null): (applicationId: string) => boolean {
  if (perSecond === null) return () => true;
  // One entry for each application that has a key, so that it cannot grow by itself.
  const seconds = new Map<string, Second>();
  return (applicationId) => {
    const second = nextSecond(seconds.get(applicationId), performance.now());
    seconds.set(applicationId, second);
    return second.count <= perSecond;
  };
}
