import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { listChannels, listProviders } from '../../../src/db/providers/channels.ts';
import { listAccounts, type StoredAccount } from '../../../src/db/providers/provider-setup.ts';
import { type Message, sentenceOf } from '../../../src/domain/messages/message.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import type { PolicySource } from '../../../src/flows/access/policy.ts';
import {
  type AccountDeps,
  addChannel,
  addProvider,
  changeProvider,
} from '../../../src/flows/providers/administer-accounts.ts';
import { changeChannel } from '../../../src/flows/providers/administer-providers.ts';
import { readSecrets } from '../../../src/flows/providers/connectors.ts';
import type { Adapter } from '../../../src/providers/provider.ts';
import { ADAPTERS } from '../../../src/providers/registry.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { fixedPolicy } from '../../support/access/policy.ts';
import { lastAuditLine } from '../../support/access/staff.ts';
import { openTestDatabase } from '../../support/database.ts';

const { database } = await openTestDatabase();
const vault = createVault(randomBytes(32));

/** An adapter that neither prompts nor pays out. */
const LISTENER: Adapter = {
  name: 'listener',
  operators: ['mtn', 'orange'],
  abilities: {
    collect: false,
    payOut: false,
    payeeName: false,
    asksByReference: false,
    ownLines: false,
    simulated: false,
  },
  settings: [],
  connect: () => assert.fail('these tests make no calls'),
};
const deps: AccountDeps & { readonly policy: PolicySource } = {
  database,
  policy: fixedPolicy({ changesSecondPerson: true }),
  environment: 'live',
  vault,
  adapters: [...ADAPTERS, LISTENER],
};

const SECRETS = {
  consumerSecret: 'hush-consumer-secret',
  apiPassword: 'hush-api-password',
  pin: '482915',
};
const ORANGE = {
  id: 'orange-main',
  adapter: 'orange-money',
  accountOf: null,
  displayName: 'Orange Money',
  description: 'Paid from the phone.',
  operators: ['orange'],
  directions: null,
  isPrimary: true,
  priority: 1,
  depositFeePercent: 1.5,
  withdrawalFeePercent: 0,
  depositFeeMessage: '',
  settings: { consumerKey: 'a-consumer-key', apiUser: 'an-api-user' },
  secrets: SECRETS,
} as const;
const MTN = {
  ...ORANGE,
  id: 'mtn-main',
  adapter: 'mtn-momo',
  operators: ['mtn'],
  settings: {},
  secrets: {},
} as const;
const QUIET = { ...MTN, id: 'quiet', adapter: 'listener' } as const;
const PROMPT = {
  id: 'orange-prompt',
  providerId: 'orange-main',
  operator: 'orange',
  collectionMode: 'merchant_initiated',
  merchantNumber: '+237690000001',
  merchantDisplayName: 'A SHOP',
  ussdTemplate: null,
  illustrationUrl: 'https://shop.example/dial.png',
  illustrationAlt: 'A phone that dials the code.',
  minAmountXaf: 100,
  maxAmountXaf: 500_000,
} as const;
const reason = 'as agreed with the bank';

test('a provider is added with its open settings, sealed secrets and a line without them', async () => {
  assert.deepEqual(await addProvider(deps, COMMAND_LINE, ORANGE), { kind: 'added' });
  const [provider] = await listProviders(database);
  const { id, adapter, logo, directions, flagEnabled, depositFeePercent } = provider ?? {};
  assert.deepEqual(
    { id, adapter, logo, directions, flagEnabled, depositFeePercent },
    {
      id: 'orange-main',
      adapter: 'orange-money',
      logo: 'orange',
      directions: ['deposit', 'withdrawal'],
      flagEnabled: true,
      depositFeePercent: 1.5,
    },
  );
  const account = await accountOf('orange-main');
  assert.deepEqual(account.settings, ORANGE.settings);
  assert.match(account.secrets, /^sealed:v2:/);
  assert.deepEqual(readSecrets(vault, account), SECRETS);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.subject], ['provider.add', 'provider:orange-main']);
  assert.deepEqual(line?.after?.['settings'], ORANGE.settings);
  assert.deepEqual(line?.after?.['secretsChanged'], Object.keys(SECRETS));
  await assertNothingOpen(Object.values(SECRETS));
});

test('an id that is taken is left as it is', async () => {
  const before = await everything();
  const again = { ...ORANGE, displayName: 'Another', secrets: { ...SECRETS, pin: '0000' } };
  assert.deepEqual(await addProvider(deps, COMMAND_LINE, again), { kind: 'exists' });
  assert.deepEqual(await everything(), before);
});

