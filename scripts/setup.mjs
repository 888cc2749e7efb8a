// Makes a fresh clone ready: installs what is missing and builds the console. Runs before `npm
// start` and `npm test`, on whatever Node the machine has, so it uses built-ins only and no syntax
// beyond Node 20; an older one does not come past find-node.cjs, which npm's scripts load first.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packages from './find-node.cjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const LOCK = 'package-lock.json';
/** Says which sources console/dist was made of. */
const BUILT_FROM = 'console/dist/built-from.txt';

if (!isInstalled()) install();
const node = packages.findNodeOrStop();
const consoleSources = hashConsoleSources();
if (readText(BUILT_FROM) !== consoleSources) buildConsole();

function isInstalled() {
  const wanted = readLock(LOCK);
  const found = readLock('node_modules/.package-lock.json');
  if (wanted === null) stop('package-lock.json is missing or unreadable; restore it from git.');
  if (found === null) return false;
  // Optional packages of other platforms are never installed; all others must have the locked
  // version.
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') ||
      found[path]?.version === entry.version ||
      (entry.optional === true && found[path] === undefined),
  );
}

function install() {
  process.stderr.write('Installing dependencies (npm ci) …\n');
  // The packages are built for the Node that they bring along, so npm's remarks about this one
  // mislead.
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const [command, rest] = npm ? [process.execPath, [npm, ...args]] : ['npm', args];
  const result = spawnSync(command, rest, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (result.status !== 0) stop('The dependencies could not be installed; npm says why above.');
}

/** The contents, not the dates: git gives every file of a fresh clone the same one. */
function hashConsoleSources() {
  const hash = createHash('sha256');
  const folders = ['console/src', 'console/public', 'console/tools'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  );
  for (const file of [...files, join(root, 'console/index.html'), join(root, LOCK)].sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** A machine that cannot build it still gets a service; its pages then say what is missing. */
function buildConsole() {
  process.stderr.write('Building the console …\n');
  const result = spawnSync(node, ['console/tools/build.ts', '--quiet'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status === 0) writeFileSync(join(root, BUILT_FROM), consoleSources);
  else process.stderr.write('The console could not be built; the service works without it.\n');
}

function readText(path) {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return null;
  }
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  } catch {
    return null;
  }
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
