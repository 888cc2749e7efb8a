import { runProcess } from '../../../src/app/process/run-process.ts';
import type { ServerLimits } from '../../../src/app/server.ts';

// What `npm start` runs, with the limits that a test gives in TEST_LIMITS. On a busy machine a
// test's own requests would be too many, so without it nothing is shed.

const LIMITS: ServerLimits = {
  overloadDelayMs: 0,
  maxConnections: 10_000,
  connectionsPerAddress: 500,
  searchesPerSecond: 10,
};

await runProcess({ ...LIMITS, ...JSON.parse(process.env['TEST_LIMITS'] ?? '{}') });