test('of two that are added at once under one id, one is added', async () => {
  const kinds = await Promise.all([
    addProvider(deps, COMMAND_LINE, MTN),
    addProvider(deps, COMMAND_LINE, MTN),
  ]);
  assert.deepEqual(kinds.map(({ kind }) => kind).sort(), ['added', 'exists']);
  assert.equal((await accountOf('mtn-main')).secrets, '{}', 'there is nothing to seal');
});

const KNOWN =
  'baseUrl, tokenUrl, apiPath, tokenHeader, grant, consumerKey, consumerSecret, apiUser, apiPassword, pin';
const OPEN_PIN =
  'pin is a secret: give it among the secrets, because an open setting stays in the history of the shell';

const ONE_OPERATOR = 'a provider serves one operator; another may use its account (--account-of)';

test('a provider that could not work is refused with everything that is wrong', async () => {
  const before = await everything();
  for (const [changes, problems] of [
    [{ id: 'Orange' }, ['the id of a provider is 1 to 40 small letters, digits and hyphens']],
    [{ id: '' }, ['the id of a provider is 1 to 40 small letters, digits and hyphens']],
    [{ id: 'x'.repeat(41) }, [/1 to 40 small letters/]],
    [{ displayName: ' ' }, ['the name of a provider has 1 to 100 characters']],
    [{ description: 'x'.repeat(501) }, ['a description has at most 500 characters']],
    [{ priority: 0 }, ['a priority is a whole number from 1 (first) to 1000']],
    [{ priority: 1.5 }, [/whole number/]],
    [{ operators: [] }, [ONE_OPERATOR]],
    [
      { operators: ['orange', 'mtn'] },
      [ONE_OPERATOR, 'the adapter orange-money serves orange, not mtn'],
    ],
    [{ directions: [] }, ['a provider has at least one direction']],
    [
      { adapter: 'paypal' },
      [
        'there is no adapter paypal; there are sandbox, mtn-momo, orange-money, pawapay, campay, sim-gateway, listener',
      ],
    ],
    [
      { adapter: 'listener', directions: ['withdrawal'], settings: {}, secrets: {} },
      ['the adapter listener cannot pay out, so withdrawals are not possible'],
    ],
    [
      { adapter: 'sandbox', settings: {}, secrets: {} },
      ['the sandbox adapter only pretends to pay, so a live service may not use it'],
    ],
    [
      { adapter: 'listener', directions: ['deposit'], settings: { a: 'b' }, secrets: {} },
      ['listener has no setting a; it needs none'],
    ],
    [
      { settings: { ...ORANGE.settings, baseurl: 'x' }, secrets: { ...SECRETS, PIN: '1' } },
      [`orange-money has no setting baseurl, PIN; it knows ${KNOWN}`],
    ],
    [{ settings: { apiUser: 'u' } }, ['consumerKey must be given']],
    [{ settings: { ...ORANGE.settings, apiUser: '' } }, ['apiUser must be given']],
    [
      { settings: { ...ORANGE.settings, baseUrl: 'http://example.com' } },
      ['baseUrl must be an https address (plain http is only for this machine)'],
    ],
    [{ secrets: { ...SECRETS, pin: '48x' } }, ['pin must be 4 to 8 digits']],
    [
      { secrets: { ...SECRETS, apiPassword: 'with space' } },
      ['apiPassword must be printable ASCII without spaces'],
    ],
    [{ settings: { ...ORANGE.settings, pin: '482915' } }, [OPEN_PIN]],
    [
      { settings: { apiUser: 'u' }, secrets: { ...SECRETS, consumerKey: 'k' } },
      [/^consumerKey is no secret: give it as an open setting/],
    ],
    [
      { id: '!', displayName: '', priority: -1, operators: ['mtn'], settings: {}, secrets: {} },
      [
        /^the id/,
        /^the name/,
        /^a priority/,
        /serves orange, not mtn$/,
        'consumerKey must be given',
        'consumerSecret must be given',
        'apiUser must be given',
        'apiPassword must be given',
        'pin must be given',
      ],
    ],
  ] as const) {
    const order = { ...ORANGE, id: 'new', ...changes };
    assertProblems(await addProvider(deps, COMMAND_LINE, order), problems);
  }
  assert.deepEqual(await everything(), before);
});

test('the sandbox adapter may be used in the sandbox', async () => {
  const order = { ...MTN, id: 'pretended', adapter: 'sandbox' };
  const sandbox = { ...deps, environment: 'sandbox' } as const;
  assert.equal((await addProvider(sandbox, COMMAND_LINE, order)).kind, 'added');
  const added = (await listProviders(database)).find(({ id }) => id === 'pretended');
  assert.deepEqual(added?.directions, ['withdrawal'], 'what the adapter can do by itself');
});

