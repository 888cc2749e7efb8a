import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertEntries } from '../../src/db/books/entries.ts';
import { postOverpayment } from '../../src/domain/books/posting.ts';
import { lookForRepairs } from '../../src/flows/finance/repair-books.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { bookMove } from '../../src/flows/receipts/booking/book-move.ts';
import { balancesOf } from '../support/books/check-stories.ts';
import { tamper } from '../support/books/forget-books.ts';
import { type SentPayout, startPayoutLine } from '../support/books/payout-line.ts';
import { addGateway } from '../support/receipts/sms.ts';
import { create, DEPOSITS } from '../support/transactions/payments.ts';

// A statement line that names no number, the text of the same transfer, and what else says what it
// was: in whatever order they come, the wallet is what the operator has.

const [LINE, OTHER] = ['+237670009999', '+237670008888'];
const WALLET = `wallet mtn:${LINE}`;
const line = await startPayoutLine(LINE);
const { service, operator, ask, report, sendEqual, succeed, textFrom, textOf } = line;
const { database } = service;
const SIMS = { 'sim-2': { operator: 'mtn', line: OTHER } } as const;
await addGateway(database, { id: 'second', sims: SIMS });

type Happens = () => Promise<unknown>;

/** Two or three reports of one transfer, and by how much all of them change the wallet. */
interface Reports {
  readonly events: Readonly<Record<string, Happens>>;
  readonly changeXaf: number;
}

let amounts = 1_000;

/** The line of a statement as two people record it. */
function recorded(
  direction: 'in' | 'out',
  { id, amountXaf, other = null }: { id: string; amountXaf: number; other?: string | null },
): Happens {
  const named = { operator: 'mtn', operatorTxId: id, operatorTime: line.now() } as const;
  const move = { ...named, direction, other, amountXaf, feeCents: 0, isBetweenOwn: false };
  return () =>
    database.atomically((connection) =>
      bookMove(connection, { wallet: `mtn:${LINE}`, move, smsId: null }),
    );
}

/** Money out of its own amount to a number: its line, and its text. */
function sent(payee: string, amountXaf: number, known: string | null = null) {
  const words = textOf(payee, amountXaf, known ?? undefined);
  const id = known ?? line.lastId();
  return { line: recorded('out', { id, amountXaf }), text: () => report(words) };
}

function idOf({ reference }: SentPayout): string {
  return operator.ledger.find(reference)?.details.financialTransactionId ?? assert.fail();
}

async function payout(): Promise<SentPayout & { readonly amountXaf: number }> {
  const amountXaf = (amounts += 100);
  const [payout] = await sendEqual(1, amountXaf);
  return { ...payout, amountXaf };
}

function refuse({ reference }: SentPayout): Happens {
  return () => {
    operator.refuse(reference);
    return ask();
  };
}

const TRANSFERS: Readonly<Record<string, () => Promise<Reports>>> = {
  'money to nobody that we know': async () => {
    const amountXaf = (amounts += 100);
    return { events: sent(line.nextNumber(), amountXaf), changeXaf: -amountXaf };
  },
  'money to a line of ours': async () => {
    const amountXaf = (amounts += 100);
    return { events: sent(OTHER, amountXaf), changeXaf: -amountXaf };
  },
  'money from a line of ours': async () => {
    const amountXaf = (amounts += 100);
    const words = textFrom(OTHER, amountXaf);
    const record = recorded('in', { id: line.lastId(), amountXaf });
    return { events: { line: record, text: () => report(words) }, changeXaf: amountXaf };
  },
  'a payout that failed before': async () => {
    const failed = await payout();
    await refuse(failed)();
    const { msisdn, amountXaf } = failed;
    return { events: sent(msisdn, amountXaf), changeXaf: -amountXaf };
  },
  'a payout that fails': async () => {
    const failing = await payout();
    const { msisdn, amountXaf } = failing;
    const events = { ...sent(msisdn, amountXaf), fails: refuse(failing) };
    return { events, changeXaf: -amountXaf };
  },
  'a payout that gets its id': async () => {
    const paid = await payout();
    const { msisdn, amountXaf } = paid;
    const named = () => succeed([paid], { isNamed: true });
    const events = { ...sent(msisdn, amountXaf, idOf(paid)), named };
    return { events, changeXaf: -amountXaf };
  },
  'a payout that succeeds without an id': async () => {
    const paid = await payout();
    const { msisdn, amountXaf } = paid;
    const succeeds = () => succeed([paid], { isNamed: false });
    return { events: { ...sent(msisdn, amountXaf, idOf(paid)), succeeds }, changeXaf: -amountXaf };
  },
  'a transfer beside a payout of its number and amount': async () => {
    const paid = await payout();
    const { msisdn, amountXaf } = paid;
    const named = () => succeed([paid], { isNamed: true });
    return { events: { ...sent(msisdn, amountXaf), named }, changeXaf: -2 * amountXaf };
  },
  'an overpayment that goes back': async () => {
    const amountXaf = (amounts += 100);
    const msisdn = line.nextNumber();
    const order = { player_id: randomUUID(), msisdn, operator: 'mtn' };
    const { service_tx_id: deposit } = await create(service, DEPOSITS, order);
    await insertEntries(database, postOverpayment(deposit, amountXaf));
    return { events: sent(msisdn, amountXaf), changeXaf: -amountXaf };
  },
  'a payment that staff call returned': async () => {
    const amountXaf = (amounts += 100);
    const payer = line.nextNumber();
    await report(textFrom(payer, amountXaf));
    await tamper(database, [
      `update receipts set state = 'dismissed', dismissed_as = 'returned'
       where operator_tx_id = '${line.lastId()}'`,
    ]);
    return { events: sent(payer, amountXaf), changeXaf: -amountXaf };
  },
  'a reversal with an id of its own': async () => {
    const amountXaf = (amounts += 100);
    await report(textFrom(line.nextNumber(), amountXaf));
    const paid = line.lastId();
    const taking = `7${paid}`;
    const at = line.now().toISOString().slice(0, 19).replace('T', ' ');
    const words =
      `La transaction ${paid} a ete annulee. Montant: ${amountXaf} FCFA. ` +
      `Nouvelle transaction id: ${taking}. le ${at}. ` +
      `Votre nouveau solde: ${line.move(-amountXaf)} XAF.`;
    const record = recorded('out', { id: taking, amountXaf });
    return { events: { line: record, text: () => report(words) }, changeXaf: -amountXaf };
  },
  'a deposit that a line of ours pays': async () => {
    const amountXaf = (amounts += 100);
    const order = { player_id: randomUUID(), msisdn: OTHER, operator: 'mtn' };
    const made = await create(service, DEPOSITS, { ...order, amount_xaf: amountXaf });
    const [row] = await database.query<{ readonly reference: string }>({
      text: 'select reference from submissions where transaction_id = $1',
      values: [made.service_tx_id],
    });
    const reference = row?.reference ?? assert.fail('it was not sent');
    const id = operator.ledger.find(reference)?.details.financialTransactionId ?? '';
    const words = textFrom(OTHER, amountXaf, id);
    const status = () => {
      operator.approve(reference);
      return ask();
    };
    const record = recorded('in', { id, amountXaf });
    const events = { line: record, text: () => report(words), status };
    return { events, changeXaf: amountXaf };
  },
};

