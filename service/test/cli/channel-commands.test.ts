import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whoRunsThis } from '../../src/cli/options.ts';
import { listChannels } from '../../src/db/providers/channels.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { openTestDatabase } from '../support/database.ts';

const { database, url } = await openTestDatabase();
const env = { DATABASE_URL: url, SERVICE_ENV: 'live' };
const { momo } = openMomo(env);
const channel = (...args: readonly string[]) => momo('channel', ...args);

const MACHINE = ['--provider', 'mtn-main', '--operator', 'mtn'] as const;
const PROMPT = [...MACHINE, '--mode', 'merchant_initiated', '--merchant-number', '445566'] as const;
const WHY = ['--reason', 'new contract'] as const;

test('with none there, the list says so', async () => {
  const { code, stdout } = await channel('list');
  assert.deepEqual([code, stdout], [0, 'there are no channels\n']);
});

test('a channel is added to a provider and listed', async () => {
  const mtn = ['--adapter', 'mtn-momo', '--name', 'MTN', '--operator', 'mtn'] as const;
  const provider = await momo('provider', 'add', 'mtn-main', ...mtn);
  assert.equal(provider.code, 0, provider.output);
  const limits = ['--min', '100', '--max', '500000', '--merchant-name', 'A SHOP'] as const;
  const added = await channel('add', 'mtn-prompt', ...PROMPT, ...limits);
  assert.deepEqual([added.code, added.output], [0, 'added mtn-prompt\n']);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.actor, line?.action], [whoRunsThis().actor, 'channel.add']);
  const dial = ['--mode', 'customer_initiated', '--merchant-number', '+237670000001'] as const;
  const code = ['--ussd-template', '*126*{merchant}*{amount}#'] as const;
  const second = await channel('add', 'mtn-code', ...MACHINE, ...dial, ...code);
  assert.equal(second.code, 0, second.output);
  assert.equal(
    (await channel('list')).stdout,
    'mtn-code  mtn-main  mtn  customer_initiated  +237670000001  no name' +
      '  *126*{merchant}*{amount}#  any to any XAF  enabled\n' +
      'mtn-prompt  mtn-main  mtn  merchant_initiated  445566  A SHOP  no code' +
      '  100 to 500000 XAF  enabled\n',
  );
});

test('set changes what is given and takes away what is none', async () => {
  const changes = ['--merchant-number', '778899', '--max', 'none', '--merchant-name', 'none'];
  const changed = await channel('set', 'mtn-prompt', ...changes, ...WHY);
  assert.deepEqual([changed.code, changed.output], [0, 'changed mtn-prompt\n']);
  const found = (await listChannels(database)).find(({ id }) => id === 'mtn-prompt');
  const { merchantNumber, merchantDisplayName, minAmountXaf, maxAmountXaf } = found ?? {};
  assert.deepEqual(
    { merchantNumber, merchantDisplayName, minAmountXaf, maxAmountXaf },
    { merchantNumber: '778899', merchantDisplayName: null, minAmountXaf: 100, maxAmountXaf: null },
  );
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.reason], ['channel.change', 'new contract']);
  const turned = ['--mode', 'merchant_initiated', '--ussd-template', 'none'] as const;
  assert.equal((await channel('set', 'mtn-code', ...turned, ...WHY)).code, 0);
});

test('a channel is switched off and on with a reason', async () => {
  const off = await channel('disable', 'mtn-prompt', ...WHY);
  assert.deepEqual([off.code, off.stdout], [0, 'disabled mtn-prompt\n']);
  assert.match((await channel('list')).stdout, /^mtn-prompt .* disabled$/m);
  const on = await channel('enable', 'mtn-prompt', ...WHY);
  assert.deepEqual([on.code, on.stdout], [0, 'enabled mtn-prompt\n']);
  assert.match((await channel('list')).stdout, /^mtn-prompt .* enabled$/m);
});

test('what cannot be done is said in sentences on stderr, with exit code 1', async () => {
  const before = await listChannels(database);
  const orange = ['--provider', 'mtn-main', '--operator', 'orange'] as const;
  const bad = ['--mode', 'customer_initiated', '--merchant-number', 'SHOP', '--min', '0'] as const;
  for (const [args, expected] of [
    [['add', 'mtn-prompt', ...PROMPT], /^momo: there is a channel mtn-prompt already\n$/],
    [['add', 'x', ...orange, ...bad], /^(momo: .+\n){4}$/],
    [['add', 'x', ...PROMPT, '--min', '1.5'], /Give a whole number\./],
    [['set', 'mtn-prompt', ...WHY], /^momo: nothing was given that is to be changed\n$/],
    [['set', 'mtn-prompt', '--merchant-number', 'x', ...WHY], /^momo: a merchant number is 4 to/],
    [['disable', 'no', ...WHY], /^momo: there is no channel no\n$/],
  ] as const) {
    const { code, stdout, stderr } = await channel(...args);
    assert.equal(code, stderr.startsWith('momo: ') ? 1 : 2, args.join(' '));
    assert.match(stderr, expected);
    assert.equal(stdout, '');
    assert.doesNotMatch(stderr, /^ +at /m, 'a stack trace is no explanation');
  }
  assert.deepEqual(await listChannels(database), before);
});
