import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startPawapayEmulator } from '../../../emulators/pawapay/pawapay-emulator.ts';
import { listPayoutWallets, listWallets } from '../../../src/db/finance/float.ts';
import { findReportedFloat } from '../../../src/db/provider-requests/request-facts.ts';
import { recordCheck } from '../../../src/db/providers/provider-health.ts';
import { listAccounts } from '../../../src/db/providers/provider-setup.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import { openBooks } from '../../../src/flows/finance/open-books.ts';
import { verifyBooks } from '../../../src/flows/finance/verify-books.ts';
import {
  addChannel as addChannelBy,
  addProvider,
  type WantedProvider,
} from '../../../src/flows/providers/administer-accounts.ts';
import { changeChannel } from '../../../src/flows/providers/administer-providers.ts';
import { readSecrets } from '../../../src/flows/providers/connectors.ts';
import { examineRestore, quarantineDatabase } from '../../../src/flows/upkeep/accept-restore.ts';
import { PAWAPAY } from '../../../src/providers/pawapay/index.ts';
import type { Adapter } from '../../../src/providers/provider.ts';
import { ADAPTERS } from '../../../src/providers/registry.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { openMomo } from '../../support/cli/momo.ts';
import {
  createApproved,
  giveGoodPast,
  liveEnv,
  passTime,
  settleAll,
  startLiveService,
} from '../../support/providers/live.ts';
import { create, DEPOSITS, read } from '../../support/transactions/payments.ts';
import { assertAllHolds } from '../../support/upkeep/all-holds.ts';

// One account of an aggregator serves two operators, by two providers.

const POOL = 'pool:pawapay-mtn';
const FLOAT_XAF = 1_000_000;
const PLAYERS = { mtn: '+237670001501', orange: '+237690001502' } as const;

const service = await startLiveService();
const { database } = service;
const aggregator = await startPawapayEmulator({ floatXaf: FLOAT_XAF });
after(() => aggregator.stop());
const { momoWith } = openMomo(liveEnv(service));
const momo = (...args: readonly string[]) => momoWith({}, ...args);
const vault = createVault(null);

const addOrange = (...more: readonly string[]) =>
  momo('provider', 'add', 'pawapay-orange', '--name', 'Orange', '--operator', 'orange', ...more);
const addChannel = (operator: 'mtn' | 'orange', number: string) =>
  momo(
    ...['channel', 'add', `pawapay-${operator}-prompt`, '--provider', `pawapay-${operator}`],
    ...['--operator', operator, '--mode', 'merchant_initiated', '--merchant-number', number],
  );
const rotate = (id: string, apiToken: string) =>
  momoWith(
    { input: JSON.stringify({ apiToken }) },
    ...['provider', 'set', id, '--secrets-file', '-', '--reason', 'a new token'],
  );

/** Another system with the same settings, which keeps the money of each operator apart. */
const { onePool: _onePool, ...apart } = PAWAPAY.abilities;
const APART: Adapter = { ...PAWAPAY, name: 'savanna', abilities: apart };
const DEPS = { database, environment: 'live', adapters: [...ADAPTERS, APART], vault } as const;
const SAVANNA = { id: 'savanna', adapter: 'savanna', secrets: { apiToken: 'a-savanna-token' } };
const OTHER: WantedProvider = {
  ...{ id: 'pawapay-other', accountOf: null, operators: ['mtn'], directions: null },
  ...{ adapter: 'pawapay', displayName: 'Other', description: '', isPrimary: false, priority: 9 },
  ...{ depositFeePercent: 0, withdrawalFeePercent: 0, depositFeeMessage: '' },
  ...{ settings: {}, secrets: { apiToken: 'another-token' } },
};

async function walletsOf(...channelIds: readonly string[]): Promise<readonly string[]> {
  return (await listPayoutWallets(database, channelIds.toSorted())).map(({ wallet }) => wallet);
}

async function tokens(): Promise<readonly string[]> {
  const accounts = await listAccounts(database);
  return accounts.map((account) => readSecrets(vault, account)['apiToken'] ?? '');
}

