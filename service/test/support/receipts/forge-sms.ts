import assert from 'node:assert/strict';
import { createHash, randomInt } from 'node:crypto';
import { touchGateway } from '../../../src/db/lines/gateways.ts';
import { updateWithoutBalances } from '../../../src/db/lines/lines.ts';
import { recordBalance } from '../../../src/flows/decisions/trust-balance.ts';
import { startTwin, type TestService } from '../harness.ts';
import { inParallel } from '../in-parallel.ts';
import { passTime, startLiveService } from '../providers/live.ts';
import { createTill, type Till } from '../providers/till.ts';
import { assertAllHolds } from '../upkeep/all-holds.ts';
import {
  addGateway,
  addLines,
  GATEWAY,
  nextOrangeId,
  orangeText,
  type Reported,
  SECRET,
  tell,
} from './sms.ts';
import { OWN_MOVES, retell } from './sms-own-moves.ts';

export interface ForgeryReport {
  readonly forgeries: number;
  readonly seed: number;
  readonly perSecond: number;
  readonly credited: number;
  /** Rows by kind of forgery and what became of them. */
  readonly rows: Readonly<Record<string, number>>;
}

const LINE = '+237699000001';
const OTHER_LINE = '+237699000002';
/** The only one of the three whose texts are compared with its balance. */
const CHECKED_LINE = '+237699000003';
const AMOUNT = 500;
const VICTIMS = 40;
const HANDS = 16;

/** A deposit that the forger would like to see completed. */
interface Victim {
  readonly id: string;
  readonly msisdn: string;
  readonly line: string;
}

interface Forgery extends Reported {
  readonly secret?: string;
  readonly at?: number;
}

type Pick = (below: number) => number;
type Forge = (victim: Victim, pick: Pick) => Forgery;

/**
 * Texts about payments that never arrived, sent to two processes at once while deposits wait that
 * they would fit. Two lines have no balances, so that every other defence is alone; on the third
 * nothing but the balance is wrong.
 */
export async function forgeSms(order: { readonly forgeries: number }): Promise<ForgeryReport> {
  const service = await startLiveService();
  const twin = await startTwin(service);
  const { database } = service;
  await passTime(database, -GUESSES_WAIT_MS);
  await addLines(database, 'orange', [LINE, OTHER_LINE, CHECKED_LINE]);
  await addGateway(database, {
    sims: {
      'sim-1': { operator: 'orange', line: LINE },
      'sim-2': { operator: 'orange', line: OTHER_LINE },
      'sim-3': { operator: 'orange', line: CHECKED_LINE },
    },
  });
  for (const line of [LINE, OTHER_LINE]) await updateWithoutBalances(database, line);
  const till = createTill(service);
  const victims: Victim[] = [];
  for (let count = 0; count < VICTIMS; count += 1) {
    const msisdn = till.player();
    const line = count % 2 === 0 ? LINE : CHECKED_LINE;
    victims.push({ msisdn, line, id: await till.deposit({ msisdn, line, amount_xaf: AMOUNT }) });
  }

  const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
  const kinds = Object.entries({ ...FORGERIES, ...CHECKED });
  const kindOf = new Map<string, string>();
  const started = performance.now();
  await inParallel(order.forgeries, HANDS, async (index) => {
    const pick = (below: number) => draw(`${seed} ${index} ${(draws += 1)}`, below);
    let draws = 0;
    const [kind, forge] = kinds[index % kinds.length] ?? assert.fail();
    const line = CHECKED_KINDS.has(kind) ? CHECKED_LINE : LINE;
    const onLine = victims.filter((one) => one.line === line);
    const victim = onLine[pick(onLine.length)] ?? assert.fail();
    const { secret = SECRET, at = Date.now(), ...reported } = forge(victim, pick);
    // Nothing is kept of a recorded message: its gateway has sent it before.
    if (kind !== 'replayed') kindOf.set(reported.text, kind);
    const answer = await tell(index % 2 === 0 ? service : twin, reported, { secret, at });
    const refused = kind === 'replayed' ? 425 : 200;
    assert.equal(answer.status, secret === SECRET ? refused : 401, `${kind}: ${answer.text}`);
  });
  const perSecond = Math.round((order.forgeries * 1_000) / (performance.now() - started));

  await waitWithGuesses(service, [...kindOf.keys()]);
  const rows = await tally(service, kindOf);
  await leakBalance(service, till);
  const credited = await countCredits(service);
  assert.equal(credited, 0, `SEED=${seed}: a forgery was credited`);
  await proveTrueTextsWork(service, victims);
  await assertAllHolds(service, { isStopped: true });
  return { forgeries: order.forgeries, seed, perSecond, credited, rows };
}

