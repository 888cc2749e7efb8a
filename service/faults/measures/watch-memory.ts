/**
 * What the memory of this process grows by from now on, in MB. It has loaded all scenarios, so all
 * of it says nothing; one that has loaded only what it needs has less than 100 MB.
 */
export function watchMemory(): () => number {
  const megabytes = () => process.memoryUsage.rss() / 2 ** 20;
  const before = megabytes();
  return () => Math.round(megabytes() - before);
}
