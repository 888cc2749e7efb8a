import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, test } from 'node:test';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { launch, runToEnd } from '../support/service-process.ts';

// How the packaged Node is found, in a copy of the launchers where another program stands in for it
// and says that it was run. There is no node_modules/.bin, and the path has a space.

const FOUND = execFileSync(process.execPath, [join(CHECKOUT, 'scripts', 'find-node.cjs')]);
const PACKAGED = relative(CHECKOUT, String(FOUND));
const skip = PACKAGED.startsWith('..') ? 'this platform has no packaged Node' : false;

const checkout = mkdtempSync(join(tmpdir(), 'momo launcher '));
after(() => rmSync(checkout, { recursive: true }));
for (const path of ['scripts', 'service/bin', 'package.json', 'package-lock.json']) {
  cpSync(join(CHECKOUT, path), join(checkout, path), { recursive: true });
}
const STAND_IN = join(checkout, PACKAGED);
const NODE_SH = ['sh', join(checkout, 'scripts', 'node.sh')] as const;
const MOMO = [process.execPath, join(checkout, 'service', 'bin', 'momo.mjs')] as const;

test('npm scripts run the packaged Node in place of their shell', { skip }, async () => {
  standIn('printf "%s|" "$$" "$(command -v node)" "$@"; exit 7');
  const launched = launch({ command: [...NODE_SH, 'a.ts', 'two words', ''] });
  assert.deepEqual(await launched.ended, { code: 7, signal: null });
  assert.equal(launched.stdout(), `${launched.pid}|${STAND_IN}|a.ts|two words||`);
});

test('momo hands its arguments over and ends with the same code', { skip }, async () => {
  standIn('shift; printf "%s|" "$@"; exit 7');
  const { code, stdout } = await runToEnd({ command: [...MOMO, 'key', 'two words', ''] });
  assert.deepEqual([code, stdout], [7, 'key|two words||']);
});

test('momo passes signals on and ends after the command, by its signal', { skip }, async () => {
  const waits = 'echo ready; i=0; while [ "$((i += 1))" -lt 500 ]; do sleep 0.02; done';
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    standIn(`trap 'echo told; exit 3' ${signal.slice(3)}; ${waits}`);
    const orderly = launch({ command: MOMO });
    await orderly.seen('ready');
    assert.equal((await orderly.end(signal)).code, 3);
    assert.match(orderly.stdout(), /told/);
  }
  standIn(waits);
  const killed = launch({ command: MOMO });
  await killed.seen('ready');
  assert.equal((await killed.end('SIGTERM')).signal, 'SIGTERM');
});

test('without a packaged Node another one that is new enough runs instead', { skip }, async () => {
  rmSync(join(checkout, 'node_modules'), { recursive: true, force: true });
  const own = await runToEnd({ command: [...NODE_SH, '-p', 'process.execPath'] });
  assert.equal(own.stdout.trim(), process.execPath);
  for (const command of [NODE_SH, MOMO]) {
    const refused = await runToEnd({ command, env: pretend('22.23.3') });
    assert.equal(refused.code, 1);
    assert.match(refused.output, /^Node \d+ is not in node_modules: [^\n]+\n$/);
  }
});

test('the set-up installs again where no Node is to run on', { skip }, async () => {
  installed('package-lock.json');
  const { code, stderr } = await runToEnd({ command: setUp(), env: npmThat('process.exit(1)') });
  assert.equal(code, 1);
  assert.match(stderr, /^Installing dependencies \(npm ci\) …\nThe dependencies could not/);
});

test('what npm leaves out on an old Node is installed on the packaged one', { skip }, async () => {
  rmSync(join(checkout, 'node_modules'), { recursive: true });
  writeFileSync(join(checkout, 'none.json'), '{ "packages": {} }');
  installed('none.json');
  standIn('echo "packaged: $2" >&2; exit 1');
  const { code, stderr } = await runToEnd({ command: setUp(), env: npmThat('process.exit(0)') });
  assert.equal(code, 1);
  assert.match(stderr, /…\npackaged: ci\nThe dependencies could not/);
});

test('a Node that is too old gets one sentence', async () => {
  for (const command of [NODE_SH, MOMO, setUp()]) {
    const { code, output } = await runToEnd({ command, env: pretend('18.20.8') });
    const sentence = 'Node 20 or later is needed; this is 18.20.8.\n';
    assert.deepEqual([code, output], [1, sentence], command.join(' '));
  }
});

function standIn(script: string): void {
  mkdirSync(dirname(STAND_IN), { recursive: true });
  writeFileSync(STAND_IN, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Says what npm has installed. */
function installed(lock: string): void {
  mkdirSync(join(checkout, 'node_modules'), { recursive: true });
  cpSync(join(checkout, lock), join(checkout, 'node_modules', '.package-lock.json'));
}

/** The machine's npm, on the machine's Node. */
function npmThat(does: string): Readonly<Record<string, string>> {
  const file = join(checkout, 'npm.cjs');
  writeFileSync(file, does);
  return { ...pretend('20.20.2'), npm_execpath: file };
}

/** What runs before `npm start`, in the copy. */
function setUp(): readonly [string, ...string[]] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return ['sh', '-c', `cd "$0" && ${scripts['prestart']}`, checkout];
}

/** Makes the Node of a process say that it has another version. */
function pretend(version: string): Readonly<Record<string, string>> {
  const file = join(checkout, `pretend-${version}.cjs`);
  const versions = `{ value: { ...process.versions, node: '${version}' } }`;
  writeFileSync(file, `Object.defineProperty(process, 'versions', ${versions});`);
  return { NODE_OPTIONS: `--require "${file}"` };
}
