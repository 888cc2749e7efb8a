import { spawnSync } from 'node:child_process';

/** What a scenario needs and this machine does not have, or null. */
export function lacks(...programs: readonly string[]): () => string | null {
  return () => {
    // Those that only root runs are in no PATH of others.
    const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` };
    const missing = programs.filter(
      (program) => spawnSync('sh', ['-c', `command -v ${program}`], { env }).status !== 0,
    );
    return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`;
  };
}

/** The same for what is installed from the npm registry on the way. */
export function lacksRegistry(): string | null {
  const { status } = spawnSync('npm', ['ping'], { stdio: 'ignore', timeout: 30_000 });
  return status === 0 ? null : 'the npm registry cannot be reached';
}
