// Simulates the whole service: npm run simulate -- --seed N --steps M. --help lists what else.
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeTestFolder } from '../../scripts/test-folder.ts';
import { ALL_THAT_HAPPENS } from './judge/coverage.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { type History, type RunHistory, withServer } from './run-history.ts';
import { shorten } from './shorten.ts';

const USAGE = `npm run simulate -- [options]
  --seed N          one history (1)
  --steps M         of so many steps, before all becomes calm (20000, with --bugs 3000)
  --seeds A-B       one history for each of these seeds
  --or-up-to N      and further seeds, while something has not happened in any; all of it must
  --seconds S       histories from --seed on until S seconds are over
  --at-once N       so many histories at the same time (1)
  --bugs            each planted bug until it is found; --bug NAME for one of them
  --shorten         leaves out of a history what need not be in it for the same to go wrong
  --only TURNS      only these turns, as --shorten reports
  --history         lists everything that was done`;

/** The judge must find a bug in two minutes; a slow machine runs 500 queries a second. */
const BUG_STATEMENTS = 120 * 500;
const BUG_STEPS = 3_000;
const SHORTEN_MS = 600_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string' },
    seeds: { type: 'string' },
    'or-up-to': { type: 'string' },
    seconds: { type: 'string' },
    'at-once': { type: 'string', default: '1' },
    bugs: { type: 'boolean', default: false },
    bug: { type: 'string' },
    shorten: { type: 'boolean', default: false },
    only: { type: 'string' },
    history: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const steps = Number(values.steps ?? (values.bugs ? BUG_STEPS : 20_000));
const first = Number(values.seeds?.split('-')[0] ?? values.seed);
const last = Number(values.seeds?.split('-')[1] ?? first);

if (values.help) console.log(USAGE);
else process.exitCode = (await inMemory(work())) ? 0 : 1;

/** Puts the database's files in memory if possible. */
async function inMemory(work: (run: RunHistory) => Promise<boolean>): Promise<boolean> {
  const folder = makeTestFolder();
  process.env['TMPDIR'] = folder;
  try {
    return await withServer(work);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function work(): (run: RunHistory) => Promise<boolean> {
  if (values.shorten) return shortenOne;
  return values.bugs ? findBugs : runSeeds;
}

async function runSeeds(run: RunHistory): Promise<boolean> {
  const happened = new Set<string>();
  const endsAt = performance.now() + 1_000 * Number(values.seconds ?? 0);
  const only = values.only?.split(',') ?? null;
  const neverHappened = () => ALL_THAT_HAPPENS.filter((one) => !happened.has(one));
  const isMissed = (seed: number) =>
    seed <= Number(values['or-up-to'] ?? 0) && neverHappened().length > 0;
  let isRight = true;
  let next = first;
  await inLanes(async () => {
    while (next <= last || performance.now() < endsAt || isMissed(next)) {
      const seed = next;
      next += 1;
      const history = await run({ seed, steps, only, bug: values.bug, isReported: values.history });
      print(history);
      for (const one of history.happened) happened.add(one);
      isRight &&= history.wrong.length === 0;
    }
  });
  const never = neverHappened();
  for (const one of never) console.log(`never happened: ${one}`);
  if (never.length === 0)
    console.log(`all of ${ALL_THAT_HAPPENS.length} moves and faults happened`);
  // A few histories need not contain everything.
  return isRight && (never.length === 0 || values['or-up-to'] === undefined);
}

async function inLanes(lane: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: Number(values['at-once']) }, lane));
}

function print({ seed, statements, seconds, payments, hours, digest, wrong, history }: History) {
  for (const line of history) console.log(line);
  console.log(
    `seed ${seed}: ${statements} statements in ${seconds.toFixed(1)} s ` +
      `(${Math.round(statements / seconds)}/s), ${payments} payments, ${hours} h, ${digest}`,
  );
  for (const one of wrong) console.log(`  WRONG: ${one}`);
}

async function findBugs(run: RunHistory): Promise<boolean> {
  let missed = 0;
  const names = PLANTED_BUGS.map(({ name }) => name).filter(
    (name) => (values.bug ?? name) === name,
  );
  console.log('| Bug | Seed | Statements | Seconds | What the judge said |');
  console.log('| --- | --- | --- | --- | --- |');
  await inLanes(async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const { seed, seconds, statements, said } = await findBug(run, name);
      if (said === undefined) missed += 1;
      const figures = `${seed} | ${statements} | ${seconds.toFixed(0)}`;
      console.log(`| ${name} | ${figures} | ${said ?? 'MISSED'} |`);
    }
  });
  return missed === 0;
}

async function findBug(run: RunHistory, bug: string) {
  const startedAt = performance.now();
  let statements = 0;
  for (let seed = first; ; seed += 1) {
    const history = await run({ seed, steps, bug });
    const [said] = history.wrong;
    statements += history.statements;
    const seconds = (performance.now() - startedAt) / 1_000;
    const isOver = said !== undefined || statements > BUG_STATEMENTS;
    if (isOver) return { seed, seconds, statements, said };
  }
}

async function shortenOne(run: RunHistory): Promise<boolean> {
  const { bug } = values;
  const shortened = await shorten(run, { seed: first, steps, bug, mostMs: SHORTEN_MS });
  if (shortened === null) {
    console.log(`nothing is wrong with seed ${first}`);
    return true;
  }
  const { wrong, steps: left, only, runs } = shortened;
  console.log(`WRONG: ${wrong}\n${only.length} turns are left after ${runs} runs:`);
  console.log(`--seed ${first} --steps ${left} --only '${only.join(',')}'`);
  return false;
}
