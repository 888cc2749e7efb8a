// Loads the service over real HTTP and compares it with what the same machine can do at best, or
// with another release.
import { benchAgainst } from './against/against.ts';
import { bench } from './bench.ts';
import { readOptions } from './options.ts';

const reading = readOptions(process.argv.slice(2));
if (reading.kind === 'usage') {
  console.error(reading.text);
  process.exit(2);
}

const stack = new AsyncDisposableStack();
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // npm passes on the signal that the terminal has already sent, so we ignore a second one.
  process.on(signal, () => {
    if (interrupted.signal.aborted) return;
    interrupted.abort();
    void stack.disposeAsync().finally(() => process.exit(130));
  });
}

const { options } = reading;
try {
  if (options.against === null) {
    const missed = await bench({ options, stack, signal: interrupted.signal });
    process.exitCode = options.strict && missed > 0 ? 1 : 0;
  } else {
    process.exitCode = (await benchAgainst(options.against, { options, stack })) > 0 ? 1 : 0;
  }
} catch (error) {
  if (!interrupted.signal.aborted) {
    console.error(error);
    process.exitCode = 1;
  }
} finally {
  await stack.disposeAsync();
}
