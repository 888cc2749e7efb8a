import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { CHAPTERS } from '../service/src/http/pages/guide-documents.ts';
import { describeLicences, packagesOf } from './licences.ts';

// Packs the service as one npm file, which `npm i -g FILE` installs: a few bundled JavaScript
// modules, and the files that they read at run time, located as in a checkout. Node strips no types
// under node_modules, and a few modules load faster than 1 900.

const ROOT = resolve(import.meta.dirname, '..');
const SRC = join(ROOT, 'service', 'src');

const ENTRIES = {
  main: 'app/main.ts',
  momo: 'cli/momo.ts',
  'reading-process': 'flows/finance/reading-process.ts',
  'guess-process': 'signing/guess-process.ts',
};

/** Files that are read, not imported; documents are also pages of the service. */
const BESIDES = [
  'LICENSE',
  '.env.example',
  'console/dist',
  'docs',
  'gateways/gammu',
  'gateways/kannel',
  'packaging',
  'scripts/find-node.cjs',
  'service/migrations',
  'service/package.json',
  'service/releases.json',
  ...CHAPTERS.flatMap(({ files }) => files),
];

/** Returns the path of the file. */
export async function packService(destination: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'momo-pack-'));
  try {
    await writePackage(folder);
    mkdirSync(destination, { recursive: true });
    const args = ['pack', '--silent', '--pack-destination', resolve(destination)];
    const name = execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim();
    return join(resolve(destination), name.split('\n').at(-1) ?? '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the contents of the file into a folder; tests add their own programs. */
export async function writePackage(
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (!existsSync(join(ROOT, 'console', 'dist', 'index.html'))) {
    throw new Error('The console is not built: run npm run build:console.');
  }
  const modules = await bundle(join(folder, 'service', 'src'), { ...ENTRIES, ...more });
  const assets = globSync('**/*.*', { cwd: SRC, exclude: (path) => path.endsWith('.ts') });
  const files = [...BESIDES, ...assets.map((asset) => join('service', 'src', asset))];
  for (const file of new Set(files)) {
    cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  }
  writeText(join(folder, 'service', 'bin', 'momo.mjs'), launcher());
  writeText(join(folder, 'LICENCES.txt'), describeLicences(packagesOf(modules)));
  const { name, version, description, license, type, engines, optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const packed = {
    ...{ name, version, private: true, description, license, type, engines },
    bin: { momo: 'service/bin/momo.mjs' },
    optionalDependencies,
  };
  writeJson(join(folder, 'package.json'), packed);
  writeJson(join(folder, 'npm-shrinkwrap.json'), shrinkwrapOf(packed));
}

/** Pins what is fetched during an installation, Node and PostgreSQL, by the digests of our lock. */
function shrinkwrapOf(packed: {
  readonly name: string;
  readonly version: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}) {
  const { name, version, optionalDependencies } = packed;
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, object>>;
  };
  const paths = Object.keys(optionalDependencies).map((one) => `node_modules/${one}`);
  const entries = paths.map((path) => [path, lock.packages[path]]);
  const packages = { '': packed, ...Object.fromEntries(entries) };
  return { name, version, lockfileVersion: 3, requires: true, packages };
}

/** Returns the foreign files that were bundled. */
async function bundle(
  to: string,
  programs: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const missing: string[] = [];
  const entries = Object.entries(programs).map(([name, file]) => [name, join(SRC, file)]);
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(entries),
    platform: 'node',
    external: ['pg-native'],
    plugins: [KEEP_FOLDERS],
    logLevel: 'warn',
    // Otherwise it would be missing after the installation, which has only this file.
    onLog: (level, log, otherwise) => {
      if (log.code === 'UNRESOLVED_IMPORT') missing.push(log.message);
      else otherwise(level, log);
    },
  });
  const { output } = await build.write({
    dir: to,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  if (missing.length > 0) throw new Error(`These are not installed:\n${missing.join('\n')}`);
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  return modules.filter((id) => id.includes(`${sep}node_modules${sep}`));
}

/**
 * All modules end up in service/src itself, but find the files beside them where they were. A
 * program that is started by its file has the name of its bundle.
 */
const KEEP_FOLDERS: Plugin = {
  name: 'keep-folders',
  transform: (code, id) => {
    if (!id.startsWith(`${SRC}${sep}`) || !code.includes('import.meta.dirname')) return null;
    return code
      .replace("'reading-process.ts'", "'../../reading-process.js'")
      .replace("'guess-process.ts'", "'../guess-process.js'")
      .replaceAll(
        'import.meta.dirname',
        `(import.meta.dirname + '/${relative(SRC, dirname(id))}')`,
      );
  },
};

/** The command of the checkout, adapted to start the bundle. */
function launcher(): string {
  const text = readFileSync(join(ROOT, 'service', 'bin', 'momo.mjs'), 'utf8');
  const packed = text.replace("'src', 'cli', 'momo.ts'", "'src', 'momo.js'");
  if (packed === text) throw new Error('service/bin/momo.mjs does not name what it starts.');
  return packed;
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: path.endsWith('.mjs') ? 0o755 : 0o644 });
}

function writeJson(path: string, content: object): void {
  writeText(path, `${JSON.stringify(content, null, 2)}\n`);
}

if (import.meta.main) console.log(await packService(process.argv[2] ?? '.'));
