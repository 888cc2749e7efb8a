#!/usr/bin/env node
// The `momo` command. Outside npm scripts the system's Node would run, so this finds the one that
// came with the packages and hands over.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const service = join(dirname(fileURLToPath(import.meta.url)), '..');
const bundled = join(service, '..', 'node_modules', '.bin', 'node');
const node = existsSync(bundled) ? bundled : process.execPath;
const command = join(service, 'src', 'cli', 'momo.ts');
const result = spawnSync(node, [command, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(result.status ?? 1);
