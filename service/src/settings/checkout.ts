import { join } from 'node:path';

/** The folder of the checkout, or of the installed package: what comes with the service is in it. */
export const CHECKOUT = join(import.meta.dirname, '..', '..', '..');

/** An installed package is bundled JavaScript. */
const IS_INSTALLED = !import.meta.filename.endsWith('.ts');

/**
 * Where relative paths in settings start: in the checkout, wherever the command was typed. An
 * installed package is replaced by the next release, so there it is the folder in which the command
 * was typed.
 */
export const HOME = IS_INSTALLED ? process.cwd() : CHECKOUT;

/**
 * The file of settings where ENV_FILE names none. An installed command must have it: in any folder
 * in which it is typed it would otherwise begin anew.
 */
export const SETTINGS_FILE = IS_INSTALLED
  ? { path: '/etc/momo/momo.env', isNeeded: true }
  : { path: join(CHECKOUT, '.env'), isNeeded: false };
