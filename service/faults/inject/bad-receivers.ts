import { openTestDatabase } from '../../test/support/database.ts';
import { inParallel } from '../../test/support/in-parallel.ts';
import { startServiceProcess } from '../../test/support/service-process.ts';
import { create, DEPOSITS, simulate } from '../../test/support/transactions/payments.ts';
import { failingReceivers, TAKING_RECEIVERS } from '../../test/support/webhooks/bad-receivers.ts';
import {
  attemptsOf,
  gapsOf,
  untilQuiet,
  webhooksOf,
} from '../../test/support/webhooks/delivery.ts';
import {
  type Answering,
  startRawReceiver,
  startReceiver,
} from '../../test/support/webhooks/receiver.ts';
import { countFindings } from '../findings.ts';

/** As the interface has it. */
const TIMEOUT_MS = 5_000;
const IN_TIME_MS = 4_500;
const NOBODY = 'http://127.0.0.1:9';
const GAPS_MS = [1_000, 2_000, 4_000];
const ATTEMPTS = 4;
/** Of each kind at a time: more would be newcomers that wait for their turn. */
const TOGETHER = 20;
const HANDS = 8;
const PATIENCE_MS = 120_000;

/** Receivers of every bad kind, each on a port of its own, and what the service makes of them. */
export async function meetBadReceivers({ ofEach }: { readonly ofEach: number }) {
  const { database, url } = await openTestDatabase();
  const service = await startServiceProcess({ env: { DATABASE_URL: url, LOG_LEVEL: 'warn' } });
  const trap = await startRawReceiver();
  const web = (answer: Answering) => async () => (await startReceiver(answer)).url;
  const taking = {
    ...TAKING_RECEIVERS,
    'answers just in time': [
      web((response) => setTimeout(() => response.writeHead(200).end(), IN_TIME_MS)),
      1,
    ] as const,
  };
  const kinds = Object.entries({
    ...failingReceivers(TIMEOUT_MS),
    ...taking,
    // A port that was closed could be the next receiver's.
    'refuses connections': [async () => NOBODY, /ECONNREFUSED/] as const,
    'redirects elsewhere': [
      web((response) => response.writeHead(307, { location: trap.url }).end()),
      307,
    ] as const,
  });
  let [wrong, early, lateMs, events] = [0, 0, 0, 0];
  for (let done = 0; done < ofEach; done += TOGETHER) {
    const copies = Math.min(TOGETHER, ofEach - done);
    const all = kinds.flatMap((kind) => Array.from({ length: copies }, () => kind));
    const ids = new Map<string, (typeof all)[number]>();
    await inParallel(all.length, HANDS, async (index) => {
      const kind = all[index];
      if (kind === undefined) return;
      const receiver = await kind[1][0]();
      const callback = { callback_url: `${receiver}/hook` };
      const { service_tx_id: id } = await create(service, DEPOSITS, callback);
      ids.set(id, kind);
      await simulate(service, id, 'succeeded');
    });
    await untilQuiet(database, PATIENCE_MS);
    for (const [id, [name, [, leaves]]] of ids) {
      const [webhook] = await webhooksOf(database, id);
      const attempts = await attemptsOf(database, webhook?.id ?? '');
      const isTaken = name in taking;
      const isRight =
        webhook?.state === (isTaken ? 'delivered' : 'undelivered') &&
        attempts.length === (isTaken ? leaves : ATTEMPTS) &&
        (isTaken || attempts.every(({ status, error }) => fits(status ?? error, leaves)));
      if (!isRight) {
        wrong += 1;
        console.log(`${name}: ${webhook?.state} ${JSON.stringify(attempts)}`);
      }
      const over = gapsOf(attempts).map((gap, n) => gap - (GAPS_MS[n] ?? 0));
      // Times are stored in whole milliseconds, so two of them may be one apart.
      early += over.filter((ms) => ms < -2).length;
      lateMs = Math.max(lateMs, ...over);
      events += 1;
    }
  }
  await service.end('SIGTERM');
  return {
    wrong_outcomes: wrong,
    early_attempts: early,
    late_by_ms: Math.round(lateMs),
    redirects_followed: trap.connections(),
    findings: await countFindings(database, { isStopped: true }),
    events,
  };
}

function fits(left: number | string | null, leaves: number | RegExp): boolean {
  return typeof leaves === 'number' ? left === leaves : leaves.test(String(left));
}
