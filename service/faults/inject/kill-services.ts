import { setTimeout as pause } from 'node:timers/promises';
import { openTestDatabase } from '../../test/support/database.ts';
import { startMixedLoad } from '../../test/support/process/mixed-load.ts';
import { seeded } from '../../test/support/providers/provider-garbage.ts';
import { type ServiceProcess, startServiceProcess } from '../../test/support/service-process.ts';
import { untilQuiet } from '../../test/support/webhooks/delivery.ts';
import { startReceiver } from '../../test/support/webhooks/receiver.ts';
import { countFindings } from '../findings.ts';

const PATIENCE_MS = 60_000;

/** Two processes under load; one after the other is killed, and starts again. */
export async function killServices({
  kills,
  seed,
}: {
  readonly kills: number;
  readonly seed: number;
}) {
  const { database, url } = await openTestDatabase();
  const env = { DATABASE_URL: url, LOG_LEVEL: 'warn' };
  const receiver = await startReceiver();
  const random = seeded(seed);
  const running: (ServiceProcess | null)[] = await Promise.all(
    [1, 2].map(() => startServiceProcess({ env })),
  );
  const urls = () => running.flatMap((one) => (one === null ? [] : [one.url]));
  const logs: string[] = [];
  const load = startMixedLoad({ urls, seed, callbackUrl: receiver.url });
  const readyMs: number[] = [];
  for (let n = 0; n < kills; n += 1) {
    await pause(300 + 1_700 * random());
    const victim = running[n % 2];
    // The clients notice by themselves that it is gone.
    await victim?.end('SIGKILL');
    logs.push(victim?.output() ?? '');
    running[n % 2] = null;
    const startedAt = performance.now();
    const next = await startServiceProcess({ env });
    while ((await next.call('GET', '/readyz')).status !== 200);
    readyMs.push(Math.round(performance.now() - startedAt));
    running[n % 2] = next;
  }
  await load.more(1);
  await load.stop();
  await untilQuiet(database, PATIENCE_MS);
  for (const one of running) {
    await one?.end('SIGTERM');
    logs.push(one?.output() ?? '');
  }
  const others = {
    clients: load.acknowledged,
    receivers: receiver.received.map(({ body }) => body),
    logs: logs.join('\n').split('\n'),
  };
  for (const line of load.strange.slice(0, 20)) console.log(line);
  return {
    findings: await countFindings(database, { isStopped: true, others }),
    strange_answers: load.strange.length,
    ready_ms: Math.max(...readyMs),
    acknowledged: load.acknowledged.length,
    requests: load.requests(),
    webhooks: receiver.received.length,
  };
}
