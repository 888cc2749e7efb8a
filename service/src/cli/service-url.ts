import type { Config } from '../settings/config.ts';

/** Where the service of these settings is reached, as far as this machine knows. */
export function serviceUrl({ publicUrl, port }: Config): string {
  return (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, '');
}
