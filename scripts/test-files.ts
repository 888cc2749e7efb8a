// Runs the given test files, one after the other in this process. Importing the service again takes
// 0.9 s of computing in each process, more than most files need for their tests.
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';

const FILE_TIMEOUT_MS = 1_000 * Number(process.env['TEST_FILE_SECONDS'] ?? 120);
/** Whatever is still open this long after the end was forgotten. */
const GOODBYE_MS = 20_000;

// A test may wait for what does not keep a process alive, such as a supervisor.
const awake = setInterval(() => {}, FILE_TIMEOUT_MS);
for (const file of process.argv.slice(2)) {
  // The suite is the file: its hooks apply to its own tests, what it opened is closed before the
  // next file is loaded, and when it fails the others still run.
  await suite(file, { timeout: FILE_TIMEOUT_MS }, async () => {
    await import(pathToFileURL(file).href);
  });
}
clearInterval(awake);

setTimeout(() => {
  console.error(`Still open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}, GOODBYE_MS).unref();