test('a change touches only what is given, and names the secrets that changed', async () => {
  const order = {
    id: 'orange-main',
    terms: { priority: 3, isPrimary: false, depositFeeMessage: 'Free today.' },
    account: {
      settings: { baseUrl: 'https://orange.example' },
      secrets: { pin: '777777', apiPassword: SECRETS.apiPassword },
    },
    reason,
  };
  assert.deepEqual(await changeProvider(deps, COMMAND_LINE, order), { kind: 'changed' });
  const account = await accountOf('orange-main');
  const settings = { ...ORANGE.settings, baseUrl: 'https://orange.example' };
  assert.deepEqual(account.settings, settings);
  assert.deepEqual(readSecrets(vault, account), { ...SECRETS, pin: '777777' });
  const { displayName, description, depositFeePercent, withdrawalFeePercent } = ORANGE;
  const depositFeeMessage = 'Free today.';
  const same = { displayName, description, depositFeePercent, withdrawalFeePercent };
  assert.deepEqual(await lastAuditLine(database), {
    actor: 'momo',
    action: 'provider.change',
    subject: 'provider:orange-main',
    before: {
      ...same,
      depositFeeMessage: '',
      isPrimary: true,
      priority: 1,
      settings: ORANGE.settings,
    },
    after: {
      ...same,
      depositFeeMessage,
      isPrimary: false,
      priority: 3,
      settings,
      secretsChanged: ['pin'],
    },
    reason,
  });
  await assertNothingOpen([...Object.values(SECRETS), '777777']);
});

test('an empty value puts a setting back to its default', async () => {
  const account = { settings: { baseUrl: '' }, secrets: {} };
  await changeProvider(deps, COMMAND_LINE, { id: 'orange-main', terms: {}, account, reason });
  assert.deepEqual((await accountOf('orange-main')).settings, ORANGE.settings);
});

test('a change that could not work is refused and changes nothing', async () => {
  const before = await everything();
  const change = (id: string, terms: object, account: object) =>
    changeProvider(deps, COMMAND_LINE, {
      id,
      terms,
      account: { settings: {}, secrets: {}, ...account },
      reason,
    });
  for (const [terms, account, problems] of [
    [{ displayName: '' }, {}, [/^the name/]],
    [{ priority: 1_001 }, {}, [/^a priority/]],
    [{ depositFeePercent: -1 }, {}, ['a fee is a percentage from 0 to 100']],
    [{ withdrawalFeePercent: 100.5 }, {}, ['a fee is a percentage from 0 to 100']],
    [{ depositFeeMessage: 'x'.repeat(501) }, {}, [/^a sentence about fees/]],
    [{}, { settings: { consumerKey: '' } }, ['consumerKey must be given']],
    [{}, { secrets: { pin: '' } }, ['pin must be given']],
    [{}, { settings: { pin: '1234' } }, [OPEN_PIN]],
    [{}, { secrets: { pin: 'x' }, settings: { y: 'z' } }, [/no setting y/, /^pin must be 4 to/]],
  ] as const) {
    assertProblems(await change('orange-main', terms, account), problems);
  }
  assert.deepEqual(await change('nobody', { priority: 2 }, {}), { kind: 'not_found' });
  assert.deepEqual(await everything(), before);
});

test('a channel is added with its line in the audit log', async () => {
  assert.deepEqual(await addChannel(deps, COMMAND_LINE, PROMPT), { kind: 'added' });
  assert.deepEqual(await listChannels(database), [{ ...PROMPT, enabled: true }]);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.subject], ['channel.add', 'channel:orange-prompt']);
  assert.equal(line?.after?.['merchantNumber'], PROMPT.merchantNumber);
  const again = { ...PROMPT, merchantNumber: '999999' };
  assert.deepEqual(await addChannel(deps, COMMAND_LINE, again), { kind: 'exists' });
  const [channel] = await listChannels(database);
  assert.equal(channel?.merchantNumber, PROMPT.merchantNumber);
});

const NUMBER = 'a merchant number is 4 to 15 digits, or a phone number such as +237670000000';
const LIMIT = 'a limit is a whole number of francs above 0';
const BY_CODE = {
  collectionMode: 'customer_initiated',
  ussdTemplate: '#150*14*{merchant}*{amount}#',
} as const;

