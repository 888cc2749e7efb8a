import { rssMb } from '../../../bench/load/usage.ts';
import { openTestDatabase } from '../database.ts';
import { startServiceProcess } from '../service-process.ts';
import { assertAllHolds } from '../upkeep/all-holds.ts';
import { type Delays, measureBesideSilence, settlingDeposits } from './silent-receivers.ts';

/** V8 goes on compiling, and its memory growing, for about ten seconds of load. */
const WARM_UP_SECONDS = 10;
const LOOK_MS = 100;

/**
 * A service of its own has to deliver to healthy receivers and to silent ones at the same time.
 * Its memory is compared with what it has when all are healthy.
 */
export async function pressSilently(plan: { readonly silent: number; readonly seconds: number }) {
  const { database, url } = await openTestDatabase();
  const service = await startServiceProcess({ env: { DATABASE_URL: url, LOG_LEVEL: 'silent' } });
  const press = (silent: number, seconds: number): Promise<Delays> =>
    measureBesideSilence(settlingDeposits(service.url), {
      silent,
      seconds,
      eventsToEach: 1,
      healthy: 10,
      healthyPerSecond: 100,
    });
  await press(0, WARM_UP_SECONDS);
  const usualMb = rssMb(service.pid) ?? 0;
  let highestMb = usualMb;
  const watch = setInterval(() => {
    highestMb = Math.max(highestMb, rssMb(service.pid) ?? 0);
  }, LOOK_MS);
  const delays = await press(plan.silent, plan.seconds);
  clearInterval(watch);
  await service.end('SIGTERM');
  await assertAllHolds({ database }, { isStopped: true });
  return {
    healthy_p99_ms: delays.p99,
    memory_growth_mb: Math.round(highestMb - usualMb),
    usual_mb: Math.round(usualMb),
    worst_ms: delays.worst,
  };
}
