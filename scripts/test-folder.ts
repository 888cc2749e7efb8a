// Where the tests keep their temporary files, the data of every PostgreSQL among them.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A whole run never needed more than 1 GB there. */
const NEEDED_BYTES = 4 * 1_024 ** 3;

/**
 * In memory if there is enough: PostgreSQL syncs at once there, while dropping one test's database
 * waited two seconds for a disk. PostgreSQL's own settings stay, because a service refuses a server
 * that does not sync.
 */
export function makeTestFolder(): string {
  if (!hasRoom()) return makeFolder(tmpdir());
  const folder = makeFolder(MEMORY);
  if (mayRunPrograms(folder)) return folder;
  rmSync(folder, { recursive: true });
  return makeFolder(tmpdir());
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES;
}

/** Open to all, like the usual one: as root, PostgreSQL and some services run as other users. */
function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'momo-tests-'));
  chmodSync(folder, 0o1777);
  return folder;
}

/** Containers often forbid it there, and some tests write the programs that they run. */
function mayRunPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
