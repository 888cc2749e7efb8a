import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { compress } from './compress.ts';

const CONSOLE = join(import.meta.dirname, '..');

/** Used by `build.ts` and `dev.ts`; Vite itself reads no settings file. */
export const VITE_CONFIG: InlineConfig = {
  configFile: false,
  root: CONSOLE,
  base: '/console/',
  publicDir: join(CONSOLE, 'public'),
  plugins: [react(), compress(join(CONSOLE, 'dist', 'assets'))],
  build: {
    outDir: join(CONSOLE, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    // An image inside the script would be loaded every time; a file is cached by itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    // In one file the first load is a tenth smaller than in two dozen.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first-load', tags: ['$initial'] }] } },
    },
  },
};
