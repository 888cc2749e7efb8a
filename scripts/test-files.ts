// Runs the given test files in turn in this process and reports progress to its parent. Importing
// the service again takes 0.9 s of computing in each process, more than most files need for their
// tests.
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { processorSeconds } from './processor-seconds.ts';
import { type Progress, secondsFor } from './test-progress.ts';

const FILE_TIMEOUT_MS = 1_000 * secondsFor(process.env);
/** Anything still open this long after the end was forgotten. */
const GOODBYE_MS = 1_000 * Number(process.env['TEST_GOODBYE_SECONDS'] ?? 20);
const LAST_OUTPUT_MS = 1_000;

const leftOpen: { readonly file: string; readonly resources: ReadonlyMap<string, number> }[] = [];

// A test may wait for something that does not keep a process alive, such as a supervisor.
const awake = setInterval(() => {}, FILE_TIMEOUT_MS);
for (const file of process.argv.slice(2)) {
  const startedAt = performance.now();
  const before = processorSeconds() ?? 0;
  report({ kind: 'started', file });
  // The suite is the file: its hooks apply to its own tests, its resources are closed before the
  // next file is loaded, and after a failure the others still run.
  await suite(file, { timeout: FILE_TIMEOUT_MS }, async () => {
    await import(pathToFileURL(file).href);
  });
  leftOpen.push({ file, resources: countOpen() });
  report({ kind: 'done', file, processorSeconds: (processorSeconds() ?? 0) - before });
  // A hanging file may still hold something that the next one needs, which gets another process.
  if (performance.now() - startedAt >= FILE_TIMEOUT_MS) break;
}
clearInterval(awake);

setTimeout(() => {
  for (const [resource, count] of withoutOwn(countOpen())) {
    report({ kind: 'left open', file: sinceWhen(resource, count), resource });
  }
  // node:test reports failures when nothing is open any more, so this pretends it.
  process.emit('beforeExit', 1);
  setTimeout(() => process.exit(1), LAST_OUTPUT_MS);
}, GOODBYE_MS).unref();

function report(progress: Progress): void {
  process.send?.(progress);
}

function countOpen(): ReadonlyMap<string, number> {
  const kinds = Map.groupBy(process.getActiveResourcesInfo(), (resource) => resource);
  return new Map([...kinds].map(([kind, members]) => [kind, members.length]));
}

/** The pipes to the parent are among them, and are named only if nothing else is. */
function withoutOwn(open: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  const others = [...open].filter(([resource]) => resource !== 'PipeWrap');
  return others.length > 0 ? others : [...open];
}

/** The first file after which at least as many were always open. */
function sinceWhen(resource: string, count: number): string {
  const lastWithout = leftOpen.findLastIndex(
    ({ resources }) => (resources.get(resource) ?? 0) < count,
  );
  return (leftOpen[lastWithout + 1] ?? leftOpen.at(-1))?.file ?? '';
}