test('a provider for another operator uses the account of the first', async () => {
  const account = { input: JSON.stringify({ apiToken: aggregator.account.apiToken }) };
  const first = await momoWith(
    account,
    ...['provider', 'add', 'pawapay-mtn', '--adapter', 'pawapay', '--name', 'MTN'],
    ...['--operator', 'mtn', '--set', `baseUrl=${aggregator.url}`, '--secrets-file', '-'],
  );
  assert.equal(first.code, 0, first.output);
  for (const [more, problem] of [
    [['--account-of', 'nobody'], /there is no provider nobody/],
    [['--account-of', 'pawapay-mtn', '--set', 'baseUrl=https://a.example'], /no settings or sec/],
    [['--account-of', 'pawapay-mtn', '--adapter', 'orange-money'], /is for the adapter pawapay/],
    [[], /needs --adapter, and one that is there already --account-of/],
  ] as const) {
    const refused = await addOrange(...more);
    assert.deepEqual([refused.code, problem.test(refused.stderr)], [1, true], refused.output);
  }
  const second = await addOrange('--account-of', 'pawapay-mtn');
  assert.equal(second.code, 0, second.output);
  const check = await momo('provider', 'check', 'pawapay-orange');
  assert.match(check.stdout, /pawapay-orange is up, balance 1000000 XAF/);
});

test('a secret that is rotated by either provider is rotated for both', async () => {
  const { apiToken } = aggregator.account;
  for (const id of ['pawapay-orange', 'pawapay-mtn']) {
    assert.equal((await rotate(id, `rotated-by-${id}`)).code, 0);
    assert.deepEqual(await tokens(), [`rotated-by-${id}`, `rotated-by-${id}`]);
  }
  await rotate('pawapay-orange', apiToken);
  const copy = { text: `update providers set settings = '{"a":"b"}' where id = 'pawapay-orange'` };
  await assert.rejects(database.query(copy), /account_is_of_one/);
});

test('providers with one pool of money have one wallet, whatever their channels are called', async () => {
  assert.equal((await addChannel('mtn', '445566')).code, 0);
  const added = await addChannel('orange', '778899');
  assert.equal(added.code, 0, added.output);
  const channels = ['pawapay-mtn-prompt', 'pawapay-orange-prompt'];
  assert.deepEqual(await walletsOf(...channels), [POOL, POOL]);
  await assertAllHolds(service);
});

test('money of both operators agrees with the one balance that either of them reports', async () => {
  await giveGoodPast(database, ['pawapay-mtn', 'pawapay-orange']);
  await database.query({
    text: `insert into provider_health (provider_id, is_up, checked_at)
           select id, true, app_now() from providers on conflict do nothing`,
  });
  const report = (providerId: string, balanceXaf: number) =>
    recordCheck(database, { providerId, isUp: true, problem: null, balanceXaf });
  await report('pawapay-orange', FLOAT_XAF);
  await passTime(database, 600_000);
  assert.equal((await openBooks({ database }, new Map())).wallets.length, 1);

  const deposit = await create(service, DEPOSITS, {
    operator: 'mtn',
    msisdn: PLAYERS.mtn,
    amount_xaf: 2_000,
  });
  const payout = await createApproved(service, {
    operator: 'orange',
    msisdn: PLAYERS.orange,
    amount_xaf: 700,
  });
  await settleAll(service);
  for (const id of [deposit.service_tx_id, payout]) {
    assert.equal((await read(service, id))['state'], 'succeeded');
  }
  await passTime(database, 600_000);
  const compare = async () => {
    const { wallets, holds } = await verifyBooks(database);
    const compared = wallets.map((one) => [one.wallet, one.cause, one.differenceCents]);
    return { compared, holds };
  };
  await report('pawapay-mtn', FLOAT_XAF + 2_000 - 700);
  assert.deepEqual(await compare(), { compared: [[POOL, 'none', 0n]], holds: true });
  await report('pawapay-orange', FLOAT_XAF + 2_000 - 701);
  const off = { compared: [[POOL, 'unknown', -100n]], holds: false };
  assert.deepEqual(await compare(), off, 'a franc is missing');
});

test('a payout by one operator that is under way explains the balance that the other reports', async () => {
  aggregator.settings.decide = 'manual';
  const id = await createApproved(service, {
    operator: 'orange',
    msisdn: PLAYERS.orange,
    amount_xaf: 900,
  });
  while ((await service.takeSteps()) > 0);
  await passTime(database, 60_000);
  const report = { providerId: 'pawapay-mtn', isUp: true, problem: null } as const;
  await recordCheck(database, { ...report, balanceXaf: FLOAT_XAF + 2_000 - 700 - 900 });
  const { wallets } = await verifyBooks(database);
  assert.deepEqual(
    wallets.map(({ cause, between }) => [cause, between.map(({ subject }) => subject)]),
    [['read_in_between', [`transaction:${id}`]]],
  );
});

