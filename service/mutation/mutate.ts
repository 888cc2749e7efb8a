// Changes the rules of `domain` and the validator in thousands of small ways, one at a time, and
// lists the changes that no test notices: npm run mutate. Stryker's --help lists the options;
// `npm run mutate -- --mutate service/src/domain/money.ts` tries one file.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../src/settings/checkout.ts';

const OWN = import.meta.dirname;
const STRYKER = join(OWN, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

// Only this script needs these packages, so the checkout does not have them.
if (!existsSync(STRYKER)) run('npm', ['ci', '--no-workspaces', '--prefix', OWN]);
const status = run(process.execPath, [
  STRYKER,
  'run',
  join(OWN, 'stryker.config.json'),
  ...process.argv.slice(2),
]);
const report = join(OWN, 'dist', 'mutation.json');
if (existsSync(report)) console.log(tableOf(JSON.parse(readFileSync(report, 'utf8')) as Report));
process.exitCode = status;

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'RuntimeError';
}

/** Noticed and unnoticed changes by folder. */
function tableOf({ files }: Report): string {
  const folders = Map.groupBy(Object.entries(files), ([path]) => folderOf(path));
  const sorted = [...folders].toSorted(([a], [b]) => a.localeCompare(b));
  const rows = sorted.map(([folder, some]) => {
    const mutants = some.flatMap(([, { mutants }]) => mutants);
    return rowOf(folder, mutants);
  });
  const all = rowOf(
    'all',
    Object.values(files).flatMap(({ mutants }) => mutants),
  );
  return [
    '| Where | Changes | Noticed | Survived | Without a test | Share |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    all,
  ].join('\n');
}

function folderOf(path: string): string {
  return path.replace('service/src/', '').split('/').slice(0, 2).join('/').replace(/\.ts$/, '');
}

function rowOf(name: string, mutants: readonly Mutant[]): string {
  const count = (...wanted: readonly Mutant['status'][]) =>
    mutants.filter(({ status }) => wanted.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const survived = count('Survived');
  const uncovered = count('NoCoverage');
  const valid = noticed + survived + uncovered;
  const share = valid === 0 ? '–' : `${((100 * noticed) / valid).toFixed(1)} %`;
  return `| ${[name, valid, noticed, survived, uncovered, share].join(' | ')} |`;
}

function run(command: string, args: readonly string[]): number {
  return spawnSync(command, args, { cwd: CHECKOUT, stdio: 'inherit' }).status ?? 1;
}
