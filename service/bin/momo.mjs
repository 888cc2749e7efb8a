#!/usr/bin/env node
// The `momo` command. Outside npm scripts the system's Node would run, so this finds the one that
// came with the packages, runs the command with it, and ends as it ends.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packages from '../../scripts/find-node.cjs';

const command = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'cli', 'momo.ts');
const node = packages.findNodeOrStop();
// Before the command is started, so that no signal ends this process alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// As `npm start` has them.
const limits = ['--max-semi-space-size=16', '--max-old-space-size=384'];
const options = process.argv[2] === 'start' ? limits : [];
const child = spawn(node, [...options, command, ...process.argv.slice(2)], { stdio: 'inherit' });
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
