import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { BASE_ENV, launch, MOMO } from '../service-process.ts';

export interface MomoRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly output: string;
}

export type Momo = (...args: readonly string[]) => Promise<MomoRun>;

export interface HostedCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

export type HostedRun = MomoRun & { readonly code: number };

/**
 * The `momo` command with these settings and, where given, something on its standard input. The
 * first command of a test file is a process of its own, as for people; those after it share one
 * with the files beside it, since most of a command's time is the start of its process.
 */
export function openMomo(env: Readonly<Record<string, string>>): {
  readonly momo: Momo;
  readonly momoWith: (
    other: { readonly env?: Readonly<Record<string, string>>; readonly input?: string },
    ...args: readonly string[]
  ) => Promise<MomoRun>;
} {
  let isFirst = true;
  const momoWith: ReturnType<typeof openMomo>['momoWith'] = (other, ...args) => {
    const command = { args, env: other.env ?? env, input: other.input ?? '' };
    const run = isFirst ? runAlone : runHosted;
    isFirst = false;
    return run(command);
  };
  return { momoWith, momo: (...args) => momoWith({}, ...args) };
}

async function runAlone({ args, env, input }: HostedCommand): Promise<MomoRun> {
  const running = launch({ env, command: [process.execPath, MOMO, ...args] });
  running.stdin?.end(input);
  const { code } = await running.ended;
  return { code, stdout: running.stdout(), stderr: running.stderr(), output: running.output() };
}

const host: { child: ChildProcess | null; isBusy: boolean } = { child: null, isBusy: false };

/** One process for commands, one at a time; it ends with the process of the tests. */
async function runHosted(command: HostedCommand): Promise<HostedRun> {
  assert.ok(!host.isBusy, 'commands that run at the same time are processes of their own');
  host.isBusy = true;
  const child = (host.child ??= startHost());
  const { promise, resolve, reject } = Promise.withResolvers<HostedRun>();
  const die = () => {
    host.child = null;
    reject(new Error(`the process of momo ended in: ${command.args.join(' ')}`));
  };
  child.once('message', resolve).once('exit', die);
  child.channel?.ref();
  child.send({ ...command, env: { ...BASE_ENV, ...command.env } });
  try {
    return await promise;
  } finally {
    child.off('message', resolve).off('exit', die);
    child.channel?.unref();
    host.isBusy = false;
  }
}

/** It does not keep this process alive, and ends with it. */
function startHost(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'momo-host.ts'), {
    cwd: CHECKOUT,
    env: BASE_ENV,
    execArgv: [],
  });
  child.unref();
  return child;
}
