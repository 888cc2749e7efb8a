import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { type Dialect, openCall, type World } from './provider-subject.ts';
import type { Scripted } from './scripted-provider.ts';

interface Plan {
  readonly count: number;
  readonly seed: number;
}

/**
 * Answers questions with broken forms of a valid success. The adapter may take one as a success
 * only if it still is one by the rule that the test has written down for itself.
 */
export async function proveGarbage(
  open: () => Promise<World>,
  dialect: Dialect,
  { count, seed }: Plan,
): Promise<void> {
  const { connector, order, routes, instead, system } = await open();
  const random = seeded(seed);
  const tally: Record<string, number> = {};
  for (let n = 0; n < count; n += 1) {
    const answers = {
      ask: mutate(routes.ask.well, random),
      send: mutate(routes.send.well, random),
    };
    instead(routes.ask, answers.ask);
    instead(routes.send, answers.send);
    const asked = await connector.ask(order, openCall());
    const sent = await connector.send(order, openCall());
    tally[asked.kind] = (tally[asked.kind] ?? 0) + 1;
    const successes = [
      ...(asked.kind === 'succeeded' ? [answers.ask] : []),
      ...(sent.kind === 'accepted' && sent.isFinal ? [answers.send] : []),
    ];
    for (const answer of successes) {
      const isOne = typeof answer !== 'string' && answer.status === 200;
      assert.ok(
        isOne && dialect.isSuccess(bodyOf(answer), order),
        `seed ${seed}, number ${n}: taken as a success: ${JSON.stringify(bodyOf(answer))}`,
      );
    }
    system.received.length = 0;
  }
  // A loop in which everything was unknown for another reason would prove nothing.
  assert.ok((tally['unknown'] ?? 0) > count / 4, JSON.stringify(tally));
  assert.ok((tally['succeeded'] ?? 0) > 0, JSON.stringify(tally));
}

function bodyOf(answer: Scripted): unknown {
  if (typeof answer === 'string') return null;
  try {
    return JSON.parse(Buffer.from(answer.body as Buffer).toString('utf8'));
  } catch {
    return null;
  }
}

type Random = () => number;

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  assert.ok(item !== undefined);
  return item;
}

const STATUSES = [200, 200, 200, 201, 202, 204, 206, 400, 404, 409, 417, 422, 500, 503] as const;

function mutate(well: Scripted, random: Random): Scripted {
  assert.ok(typeof well !== 'string');
  const valid = Buffer.from(
    typeof well.body === 'object' ? JSON.stringify(well.body) : (well.body ?? ''),
  );
  const kind = pick(random, MUTATIONS);
  const body = kind(valid, random);
  // Most broken bodies come with a status that would let them through.
  const status = random() < 0.7 ? 200 : pick(random, STATUSES);
  return { status, body };
}

type Mutation = (valid: Buffer, random: Random) => Buffer;

const at = (random: Random, bytes: Buffer) => Math.floor(random() * bytes.length);

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  'SUCCESS',
  'successful',
  'SUCCESSFUL ',
  'NOT SUCCESSFUL',
  'FAILED',
  'PENDING',
  [],
  ['SUCCESSFUL'],
  {},
  { code: 'SUCCESSFUL' },
  '2500',
  2_500,
  '2500.00',
  '2501',
  '0x9C4',
  '2.5e3',
  '237670000012',
  'EUR',
  '\u0000',
  'é'.repeat(3_000),
];

const MUTATIONS: readonly Mutation[] = [
  (valid) => valid,
  (valid, random) => valid.subarray(0, at(random, valid)),
  (valid, random) => {
    const bytes = Buffer.from(valid);
    for (let n = 0; n < 1 + random() * 3; n += 1) bytes[at(random, bytes)] = random() * 256;
    return bytes;
  },
  (valid, random) => {
    const where = at(random, valid);
    return Buffer.concat([valid.subarray(0, where), valid.subarray(where + 1)]);
  },
  (valid, random) => withField(valid, random, () => pick(random, ODD_VALUES)),
  (valid, random) => withField(valid, random, () => pick(random, ODD_VALUES)),
  (valid, random) => withField(valid, random, () => undefined),
  (valid) => Buffer.from(`<html><body>${valid.toString()}</body></html>`),
  (valid) => Buffer.from(`[${valid.toString()}]`),
  (valid) => Buffer.from(JSON.stringify(valid.toString())),
  (valid) => Buffer.concat([valid, valid]),
  (valid) => gzipSync(valid),
  (valid) => Buffer.concat([valid, Buffer.alloc(70_000, ' ')]),
  (_, random) => Buffer.from(Array.from({ length: 50 }, () => Math.floor(random() * 256))),
  () => Buffer.from('['.repeat(30_000)),
  () => Buffer.alloc(0),
  () => Buffer.from('{"__proto__":{"status":"SUCCESSFUL","amount":"2500","currency":"XAF"}}'),
];

/** Changes or removes one field somewhere in the body. */
function withField(valid: Buffer, random: Random, value: () => unknown): Buffer {
  if (valid.length === 0) return valid;
  const body = JSON.parse(valid.toString()) as Record<string, unknown>;
  const inner = Object.values(body).filter(
    (part) => typeof part === 'object' && part !== null,
  ) as Record<string, unknown>[];
  const target = pick(random, [body, ...inner]);
  target[pick(random, Object.keys(target))] = value();
  return Buffer.from(JSON.stringify(body));
}
