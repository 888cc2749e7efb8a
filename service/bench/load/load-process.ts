// Makes the load, in a process of its own so that it does not share an event loop with the server.
import { CASES } from './cases.ts';
import { type Answered, keepAsking } from './connection.ts';
import { createLatencies } from './latencies.ts';
import type { LoadJob, LoadMessage, LoadResult } from './load.ts';

process.once('message', (job: LoadJob) => {
  runLoad(job).then(
    (result) => send({ kind: 'result', result }),
    (error: unknown) => send({ kind: 'broken', reason: String(error) }),
  );
});

async function runLoad(job: LoadJob): Promise<LoadResult> {
  const found = CASES.find(({ name }) => name === job.caseName);
  if (found === undefined) throw new Error(`there is no case "${job.caseName}"`);
  const makeRequest = found.makeRequests(job.ground);
  const latencies = createLatencies();
  const failures = new Map<number, number>();
  const warmUntil = performance.now() + job.warmUpMs;
  const end = warmUntil + job.measureMs;
  let asked = 0;
  let answeredCount = 0;
  let lastAt = 0;
  let cpuAtStart: NodeJS.CpuUsage | null = null;

  const next = (answered: Answered | null): string | null => {
    const now = performance.now();
    // The first request for a very long list may get a 503.
    const isEarly = now < warmUntil && answered?.status === 503;
    if (answered !== null && answered.status !== 200 && !isEarly) {
      failures.set(answered.status, (failures.get(answered.status) ?? 0) + 1);
    }
    if (now >= warmUntil && now < end) {
      if (cpuAtStart === null) {
        cpuAtStart = process.cpuUsage();
        send({ kind: 'measuring' });
      } else if (answered !== null) {
        latencies.add(answered.ms);
        answeredCount += 1;
        lastAt = now;
      }
    }
    return now >= end ? null : makeRequest(asked++);
  };
  const connections = Array.from({ length: job.connections }, () =>
    keepAsking({ port: job.port, next }),
  );
  await Promise.all(connections);
  const { user, system } = process.cpuUsage(cpuAtStart ?? undefined);
  return {
    count: answeredCount,
    seconds: Math.max(lastAt - warmUntil, 1) / 1_000,
    p50Ms: latencies.quantileMs(0.5),
    p99Ms: latencies.quantileMs(0.99),
    maxMs: latencies.quantileMs(1),
    failures: [...failures],
    cpuMs: (user + system) / 1_000,
  };
}

function send(message: LoadMessage): void {
  process.send?.(message);
}
