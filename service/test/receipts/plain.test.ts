import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { Database } from '../../src/db/client.ts';
import { insertSms } from '../../src/db/receipts/sms.ts';
import { insertTransactions } from '../../src/db/transactions/transactions.ts';
import { creditPlain } from '../../src/flows/receipts/plain/credit-plain.ts';
import { createSmsLanes } from '../../src/flows/receipts/plain/sms-lanes.ts';
import { readSms } from '../../src/flows/receipts/read-sms.ts';
import { loadSmsTemplates } from '../../src/settings/sms-templates.ts';
import { fixedPolicy } from '../support/access/policy.ts';
import { openTestDatabase } from '../support/database.ts';
import { addGateway, GATEWAY, nextOrangeId, orangeText } from '../support/receipts/sms.ts';
import { newDeposit } from '../support/transactions/transactions.ts';

const LINES = ['+237699000001', '+237699000002', '+237699000003'] as const;
const PLAYERS = Array.from({ length: 12 }, (_, index) => `+2376900000${10 + index}`);
const AMOUNTS = [500, 900] as const;
const OPENING = 50_000;
const TEMPLATES = loadSmsTemplates(null);

interface Story {
  readonly deposits: readonly Asked[];
  readonly texts: readonly Told[];
}

interface Asked {
  readonly line: number;
  readonly player: number;
  readonly amount: number;
}

/** A text about the payment of a deposit, with a flaw or without. */
interface Told {
  readonly deposit: number;
  readonly flaw: 'none' | 'gap' | 'id_of_last' | 'other_amount' | 'other_player' | 'unknown_sim';
}

const ASKED = {
  line: fc.nat({ max: LINES.length - 1 }),
  player: fc.nat({ max: PLAYERS.length - 1 }),
  amount: fc.constantFrom(...AMOUNTS),
};
const FLAWS = ['gap', 'id_of_last', 'other_amount', 'other_player', 'unknown_sim'] as const;
const TOLD = {
  deposit: fc.nat({ max: 19 }),
  flaw: fc.oneof(
    { weight: 9, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...FLAWS) },
  ),
};
const STORY: fc.Arbitrary<Story> = fc.record({
  deposits: fc.array(fc.record(ASKED), { minLength: 10, maxLength: 20 }),
  texts: fc.array(fc.record(TOLD), { minLength: 4, maxLength: 16 }),
});

const alone = await openStand();
const together = await openStand();

test('texts that are credited together end as texts that are read one by one', async (t) => {
  let plain = 0;
  let all = 0;
  await fc.assert(
    fc.asyncProperty(STORY, async (story) => {
      const bodies = writeTexts(story);
      const many = await play(together, story, bodies);
      const credited = await creditPlain(many.deps, many.ids);
      for (const id of many.ids.filter((_, index) => !credited[index]))
        await readSms(many.deps, id);
      const one = await play(alone, story, bodies);
      for (const id of one.ids.filter((_, index) => credited[index])) await readSms(one.deps, id);
      for (const id of one.ids.filter((_, index) => !credited[index])) await readSms(one.deps, id);
      plain += credited.filter(Boolean).length;
      all += credited.length;
      assert.deepEqual(await factsOf(many.deps.database), await factsOf(one.deps.database));
    }),
    { numRuns: 8, endOnFailure: true },
  );
  t.diagnostic(`${plain} of ${all} were plain`);
  assert.ok(plain > all / 10);
});

test('the same text twice at once is stored once and credited once', async () => {
  const story: Story = {
    deposits: [{ line: 0, player: 0, amount: 500 }],
    texts: [{ deposit: 0, flaw: 'none' }],
  };
  const { deps } = await play(alone, { ...story, texts: [] }, []);
  const lanes = createSmsLanes(deps);
  const [text] = writeTexts(story).map((body) => newSms(body, LINES[0]));
  assert.ok(text);
  const stored = await Promise.all([lanes.store(text), lanes.store(text), lanes.store(text)]);
  assert.equal(new Set(stored.map(({ id }) => id)).size, 1);
  const ids = stored.map(({ id }) => id);
  const credited = await Promise.all(ids.map((id) => lanes.credit(id)));
  assert.ok(credited.includes(true));
  const { receipts } = await factsOf(deps.database);
  assert.equal(receipts.length, 1);
});

/** A database with its lines; each story begins anew. */
async function openStand() {
  const { database } = await openTestDatabase();
  const sims = Object.fromEntries(
    LINES.map((line) => [line, { operator: 'orange', line } as const]),
  );
  return { database, sims };
}