test('a channel that could not work is refused with everything that is wrong', async () => {
  assert.equal((await addProvider(deps, COMMAND_LINE, QUIET)).kind, 'added');
  const before = await everything();
  for (const [changes, problems] of [
    [{ id: 'A_b' }, ['the id of a channel is 1 to 60 small letters, digits and hyphens']],
    [{ id: 'x'.repeat(61) }, [/1 to 60 small letters/]],
    [{ providerId: 'nobody' }, ['there is no provider nobody']],
    [{ operator: 'mtn' }, ['the provider orange-main serves orange, not mtn']],
    [
      { providerId: 'quiet', operator: 'mtn' },
      ['the adapter listener sends no payment requests, so the player has to dial'],
    ],
    [{ merchantNumber: 'SHOP' }, [NUMBER]],
    [{ merchantNumber: '' }, [NUMBER]],
    [{ merchantNumber: '+0123456789' }, [NUMBER]],
    [{ merchantNumber: '123' }, [NUMBER]],
    [{ merchantNumber: '+237 690000001' }, [NUMBER]],
    [
      { ...BY_CODE, merchantNumber: '+33612345678' },
      ['a merchant number that players dial is digits only, or starts with +237'],
    ],
    [{ minAmountXaf: 0 }, [LIMIT]],
    [{ maxAmountXaf: -5 }, [LIMIT]],
    [{ maxAmountXaf: 0.5 }, [LIMIT]],
    [{ minAmountXaf: 501, maxAmountXaf: 500 }, ['the smallest amount is above the largest']],
    [{ illustrationAlt: null }, [/^an illustration has an address and a text/]],
    [{ illustrationUrl: 'http://shop.example/dial.png' }, [/^an illustration has an https/]],
    [{ merchantDisplayName: ' ' }, ['the name of a merchant has 1 to 60 characters']],
    [{ merchantDisplayName: 'x'.repeat(61) }, [/1 to 60 characters/]],
    [
      { collectionMode: 'customer_initiated' },
      ['a channel where the player dials needs a USSD template'],
    ],
    [{ ...BY_CODE, ussdTemplate: '*1*{merchant}#' }, [/^\{amount\} is missing/]],
    [
      { id: '?', providerId: 'nobody', merchantNumber: 'x', minAmountXaf: 0 },
      [/^the id/, /^there is no provider/, NUMBER, LIMIT],
    ],
  ] as const) {
    const order = { ...PROMPT, id: 'new', ...changes };
    assertProblems(await addChannel(deps, COMMAND_LINE, order), problems);
  }
  assert.deepEqual(await everything(), before);
});

test('a customer-initiated channel needs no adapter that prompts', async () => {
  const byCode = { ...PROMPT, ...BY_CODE, id: 'quiet-code', providerId: 'quiet' } as const;
  const order = { ...byCode, operator: 'mtn', merchantNumber: '4455' } as const;
  assert.deepEqual(await addChannel(deps, COMMAND_LINE, order), { kind: 'added' });
  const changes = { collectionMode: 'merchant_initiated' } as const;
  const result = await changeChannel(deps, COMMAND_LINE, { id: 'quiet-code', changes, reason });
  assertProblems(result, [/sends no payment requests/]);
});

test('a channel with an old fault can be switched off, but not on again', async () => {
  await database.query({
    text: `update channels set merchant_number = '12' where id = $1`,
    values: [PROMPT.id],
  });
  const turn = (enabled: boolean) =>
    changeChannel(deps, COMMAND_LINE, { id: PROMPT.id, changes: { enabled }, reason });
  assert.equal((await turn(false)).kind, 'changed');
  assertProblems(await turn(true), [NUMBER]);
});

function assertProblems(
  result: { readonly kind: string; readonly problems?: readonly (string | Message)[] },
  expected: readonly (string | RegExp)[],
): void {
  assert.equal(result.kind, 'invalid', `${expected.join('; ')} is accepted`);
  const problems = (result.problems ?? []).map((problem) =>
    typeof problem === 'string' ? problem : sentenceOf(problem),
  );
  assert.equal(problems.length, expected.length, problems.join('\n'));
  for (const [index, sentence] of expected.entries()) {
    const problem = problems[index] ?? '';
    if (typeof sentence === 'string') assert.equal(problem, sentence);
    else assert.match(problem, sentence);
  }
  for (const secret of Object.values(SECRETS)) assert.ok(!problems.join().includes(secret));
}

async function accountOf(id: string): Promise<StoredAccount> {
  const found = (await listAccounts(database)).find(({ providerId }) => providerId === id);
  assert.ok(found, `there is no account of ${id}`);
  return found;
}

/** Every row that configuration writes, as text. */
async function everything(): Promise<readonly string[]> {
  const rows = await database.query<{ readonly row: string }>({
    text: `select p::text as row from providers p
           union all select c::text from channels c
           union all select a::text from audit_log a
           order by 1`,
  });
  return rows.map(({ row }) => row);
}

async function assertNothingOpen(secrets: readonly string[]): Promise<void> {
  const text = (await everything()).join('\n');
  for (const secret of secrets) assert.ok(!text.includes(secret), 'a secret is stored in the open');
}
