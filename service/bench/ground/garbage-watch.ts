// Loaded before a server under load: tells the bench how long its garbage was collected so far.
import { PerformanceObserver } from 'node:perf_hooks';

let totalMs = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) totalMs += duration;
}).observe({ entryTypes: ['gc'] });

process.on('message', (question) => {
  if (question === 'garbage') process.send?.({ garbageMs: totalMs });
});
process.channel?.unref();
