// Runs what is tried before a release, one after the other: all test files, the console in a
// browser, faults at a small size, simulated histories, and what requests cost beside the release
// before. With `--again`, failed test files are tried again, alone.
import { spawnSync } from 'node:child_process';

/** One of each kind that decides about money; `npm run faults` has all of them, and full sizes. */
const FAULTS = [
  ...['kill-services', 'kill-postgres', 'payout-kills', 'callback-copies', 'ambiguous-payments'],
  ...['forbidden-addresses', 'reference-races', 'decision-races', 'tampered-rows'],
];
const again = process.argv.includes('--again') ? ['--again'] : [];

const PARTS: Readonly<Record<string, readonly string[]>> = {
  tests: ['scripts/test.ts', '--all', ...again],
  'tests in the browser': ['scripts/e2e.ts', '--all', ...again],
  faults: ['service/faults/main.ts', ...FAULTS, '--scale', '0.01', '--busy'],
  // Twelve contain nearly every move and every fault; what 36 do not contain is not tried any more.
  simulation: [
    ...['service/simulation/simulate.ts', '--seeds', '1-12', '--or-up-to', '36'],
    ...['--steps', '3000', '--at-once', '2'],
  ],
  'creates and reads': ['service/bench/main.ts', '--against', '--short'],
  'quick start': ['service/faults/main.ts', 'quick-start'],
};

const results = Object.entries(PARTS).map(([name, args]) => {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  return { isGood: status === 0, text: `${name} (${minutes} min)` };
});
console.log();
for (const { isGood, text } of results) console.log(`${isGood ? 'ok   ' : 'FAIL '} ${text}`);
if (!results.every(({ isGood }) => isGood)) process.exitCode = 1;
