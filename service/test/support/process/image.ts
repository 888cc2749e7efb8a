import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { packService } from '../../../../scripts/pack-service.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';

export interface Image {
  /** Its root file system. */
  readonly root: string;
  readonly config: {
    readonly User?: string;
    readonly Entrypoint?: readonly string[];
    readonly Cmd?: readonly string[];
    readonly StopSignal?: string;
    readonly Healthcheck?: { readonly Test: readonly string[] };
  };
  /** What runs a command in it, as its user, with a root that is only read. */
  readonly runIn: (
    env: Readonly<Record<string, string>>,
    command: readonly string[],
  ) => readonly [string, ...string[]];
}

/**
 * Builds packaging/container/Containerfile with Debian's buildah. The base, which others get from a
 * registry, is a small Debian of mmdebstrap with the Node that came with the packages.
 */
export async function buildImage(): Promise<Image> {
  const folder = mkdtempSync(join(tmpdir(), 'momo-image-'));
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const buildah = (...args: readonly string[]) => {
    const [name = '', ...rest] = args;
    const all = [...store, '--storage-driver', 'vfs', name, ...rest];
    return execFileSync('buildah', all, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: folder },
      maxBuffer: 2 ** 26,
    }).trim();
  };
  after(() => {
    try {
      buildah('rm', '--all');
    } catch {}
    rmSync(folder, { recursive: true, force: true });
  });
  const base = join(folder, 'base');
  // An old mirror is good enough for a test.
  const options = [
    '--variant=minbase',
    '--mode=root',
    '--include=libatomic1,libstdc++6',
    '--aptopt=Acquire::Check-Valid-Until false',
  ];
  // What it mounts of this machine must never be there when the folder is removed.
  execFileSync('unshare', ['--mount', 'mmdebstrap', ...options, 'stable', base], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  mkdirSync(join(base, 'usr/local/bin'), { recursive: true });
  cpSync(process.execPath, join(base, 'usr/local/bin/node'));
  const scratch = buildah('from', 'scratch');
  buildah('add', '--quiet', scratch, base, '/');
  buildah('commit', '--quiet', scratch, 'localhost/momo-base');

  const context = join(folder, 'context');
  cpSync(join(CHECKOUT, 'packaging', 'container'), context, { recursive: true });
  await packService(context);
  const asked = ['--quiet', '--format', 'docker', '--build-arg', 'BASE=localhost/momo-base'];
  buildah('bud', ...asked, '--tag', 'localhost/momo', context);
  const container = buildah('from', 'localhost/momo');
  const root = buildah('mount', container);
  const { Docker } = JSON.parse(buildah('inspect', container)) as {
    readonly Docker: { readonly config: Image['config'] & { readonly Env: readonly string[] } };
  };
  const { config } = Docker;
  return {
    root,
    config,
    runIn: (env, command) => {
      const settings = [
        ...config.Env,
        ...Object.entries(env).map(([key, value]) => `${key}=${value}`),
      ];
      return ['unshare', '--mount', 'sh', '-c', ENTER, root, ...settings, '--', ...command];
    },
  };
}

/** As `docker run --read-only --tmpfs /tmp` with a volume for the data; signals go to the command. */
const ENTER = `set -e
mount --bind "$0" "$0"
mount -t tmpfs tmpfs "$0/tmp" -o mode=1777
mount -t tmpfs tmpfs "$0/var/lib/momo" -o uid=10001,gid=10001,mode=0700
mount -t proc proc "$0/proc"
mount --bind /dev "$0/dev"
mount -o remount,ro,bind "$0" "$0"
settings=
while [ "$1" != -- ]; do settings="$settings $1"; shift; done
shift
exec chroot --userspec=10001:10001 "$0" /usr/bin/env -i $settings "$@"`;
