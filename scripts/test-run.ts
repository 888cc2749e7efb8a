// Runs test files in their own processes, several at a time, and tries failed ones again.
import type { ChildProcess } from 'node:child_process';
import { runFiles } from './test-process.ts';
import { type Report, readReport } from './test-report.ts';

const MAX_TRIES_ALONE = 2;

export interface TestRun {
  readonly run: () => Promise<readonly Report[]>;
  /** No further process is started. */
  readonly stop: () => void;
}

export interface TestRunOptions {
  /** Files that share a process, unless one of them ends it. */
  readonly groups: readonly (readonly string[])[];
  readonly lanes: number;
  readonly env: NodeJS.ProcessEnv;
  /**
   * Tries a file that failed beside others up to twice more, alone: if it passes, the machine was
   * too busy. It is named, because a test that cannot bear company is a fault.
   */
  readonly isTriedAgain: boolean;
  readonly print?: (text: string) => void;
}

export function createTestRun(options: TestRunOptions): TestRun {
  const { lanes, env, isTriedAgain, print = console.log } = options;
  const waiting = [...options.groups];
  const running = new Set<ChildProcess>();
  let isStopped = false;
  const stop = () => {
    isStopped = true;
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
    for (let group = waiting.shift(); group !== undefined && !isStopped; group = waiting.shift()) {
      own.push(...(await runGroup(group)));
    }
    return own;
  }

  /** Files that a crash or a hang of another one kept from running run in a new process. */
  async function runGroup(group: readonly string[]): Promise<readonly Report[]> {
    const reports: Report[] = [];
    for (let files = group; files.length > 0; ) {
      const report = readReport(await runFiles({ files, env, running }));
      // Printed as a whole, so that the output of processes is not mixed.
      print(report.text);
      reports.push(report);
      // A stopped run does not list files that never started.
      if (isStopped) break;
      files = report.leftOver;
    }
    return reports;
  }

  async function tryAgain(reports: readonly Report[]): Promise<readonly Report[]> {
    const judged: Report[] = [];
    for (const report of reports) {
      judged.push(report.isGood || isStopped ? report : await forgive(report));
    }
    return judged;
  }

  async function passesAlone(file: string): Promise<boolean> {
    for (let times = 0; times < MAX_TRIES_ALONE && !isStopped; times += 1) {
      print(`Tried once more, alone: ${file}`);
      const again = await runGroup([file]);
      if (again.every(({ isGood }) => isGood)) return true;
    }
    return false;
  }

  async function forgive(report: Report): Promise<Report> {
    print(`\n${report.failures.join('\n').trim()}\n`);
    for (const file of report.failed) {
      if (!(await passesAlone(file))) return report;
    }
    if (report.failed.length === 0) return report;
    print(`UNSTEADY: failed beside others, passed alone: ${report.failed.join(' ')}`);
    return { ...report, failures: [], failed: [], isGood: true };
  }

  return {
    run: async () => {
      const reports = (await Promise.all(Array.from({ length: lanes }, lane))).flat();
      return isTriedAgain ? tryAgain(reports) : reports;
    },
    stop,
  };
}
