// Runs one of the tests that take minutes, by the name of its file in service/test/long. Without a
// name, or with one that no file has, it lists them, each with the first line of its file.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'service', 'test', 'long');

const [wanted] = process.argv.slice(2);
const files = new Map(
  globSync('**/*.ts', { cwd: FOLDER }).map((file) => [basename(file, '.ts'), join(FOLDER, file)]),
);
const file = files.get(wanted ?? '');
if (file !== undefined) {
  await import(file);
} else {
  if (wanted !== undefined) {
    console.error(`There is no long test ${wanted}.`);
    process.exitCode = 1;
  }
  const names = [...files.keys()].sort();
  const width = Math.max(...names.map((name) => name.length));
  for (const name of names)
    console.log(`${name.padEnd(width)}  ${firstLineOf(files.get(name) ?? '')}`);
}

function firstLineOf(file: string): string {
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  return line.replace('// ', '');
}
