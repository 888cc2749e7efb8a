import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

export function settingsFile(dataDir: string): string {
  return join(dataDir, 'live.env');
}

/** Settings as in a real installation; its keys are drawn once and kept. */
export async function writeSettings(
  dataDir: string,
  port: number,
): Promise<Readonly<Record<string, string>>> {
  const file = settingsFile(dataDir);
  const known = existsSync(file) ? parseEnv(await readFile(file, 'utf8')) : {};
  const settings = {
    SERVICE_ENV: 'live',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    ACCEPTED_RISKS: 'testing',
    SECRETS_KEY: known['SECRETS_KEY'] ?? randomBytes(32).toString('hex'),
    SPORTSBOOK_API_KEY: known['SPORTSBOOK_API_KEY'] ?? randomBytes(32).toString('hex'),
  };
  await mkdir(dataDir, { recursive: true });
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, lines.join(''), { mode: 0o600 });
  return settings;
}
