import { test } from 'node:test';
import { assertEveryScreenHolds } from '../support/every-screen.ts';
import { startConsole } from '../support/running-console.ts';
import { seed } from '../support/seed.ts';

const running = await startConsole();
const seeded = await seed(running);

test('nothing is clipped, covered, out of its card or too small to hit at 360 and 1440 px', () =>
  assertEveryScreenHolds(running, seeded, { widths: [360, 1440], languages: ['fr'] }));