const SENDERS = [
  '+237690001122',
  'OrangeM0ney',
  '0rangeMoney',
  'OrangeMoney1',
  '8080',
  'MobileMoney',
];
const LOOK_ALIKES: readonly (readonly [digit: string, other: string])[] = [
  ['0', 'O'],
  ['0', 'о'],
  ['5', 'S'],
  ['5', 'Ƽ'],
  ['0', '٠'],
  ['5', '५'],
];

const FORGERIES: Readonly<Record<string, Forge>> = {
  'wrong secret': (victim, pick) => ({
    text: textFor(victim, pick),
    secret: `guess ${pick(1_000_000)}`,
  }),
  replayed: (victim, pick) => ({
    text: textFor(victim, pick),
    at: Date.now() - 301_000 - pick(86_400_000),
  }),
  'other sender': (victim, pick) => ({
    text: textFor(victim, pick),
    sender: SENDERS[pick(SENDERS.length)] ?? '',
  }),
  'look-alike digits': (victim, pick) => {
    const [digit, other] = LOOK_ALIKES[pick(LOOK_ALIKES.length)] ?? assert.fail();
    const text = textFor(victim, pick);
    return { text: text.replace(`: ${AMOUNT}FCFA`, (found) => found.replace(digit, other)) };
  },
  'other line': (victim, pick) =>
    pick(2) === 0
      ? { sim: 'sim-2', text: textFor(victim, pick, { payee: OTHER_LINE }) }
      : {
          sim: pick(2) === 0 ? 'sim-1' : 'sim-9',
          text: textFor(victim, pick, { payee: OTHER_LINE }),
        },
  'one franc off': (victim, pick) => ({
    text: textFor(victim, pick, { amount: AMOUNT + (pick(2) === 0 ? 1 : -1) }),
  }),
  'other payer': (_victim, pick) => ({
    text: textFor(
      { msisdn: `+23765${5 + pick(4)}${String(pick(1_000_000)).padStart(6, '0')}` },
      pick,
    ),
  }),
  // Once paid, months ago: its text is sent again, or its id is written into a new one.
  'old payment': (victim, pick) => ({
    text: textFor(victim, pick, { id: idOfDaysAgo(2 + pick(200)) }),
  }),
};

/** Sent to the line whose balance is known: nothing else is wrong with them. */
const CHECKED: Readonly<Record<string, Forge>> = {
  'guessed balance': (victim, pick) => ({ sim: 'sim-3', text: textFor(victim, pick, TO_CHECKED) }),
  'balance left out': (victim, pick) => ({
    sim: 'sim-3',
    text: textFor(victim, pick, TO_CHECKED).replace(/, Nouveau Solde: [0-9.]+ FCFA/, ''),
  }),
  'several guesses': (victim, pick) => ({
    sim: 'sim-3',
    text: `${textFor(victim, pick, TO_CHECKED)} Solde: ${pick(9_000_000)} FCFA. Solde: 7 FCFA.`,
  }),
  // Faster than the operator: the true payment with this id is another player's.
  'id of another payment': (victim, pick) => ({
    sim: 'sim-3',
    text: textFor(victim, pick, { ...TO_CHECKED, id: idStolenFor(victim) }),
  }),
  'id of another payment, another amount': (victim, pick) => {
    const amount = AMOUNT + 100 * (1 + pick(90));
    return {
      sim: 'sim-3',
      text: textFor(victim, pick, { ...TO_CHECKED, amount, id: idStolenFor(victim) }),
    };
  },
  'note with a balance': (victim, pick) => {
    const note = `reussi. Details: Message: nouveau solde: ${pick(9_000_000)} FCFA, ID transaction`;
    const text = textFor(victim, pick, TO_CHECKED);
    return { sim: 'sim-3', text: text.replace('reussi. Details: ID transaction', note) };
  },
  // A balance of the line that was not asked for, then payments that follow it.
  'fitting a spoofed balance': (victim, pick) =>
    inTurn('balance', {
      first: (balance) => `Le solde de votre compte est de ${balance}.25FCFA.`,
      next: (balance) => textFor(victim, pick, { ...TO_CHECKED, balance: balance + AMOUNT }),
    }),
  // An agent, a purchase, a reversal that never were, then payments that follow.
  'fitting a spoofed move': (victim, pick) =>
    inTurn('move', {
      first: (balance) => spoofedMove(balance, pick),
      next: (balance) => textFor(victim, pick, { ...TO_CHECKED, balance: balance + AMOUNT }),
    }),
  // A gap of their own, and payments that fit it: each knows the one before, none knows the line.
  'fitting each other': (victim, pick) => {
    chained += AMOUNT;
    return { sim: 'sim-3', text: textFor(victim, pick, { ...TO_CHECKED, balance: chained }) };
  },
};

