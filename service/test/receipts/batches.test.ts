import assert from 'node:assert/strict';
import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { Database } from '../../src/db/client.ts';
import { insertSms } from '../../src/db/receipts/sms.ts';
import { insertTransactions } from '../../src/db/transactions/transactions.ts';
import { readSms, readTexts } from '../../src/flows/receipts/read-sms.ts';
import { createSmsLanes } from '../../src/flows/receipts/receive-sms.ts';
import { loadSmsTemplates } from '../../src/settings/sms-templates.ts';
import { fixedPolicy } from '../support/access/policy.ts';
import { openTestDatabase } from '../support/database.ts';
import { addGateway, GATEWAY, nextOrangeId, orangeText } from '../support/receipts/sms.ts';
import { forceState } from '../support/transactions/payments.ts';
import { newDeposit } from '../support/transactions/transactions.ts';

const LINES = ['+237699000001', '+237699000002', '+237699000003'] as const;
const PLAYERS = Array.from({ length: 12 }, (_, index) => `+2376900000${10 + index}`);
const AMOUNTS = [500, 900] as const;
const OPENING = 50_000;
const TEMPLATES = loadSmsTemplates(null);
const DIALLED = {
  collectionMode: 'customer_initiated',
  instructions: {
    ussdString: '#150#',
    dialUri: 'tel:',
    copyText: '#150#',
    steps: [],
    merchant: { displayName: null },
    illustrationUrl: null,
    illustrationAlt: null,
    pollingIntervalSeconds: 3,
  },
} as const;

interface Story {
  readonly deposits: readonly Asked[];
  readonly texts: readonly Reported[];
  /** So many of the texts are read before the batch. */
  readonly readBefore: number;
}

interface Asked {
  readonly line: number;
  readonly player: number;
  readonly amount: number;
  readonly state: 'pending' | 'expired' | 'succeeded';
  /** Paid by dialling a code; otherwise by confirming a prompt. */
  readonly isDialled: boolean;
}

const KINDS = [
  'gap',
  'id_of_last',
  'copy_of_last',
  'other_amount',
  'other_player',
  'no_balance',
  'reverses_last',
  'reverses_next',
  'sent',
  'balance',
  'unknown_sim',
  'late',
] as const;

/** A text about the payment of a deposit, or about something else. */
interface Reported {
  readonly deposit: number;
  readonly kind: 'payment' | (typeof KINDS)[number];
}

const ASKED = {
  line: fc.nat({ max: LINES.length - 1 }),
  player: fc.nat({ max: PLAYERS.length - 1 }),
  amount: fc.constantFrom(...AMOUNTS),
  isDialled: fc.boolean(),
  state: fc.oneof(
    { weight: 8, arbitrary: fc.constant('pending' as const) },
    { weight: 1, arbitrary: fc.constantFrom('expired' as const, 'succeeded' as const) },
  ),
};
const REPORTED = {
  deposit: fc.nat({ max: 19 }),
  kind: fc.oneof(
    { weight: 7, arbitrary: fc.constant('payment' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...KINDS) },
  ),
};
const STORY: fc.Arbitrary<Story> = fc.record({
  deposits: fc.array(fc.record(ASKED), { minLength: 10, maxLength: 20 }),
  texts: fc.array(fc.record(REPORTED), { minLength: 4, maxLength: 16 }),
  readBefore: fc.nat({ max: 5 }),
});

const alone = await openDatabaseWithLines();
const batched = await openDatabaseWithLines();

test('a batch of texts ends as the same texts that are read one by one', async (t) => {
  let [all, inBatch] = [0, 0];
  await fc.assert(
    fc.asyncProperty(STORY, async (story) => {
      const bodies = writeTexts(story);
      const many = await play(batched, story, bodies);
      const states = await readTexts(many.deps, many.ids);
      for (const id of many.ids.filter((_, index) => states[index] === null)) {
        await readSms(many.deps, id);
      }
      const one = await play(alone, story, bodies);
      const isTaken = (_: string, index: number) => states[index] !== null;
      for (const id of one.ids.filter(isTaken)) await readSms(one.deps, id);
      for (const id of one.ids.filter((id, index) => !isTaken(id, index))) {
        await readSms(one.deps, id);
      }
      all += states.length;
      inBatch += states.filter((state) => state !== null).length;
      assert.deepEqual(await factsOf(many.deps.database), await factsOf(one.deps.database));
    }),
    { numRuns: 16, endOnFailure: true },
  );
  t.diagnostic(`${inBatch} of ${all} were read in a batch`);
  assert.ok(inBatch > all / 3);
});

const NOTHING_BEFORE = { readBefore: 0 } as const;

