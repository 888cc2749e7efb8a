import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { acceptSeal } from '../../src/flows/upkeep/accept-seal.ts';
import { sealSecrets } from '../../src/flows/upkeep/seal-secrets.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { tamper } from '../support/books/forget-books.ts';
import {
  createCheckout,
  mtnNumber,
  pay,
  readCheckout,
  settleAll,
} from '../support/checkouts/checkouts.ts';
import { restartTestService, startTestService, testConfig } from '../support/harness.ts';
import { bodyOf, simulate } from '../support/transactions/payments.ts';
import { assertAllHolds, prove } from '../support/upkeep/all-holds.ts';

const SECRETS_KEY = 'ab'.repeat(32);
const service = await startTestService({ SECRETS_KEY });
const { database, call } = service;

const { id } = await createCheckout(service);
const ids = [await pay(service, id, mtnNumber(1)), await pay(service, id, mtnNumber(2))];
for (const depositId of ids) {
  await simulate(service, depositId, 'succeeded');
  await settleAll(service);
}
const open = await createCheckout(service);

async function proofsOf(subject: string): Promise<readonly string[]> {
  const { findings } = await prove(service);
  return findings.filter((one) => one.subject === subject).map(({ proof }) => proof);
}

test('checkouts that were paid as they should be hold every proof', async () => {
  await assertAllHolds(service);
});

const [paid, surplus] = ids as [string, string];
const WHERE = `where transaction_id =`;

for (const [name, change, back, expected] of [
  [
    'a state that no success explains',
    `update checkouts set state = 'paid' where id = '${open.id}'`,
    `update checkouts set state = 'open' where id = '${open.id}'`,
    [`checkout:${open.id}`, ['seals_hold', 'checkouts_count_successes']],
  ],
  [
    'a success that pays nothing',
    `update checkout_attempts set outcome = 'surplus' ${WHERE} '${paid}'`,
    `update checkout_attempts set outcome = 'paid' ${WHERE} '${paid}'`,
    [`checkout:${id}`, ['seals_hold', 'checkouts_count_successes']],
  ],
  [
    'a success that it does not know',
    `update checkout_attempts set outcome = null, succeeded_at = null ${WHERE} '${surplus}'`,
    `update checkout_attempts a set outcome = 'surplus', succeeded_at = t.state_updated_at
     from transactions t where t.id = a.transaction_id and t.id = '${surplus}'`,
    [`checkout:${id}`, ['checkouts_count_successes']],
  ],
  [
    'a success that nobody counts',
    `update checkout_attempts set outcome = null, succeeded_at = succeeded_at - interval '1 hour'
     ${WHERE} '${surplus}'`,
    `update checkout_attempts
     set outcome = 'surplus', succeeded_at = succeeded_at + interval '1 hour'
     ${WHERE} '${surplus}'`,
    [`checkout:${id}`, ['checkouts_are_settled']],
  ],
  [
    'an attempt of another checkout',
    `update checkout_attempts set checkout_id = '${open.id}' ${WHERE} '${surplus}'`,
    `update checkout_attempts set checkout_id = '${id}' ${WHERE} '${surplus}'`,
    [`checkout:${open.id}`, ['seals_hold', 'checkouts_count_successes']],
  ],
] as const) {
  test(`an audit finds ${name}`, async () => {
    await tamper(database, [change]);
    const [subject, proofs] = expected;
    assert.deepEqual(await proofsOf(subject), proofs);
    await tamper(database, [back]);
    assert.deepEqual(await proofsOf(subject), []);
  });
}

test('a checkout that was changed behind our back is neither read nor cancelled', async () => {
  const path = `/api/v1/checkouts/${open.id}`;
  const change = (sign: string) =>
    `update checkouts set amount_xaf = amount_xaf ${sign} 1 where id = '${open.id}'`;
  await tamper(database, [change('+')]);
  for (const answer of [await call('GET', path), await call('POST', `${path}/cancel`)]) {
    assert.deepEqual([answer.status, bodyOf(answer)['code']], [503, 'not_confirmed'], answer.text);
    assert.equal(answer.headers.get('retry-after'), '60');
  }
  await tamper(database, [change('-')]);
  assert.equal((await readCheckout(service, open.id)).state, 'open');
});

test('the balance of an application that was changed behind our back is not said', async () => {
  const balance = () => call('GET', '/api/v1/balance');
  assert.equal((await balance()).status, 200);
  await tamper(database, ['update applications set credit_xaf = 7']);
  const answer = await balance();
  assert.deepEqual([answer.status, bodyOf(answer)['code']], [503, 'not_confirmed'], answer.text);
  await tamper(database, ['update applications set credit_xaf = null']);
});

test('a checkout that two people accept is used again', async () => {
  await tamper(database, [
    `update checkouts set expires_at = expires_at + interval '1 day' where id = '${open.id}'`,
  ]);
  assert.deepEqual(await proofsOf(`checkout:${open.id}`), ['seals_hold']);
  const vault = createVault(Buffer.from(SECRETS_KEY, 'hex'));
  const kinds: string[] = [];
  for (const by of ['ada', 'bea']) {
    const wanted = { table: 'checkouts', id: open.id, by, reason: 'repaired by hand' } as const;
    const { kind } = await database.atomically((connection) =>
      acceptSeal({ connection, vault }, COMMAND_LINE, wanted),
    );
    kinds.push(kind);
  }
  assert.deepEqual(kinds, ['asked', 'accepted']);
  assert.equal((await readCheckout(service, open.id)).state, 'open');
  assert.deepEqual(await proofsOf(`checkout:${open.id}`), []);
});

test('a checkout of before the key can be paid, read and proved after it', async () => {
  const before = await startTestService();
  const [bought, purchase] = [await createCheckout(before), await createCheckout(before)];
  await simulate(before, await pay(before, bought.id, mtnNumber(3)), 'succeeded');
  await settleAll(before);
  const { databaseUrl, dataDir } = before.config;
  const config = testConfig({ DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir, SECRETS_KEY });
  const vault = createVault(config.secretsKey);
  await sealSecrets({ database: before.database, vault }, COMMAND_LINE);
  const after = await restartTestService({ ...before, config });
  assert.equal((await readCheckout(after, bought.id)).state, 'paid');
  await simulate(after, await pay(after, purchase.id, mtnNumber(4)), 'succeeded');
  assert.equal((await readCheckout(after, purchase.id)).state, 'paid');
  await assertAllHolds(after);
});
