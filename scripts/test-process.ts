// One process that runs test files, watched from outside.
import { type ChildProcess, spawn } from 'node:child_process';
import { type Progress, secondsFor } from './test-progress.ts';

/** A hanging file is ended by its own process, unless the process itself hangs. */
const PATIENCE_SECONDS = 30;

/** Four processes share two cores: threads and small heaps for their garbage took a twentieth. */
const GARBAGE = ['--single-threaded-gc', '--min-semi-space-size=32'];

export interface Reported {
  readonly files: readonly string[];
  readonly output: string;
  readonly progress: readonly Progress[];
  /** Exit code or signal. */
  readonly ending: string;
}

export async function runFiles(options: {
  readonly files: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Holds the process while it runs, so that it can be stopped. */
  readonly running: Set<ChildProcess>;
}): Promise<Reported> {
  const { files, env, running } = options;
  const args = [...GARBAGE, '--test-reporter=spec', 'scripts/test-files.ts', ...files];
  const runner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env });
  running.add(runner);
  let output = '';
  for (const stream of [runner.stdout, runner.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const progress: Progress[] = [];
  const patienceMs = 1_000 * (secondsFor(env) + PATIENCE_SECONDS);
  const watchdog = setTimeout(() => runner.kill('SIGKILL'), patienceMs);
  runner.on('message', (message) => {
    progress.push(message as Progress);
    watchdog.refresh();
  });
  const ending = await new Promise<string>((resolve) => {
    runner.on('close', (code, signal) => resolve(String(code ?? signal)));
  });
  clearTimeout(watchdog);
  running.delete(runner);
  return { files, output, progress, ending };
}
