import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../src/db/access/access.ts';
import { insertEntries } from '../../src/db/books/entries.ts';
import { postOverpayment } from '../../src/domain/books/posting.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { assertBooksChange } from '../support/books/check-stories.ts';
import { addMtn, startLiveService, startMtn } from '../support/providers/live.ts';
import { createTill, mtnText } from '../support/providers/till.ts';
import { addGateway, openLine, tell, timeInDouala } from '../support/receipts/sms.ts';
import { create, DEPOSITS } from '../support/transactions/payments.ts';

const [ONE, TWO] = ['+237670009991', '+237670009992'];
const service = await startLiveService();
const { database } = service;
const operator = await startMtn({ decide: 'manual' });
await addMtn(database, operator, { id: 'mtn-main', channel: { merchantNumber: ONE } });
const SIMS = {
  'sim-1': { operator: 'mtn', line: ONE },
  'sim-2': { operator: 'mtn', line: TWO },
} as const;
await addGateway(database, { sims: SIMS, opensWithXaf: 10_000 });
const till = createTill(service);

const APPLICATION = `application ${DEFAULT_APPLICATION_ID}`;
const wallet = (line: string) => `wallet mtn:${line}`;
const left = new Map([
  [ONE, 10_000],
  [TWO, 10_000],
]);

test('money that an agent puts on a line comes from outside', () =>
  assertBooks({ [wallet(ONE)]: 3_000, 'moved_outside ': -3_000 }, () =>
    say('sim-1', 3_000, (tail) => `Vous avez recu un depot de 3000 FCFA ${tail} ${id()}.`),
  ));

test('money between lines of ours is in transit until the other line reports it', async () => {
  const moved = id();
  await assertBooks({ [wallet(ONE)]: -1_020, 'in_transit ': 1_000, 'operator_fees ': 20 }, () =>
    say(
      'sim-1',
      -1_020,
      (tail) => `Vous avez transfere 1000 FCFA a NOUS (${bare(TWO)}) ${tail} ${moved}.`,
      20,
    ),
  );
  await assertBooks({ [wallet(TWO)]: 1_000, 'in_transit ': -1_000 }, () =>
    say(
      'sim-2',
      1_000,
      (tail) => `Vous avez recu 1000 FCFA de NOUS (${bare(ONE)}) ${tail} ${moved}.`,
    ),
  );
});

test('what was paid too much and goes back to its payer is owed no longer', async () => {
  const msisdn = till.player('mtn');
  const order = { player_id: randomUUID(), msisdn, operator: 'mtn' };
  const { service_tx_id: deposit } = await create(service, DEPOSITS, order);
  await insertEntries(database, postOverpayment(deposit, 200));
  const sendBack = () =>
    say(
      'sim-1',
      -200,
      (tail) => `Vous avez envoye 200 FCFA a ANNE (${bare(msisdn)}) ${tail} ${id()}.`,
    );
  await assertBooks({ [wallet(ONE)]: -200, 'overpayments ': 200 }, sendBack);
  // Only once: after that, nothing is owed any more.
  await assertBooks({ [wallet(ONE)]: -200, 'moved_outside ': 200 }, sendBack);
});

test('a text that is believed only later books its move then', async () => {
  const reported = () =>
    assertBooks({}, () =>
      say('sim-2', -700, (tail) => `Vous avez retire 700 FCFA ${tail} ${id()}.`),
    );
  // A text between is missing, so this one connects to nothing.
  left.set(TWO, (left.get(TWO) ?? 0) - 5_000);
  await reported();
  const payer = till.player('mtn');
  const paid = id();
  left.set(TWO, (left.get(TWO) ?? 0) + 400);
  const payment = { payer, amount: 400, balance: left.get(TWO) ?? 0, id: paid };
  await assertBooks({}, () =>
    tell(service, { sender: 'MobileMoney', text: mtnText(payment), sim: 'sim-2' }),
  );
  const reversed = () =>
    say(
      'sim-2',
      -400,
      (tail) => `La transaction ${paid} a ete annulee. Montant: 400 FCFA. ${tail}`,
    );
  await assertBooks({}, reversed);
  await assertBooks(
    {
      [wallet(TWO)]: -700,
      'moved_outside ': 700,
      'unmatched ': -400,
      'disputed ': 400,
    },
    () => openLine(database, TWO, left.get(TWO)),
  );
});

