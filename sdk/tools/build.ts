import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OutputOptions, rolldown } from 'rolldown';
import ts from 'typescript';

// Builds the package: modules for `import` and for `require`, each with its types and maps. What
// the fake takes from the service, its checks and its rules, becomes part of the testing entry.

const SDK = resolve(import.meta.dirname, '..');
const SRC = join(SDK, 'src');
const ENTRIES = { index: join(SRC, 'index.ts'), testing: join(SRC, 'testing.ts') };

const FORMATS = [
  { folder: 'esm', format: 'esm', type: 'module' },
  { folder: 'cjs', format: 'cjs', type: 'commonjs' },
] as const;

export async function buildPackage(dist: string): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  for (const { folder, format, type } of FORMATS) {
    const to = join(dist, folder);
    await bundle({ dir: to, format });
    writeTypes(to);
    // Says what the files of this folder are, whatever the package says.
    writeFileSync(join(to, 'package.json'), `${JSON.stringify({ type })}\n`);
  }
}

async function bundle(options: Pick<OutputOptions, 'dir' | 'format'>): Promise<void> {
  const build = await rolldown({
    cwd: SDK,
    input: ENTRIES,
    platform: 'neutral',
    logLevel: 'warn',
    // Otherwise it would be missing after the installation, which has only this package.
    onLog: (_level, { code, message }) => {
      throw new Error(`${code}: ${message}`);
    },
  });
  const chunkFileNames = 'chunks/[name].js';
  const maps = { sourcemap: true, sourcemapExcludeSources: true } as const;
  await build.write({ ...options, ...maps, chunkFileNames, exports: 'named' });
  await build.close();
}

/** The types that the entries name, one file for each of ours. */
function writeTypes(to: string): void {
  const wanted = Object.values(ENTRIES);
  for (const file of wanted) {
    const path = relative(SRC, file);
    const { types, map } = declare(path);
    writeFile(join(to, path.replace(/\.ts$/, '.d.ts')), types.replaceAll(IMPORTED, '$1.js'));
    writeFile(join(to, path.replace(/\.ts$/, '.d.ts.map')), map);
    for (const [, imported = ''] of types.matchAll(IMPORTED)) {
      const next = join(dirname(file), `${imported}.ts`);
      if (!wanted.includes(next)) wanted.push(next);
    }
  }
}

const IMPORTED = /(?<=from ['"])(\.{1,2}\/[^'"]+)\.ts(?=['"])/g;

function declare(path: string): { readonly types: string; readonly map: string } {
  const { outputText, sourceMapText, diagnostics } = ts.transpileDeclaration(
    readFileSync(join(SRC, path), 'utf8'),
    {
      fileName: path,
      reportDiagnostics: true,
      compilerOptions: { declaration: true, declarationMap: true, strict: true },
    },
  );
  const [problem] = diagnostics ?? [];
  if (problem !== undefined) {
    throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
  }
  // Both formats lie equally deep, and the sources beside them.
  const sources = [relative(dirname(join('dist', 'esm', path)), join('src', path))];
  const map = JSON.parse(sourceMapText ?? '{}') as object;
  return { types: outputText, map: JSON.stringify({ ...map, sources }) };
}

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildPackage(join(SDK, 'dist'));
}
