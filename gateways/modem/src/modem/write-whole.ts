import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Resolves when the file is on disk with exactly this content; until then it has the old one. */
export async function writeWhole(path: string, content: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
