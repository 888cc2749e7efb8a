// Selects the test files by who waits for them: a contributor, a merge, or nobody. With arguments,
// those whose path contains one of them.
import { globSync } from 'node:fs';

/**
 * `quick` is `npm test`, `merge` what every change passes in `.ci/run`, `all` is
 * `npm run test:all`, before a release.
 */
export type Scope = 'quick' | 'merge' | 'all';

type LeftOut = readonly { readonly path: string; readonly why: string }[];

/** Tests that a merge leaves to `npm run test:all`: long, and seldom touched by a change. */
const LEFT_TO_ALL: LeftOut = [
  { path: 'service/test/bare-server.test.ts', why: 'starts a server and loads it' },
  { path: 'service/test/db/nodes/', why: 'starts PostgreSQL clusters' },
  { path: 'service/test/decisions/http/announced-people.test.ts', why: 'tries 48 combinations' },
  { path: 'service/test/finance/http/uploads.test.ts', why: 'reads 240 000 lines' },
  {
    path: 'service/test/finance/statements/random-forms.test.ts',
    why: 'reads many forms in processes',
  },
  {
    path: 'service/test/finance/statements/read-file.test.ts',
    why: 'reads large files in processes',
  },
  { path: 'service/test/http/overload/', why: 'starts processes that make load' },
  { path: 'service/test/http/transport/fuzz.test.ts', why: 'sends thousands of broken requests' },
  { path: 'service/test/process/backups/', why: 'restores database after database' },
  { path: 'service/test/process/installed/', why: 'installs packages in a Debian of its own' },
  { path: 'service/test/upkeep/days/', why: 'proves a database for each change' },
  { path: 'service/test/upkeep/prometheus.test.ts', why: "runs Prometheus's own rules" },
];

/**
 * Tests that `npm test` leaves to a merge. Decisions about money are tested with their subject,
 * without a separate process.
 */
const LEFT_TO_MERGE: LeftOut = [
  { path: 'service/test/process/', why: 'starts the whole service some hundred times' },
  { path: 'service/test/lines/gateways/', why: "starts Debian's SMS gateways and a modem's" },
  { path: 'service/test/postgres/', why: 'starts PostgreSQL again and again' },
  { path: 'service/test/access/http/', why: 'computes hashes, tries every route with every role' },
  { path: 'service/test/access/flows/', why: 'starts momo again and again' },
  { path: 'service/test/simulation/', why: 'lives through weeks of payments' },
  { path: 'service/test/http/pages/', why: 'reads every document' },
  { path: 'service/test/emulators/', why: 'is about the emulators themselves' },
  { path: 'gateways/modem/test/', why: 'starts modems that are emulated' },
  { path: 'service/test/providers/try-', why: 'rehearses against every emulator' },
  { path: 'sdk/test/', why: 'starts PHP, Python and compilers' },
  { path: 'service/test/transactions/mass-expiry.test.ts', why: 'expires thousands at once' },
  { path: 'service/test/webhooks/kills.test.ts', why: 'kills services while they deliver' },
  { path: 'service/test/webhooks/braked-process.test.ts', why: 'starves a service of its cores' },
  { path: 'service/test/provider-requests/kills.test.ts', why: 'kills services while they pay' },
  { path: 'service/test/http/transport/never-500.test.ts', why: 'breaks every route in turn' },
  { path: 'service/test/webhooks/retries.test.ts', why: 'waits for real pauses' },
  { path: 'service/test/webhooks/waking.test.ts', why: 'waits for real pauses' },
  { path: 'service/test/webhooks/frozen-process.test.ts', why: 'freezes a process' },
  { path: 'service/test/webhooks/receiver-script.test.ts', why: 'starts a receiver of its own' },
  { path: 'service/test/webhooks/take-over.test.ts', why: 'waits for real leases' },
  { path: 'service/test/webhooks/wrong-clock.test.ts', why: 'starts services with wrong clocks' },
  { path: 'service/test/http/transport/dripping.test.ts', why: 'keeps sockets open for long' },
  { path: 'service/test/cli/', why: 'starts momo again and again' },
  { path: 'service/test/providers/adapters/emulators.test.ts', why: 'starts every emulator' },
  {
    path: 'service/test/providers/adapters/pawapay-sdk.test.ts',
    why: 'compares with a client of others',
  },
  { path: 'service/test/finance/http/mappings.test.ts', why: 'reads many files in processes' },
  { path: 'service/test/signing/password.test.ts', why: 'computes hashes' },
  { path: 'service/test/app/commands.test.ts', why: 'starts momo again and again' },
  { path: 'service/test/db/given-up.test.ts', why: 'waits for real limits of time' },
  { path: 'service/test/outbound/post.test.ts', why: 'waits for real limits of time' },
  { path: 'service/test/sandbox/http/simulate/503.test.ts', why: 'waits for real limits of time' },
  { path: 'service/test/webhooks/flows/revoked-keys.test.ts', why: 'makes keys again and again' },
  { path: 'service/test/webhooks/secrets.test.ts', why: 'makes keys again and again' },
  { path: 'service/test/test-run.test.ts', why: 'runs this command' },
];

const LEFT_OUT: Readonly<Record<Scope, LeftOut>> = {
  quick: [...LEFT_TO_ALL, ...LEFT_TO_MERGE],
  merge: LEFT_TO_ALL,
  all: [],
};

/** One kill of each kind: of the service, of its database, and of a modem agent. */
const KEPT: readonly string[] = [
  'service/test/process/crash.test.ts',
  'service/test/lines/gateways/sim-kills.test.ts',
];

export interface Selection {
  readonly files: readonly string[];
  readonly leftOut: readonly { readonly path: string; readonly count: number }[];
}

export function selectFiles(options: {
  readonly words: readonly string[];
  readonly scope: Scope;
}): Selection {
  const { words, scope } = options;
  const files = globSync([
    'service/test/**/*.test.ts',
    'console/test/**/*.test.ts',
    'sdk/test/*.test.ts',
    'gateways/modem/test/**/*.test.ts',
  ]).sort();
  if (words.length > 0) {
    return {
      files: files.filter((file) => words.some((word) => file.includes(word))),
      leftOut: [],
    };
  }
  // Found in every run, so that a test which moves is moved here as well.
  const gone = KEPT.filter((file) => !files.includes(file));
  if (gone.length > 0) throw new Error(`No such test, though it is to stay: ${gone.join(', ')}`);
  // A file counts for the first path that it is at.
  const placeOf = (file: string) =>
    KEPT.includes(file) ? -1 : LEFT_OUT.quick.findIndex(({ path }) => file.startsWith(path));
  const counts = LEFT_OUT.quick.map((_, place) => files.filter((f) => placeOf(f) === place).length);
  const empty = LEFT_OUT.quick.filter((_, place) => counts[place] === 0);
  if (empty.length > 0) throw new Error(`No test is at ${empty.map(({ path }) => path)}`);
  const left = LEFT_OUT[scope];
  return {
    files: files.filter((file) => placeOf(file) < 0 || placeOf(file) >= left.length),
    leftOut: left.map(({ path }, place) => ({ path, count: counts[place] ?? 0 })),
  };
}

/** For the end of a run. */
export function describeLeftOut({ leftOut }: Selection): string {
  const count = leftOut.reduce((sum, one) => sum + one.count, 0);
  const folders = leftOut.map(({ path }) => path).filter((path) => path.endsWith('/'));
  return `Left out: ${count} slow files, most of them in ${folders.join(', ')}; npm run test:all has them.`;
}
