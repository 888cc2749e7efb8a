// Makes a fresh clone ready: installs what is missing. Runs before `npm start` and `npm test`, on
// whatever Node the machine has, so it uses built-ins only and no syntax beyond Node 20.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) stop(`Node 20 or later is needed to set up; this is ${process.version}.`);

if (!isInstalled()) install();

function isInstalled() {
  const wanted = readLock('package-lock.json');
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
