import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { findBalanceCents } from '../../src/db/books/balances.ts';
import { insertEntries } from '../../src/db/books/entries.ts';
import { listWallets } from '../../src/db/finance/float.ts';
import { RECORD_PROOFS } from '../../src/db/finance/record-proofs.ts';
import { postPayment } from '../../src/domain/books/posting.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { joinWallets } from '../../src/flows/books/adjust-books.ts';
import { openBooks } from '../../src/flows/finance/open-books.ts';
import { openTestDatabase } from '../support/database.ts';
import { addGateway } from '../support/receipts/sms.ts';

const { database } = await openTestDatabase();

function pay(wallet: string, amountXaf: number): Promise<void> {
  const [operator = '', line = ''] = wallet.split(':');
  const paid = { operator, line, amountXaf, feeCents: null, operatorTime: null };
  return insertEntries(database, postPayment({ ...paid, operatorTxId: randomUUID() }));
}

const join = (wallet: string, into: string) =>
  joinWallets({ database }, COMMAND_LINE, { wallet, into });

const open = (wallet: string, xaf: number) =>
  openBooks({ database }, new Map([[wallet, BigInt(xaf) * 100n]]));

async function xafOf(wallet: string): Promise<number> {
  return Number(await findBalanceCents(database, { kind: 'wallet', key: wallet })) / 100;
}

/** What Finance lists, by wallet. */
async function listedXaf(isOurs: (wallet: string) => boolean) {
  const rows = (await listWallets(database)).filter(({ wallet }) => isOurs(wallet));
  return Object.fromEntries(rows.map(({ wallet, bookCents }) => [wallet, Number(bookCents) / 100]));
}

async function assertJoinsHold(isOurs: (wallet: string) => boolean): Promise<void> {
  for (const proof of ['joined_wallets_are_empty', 'wallets_are_joined_by_people'] as const) {
    const found = await database.query<{ readonly subject: string }>({
      text: RECORD_PROOFS[proof],
    });
    const ours = found.filter(({ subject }) => isOurs(subject.slice('wallet:'.length)));
    assert.deepEqual(ours, [], proof);
  }
}

test('a SIM that is replaced takes the whole wallet with it, whichever name is joined', async () => {
  const [name, first, second] = ['orange:990011', 'orange:+237690000001', 'orange:+237690000002'];
  await pay(name, 300);
  await join(name, first);
  await pay(first, 500);
  await pay(second, 40);
  await join(name, second);
  const isOurs = (wallet: string) => wallet.startsWith('orange:');
  assert.deepEqual(await listedXaf(isOurs), { [second]: 840 });
  await assertJoinsHold(isOurs);
});

test('a wallet that is opened under a joined name has what was said, and no report opens it again', async () => {
  const [name, line] = ['mtn:990012', '+237670000012'];
  const sims = { 'sim-1': { operator: 'mtn', line } } as const;
  await addGateway(database, { sims, opensWithXaf: 90_000 });
  await pay(`mtn:${line}`, 700);
  await join(name, `mtn:${line}`);
  const { wallets } = await open(name, 100_000);
  assert.deepEqual(wallets, [{ wallet: `mtn:${line}`, cents: 9_930_000n }]);
  assert.equal(await xafOf(name), 100_000);
  assert.deepEqual((await open(name, 5)).wallets, [], 'it stays as it was opened');
});

const NAMES = [0, 1, 2, 3];
const name = fc.constantFrom(...NAMES);
const xaf = fc.integer({ min: 1, max: 9_999 });
const DEEDS = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('pay' as const), wallet: name, xaf }),
    fc.record({ kind: fc.constant('join' as const), wallet: name, into: name }),
    fc.record({ kind: fc.constant('open' as const), wallet: name, xaf }),
  ),
  { maxLength: 12, size: 'max' },
);

test('after any joins and openings the wallets have what was said and what came since', () =>
  fc.assert(
    fc.asyncProperty(DEEDS, async (deeds) => {
      const run = `mtn:${randomUUID()}`;
      const nameOf = (index: number) => `${run}-${index}`;
      const accounts = NAMES.map(() => ({ xaf: 0, isOpened: false }));
      const accountOf = (index: number) => accounts[index] ?? assert.fail();
      for (const deed of deeds) {
        const own = accountOf(deed.wallet);
        if (deed.kind === 'pay') {
          own.xaf += deed.xaf;
          await pay(nameOf(deed.wallet), deed.xaf);
        } else if (deed.kind === 'open') {
          const isOpenedNow = !own.isOpened && own.xaf !== deed.xaf;
          if (isOpenedNow) Object.assign(own, { xaf: deed.xaf, isOpened: true });
          await open(nameOf(deed.wallet), deed.xaf);
        } else {
          const other = accountOf(deed.into);
          const isDone = await join(nameOf(deed.wallet), nameOf(deed.into));
          assert.equal(isDone, own !== other);
          if (!isDone) continue;
          other.xaf += own.xaf;
          other.isOpened ||= own.isOpened;
          for (const index of NAMES) if (accounts[index] === own) accounts[index] = other;
        }
      }
      for (const index of NAMES) assert.equal(await xafOf(nameOf(index)), accountOf(index).xaf);
      const isOurs = (wallet: string) => wallet.startsWith(run);
      const listed = Object.values(await listedXaf(isOurs));
      const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
      assert.equal(sum(listed), sum([...new Set(accounts)].map((account) => account.xaf)));
      await assertJoinsHold(isOurs);
    }),
    { numRuns: 25 },
  ));

test('a wallet that is said to hold two sums, under two of its names, is not opened', async () => {
  const [name, other] = ['orange:990031', 'orange:+237690000031'];
  await pay(name, 300);
  await join(name, other);
  const say = (...xaf: readonly [bigint, bigint]) =>
    openBooks({ database }, new Map([name, other].map((one, at) => [one, (xaf[at] ?? 0n) * 100n])));
  const { wallets, waiting } = await say(500n, 600n);
  assert.deepEqual(wallets, []);
  assert.deepEqual(
    waiting.map(({ wallet, isSaidTwice }) => ({ wallet, isSaidTwice })),
    [{ wallet: other, isSaidTwice: true }],
  );
  assert.equal((await say(500n, 500n)).wallets.length, 1, 'the same sum twice is one');
  assert.equal(await xafOf(other), 500);
});
