import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ensureDefaultApplication,
  findApiKey,
  listApiKeys,
} from '../../../src/db/access/access.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { issueKey } from '../../../src/flows/access/administer-keys.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { openTestDatabase } from '../../support/database.ts';

const { database } = await openTestDatabase();
const vault = createVault(null);
const issue = (name: string) =>
  issueKey({ database, environment: 'sandbox', vault }, COMMAND_LINE, name);

test('a key names its environment, its prefix and a long secret', async () => {
  const { key, prefix, webhookSecret } = await issue('platform');
  assert.match(key, /^svc_test_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
  assert.ok(key.startsWith(`svc_test_${prefix}_`));
  assert.match(webhookSecret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
  const live = await issueKey({ database, environment: 'live', vault }, COMMAND_LINE, 'platform');
  assert.match(live.key, /^svc_live_/);
});

test('the secret is not stored', async () => {
  const { key, prefix } = await issue('secretive');
  const secret = key.slice(`svc_test_${prefix}_`.length);
  const stored = await findApiKey(database, prefix);
  assert.equal(stored?.secret_hash.length, 32);
  const [row] = await database.query<{ text: string }>({
    text: `select string_agg(k::text, ' ') as text from api_keys k`,
  });
  assert.ok(row?.text.includes(prefix));
  assert.ok(!row?.text.includes(secret));
});

test('a second key of an application leaves its webhook secret as it is', async () => {
  const first = await issue('twice');
  const second = await issue('twice');
  assert.ok(first.webhookSecret);
  assert.equal(second.webhookSecret, null);
  assert.notEqual(first.key, second.key);
  const keys = (await listApiKeys(database)).filter(({ application }) => application === 'twice');
  assert.equal(keys.length, 2);
});

test('the default application gets its webhook secret with its first issued key', async () => {
  await ensureDefaultApplication(database);
  assert.ok((await issue('default')).webhookSecret);
  assert.equal((await issue('default')).webhookSecret, null);
});

test('two keys issued at once for a new application share one secret', async () => {
  const issued = await Promise.all(Array.from({ length: 5 }, () => issue('rushed')));
  const reported = issued.filter(({ webhookSecret }) => webhookSecret !== null);
  assert.equal(reported.length, 1);
  assert.equal(new Set(issued.map(({ key }) => key)).size, 5);
});
