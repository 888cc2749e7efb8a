import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openTestDatabase } from '../database.ts';
import { startServiceProcess } from '../service-process.ts';
import { queueWebhooks } from './delivery.ts';
import { startReceiver } from './receiver.ts';

/** How long the process runs of every tenth of a second; all of it means without a brake. */
const EVERY_MS = 100;
/** More than a process delivers in a second here, so that the backlog outlasts the measurement. */
const MAX_PER_SECOND = 1_000;

export interface BrakeOptions {
  readonly runMs: readonly number[];
  readonly settleSeconds: number;
  readonly measureSeconds: number;
}

/**
 * Lets one process deliver a backlog while it gets the processor only for a part of the time, and
 * returns the deliveries a second for each part, the unbraked rate first.
 */
export async function brakeDeliveries({
  runMs,
  settleSeconds,
  measureSeconds,
}: BrakeOptions): Promise<readonly number[]> {
  const { database, url: databaseUrl } = await openTestDatabase();
  const receiver = await startReceiver();
  const parts = [EVERY_MS, ...runMs];
  const secondsOfAll =
    parts.reduce((sum, part) => sum + part / EVERY_MS, 0) * (settleSeconds + measureSeconds);
  const backlog = MAX_PER_SECOND * secondsOfAll;
  const webhooks = Array.from({ length: backlog }, () => ({ url: receiver.url }));
  const service = await startServiceProcess({
    env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
  });
  await queueWebhooks(database, webhooks);
  const rates: number[] = [];
  for (const part of parts) {
    const brake = part < EVERY_MS ? startBrake(service.pid, part) : null;
    await pause(settleSeconds * 1_000);
    const [before, since] = [receiver.received.length, performance.now()];
    await pause(measureSeconds * 1_000);
    const seconds = (performance.now() - since) / 1_000;
    rates.push((receiver.received.length - before) / seconds);
    await brake?.stop();
  }
  assert.ok(receiver.received.length < backlog, 'the backlog ran out');
  assert.ok((rates[0] ?? 0) > 0, `nothing was delivered:\n${service.output()}`);
  await service.end('SIGTERM');
  return rates;
}

/** Stops a process and lets it go on again and again, from a thread that does nothing else. */
function startBrake(pid: number, runMs: number) {
  const ended = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { workerData: { pid, runMs, everyMs, ended } } = require('node:worker_threads');
     const nap = (ms) => Atomics.wait(ended, 0, 0, ms);
     while (Atomics.load(ended, 0) === 0) {
       process.kill(pid, 'SIGCONT');
       nap(runMs);
       process.kill(pid, 'SIGSTOP');
       nap(everyMs - runMs);
     }
     process.kill(pid, 'SIGCONT');`,
    { eval: true, workerData: { pid, runMs, everyMs: EVERY_MS, ended } },
  );
  const over = new Promise((resolve) => worker.once('exit', resolve));
  return {
    stop: () => {
      Atomics.store(ended, 0, 1);
      Atomics.notify(ended, 0);
      return over;
    },
  };
}