test('reversed money is disputed until the operator undoes it by its id', async () => {
  const [payer, paid, taking] = [till.player('mtn'), id(), id()];
  const annul = (what: string, own: string) => (tail: string) =>
    `La transaction ${what} a ete annulee. Montant: 450 FCFA. Nouvelle transaction id: ${own}. ` +
    tail.replace(' Financial Transaction Id:', '');
  await say(
    'sim-1',
    450,
    (tail) => `Vous avez recu 450 FCFA de ANNE (${bare(payer)}) ${tail} ${paid}.`,
  );
  const taken = { [wallet(ONE)]: -450, 'disputed ': 450 };
  await assertBooks(taken, () => say('sim-1', -450, annul(paid, taking)));
  // A top-up of the same amount does not undo it, whatever its text says.
  for (const words of TOP_UPS) {
    await assertBooks({ [wallet(ONE)]: 450, 'moved_outside ': -450 }, () =>
      say('sim-1', 450, (tail) => `${words} 450 FCFA ${tail} ${id()}.`),
    );
  }
  const back = annul(taking, id());
  await assertBooks({ [wallet(ONE)]: 450, 'disputed ': -450 }, () => say('sim-1', 450, back));
  const open = await database.query({ text: 'select from contradictions where closed_at is null' });
  assert.ok(open.length > 0, 'a person closes it');
});

const TOP_UPS = [
  'Vous avez recu un depot de',
  'Votre compte a ete credite de',
  'Votre compte a ete recharge de',
  'Vous avez recu une commission de',
];

test('an application that bears its fees is owed less, in whole XAF', async () => {
  await database.query({ text: 'update applications set bears_fees = true' });
  const msisdn = till.player('mtn');
  const order = { player_id: randomUUID(), msisdn, operator: 'mtn' };
  const { service_tx_id: deposit } = await create(service, DEPOSITS, order);
  assert.ok(deposit);
  const changes = {
    [wallet(ONE)]: 455.52,
    [APPLICATION]: -456,
    'rounding ': 0.48,
  };
  await assertBooks(changes, () =>
    say(
      'sim-1',
      455.52,
      (tail) => `Vous avez recu 500 FCFA de ANNE (${bare(msisdn)}) ${tail} ${id()}.`,
      44.48,
    ),
  );
});

test('the books of all this hold', async () => {
  const { findings } = await verifyBooks(database);
  assert.deepEqual(findings, []);
});

let ids = 8_800_000_000;

function id(): string {
  ids += 1;
  return String(ids);
}

function bare(number: string): string {
  return number.replace('+', '');
}

/** A text of a line that moves its balance, with time, fee and balance after it. */
function say(
  sim: keyof typeof SIMS,
  change: number,
  text: (tail: string) => string,
  fee = 0,
): Promise<unknown> {
  const { line } = SIMS[sim];
  const balance = Math.round(((left.get(line) ?? 0) + change) * 100) / 100;
  left.set(line, balance);
  const at = timeInDouala().slice(0, 19).replace('T', ' ');
  const tail =
    `le ${at}. Frais: ${fee} FCFA. Votre nouveau solde: ${balance} XAF. ` +
    'Financial Transaction Id:';
  return tell(service, { sender: 'MobileMoney', text: text(tail), sim });
}

function assertBooks(changes: Readonly<Record<string, number>>, work: () => Promise<unknown>) {
  return assertBooksChange(database, changes, work);
}
