import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writePackage } from './pack-service.ts';

const CHECKOUT = resolve(import.meta.dirname, '..');
/** Always the same, so that Node finds its compiled code again. */
const FOLDER = join(CHECKOUT, 'node_modules', '.cache', 'test-package');

/**
 * Builds the service as installed, beside the packages of this checkout, and returns the folder of
 * its programs. It replaces the previous one only when complete: another run may be using that.
 */
export async function bundleForTests(): Promise<string> {
  const [fresh, old] = [`${FOLDER}-${process.pid}`, `${FOLDER}-${process.pid}-old`];
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  await writePackage(fresh, { 'test-main': '../test/support/process/main.ts' });
  symlinkSync(join(CHECKOUT, 'node_modules'), join(fresh, 'node_modules'));
  if (existsSync(FOLDER)) renameSync(FOLDER, old);
  renameSync(fresh, FOLDER);
  rmSync(old, { recursive: true, force: true });
  return join(FOLDER, 'service', 'src');
}
