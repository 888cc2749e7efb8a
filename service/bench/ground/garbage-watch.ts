// Loaded before a server under load: reports its total garbage collection time to the bench.
import { PerformanceObserver } from 'node:perf_hooks';

let totalMs = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) totalMs += duration;
}).observe({ entryTypes: ['gc'] });

process.on('message', (question) => {
  if (question === 'garbage') process.send?.({ garbageMs: totalMs });
});
process.channel?.unref();
