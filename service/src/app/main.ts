import { runProcess } from './process/run-process.ts';

await runProcess();
