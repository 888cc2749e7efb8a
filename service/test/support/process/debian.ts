import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { CHECKOUT } from '../../../src/settings/checkout.ts';

const SUITE = 'trixie';

/** What is kept of a Debian is made again after this, with the packages of the day. */
const KEPT_DAYS = 14;
const DAY_MS = 86_400_000;

/** Why no Debian can be made here, or `false`: for `skip` of a test. */
export function lacksDebian(...programs: readonly string[]): string | false {
  if (process.getuid?.() !== 0) return 'only root can make a Debian';
  const needed = ['mmdebstrap', 'unshare', 'ip', 'tar', ...programs];
  const missing = needed.filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`;
  const enter = spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', 'true']);
  return enter.status !== 0 && 'this machine has no namespaces for it';
}

/**
 * A freshly installed Debian with these packages, as a folder. Its root file system is kept outside
 * of the checkout, since fetching it takes most of a minute.
 */
export function makeDebian(packages: readonly string[] = []): string {
  const kept = keepDebian(packages);
  const root = mkdtempSync('/var/tmp/momo-debian-');
  after(() => rmSync(root, { recursive: true, force: true }));
  execFileSync('tar', ['-xpf', kept, '--numeric-owner', '-C', root]);
  // It trusts whom this machine trusts: there may be a proxy that decrypts what is fetched.
  const trusted = 'usr/local/share/ca-certificates';
  if (existsSync(`/${trusted}`)) cpSync(`/${trusted}`, join(root, trusted), { recursive: true });
  cpSync('/etc/resolv.conf', join(root, 'etc', 'resolv.conf'), { dereference: true });
  return root;
}

/** The folder of what is slow to make and does not change: outside of the checkout. */
export function keptFolder(): string {
  const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'momo-debian');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Returns the file of the root file system. */
function keepDebian(packages: readonly string[]): string {
  const digest = createHash('sha256').update(packages.toSorted().join()).digest('hex');
  const kept = join(keptFolder(), `${SUITE}-${digest.slice(0, 12)}.tar`);
  const keptAt = statSync(kept, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - keptAt < KEPT_DAYS * DAY_MS) return kept;
  const draft = `${kept}.${process.pid}`;
  const options = [
    '--variant=minbase',
    '--mode=root',
    '--format=tar',
    // An old mirror is good enough for a test, now and when the commands ask it.
    '--aptopt=Acquire::Check-Valid-Until false',
    ...(packages.length === 0 ? [] : [`--include=${packages.join(',')}`]),
  ];
  // It mounts /dev/shm and others of this machine into the new root. Where it was killed they would
  // still be there when the folder is removed, and what they have would go with it.
  execFileSync('unshare', ['--mount', 'mmdebstrap', ...options, SUITE, draft], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(draft, kept);
  return kept;
}

export interface Typed {
  readonly code: number | null;
  readonly output: string;
}

export interface TypingOptions {
  /** `own` has nothing but its own machine, so that no port is taken and nothing can be fetched. */
  readonly network: 'own' | 'shared';
  readonly onOutput?: (text: string) => void;
}

/**
 * Types the blocks into one shell on that machine, which ends at the first command that fails. It
 * has a list of processes of its own, so that nothing outlives it. The checkout is in /mnt.
 */
export async function typeInto(
  root: string,
  blocks: readonly string[],
  { network, onOutput }: TypingOptions,
): Promise<Typed> {
  const own = network === 'own' ? ['--net'] : [];
  const enter = ['--mount', '--pid', '--fork', '--kill-child', ...own, 'sh', '-c', ENTER, root];
  const shell = spawn('unshare', [...enter, network, CHECKOUT], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  after(() => shell.kill('SIGKILL'));
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      onOutput?.(chunk);
    });
  }
  shell.stdin.end([PROLOGUE, ...blocks, 'exit'].join('\n'));
  const code = await new Promise<number | null>((resolve) => shell.once('close', resolve));
  return { code, output };
}

/** A command with `!` before it never ends the shell, so what must fail is written with `not`. */
const PROLOGUE = `set -ev -o pipefail
not() { ! "$@"; }`;

const ENTER = `set -e
if [ "$1" = own ]; then ip link set lo up && ip address add 10.0.0.1/32 dev lo; fi
mount -t proc proc "$0/proc"
mount --bind /dev "$0/dev"
mount -t tmpfs tmpfs "$0/dev/shm"
mount -t tmpfs tmpfs "$0/tmp" -o mode=1777
mount --bind "$2" "$0/mnt"
exec chroot "$0" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin /bin/bash`;

/** What an installation from packages has beside the service. */
export const DEBIAN_PACKAGES = [
  'adduser',
  'age',
  'ca-certificates',
  'caddy',
  'curl',
  'jq',
  'libatomic1',
  'openssl',
  'postgresql',
  'prometheus',
];

/** Debian's PostgreSQL, with a database for the user momo, who needs no password on its machine. */
export const DEBIAN_POSTGRES = String.raw`
pg_ctlcluster "$(ls /etc/postgresql)" main start
su postgres -c 'createuser momo && createdb --owner=momo momo'
`;
