// Runs one of the tests that take minutes, by the name of its file in service/test/long. Without a
// name, or with one that no file has, it lists them, each with the first line of its file.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'service', 'test', 'long');

const [wanted] = process.argv.slice(2);
const names = globSync('*.ts', { cwd: FOLDER }).map((file) => basename(file, '.ts'));
if (wanted !== undefined && names.includes(wanted)) {
  await import(join(FOLDER, `${wanted}.ts`));
} else {
  if (wanted !== undefined) {
    console.error(`There is no long test ${wanted}.`);
    process.exitCode = 1;
  }
  const width = Math.max(...names.map((name) => name.length));
  for (const name of names.sort()) console.log(`${name.padEnd(width)}  ${firstLineOf(name)}`);
}

function firstLineOf(name: string): string {
  const [line = ''] = readFileSync(join(FOLDER, `${name}.ts`), 'utf8').split('\n');
  return line.replace('// ', '');
}