test('what one operator was sent is no longer there for the other', async () => {
  const before = await findReportedFloat(database, 'pawapay-mtn');
  await createApproved(service, { operator: 'orange', msisdn: PLAYERS.orange, amount_xaf: 400 });
  while ((await service.takeSteps()) > 0);
  assert.equal(await findReportedFloat(database, 'pawapay-mtn'), (before ?? 0) - 400);
});

test('the same account is not added a second time, nor made so, but used by --account-of', async () => {
  const { apiToken } = aggregator.account;
  const add = (token: string) =>
    momoWith(
      { input: JSON.stringify({ apiToken: token }) },
      ...['provider', 'add', 'pawapay-twin', '--adapter', 'pawapay', '--name', 'Twin'],
      ...['--operator', 'orange', '--set', `baseUrl=${aggregator.url}`, '--secrets-file', '-'],
    );
  const same = /has the same account: use it by --account-of pawapay-mtn/;
  const twice = await add(apiToken);
  assert.deepEqual([twice.code, same.test(twice.stderr)], [1, true], twice.output);
  assert.equal((await add('a-token-of-its-own')).code, 0);
  const made = await rotate('pawapay-twin', apiToken);
  assert.deepEqual([made.code, same.test(made.stderr)], [1, true], made.output);
});

test('an account is shared by providers of different operators, where it is one pool', async () => {
  const twice = await momo(
    ...['provider', 'add', 'pawapay-mtn-2', '--name', 'MTN again', '--operator', 'mtn'],
    ...['--account-of', 'pawapay-orange'],
  );
  assert.equal(twice.code, 1, twice.output);
  assert.match(twice.stderr, /the account of pawapay-mtn serves mtn already, by pawapay-mtn/);
  const own = await addProvider(DEPS, COMMAND_LINE, { ...OTHER, ...SAVANNA });
  assert.equal(own.kind, 'added');
  const shared = { ...OTHER, ...SAVANNA, id: 'savanna-2', accountOf: 'savanna' };
  const refused = await addProvider(DEPS, COMMAND_LINE, {
    ...{ ...shared, secrets: {}, operators: ['orange'] },
  });
  assert.deepEqual(refused, {
    kind: 'invalid',
    problems: ['the adapter savanna has no wallet for several operators, so no account is shared'],
  });
});

test('pools of two accounts are two wallets, also when their channels have the same number', async () => {
  const added = await addProvider(DEPS, COMMAND_LINE, OTHER);
  assert.equal(added.kind, 'added');
  await addChannelBy(DEPS, COMMAND_LINE, {
    ...{ id: 'pawapay-other-prompt', providerId: 'pawapay-other', operator: 'mtn' },
    ...{ collectionMode: 'merchant_initiated', ussdTemplate: null },
    ...{ merchantNumber: '445566', merchantDisplayName: 'A SHOP' },
    ...{ illustrationUrl: null, illustrationAlt: null, minAmountXaf: 100, maxAmountXaf: 500_000 },
  });
  assert.deepEqual(await walletsOf('pawapay-other-prompt'), ['pool:pawapay-other']);
  assert.deepEqual(await walletsOf('pawapay-mtn-prompt'), [POOL]);
});

const FOLDER = mkdtempSync(join(tmpdir(), 'momo-pool-'));

test('a statement of a pool is refused by each of its names if lines do not say their operator', async () => {
  const file = join(FOLDER, 'pool.csv');
  const row = 'P1;2026-11-17 10:00:00;Successful;690001502;445566;500;0';
  writeFileSync(file, `Id;Date;Status;From;To;Amount;Fee\n${row}\n`);
  for (const wallet of [POOL, 'mtn:445566', 'orange:778899']) {
    const refused = await momo('statement', 'import', file, '--wallet', wallet);
    assert.equal(refused.code, 1, refused.output);
    assert.match(refused.stderr, /several operators/);
  }
});

