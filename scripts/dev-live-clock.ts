import { createInterface } from 'node:readline';
import type { Database } from '../service/src/db/client.ts';

/** Typing `25h` moves the clock by as many hours. Returns a function that ends it. */
export function followTypedHours(database: Database): () => void {
  const typed = createInterface({ input: process.stdin });
  typed.on('line', (line) => {
    const [, hours] = /^\+?(\d{1,4}) ?h$/.exec(line.trim()) ?? [];
    if (hours === undefined) return;
    moveClock(database, Number(hours)).then(
      () => console.log(`The service's clock is ${hours} h further.`),
      (error: unknown) => console.error(error),
    );
  });
  return () => typed.close();
}

/** The service's time: texts are dated by it, or they would be older than any deposit. */
export async function readClock(database: Database): Promise<Date> {
  const [row] = await database.query<{ readonly now: Date }>({ text: 'select app_now() as now' });
  return row?.now ?? new Date();
}

function moveClock(database: Database, hours: number): Promise<unknown> {
  return database.query({
    text: `update installation set clock_shift = clock_shift + $1 * interval '1 hour'`,
    values: [hours],
  });
}
