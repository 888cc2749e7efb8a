import {
  type Allotment,
  type Demand,
  type Second,
  takeOfSecond,
} from '../../../domain/access/request-rate.ts';

/** Gives out what an application may ask. */
export type TakeRequests = (demand: Demand) => Allotment | Promise<Allotment>;

/** Counts the requests of every application; several processes of one start have it together. */
export function createRequestCounts(
  now: () => number = () => performance.now(),
): (demand: Demand) => Allotment {
  // One entry for each application that has a key, so that it cannot grow by itself.
  const seconds = new Map<string, Second>();
  return (demand) => {
    const { applicationId } = demand;
    const { second, ...allotment } = takeOfSecond(seconds.get(applicationId), demand, now());
    seconds.set(applicationId, second);
    return allotment;
  };
}
