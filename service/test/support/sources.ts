import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CHECKOUT } from '../../src/settings/checkout.ts';

// The sources as texts, for the tests that hold the law of the house.

export const SRC = join(CHECKOUT, 'service', 'src');
export const sources = globSync('**/*.ts', { cwd: SRC }).sort();
export const textOf = new Map(sources.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]));

if (sources.length < 100) throw new Error('the sources are not where they are looked for');

type Import = readonly [file: string, imported: string];

/** Every import within service/src, with paths from there. */
export function allImports(): readonly Import[] {
  return [...textOf].flatMap(([file, text]) => importsOf(file, text));
}

/** What a file imports by a relative path, as seen from the folder that `file` is relative to. */
export function importsOf(file: string, text: string): readonly Import[] {
  const found = [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)];
  return found.map(([, path = '']) => [file, relative('.', join(dirname(file), path))]);
}

export function filesWith(pattern: RegExp, where: (file: string) => boolean): string[] {
  return sources.filter((file) => where(file) && pattern.test(textOf.get(file) ?? ''));
}

const GENERATED: ReadonlySet<string> = new Set([
  'service/migrations/baseline.sql',
  'sdk/src/openapi.ts',
]);

export function trackedCode(): string[] {
  return tracked().filter(
    (file) => /\.(ts|tsx|mjs|cjs|sh|sql|css)$/.test(file) && !GENERATED.has(file),
  );
}

/** What git knows of, and in an exported copy without git, everything outside node_modules. */
export function tracked(): string[] {
  if (!existsSync(join(CHECKOUT, '.git'))) {
    return globSync('**/*.*', { cwd: CHECKOUT, exclude: (path) => path.includes('node_modules') });
  }
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: CHECKOUT,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(CHECKOUT, file)));
}
