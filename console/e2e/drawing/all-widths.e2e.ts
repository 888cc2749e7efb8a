import { test } from 'node:test';
import { assertEveryScreenHolds } from '../support/every-screen.ts';
import { startConsole } from '../support/running-console.ts';
import { seed } from '../support/seed.ts';

const running = await startConsole();
const seeded = await seed(running);

for (const language of ['fr', 'en'] as const) {
  test(`every screen holds at five widths, in ${language}`, () =>
    assertEveryScreenHolds(running, seeded, {
      widths: [360, 768, 1024, 1440, 1920],
      languages: [language],
    }));
}