test('the same text three times at once is stored once and credited once', async () => {
  const deposits = [deposit({ player: 0 })];
  const { deps } = await play(alone, { ...NOTHING_BEFORE, deposits, texts: [] }, []);
  const lanes = createSmsLanes(deps);
  const story: Story = { ...NOTHING_BEFORE, deposits, texts: [{ deposit: 0, kind: 'payment' }] };
  const [text] = writeTexts(story).map((body) => newSms(body, LINES[0]));
  assert.ok(text);
  const stored = await Promise.all([lanes.store(text), lanes.store(text), lanes.store(text)]);
  assert.equal(new Set(stored.map(({ id }) => id)).size, 1);
  await Promise.all(stored.map(({ id }) => lanes.read(id)));
  const { receipts, deposits: made } = await factsOf(deps.database);
  assert.equal(receipts.length, 1);
  assert.equal(made[0]?.['state'], 'succeeded');
});

test('payments of one number in one batch complete a deposit each, the oldest first', async () => {
  const deposits = [deposit({ player: 0 }), deposit({ player: 0 })];
  const texts = Array.from({ length: 3 }, () => ({ deposit: 0, kind: 'payment' as const }));
  const story: Story = { ...NOTHING_BEFORE, deposits, texts };
  const { deps, ids } = await play(batched, story, writeTexts(story));
  assert.deepEqual(await readTexts(deps, ids), ['receipt', 'receipt', 'receipt']);
  const { receipts } = await factsOf(deps.database);
  const uses = receipts.map(({ used_for: use, reason }) => [use, reason]);
  assert.deepEqual(uses, [
    ['0', 'completed_deposit'],
    ['1', 'completed_deposit'],
    [null, 'no_deposit_waits'],
  ]);
});

