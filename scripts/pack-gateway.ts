import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

// Packs the modem agent as one npm file with compiled JavaScript and all dependencies, for Node 20
// and later: Node strips no types under node_modules. `npm i -g FILE` installs it.

const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'gateways', 'modem');
const BESIDES = ['scenarios', 'momo-modem.example.json', 'momo-modem.service'];

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Returns the path of the file. */
export function packGateway(destination: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'momo-pack-'));
  try {
    compile(folder);
    for (const name of BESIDES) cpSync(join(SOURCE, name), join(folder, name), { recursive: true });
    cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
    const own = readPackage(SOURCE);
    const names = Object.keys(own.dependencies ?? {});
    for (const name of names) bundle(name, ROOT, folder);
    const { version, dependencies } = own;
    const packed = {
      name: 'momo-modem',
      version,
      description: 'The modem agent of the Mobile Money Payment Service.',
      license: 'Apache-2.0',
      type: 'module',
      engines: { node: '>=20' },
      os: ['linux'],
      bin: { 'momo-modem': 'src/main.js' },
      dependencies,
      bundleDependencies: names,
    };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
    mkdirSync(destination, { recursive: true });
    const args = ['pack', '--silent', '--pack-destination', resolve(destination)];
    const name = execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim();
    return join(resolve(destination), name.split('\n').at(-1) ?? '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compile(folder: string): void {
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  const project = join(SOURCE, 'tsconfig.pack.json');
  execFileSync(tsc, ['-p', project, '--outDir', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Copies a module with its dependencies, nested as npm has installed them. */
function bundle(name: string, from: string, to: string): void {
  const source = findModule(name, from);
  const target = join(to, 'node_modules', name);
  if (existsSync(target)) return;
  cpSync(source, target, {
    recursive: true,
    filter: (path) => !path.startsWith(join(source, 'node_modules')),
  });
  for (const needed of Object.keys(readPackage(source).dependencies ?? {})) {
    bundle(needed, source, target);
  }
}

/** As Node finds it: in the nearest folder above. */
function findModule(name: string, from: string): string {
  for (let folder = from; folder.startsWith(ROOT); folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
  }
  throw new Error(`${name} is not installed`);
}

function readPackage(folder: string): PackageFile {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile;
}

if (import.meta.main) console.log(packGateway(process.argv[2] ?? '.'));
