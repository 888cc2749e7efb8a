import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface SmallDisk {
  readonly fill: () => void;
  readonly clear: () => void;
  readonly unmount: () => void;
}

/** Mounts a disk in memory there, or returns `null` where this user may not mount one. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  try {
    const size = `size=${megabytes}m,mode=755`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'momo-test', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    fill: () => writeUntilFull(filler),
    clear: () => rmSync(filler),
    unmount: () => execFileSync('umount', ['--lazy', folder]),
  };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const size of [1 << 20, 1 << 12]) {
      const piece = Buffer.alloc(size);
      while (isWritten(file, piece));
    }
  } finally {
    closeSync(file);
  }
}

function isWritten(file: number, piece: Buffer): boolean {
  try {
    return writeSync(file, piece) === piece.length;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
