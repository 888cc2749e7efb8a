import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writePackage } from './pack-service.ts';

const CHECKOUT = resolve(import.meta.dirname, '..');
/** Always the same, so that what Node has compiled is found again. */
const FOLDER = join(CHECKOUT, 'node_modules', '.cache', 'test-package');

/**
 * The service as it is installed, beside the packages of this checkout. Returns the folder of its
 * programs.
 */
export async function bundleForTests(): Promise<string> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await writePackage(FOLDER, { 'test-main': '../test/support/process/main.ts' });
  symlinkSync(join(CHECKOUT, 'node_modules'), join(FOLDER, 'node_modules'));
  return join(FOLDER, 'service', 'src');
}
