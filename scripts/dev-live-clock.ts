import { createInterface } from 'node:readline';
import type { Database } from '../service/src/db/client.ts';

/**
 * Hours pass at once for whoever types `25h`: what waits for a day need not be waited for. Returns
 * what ends it.
 */
export function followTypedHours(database: Database): () => Promise<void> {
  const typed = createInterface({ input: process.stdin });
  typed.on('line', (line) => {
    const [, hours] = /^\+?(\d{1,4}) ?h$/.exec(line.trim()) ?? [];
    if (hours === undefined) return;
    moveClock(database, Number(hours)).then(
      () => console.log(`The service's clock is ${hours} h further.`),
      (error: unknown) => console.error(error),
    );
  });
  return async () => {
    typed.close();
    await database.close();
  };
}

function moveClock(database: Database, hours: number): Promise<unknown> {
  return database.query({
    text: `update clock set shift = shift + $1 * interval '1 hour'`,
    values: [hours],
  });
}
