import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The commands that a timer runs every night (packaging/systemd). */
export const JOBS = ['audit-anchor', 'backup', 'doctor', 'retention'] as const;
export type Job = (typeof JOBS)[number];

/**
 * Writes beside the data when the job has last succeeded. The job is done all the same where the
 * folder is missing, as on a machine with commands alone, or belongs to another user.
 */
export async function noteSuccess(dataDir: string, job: Job): Promise<void> {
  const note = noteOf(dataDir, job);
  try {
    await writeFile(`${note}.new`, `${new Date().toISOString()}\n`);
    await rename(`${note}.new`, note);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    const what = `${note} cannot be written, so alerts do not see this: ${String(error)}`;
    process.stderr.write(`momo: ${what}\n`);
  }
}

/** When each job has last succeeded; one that never has is not in it. */
export async function readSuccesses(dataDir: string): Promise<ReadonlyMap<Job, Date>> {
  const successes = new Map<Job, Date>();
  for (const job of JOBS) {
    const text = await readFile(noteOf(dataDir, job), 'utf8').catch(() => '');
    const at = new Date(text.trim());
    if (!Number.isNaN(at.getTime())) successes.set(job, at);
  }
  return successes;
}

function noteOf(dataDir: string, job: Job): string {
  return join(dataDir, `last-success-${job}`);
}
