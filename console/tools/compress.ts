import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Compresses the built files once, so that the service need not do it for every reader. */
export function compress(assets: string): Plugin {
  return {
    name: 'compress',
    async closeBundle() {
      const files = (await readdir(assets)).filter((file) => /\.(js|css)$/.test(file));
      await Promise.all(
        files.map(async (file) => {
          const path = join(assets, file);
          const bytes = await readFile(path);
          await writeFile(`${path}.br`, await asBrotli(bytes));
          await writeFile(`${path}.gz`, await asGzip(bytes));
        }),
      );
    },
  };
}
