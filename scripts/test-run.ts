// Runs test files in processes of their own, several at a time, and sums up what they said.
import { type ChildProcess, spawn } from 'node:child_process';

export interface TestRun {
  readonly run: () => Promise<readonly Report[]>;
  /** No further group is started. */
  readonly stop: () => void;
}

export interface TestRunOptions {
  /** Files that share a process; each group is tried as a whole. */
  readonly groups: readonly (readonly string[])[];
  readonly lanes: number;
  readonly env: NodeJS.ProcessEnv;
  /**
   * A file that failed beside others is tried once more with nothing beside it: what passes then
   * was hurried by the machine. It is named, because a test that cannot bear company is a fault.
   */
  readonly isTriedAgain: boolean;
}

export interface Report {
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
  readonly failed: readonly string[];
  readonly isGood: boolean;
}

export function createTestRun(options: TestRunOptions): TestRun {
  const { lanes, env, isTriedAgain } = options;
  const waiting = [...options.groups];
  const running = new Set<ChildProcess>();
  const stop = () => {
    waiting.length = 0;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      process.exitCode = 1;
      stop();
      for (const runner of running) runner.kill(signal);
    });
  }

  async function lane(): Promise<readonly Report[]> {
    const own: Report[] = [];
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      own.push(await runGroup(group));
    }
    return own;
  }

  /** Shows the output of a group when it is done, so that the output of groups is not mixed. */
  async function runGroup(group: readonly string[]): Promise<Report> {
    const args = ['--test-reporter=spec', 'scripts/test-files.ts', ...group];
    const runner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    running.add(runner);
    let output = '';
    for (const stream of [runner.stdout, runner.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    const ending = await new Promise<string>((resolve) => {
      runner.on('close', (code, signal) => resolve(String(code ?? signal)));
    });
    running.delete(runner);
    return read(group, output, ending);
  }

  async function tryAgain(reports: readonly Report[]): Promise<readonly Report[]> {
    const judged: Report[] = [];
    for (const report of reports) {
      judged.push(report.isGood ? report : await forgive(report));
    }
    return judged;
  }

  async function forgive(report: Report): Promise<Report> {
    console.log(`\n${report.failures.join('\n').trim()}\n`);
    for (const file of report.failed) {
      console.log(`Tried once more, alone: ${file}`);
      if (!(await runGroup([file])).isGood) return report;
    }
    if (report.failed.length === 0) return report;
    const { counts } = report;
    console.log(`UNSTEADY: failed beside others, passed alone: ${report.failed.join(' ')}`);
    return { counts, failures: [], failed: [], isGood: true };
  }

  return {
    run: async () => {
      const reports = (await Promise.all(Array.from({ length: lanes }, lane))).flat();
      return isTriedAgain ? tryAgain(reports) : reports;
    },
    stop,
  };
}

function read(group: readonly string[], output: string, ending: string): Report {
  const [told = '', ...failing] = output.split('\n✖ failing tests:\n');
  const counts = new Map<string, number>();
  const lines = told.split('\n').filter((line) => {
    const [, name, count] = /^ℹ (\w+) ([\d.]+)$/.exec(line) ?? [];
    if (name !== undefined) counts.set(name, Number(count));
    return name === undefined;
  });
  console.log(lines.join('\n').trim());
  const failures = [...failing];
  // A test that ends the process gives no error message, and the files after it do not run.
  const untold = group.filter((file) => !lines.includes(`▶ ${file}`));
  if (untold.length > 0) failures.push(`no test was heard of: ${untold.join(' ')}\n`);
  const isWhole = counts.has('tests') && untold.length === 0;
  if (!isWhole || (ending !== '0' && failures.length === 0)) {
    failures.push(`ended with ${ending}: ${group.join(' ')}\n`);
  }
  const failed = group.filter(
    (file) => untold.includes(file) || lines.some((line) => line.startsWith(`✖ ${file} (`)),
  );
  return { counts, failures, failed, isGood: ending === '0' && failures.length === 0 };
}

/** Says how it went, and sets the exit code. */
export function sumUp(reports: readonly Report[], startedAt: number): void {
  console.log();
  for (const name of ['tests', 'pass', 'fail', 'cancelled', 'skipped', 'todo']) {
    const total = reports.reduce((sum, { counts }) => sum + (counts.get(name) ?? 0), 0);
    console.log(`ℹ ${name} ${total}`);
  }
  console.log(`ℹ seconds ${Math.round((performance.now() - startedAt) / 1_000)}`);
  const failures = reports.flatMap(({ failures }) => failures);
  if (failures.length > 0) console.log(`\n✖ failing tests:\n\n${failures.join('\n').trim()}`);
  if (!reports.every(({ isGood }) => isGood)) process.exitCode = 1;
}
