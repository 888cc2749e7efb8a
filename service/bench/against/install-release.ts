import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { FORMER_RELEASES } from '../../src/db/releases.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';

/** A release by its name in releases.json, or any other commit by what git calls it. */
export interface FoundCommit {
  readonly name: string;
  readonly commit: string;
}

/** The release before this one. */
export const NEWEST_RELEASE = FORMER_RELEASES.at(-1)?.name ?? '';

/** `null` if this clone does not have it, such as one without history. */
export function findCommit(ref: string): FoundCommit | null {
  const release = FORMER_RELEASES.find(({ name }) => name === ref);
  // A tag is what users have installed; the list names the commit for a clone without tags.
  const spellings = release === undefined ? [ref] : [`v${release.name}`, release.commit];
  for (const spelling of spellings) {
    const args = ['-C', CHECKOUT, 'rev-parse', '--quiet', '--verify', `${spelling}^{commit}`];
    const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
    if (status === 0) return { name: ref, commit: stdout.trim() };
  }
  return null;
}

/** Where releases stay installed, outside of any checkout: half of a short run is npm. */
const INSTALLED = join(homedir(), '.cache', 'momo-releases');

export function installOnce({ commit }: FoundCommit): string {
  const folder = join(INSTALLED, commit);
  if (existsSync(folder)) return folder;
  mkdirSync(INSTALLED, { recursive: true });
  // What is under its final name is complete, also when two runs install at the same time.
  const draft = `${folder}.${process.pid}`;
  try {
    installCommit(commit, draft);
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** A commit of this clone with its own packages, in a folder that is not there yet or empty. */
export function installCommit(commit: string, folder: string): void {
  run('git', ['clone', '--quiet', '--shared', '--no-checkout', CHECKOUT, folder], CHECKOUT);
  run('git', ['checkout', '--quiet', '--detach', commit], folder);
  const whole = ['--include=dev', '--include=optional'];
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['ci', ...whole, ...quietly, '--prefer-offline'], folder);
}

function run(program: string, args: readonly string[], cwd: string): void {
  // What npm passes to its scripts of this checkout would mislead the npm of the other.
  const env = Object.entries(process.env).filter(([key]) => !key.startsWith('npm_'));
  const { status } = spawnSync(program, args, {
    cwd,
    env: Object.fromEntries(env),
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed in ${cwd}, as it says above`);
}
