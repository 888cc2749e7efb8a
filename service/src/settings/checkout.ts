import { join } from 'node:path';

/**
 * The folder of the checkout: relative paths in settings start here, wherever the command was
 * typed.
 */
export const CHECKOUT = join(import.meta.dirname, '..', '..', '..');
