// Makes a fresh clone ready: installs what is missing and builds the console. Runs before `npm
// start`, `npm test` and other scripts that run the service, on whatever Node the machine has, so
// it uses built-ins only and no syntax beyond Node 20; find-node.cjs, which npm's scripts load
// first, stops any older Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packages from './find-node.cjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const LOCK = 'package-lock.json';
/** npm's record of the installed packages. */
const INSTALLED = 'node_modules/.package-lock.json';
/** The hash of the sources from which console/dist was built. */
const BUILT_FROM = 'console/dist/built-from.txt';

if (!isInstalled()) install();
const node = packages.findNodeOrStop();
const consoleSources = hashConsoleSources();
if (readText(BUILT_FROM) !== consoleSources) buildConsole();

function isInstalled() {
  const wanted = readLock(LOCK);
  const found = readLock(INSTALLED);
  if (wanted === null) stop('package-lock.json is missing or unreadable; restore it from git.');
  // If there is no Node to run on, the packages are for another platform or were left out.
  if (found === null || packages.findNode() === null) return false;
  // Optional packages of other platforms are never installed; all others must have the locked
  // version.
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') ||
      found[path]?.version === entry.version ||
      (entry.optional === true && found[path] === undefined),
  );
}

/**
 * npm leaves out an optional package that requires a newer Node than npm runs on, so before 20.19
 * it misses what builds the console, and runs again on the Node that it has just installed.
 */
function install() {
  process.stderr.write('Installing dependencies (npm ci) …\n');
  runNpm(process.execPath);
  if (listLeftOut().length > 0) runNpm(packages.findNodeOrStop());
  const leftOut = listLeftOut();
  if (leftOut.length === 0) return;
  process.stderr.write(`This npm leaves out what a newer one installs: ${leftOut.join(', ')}.\n`);
}

function runNpm(node) {
  // Neither a production environment nor the user's settings may leave anything out. The packages
  // are built for the Node that they include, so npm's warnings about this one are misleading.
  const whole = ['--include=dev', '--include=optional'];
  // Not in .npmrc, where it would also switch off the `pre` scripts of npm start and npm test.
  const safe = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const args = ['ci', ...whole, ...safe, '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const [command, rest] = npm ? [node, [npm, ...args]] : ['npm', args];
  const result = spawnSync(command, rest, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH']}` },
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (result.status !== 0) stop('The dependencies could not be installed; npm says why above.');
}

/** Optional packages that this platform needs and lacks. */
function listLeftOut() {
  const found = readLock(INSTALLED) ?? {};
  const isFor = (wanted, own) => wanted === undefined || [wanted].flat().includes(own);
  return Object.entries(readLock(LOCK))
    .filter(([path, { optional, os }]) => optional && os !== undefined && found[path] === undefined)
    .filter(([, { os, cpu }]) => isFor(os, process.platform) && isFor(cpu, process.arch))
    .filter(([, { libc }]) => isFor(libc, 'glibc'))
    .map(([path]) => path.replace('node_modules/', ''));
}

/** The contents, not the dates: git gives every file of a fresh clone the same one. */
function hashConsoleSources() {
  const hash = createHash('sha256');
  const folders = ['console/src', 'console/public', 'console/tools'];
  const files = folders.flatMap((folder) => listFiles(join(root, folder)));
  for (const file of [...files, join(root, 'console/index.html'), join(root, LOCK)].sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/**
 * `readdirSync` looks into folders by itself only from Node 20.1 on.
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
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