const TO_CHECKED = { payee: CHECKED_LINE };
const stolen = new Map<string, string>();

/** An id has a time: that of the true payments, after all forgeries, however long these take. */
const TRUE_PAYMENTS_AT = Date.now() + 3_600_000;

/** An id that the operator will give to the payment of another victim. */
function idStolenFor({ id }: Victim): string {
  const found = stolen.get(id) ?? nextOrangeId(TRUE_PAYMENTS_AT);
  stolen.set(id, found);
  return found;
}

/** Every other forgery of a kind leads up to the next. */
function inTurn(
  kind: string,
  { first, next }: Readonly<Record<'first' | 'next', (balance: number) => string>>,
): Forgery {
  const reported = turns.get(kind) ?? 0;
  turns.set(kind, reported + 1);
  const balance = 80_000_000 + Math.floor(reported / 2) * 10_000;
  return { sim: 'sim-3', text: reported % 2 === 0 ? first(balance) : next(balance) };
}

const turns = new Map<string, number>();
const SPOOFED = OWN_MOVES.filter(({ sender, moves }) => sender === 'OrangeMoney' && moves !== null);

function spoofedMove(balance: number, pick: Pick): string {
  const { text } = SPOOFED[pick(SPOOFED.length)] ?? assert.fail();
  return retell(text, {
    line: CHECKED_LINE,
    secondLine: OTHER_LINE,
    amount: 1_000 + pick(9_000),
    balance: `${balance}.25`,
    mtnId: '',
    orangeId: nextOrangeId(),
    original: nextOrangeId(),
    time: '',
  });
}

function idOfDaysAgo(days: number): string {
  const [, , suffix = ''] = nextOrangeId().split('.');
  const day = new Date(Date.now() - days * 86_400_000).toISOString().slice(2, 10);
  return `PP${day.replaceAll('-', '')}.1210.${suffix}`;
}

const CHECKED_KINDS: ReadonlySet<string> = new Set(Object.keys(CHECKED));
let chained = 70_000_000;

function textFor(
  { msisdn }: { readonly msisdn: string },
  pick: Pick,
  changes: {
    readonly payee?: string;
    readonly amount?: number;
    readonly balance?: number;
    readonly id?: string;
  } = {},
): string {
  const { payee = LINE, amount = AMOUNT, balance = 1_000 + pick(9_000_000) } = changes;
  return orangeText({
    payer: msisdn.slice(4),
    payee: payee.slice(4),
    amount,
    balance: `${balance}.25`,
    id: changes.id ?? nextOrangeId(),
  });
}

function draw(source: string, below: number): number {
  return createHash('sha256').update(source).digest().readUInt32BE() % below;
}

async function countCredits({ database }: TestService): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>({
    text: `select (select count(*) from transactions where state <> 'pending')
                + (select count(*) from transitions where to_state = 'succeeded')
                + (select count(*) from receipt_uses)
                + (select count(*) from receipts where state <> 'unmatched') as count`,
  });
  return row?.count ?? -1;
}

