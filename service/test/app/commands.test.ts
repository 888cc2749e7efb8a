import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../../src/settings/checkout.ts';

const RECEIVER = join(CHECKOUT, 'scripts', 'receiver.ts');

function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const options = { encoding: 'utf8', env: { ...process.env, ...env }, timeout: 30_000 } as const;
  return spawnSync(process.execPath, [file, ...args], options);
}

test('every command that starts something explains itself with --help and starts nothing', () => {
  for (const [file, says] of [
    ['service/src/app/main.ts', /PORT=8600 npm start/],
    ['scripts/dev-live.ts', /PORT +where the service listens \(8000\)/],
    ['scripts/receiver.ts', /--service <url>/],
  ] as const) {
    const { status, stdout } = run(join(CHECKOUT, file), ['--help']);
    assert.equal(status, 0, file);
    assert.match(stdout, says);
    assert.doesNotMatch(stdout, /Starting|Receiver on/);
  }
});

test('an option that there is not is named, with the ones that there are', () => {
  for (const file of ['scripts/dev-live.ts', 'scripts/receiver.ts']) {
    const { status, stderr } = run(join(CHECKOUT, file), ['--prot', '1']);
    assert.equal(status, 2, file);
    assert.match(stderr, /--prot[^]*--help/);
  }
});

test('a receiver whose port is taken says so, and how to choose another', async () => {
  const other = createServer().listen(0, 'localhost');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { status, stderr } = run(RECEIVER, ['--port', String(port)]);
  assert.equal(status, 2);
  assert.match(stderr, new RegExp(`^Port ${port} is taken: choose another with --port\\.`));
  other.close();
});

test('a receiver looks for the service at PORT, and says at once if it is no use there', async () => {
  const service = createServer((_, response) => response.writeHead(401).end('{"detail":"no"}'));
  service.listen(0, 'localhost');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const env = { ...process.env, PORT: String(port), MOMO_KEY: undefined };
  const receiver = spawn(process.execPath, [RECEIVER, '--port', '0'], { env });
  let said = '';
  for await (const text of receiver.stdout) {
    said += String(text);
    if (said.includes('start again.')) break;
  }
  receiver.kill();
  service.close();
  assert.match(said, new RegExp(`keys of http://localhost:${port}\n`));
  assert.match(said, /asks for an API key: set MOMO_KEY and start again\./);
});

test('npm install typed in examples/ changes no file of the repository', () => {
  const root = mkdtempSync(join(tmpdir(), 'momo-examples-'));
  const workspaces = '{"name":"outer","private":true,"workspaces":["sdk"]}';
  writeFileSync(join(root, 'package.json'), workspaces);
  cpSync(join(CHECKOUT, 'examples'), join(root, 'examples'), {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  mkdirSync(join(root, 'thing'));
  writeFileSync(join(root, 'thing', 'package.json'), '{"name":"thing","version":"1.0.0"}');
  const own = join(root, 'examples', 'package.json');
  const before = readFileSync(own, 'utf8');
  const { status, stderr } = spawnSync('npm', ['install', '--offline', '../thing'], {
    cwd: join(root, 'examples'),
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.deepEqual(readdirSync(join(root, 'examples', 'node_modules')).includes('thing'), true);
  assert.equal(readFileSync(own, 'utf8'), before);
  assert.equal(readFileSync(join(root, 'package.json'), 'utf8'), workspaces);
  assert.deepEqual(readdirSync(root).toSorted(), ['examples', 'package.json', 'thing']);
});