test('a text that cannot be read harms no other text of its batch', async () => {
  const deposits = [0, 1, 2, 3].map((player) => deposit({ player, line: player % 3 }));
  const texts = deposits.map((_, index) => ({ deposit: index, kind: 'payment' as const }));
  const story: Story = { ...NOTHING_BEFORE, deposits, texts };
  const { deps, ids } = await play(batched, story, writeTexts(story));
  await deps.database.query({
    text: `create function refuse_one() returns trigger language plpgsql as $$
           begin
             if new.payer_msisdn = '${PLAYERS[1]}' then raise 'a broken row'; end if;
             return new;
           end $$`,
  });
  await deps.database.query({
    text: 'create trigger refuse_one before insert on receipts for each row execute function refuse_one()',
  });
  const lanes = createSmsLanes(deps);
  const read = await Promise.allSettled(ids.map((id) => lanes.read(id)));
  await deps.database.query({ text: 'drop trigger refuse_one on receipts' });
  const kinds = read.map(({ status }) => status);
  assert.deepEqual(kinds, ['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  const { deposits: after } = await factsOf(deps.database);
  assert.deepEqual(
    after.map(({ state }) => state),
    ['succeeded', 'pending', 'succeeded', 'succeeded'],
  );
});

function deposit(asked: Pick<Asked, 'player'> & Partial<Asked>): Asked {
  return { line: 0, amount: 500, state: 'pending', isDialled: true, ...asked };
}

/** A database with its lines; each story begins anew. */
async function openDatabaseWithLines() {
  const { database } = await openTestDatabase();
  const sims = Object.fromEntries(
    LINES.map((line) => [line, { operator: 'orange', line } as const]),
  );
  return { database, sims };
}

async function play(
  { database, sims }: Awaited<ReturnType<typeof openDatabaseWithLines>>,
  { deposits, texts, readBefore }: Story,
  bodies: readonly string[],
) {
  await database.query({
    text: `truncate transactions, open_transactions, recent_numbers, operator_ids, receipts,
             receipt_uses, sms_messages, balance_steps, lines, trusted_balances, webhooks,
             open_webhooks, rival_texts cascade`,
  });
  await addGateway(database, { sims, opensWithXaf: OPENING });
  // Deposits of one moment are in the order of their ids.
  const inOrder = deposits.map(() => randomUUIDv7()).toSorted();
  await insertTransactions(
    database,
    deposits.map(({ line, player, amount, isDialled }, index) =>
      newDeposit({
        id: inOrder[index] ?? assert.fail(),
        operator: 'orange',
        providerId: 'orange-money',
        channelId: 'orange-money-sandbox',
        msisdn: PLAYERS[player] ?? assert.fail(),
        amountXaf: amount,
        line: LINES[line] ?? assert.fail(),
        reference: String(index),
        playerId: playerOf(player),
        ...(isDialled ? DIALLED : {}),
      }),
    ),
  );
  for (const [index, { state }] of deposits.entries()) {
    if (state !== 'pending') await forceState(database, inOrder[index] ?? '', state);
  }
  const ids: string[] = [];
  for (const [index, body] of bodies.entries()) {
    const { deposit = 0, kind } = texts[index] ?? {};
    const sms = newSms(body, lineOf(deposits, deposit));
    const trust = kind === 'unknown_sim' || kind === 'late' ? kind : 'trusted';
    // Ids are in the order of time down to the millisecond.
    const [stored] = await insertSms(database, [{ ...sms, trust }]);
    ids.push(stored?.id ?? assert.fail());
    await pause(2);
  }
  const deps = { database, templates: TEMPLATES, policy: fixedPolicy(), onQueued: () => {} };
  for (const id of ids.slice(0, readBefore)) await readSms(deps, id);
  return { deps, ids: ids.slice(readBefore) };
}

function writeTexts({ deposits, texts }: Story): readonly string[] {
  const balances = new Map<string, number>();
  let [id, nextId, last] = [nextOrangeId(), nextOrangeId(), ''];
  return texts.map(({ deposit, kind }) => {
    const { player, amount } = deposits[deposit % deposits.length] ?? assert.fail();
    const line = lineOf(deposits, deposit);
    const before = balances.get(line) ?? OPENING;
    if (kind === 'copy_of_last' && last !== '') return `${last} `;
    if (kind === 'balance') return `Le solde de votre compte est de ${before} FCFA.`;
    if (kind === 'reverses_last') return `Annulation du transfert ${id} effectuee.`;
    if (kind === 'reverses_next') return `Annulation du transfert ${nextId} effectuee.`;
    if (kind === 'sent') {
      balances.set(line, before - 300);
      const own = `Retrait reussi par ${line.slice(4)} WOURI SHOP chez 655777888 KIOSQUE.`;
      return `${own} ID transaction: ${nextOrangeId().replace('PP', 'CO')}, Montant: 300 FCFA, Nouveau solde: ${before - 300} FCFA.`;
    }
    if (kind !== 'id_of_last') [id, nextId] = [nextId, nextOrangeId()];
    const payer = PLAYERS[(player + (kind === 'other_player' ? 1 : 0)) % PLAYERS.length];
    const paid = kind === 'other_amount' ? 700 : amount;
    const after = before + paid + (kind === 'gap' ? 100 : 0);
    balances.set(line, after);
    const text = orangeText({
      payer: payer?.replace('+237', '') ?? assert.fail(),
      payee: line.replace('+237', ''),
      amount: paid,
      balance: `${after}`,
      id,
    });
    last = text;
    return kind === 'no_balance' ? text.replace(/, Nouveau Solde.*/, '.') : text;
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
  const code = (column: string) =>
    `(case when ${column} like '{%' then ${column}::jsonb ->> 'code' else ${column} end)`;
  return {
    receipts: await list(`select r.operator_tx_id, r.state, r.is_trusted, r.score, r.doubts,
        r.waits_for_line, r.line, r.amount_xaf, r.payer_name, r.fee_cents, r.balance_cents,
        r.operator_time, ${code('r.reason')} as reason, t.reference as used_for, m.body
      from receipts r left join receipt_uses u on u.receipt_id = r.id
        left join transactions t on t.id = u.transaction_id
        left join sms_messages m on m.id = r.sms_id order by 1`),
    texts: await list(`select body, state, ${code('reason')} as reason, template, reversed_tx_id
      from sms_messages order by 1, 2, 3`),
    deposits: await list(`select t.reference, t.state, t.provider_tx_id, t.version,
        array(select h.trigger || ' by ' || split_part(h.actor, ':', 1) from transitions h
              where h.transaction_id = t.id order by h.seq) as history
      from transactions t order by 1`),
    lines: await list(`select line, balance_cents, start_cents, gap_at is null as fits
      from lines order by 1`),
    entries: await list(`select coalesce('transaction ' || t.reference, e.cause) as cause, e.rule,
        e.amount_cents
      from book_entries e left join transactions t on e.cause = 'transaction:' || t.id
      where t.id is not null
         or e.cause in (select 'payment:' || operator || ':' || operator_tx_id from receipts)
      order by 1, 2`),
    contradictions: await list(`select c.remark::jsonb ->> 'code' as code, t.reference,
        r.operator_tx_id
      from contradictions c left join transactions t on t.id = c.transaction_id
        left join receipts r on r.id = c.receipt_id
      where c.sms_id in (select id from sms_messages) order by 1, 2, 3`),
    rivals: await list(`select r.operator_tx_id, v.payer_msisdn, v.amount_xaf
      from rival_texts v join receipts r on r.id = v.receipt_id order by 1, 2, 3`),
    steps: await list(`select s.line, s.before_cents, s.after_cents, s.state, s.tells_time
      from balance_steps s order by 1, 2, 3, 4`),
  };
}
