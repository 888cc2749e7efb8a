import { join } from 'node:path';

/** The folder of the checkout, or of the installed package: what comes with the service is in it. */
export const CHECKOUT = join(import.meta.dirname, '..', '..', '..');

/**
 * Where `.env` is and relative paths in settings start: in the checkout, wherever the command was
 * typed. An installed package, which is bundled JavaScript, is replaced by the next release, so
 * there it is the folder in which the command was typed.
 */
export const HOME = import.meta.filename.endsWith('.ts') ? CHECKOUT : process.cwd();