test('each line of a pool’s statement is of the operator that it names', async () => {
  const paid = await database.query<{ readonly id: string; readonly line: string }>({
    text: `select provider_tx_id as id, concat_ws(',', to_char(state_updated_at at time zone
                    'Africa/Douala', 'YYYY-MM-DD HH24:MI:SS'),
                    case direction when 'deposit' then 'DEPOSIT' else 'PAYOUT' end,
                    case operator when 'mtn' then 'MTN_MOMO_CMR' else 'ORANGE_CMR' end,
                    'COMPLETED', msisdn, amount_xaf) as line
           from transactions where state = 'succeeded' order by id`,
  });
  assert.ok(paid.length > 1);
  const [first] = paid;
  assert.ok(first !== undefined && first.line.includes('DEPOSIT,MTN_MOMO_CMR'));
  const of = (provider: string) => first.line.replace('MTN_MOMO_CMR', provider);
  const [file, mappings] = [join(FOLDER, 'of-two.csv'), join(FOLDER, 'mappings.json')];
  const importing = (...more: readonly string[]) => {
    const lines = [...paid.map(({ id, line }) => `${id},${line}`), ...more];
    writeFileSync(file, `ID,Date,Type,Provider,Status,Number,Amount\n${lines.join('\n')}\n`);
    return momo('statement', 'import', file, '--wallet', POOL, '--mappings', mappings);
  };
  writeFileSync(mappings, JSON.stringify([OF_TWO]));
  const unclear = await importing(`${first.id},${of('AIRTEL_CMR')}`);
  assert.equal(unclear.code, 1, unclear.output);
  assert.match(unclear.stderr, /unclear of which operator it is: AIRTEL_CMR/);
  const imported = await importing(`${first.id},${of('ORANGE_CMR')}`);
  assert.equal(imported.code, 0, imported.output);
  const differences = await database.query({
    text: 'select kind, operator, operator_tx_id as id from statement_differences',
  });
  // The same id is another payment at the other operator.
  assert.deepEqual(differences, [{ kind: 'paid_not_ours', operator: 'orange', id: first.id }]);
  const { proofs } = await verifyBooks(database);
  assert.equal(proofs.find(({ name }) => name === 'differences_agree')?.count, 0);
});

const OF_TWO = {
  ...{ id: 'pawapay', version: 1, dayFirst: false, yearFirst: true },
  columns: { id: ['ID'], at: ['Date'], direction: ['Type'], party: ['Number'], amount: ['Amount'] },
  ...{ hasNoStatus: true, notStatus: ['Status'], directionBy: 'words' },
  directionWords: { in: ['DEPOSIT'], out: ['PAYOUT'] },
  operators: { column: 'Provider', words: { mtn: ['MTN_MOMO_CMR'], orange: ['ORANGE_CMR'] } },
};

test('a pool stays one wallet when a channel gets another number', async () => {
  const policy = ONE_PERSON;
  const deps = { database, environment: 'live', adapters: ADAPTERS, policy } as const;
  const before = await verifyBooks(database);
  const changed = await changeChannel(deps, COMMAND_LINE, {
    ...{ id: 'pawapay-orange-prompt', changes: { merchantNumber: '990011' }, reason: 'a new one' },
  });
  assert.equal(changed.kind, 'changed');
  assert.deepEqual(await walletsOf('pawapay-orange-prompt'), [POOL]);
  const wallets = async () => (await listWallets(database)).map(({ wallet }) => wallet);
  assert.deepEqual(await wallets(), [POOL]);
  const after = await verifyBooks(database);
  assert.deepEqual([after.wallets, after.findings], [before.wallets, before.findings]);
});

test('what pawaPay does not know is proved unsent from five minutes after the quarantine began on', async () => {
  const { payments } = service;
  const id = await createApproved(service, { operator: 'orange', msisdn: PLAYERS.orange });
  const look = async () => {
    const examined = await examineRestore(payments, { onExamined: () => {} });
    const found = examined.find(({ payout }) => payout.transaction.id === id);
    return [found?.answers.map(({ said }) => said), found?.treatment];
  };
  assert.deepEqual(await look(), [['unknown'], 'hold'], 'it may be on its way as we look');
  await quarantineDatabase(service, COMMAND_LINE, { reason: 'Recovered to noon.' });
  await passTime(database, 280_000);
  assert.deepEqual(await look(), [['unknown'], 'hold']);
  await passTime(database, 20_000);
  assert.deepEqual(await look(), [['not_found'], 'leave']);
});
