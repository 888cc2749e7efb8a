// Reads the output of test processes and sums it up.
import { processorSeconds } from './processor-seconds.ts';
import type { Reported } from './test-process.ts';

export interface Report {
  /** The output of the process, without figures and failures. */
  readonly text: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
  readonly failed: readonly string[];
  /** Files that another file kept from running or from reporting. */
  readonly leftOver: readonly string[];
  readonly processorSeconds: ReadonlyMap<string, number>;
  readonly isGood: boolean;
}

export function readReport(reported: Reported): Report {
  const { files, progress, ending } = reported;
  const [shown = '', ...failing] = reported.output.split('\n✖ failing tests:\n');
  const counts = new Map<string, number>();
  const lines = shown.split('\n').filter((line) => {
    const [, name, count] = /^ℹ (\w+) ([\d.]+)$/.exec(line) ?? [];
    if (name !== undefined) counts.set(name, Number(count));
    return name === undefined;
  });
  const started = new Set(progress.map(({ file }) => file));
  const done = new Map(
    progress.flatMap((step) => (step.kind === 'done' ? [[step.file, step.processorSeconds]] : [])),
  );
  const isRed = (file: string) => lines.some((line) => line.startsWith(`✖ ${file} (`));
  // A process that was ended in the middle does not report the results before.
  const isCutOff = !counts.has('tests');
  const complain = (file: string): string | null => {
    if (started.has(file) && !done.has(file)) return `its process ended with ${ending}`;
    const open = progress.flatMap((step) =>
      step.kind === 'left open' && step.file === file ? [step.resource] : [],
    );
    if (open.length > 0) return `left open: ${open.join(', ')}`;
    const isSilent = done.has(file) && !isRed(file) && !lines.includes(`▶ ${file}`);
    return isSilent && !isCutOff ? 'no test reported' : null;
  };
  const complaints = files.flatMap((file) => {
    const complaint = complain(file);
    return complaint === null ? [] : [{ file, text: `${file}: ${complaint}\n` }];
  });
  const failures = [...failing, ...complaints.map(({ text }) => text)];
  if (ending !== '0' && failures.length === 0) {
    failures.push(`ended with ${ending}: ${files.join(' ')}\n`);
  }
  const isGreen = (file: string) => lines.some((line) => line.startsWith(`✔ ${file} (`));
  const isNamed = (file: string) => complaints.some((complaint) => complaint.file === file);
  const isLeftOver = (file: string) =>
    !started.has(file) || (isCutOff && !isGreen(file) && !isNamed(file));
  return {
    text: lines.join('\n').trim(),
    counts,
    failures,
    failed: files.filter((file) => isNamed(file) || (isRed(file) && !isCutOff)),
    // If not even the first has started, others will not either.
    leftOver: started.size === 0 ? [] : files.filter(isLeftOver),
    processorSeconds: done,
    isGood: ending === '0' && failures.length === 0,
  };
}

/** Prints the results and sets the exit code. */
export function sumUp(reports: readonly Report[], startedAt: number): void {
  console.log();
  for (const name of ['tests', 'pass', 'fail', 'cancelled', 'skipped', 'todo']) {
    const total = reports.reduce((sum, { counts }) => sum + (counts.get(name) ?? 0), 0);
    console.log(`ℹ ${name} ${total}`);
  }
  console.log(`ℹ seconds ${Math.round((performance.now() - startedAt) / 1_000)}`);
  const computed = processorSeconds();
  if (computed !== null) console.log(`ℹ processor seconds ${Math.round(computed)}`);
  const failures = reports.flatMap(({ failures }) => failures);
  if (failures.length > 0) console.log(`\n✖ failing tests:\n\n${failures.join('\n').trim()}`);
  if (!reports.every(({ isGood }) => isGood)) process.exitCode = 1;
}

/** The files that take most processor time. */
export function tellCosts(reports: readonly Report[], count: number): void {
  const costs = reports.flatMap(({ processorSeconds }) => [...processorSeconds]);
  costs.sort(([, a], [, b]) => b - a);
  for (const [file, seconds] of costs.slice(0, count)) {
    console.log(`${seconds.toFixed(1).padStart(6)} s of processor: ${file}`);
  }
}