async function play(
  { database, sims }: Awaited<ReturnType<typeof openStand>>,
  { deposits, texts }: Story,
  bodies: readonly string[],
) {
  await database.query({
    text: `truncate transactions, open_transactions, recent_numbers, operator_ids, receipts,
             receipt_uses, sms_messages, balance_steps, lines, trusted_balances, webhooks,
             open_webhooks cascade`,
  });
  await addGateway(database, { sims, opensWithXaf: OPENING });
  await insertTransactions(
    database,
    deposits.map(({ line, player, amount }, index) =>
      newDeposit({
        operator: 'orange',
        providerId: 'orange-money',
        channelId: 'orange-money-sandbox',
        msisdn: PLAYERS[player] ?? assert.fail(),
        amountXaf: amount,
        line: LINES[line] ?? assert.fail(),
        reference: String(index),
        playerId: playerOf(player),
      }),
    ),
  );
  const ids: string[] = [];
  for (const [index, body] of bodies.entries()) {
    const { deposit = 0, flaw } = texts[index] ?? {};
    const sms = newSms(body, lineOf(deposits, deposit));
    const trust = flaw === 'unknown_sim' ? 'unknown_sim' : 'trusted';
    // Ids are in the order of time down to the millisecond.
    const [stored] = await insertSms(database, [{ ...sms, trust }]);
    ids.push(stored?.id ?? assert.fail());
    await pause(2);
  }
  const deps = { database, templates: TEMPLATES, policy: fixedPolicy(), onQueued: () => {} };
  return { deps, ids };
}

function writeTexts({ deposits, texts }: Story): readonly string[] {
  const balances = new Map<string, number>();
  let id = nextOrangeId();
  return texts.map(({ deposit, flaw }) => {
    if (flaw !== 'id_of_last') id = nextOrangeId();
    const { player, amount } = deposits[deposit % deposits.length] ?? assert.fail();
    const line = lineOf(deposits, deposit);
    const payer = PLAYERS[(player + (flaw === 'other_player' ? 1 : 0)) % PLAYERS.length];
    const paid = flaw === 'other_amount' ? 700 : amount;
    const after = (balances.get(line) ?? OPENING) + paid + (flaw === 'gap' ? 100 : 0);
    balances.set(line, after);
    return orangeText({
      payer: payer?.replace('+237', '') ?? assert.fail(),
      payee: line.replace('+237', ''),
      amount: paid,
      balance: `${after}`,
      id,
    });
  });
}

function lineOf(deposits: readonly Asked[], deposit: number): string {
  return LINES[deposits[deposit % deposits.length]?.line ?? 0] ?? assert.fail();
}

function newSms(body: string, line: string) {
  return {
    gatewayId: GATEWAY,
    sim: line,
    operator: 'orange',
    line,
    sender: 'OrangeMoney',
    body,
    sentAt: null,
    trust: 'trusted',
    state: 'stored',
    reason: null,
    digest: createHash('sha256').update(randomUUID()).digest(),
  } as const;
}

function playerOf(player: number): string {
  return `00000000-0000-4000-8000-0000000000${10 + player}`;
}

/** Everything that a text may write, without ids and times. */
async function factsOf(database: Database) {
  const list = (text: string) => database.query<Record<string, unknown>>({ text });
  const code = (column: string) => `(${column}::jsonb ->> 'code')`;
  return {
    receipts: await list(`select r.operator_tx_id, r.state, r.is_trusted, r.score, r.doubts,
        r.waits_for_line, r.line, r.amount_xaf, r.payer_name, r.fee_cents, r.balance_cents,
        r.operator_time, ${code('r.reason')} as reason, t.reference as used_for, m.body
      from receipts r left join receipt_uses u on u.receipt_id = r.id
        left join transactions t on t.id = u.transaction_id
        left join sms_messages m on m.id = r.sms_id order by 1`),
    texts: await list(`select body, state, ${code('reason')} as reason, template
      from sms_messages order by 1, 2, 3`),
    deposits: await list(`select t.reference, t.state, t.provider_tx_id, t.version,
        array(select h.trigger || ' by ' || split_part(h.actor, ':', 1) from transitions h
              where h.transaction_id = t.id order by h.seq) as history
      from transactions t order by 1`),
    lines: await list(`select line, balance_cents, start_cents, gap_at is null as fits
      from lines order by 1`),
    steps: await list(`select s.line, s.before_cents, s.after_cents, s.state, s.tells_time
      from balance_steps s order by 1, 2, 3, 4`),
  };
}
