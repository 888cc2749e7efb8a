import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { packGateway } from '../../../../scripts/pack-gateway.ts';

/** The modem agent as it is installed: packed, and unpacked somewhere else. */
export function unpackModem(): string {
  const folder = mkdtempSync(join(tmpdir(), 'momo-packed-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('tar', ['xzf', packGateway(folder), '-C', folder]);
  return join(folder, 'package', 'src', 'main.js');
}