/** Every forgery that is kept has its row, and every row says why nothing came of it. */
async function tally({ database }: TestService, kindOf: ReadonlyMap<string, string>) {
  const rows = await database.query<{
    readonly body: string;
    readonly state: string;
    readonly reason: string | null;
  }>({ text: 'select body, state, reason from sms_messages' });
  const without = rows.filter(
    ({ reason, state }) => (reason === null || reason === '') && state !== 'balance',
  );
  assert.deepEqual(without.slice(0, 3), [], 'a message has no reason');
  const kept = new Set(rows.map(({ body }) => body));
  // Of those without the gateway's secret only some are kept within an hour.
  const missing = [...kindOf].filter(([text, kind]) => !kept.has(text) && kind !== 'wrong secret');
  assert.deepEqual(missing.slice(0, 3), [], 'a message is missing');
  assert.ok(
    rows.some(({ body }) => kindOf.get(body) === 'wrong secret'),
    'none was kept',
  );
  const counts: Record<string, number> = {};
  for (const { body, state } of rows) {
    const name = `${kindOf.get(body)}: ${state}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const GUESSES_WAIT_MS = 20 * 3_600_000;
/** Each of them is what the operator answers once. */
const GUESSES_READ = 10;

/** The guesses wait, until the operator answers with the balance after one, or before it. */
async function waitWithGuesses(service: TestService, texts: readonly string[]): Promise<void> {
  await passTime(service.database, GUESSES_WAIT_MS);
  await touchGateway(service.database, GATEWAY);
  const guesses = texts.flatMap((text) => {
    const isChecked = text.includes(` vers ${CHECKED_LINE.slice(4)} `);
    const [, payer = '', balance = ''] =
      /^Transfert de (\d+) .*: 500FCFA,.*, Nouveau Solde: ([0-9.]+) FCFA/.exec(text) ?? [];
    return isChecked && payer !== '' ? [{ payer, balance: Number(balance) }] : [];
  });
  const several = [...Map.groupBy(guesses, ({ payer }) => payer).values()].filter(
    (ofPayer) => ofPayer.length > 1,
  );
  const [first, ...others] = several.flat();
  assert.ok(first !== undefined, 'no payer was guessed for twice');
  for (const { balance } of [first, ...others.slice(0, GUESSES_READ)]) {
    await readBalance(service, balance);
    await readBalance(service, balance - AMOUNT);
  }
  await readBalance(service, 50_000.25);
}

/** Above what one person decides, and nothing is wrong with it but that no money came. */
const LARGE_XAF = 2_000_000;

/** A forger has seen the balance, and lets the money leave again before the operator is asked. */
async function leakBalance(service: TestService, till: Till): Promise<void> {
  const msisdn = till.player();
  await till.deposit({ msisdn, line: CHECKED_LINE, amount_xaf: LARGE_XAF });
  const [own, other] = [CHECKED_LINE.slice(4), msisdn.slice(4)];
  const facts = { amount: LARGE_XAF };
  const arrived = { payer: other, payee: own, balance: `${50_000 + LARGE_XAF}.25` };
  const left = { payer: own, payee: other, balance: '50000.25' };
  for (const move of [arrived, left]) {
    const text = orangeText({ ...facts, ...move, id: nextOrangeId() });
    await tell(service, { sim: 'sim-3', text });
    await readBalance(service, 50_000.25);
  }
}

async function readBalance({ payments }: TestService, balanceXaf: number): Promise<void> {
  await recordBalance(payments.sms, {
    gatewayId: GATEWAY,
    line: CHECKED_LINE,
    balanceCents: Math.round(balanceXaf * 100),
    readAt: { agoMs: 0 },
  });
}

/** Otherwise a service that credits nothing at all would pass. */
async function proveTrueTextsWork(service: TestService, victims: readonly Victim[]): Promise<void> {
  const till = createTill(service);
  let balance = 50_000;
  for (const [index, victim] of victims.entries()) {
    const isChecked = victim.line === CHECKED_LINE;
    if (isChecked) balance += AMOUNT;
    const other = victims[(index + 2) % victims.length] ?? victim;
    const changes = isChecked ? { ...TO_CHECKED, balance, id: idStolenFor(other) } : {};
    const text = textFor(victim, () => 7, changes);
    await tell(service, { sim: isChecked ? 'sim-3' : 'sim-1', text });
    assert.equal(await till.stateOf(victim.id), 'succeeded');
  }
}
