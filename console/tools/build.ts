// Builds the console into console/dist, from where the service serves it.
import { build } from 'vite';
import { VITE_CONFIG } from './vite-config.ts';

await build({ ...VITE_CONFIG, logLevel: process.argv.includes('--quiet') ? 'warn' : 'info' });
