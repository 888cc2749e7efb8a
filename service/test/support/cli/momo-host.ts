// Runs `momo` commands one after the other in this process, for `momo.ts` beside it. Only the file
// of the command itself is imported anew each time; everything that it imports is there already.
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import type { HostedCommand, HostedRun } from './momo.ts';

const MOMO = join(CHECKOUT, 'service', 'src', 'cli', 'momo.ts');

/** What the present command has written. */
const text = { stdout: '', stderr: '', output: '' };
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (chunk: string | Uint8Array) => {
    text[name] += String(chunk);
    text.output += String(chunk);
    return true;
  };
}

let runs = 0;
process.on('message', (command: HostedCommand) => {
  void run(command).then((result) => process.send?.(result));
});

async function run({ args, env, input }: HostedCommand): Promise<HostedRun> {
  runs += 1;
  Object.assign(text, { stdout: '', stderr: '', output: '' });
  process.env = { ...env };
  process.argv = [process.execPath, MOMO, ...args];
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  const { promise: left, resolve: leave } = Promise.withResolvers<HostedRun>();
  process.exit = (code) => {
    // What is written while the command unwinds would never be seen.
    leave({ code: Number(code ?? process.exitCode ?? 0), ...text });
    throw new Error('the command has ended');
  };
  const open = await countOpen();
  const ended = import(`${pathToFileURL(MOMO).href}?run=${runs}`).then(async () => {
    // A process ends when nothing is open any more.
    while ((await countOpen()) > open) continue;
    return { code: Number(process.exitCode ?? 0), ...text };
  });
  const result = await Promise.race([left, ended]);
  await ended;
  return result;
}

async function countOpen(): Promise<number> {
  await delay(1);
  return process.getActiveResourcesInfo().length;
}
