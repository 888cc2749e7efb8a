// Selects the test files: all in `npm run test:all`, without the slowest in `npm test`, and with
// arguments those whose path contains one of them.
import { globSync } from 'node:fs';

/**
 * Tests that `npm test` leaves to `npm run test:all`, which every change passes before it is
 * merged. Decisions about money are tested with their subject, without a separate process.
 */
const LEFT_OUT: readonly { readonly folder: string; readonly why: string }[] = [
  { folder: 'service/test/process', why: 'starts the whole service some hundred times' },
  { folder: 'service/test/lines/gateways', why: "starts Debian's SMS gateways and a modem's" },
  { folder: 'service/test/postgres', why: 'starts PostgreSQL again and again' },
];

/** One kill of each kind: of the service, of its database, and of a modem agent. */
const KEPT: readonly string[] = [
  'service/test/process/crash.test.ts',
  'service/test/lines/gateways/sim-kills.test.ts',
];

export interface Selection {
  readonly files: readonly string[];
  readonly leftOut: readonly { readonly folder: string; readonly count: number }[];
}

export function selectFiles(options: {
  readonly words: readonly string[];
  readonly isAll: boolean;
}): Selection {
  const { words, isAll } = options;
  const files = globSync([
    'service/test/**/*.test.ts',
    'console/test/*.test.ts',
    'sdk/test/*.test.ts',
    'gateways/modem/test/**/*.test.ts',
  ]).sort();
  if (words.length > 0) {
    return {
      files: files.filter((file) => words.some((word) => file.includes(word))),
      leftOut: [],
    };
  }
  if (isAll) return { files, leftOut: [] };
  const gone = KEPT.filter((file) => !files.includes(file));
  if (gone.length > 0) throw new Error(`No such test, though it is to stay: ${gone.join(', ')}`);
  const isOut = (file: string, folder: string) =>
    file.startsWith(`${folder}/`) && !KEPT.includes(file);
  return {
    files: files.filter((file) => !LEFT_OUT.some(({ folder }) => isOut(file, folder))),
    leftOut: LEFT_OUT.map(({ folder }) => {
      const count = files.filter((file) => isOut(file, folder)).length;
      if (count === 0) throw new Error(`No test is in ${folder}`);
      return { folder, count };
    }),
  };
}

export function tellLeftOut({ leftOut }: Selection): string {
  const folders = leftOut.map(({ folder, count }) => `${folder} (${count} files)`);
  return `Left out: most of ${folders.join(', ')}. npm run test:all runs them too.`;
}