for (const [what, prepare] of Object.entries(TRANSFERS)) {
  test(`${what} moves its wallet once, whichever report comes first`, async () => {
    for (let round = 0, rounds = 1; round < rounds; round += 1) {
      // Every text that was written is reported, for the next one has the balance after it.
      const reports = await prepare();
      const orders = permutationsOf(Object.keys(reports.events));
      rounds = orders.length;
      const order = orders[round] ?? [];
      const before = (await balancesOf(database)).get(WALLET) ?? 0n;
      for (const event of order) await reports.events[event]?.();
      const after = (await balancesOf(database)).get(WALLET) ?? 0n;
      assert.equal(Number(after - before) / 100, reports.changeXaf, order.join(', '));
    }
    const { findings } = await verifyBooks(database);
    assert.deepEqual(findings, []);
  });
}

test('a transfer that the books have by two meanings is named, and its repair leaves one', async () => {
  const failed = await payout();
  await refuse(failed)();
  const { msisdn, amountXaf } = failed;
  const out = sent(msisdn, amountXaf);
  const ofFailed = line.lastId();
  await out.text();
  const arrived = textFrom(OTHER, amountXaf);
  const ofOwn = line.lastId();
  await report(arrived);
  const before = await balancesOf(database);
  // As an earlier release has booked the statement lines of both as well.
  const like = (id: string, rule: string, [debit, credit]: readonly [string, string]) =>
    `insert into book_entries
       select 'payment:mtn:${id}', '${rule}', open_account('${debit}'), open_account('${credit}'),
              ${amountXaf * 100}, booked_at, value_at, xact
       from book_entries order by booked_at limit 1`;
  await tamper(database, [
    like(ofFailed, 'moved_out', ['moved_outside ', WALLET]),
    like(ofOwn, 'topped_up', [WALLET, 'moved_outside ']),
  ]);
  const names = async () => (await verifyBooks(database)).findings.map((one) => one.subject);
  const twice = [`payment:mtn:${ofFailed}`, `payment:mtn:${ofOwn}`];
  assert.deepEqual((await names()).filter((one) => one.startsWith('payment:')).sort(), twice);
  const repairs = await lookForRepairs({ database, templates: [] });
  assert.deepEqual(
    repairs.flatMap(({ postings }) => postings.map(({ rule, cause }) => `${cause} ${rule}`)).sort(),
    [`${twice[0]} moved_out_was_payout`, `${twice[1]} topped_up_was_own`],
  );
  await insertEntries(
    database,
    repairs.flatMap(({ postings }) => postings),
  );
  assert.deepEqual(
    (await names()).filter((one) => one.startsWith('payment:')),
    [],
  );
  const after = await balancesOf(database);
  // What was planted is in no total, and what turns it round is.
  assert.equal(after.get(WALLET), before.get(WALLET));
});

function permutationsOf(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length === 0) return [[]];
  return names.flatMap((name) =>
    permutationsOf(names.filter((one) => one !== name)).map((rest) => [name, ...rest]),
  );
}
