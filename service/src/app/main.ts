import { runProcess } from './process/run-process.ts';

const HELP = `Starts the service: a sandbox on http://localhost:8000, unless settings say otherwise.

Settings come from the environment and from .env, for instance PORT=8600 npm start. All of them are
in .env.example and docs/operations.md. The commands for those who run it: npm run momo -- --help`;

if (process.argv.includes('--help')) process.stdout.write(`${HELP}\n`);
else await runProcess();
