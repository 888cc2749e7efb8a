import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, lastAuditLine, scriptHeaders } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { liveEnv, startLiveService } from '../support/providers/live.ts';
import { bodyOf } from '../support/transactions/payments.ts';

const PUBLIC_URL = 'https://pay.example';
const service = await startLiveService({ PUBLIC_URL });
const { database } = service;
const { momo } = openMomo({ ...liveEnv(service), PUBLIC_URL });

async function list(): Promise<readonly Record<string, unknown>[]> {
  const { code, stdout } = await momo('link', 'list', '--json');
  assert.equal(code, 0);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('in live nobody makes a link for an application that may have no pages', async () => {
  const refused = await momo('link', 'create', 'default', '5000');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /no pages in live: momo key page allows them/);
  const headers = await scriptHeaders(database, await addPerson(database, 'agent'));
  const json = { application: 'default', amount_xaf: 5000 };
  const answer = await service.call('POST', '/internal/v1/links', { headers, json });
  assert.deepEqual([answer.status, bodyOf(answer)['code']], [403, 'checkouts_not_allowed']);
  const page = await service.call('GET', '/internal/v1/links', { headers });
  assert.deepEqual(bodyOf(page)['applications'], []);
});

test('momo makes a link with a text for the buyer, and the audit line names who typed it', async () => {
  const args = [
    '--name',
    'Wouri Shop',
    '--checkouts',
    'on',
    '--callback',
    'https://shop.example/hook',
  ];
  assert.equal((await momo('key', 'page', 'default', ...args)).code, 0);
  const made = await momo(
    'link',
    'create',
    'default',
    '5000',
    '--description',
    'Two shirts',
    '--hours',
    '72',
  );
  assert.equal(made.code, 0, made.output);
  assert.match(made.stdout, /https:\/\/pay\.example\/pay\/[\w-]{22}/);
  assert.match(made.stdout, /Bonjour, pour payer 5\u00a0000\u00a0FCFA \(Two shirts\) à Wouri Shop/);
  const line = await lastAuditLine(database);
  assert.equal(line?.action, 'link.create');
  assert.match(line?.actor ?? '', /^momo \(.+@.+\)$/);
  const [link] = await list();
  assert.deepEqual([link?.['state'], link?.['made_by']], ['open', line?.actor]);
  const [stored] = await database.query<{ readonly url: string }>({
    text: 'select callback_url as url from checkouts',
  });
  assert.equal(stored?.url, 'https://shop.example/hook');
});

test('an address that a platform could not give with a checkout is refused for links too', async () => {
  for (const [url, says] of [
    ['ftp://shop.example/hook', /must use https/],
    ['http://169.254.169.254/hook', /must not be a link-local address/],
    ['shop', /must be an absolute/],
  ] as const) {
    const refused = await momo('key', 'page', 'default', '--callback', url);
    assert.equal(refused.code, 1, url);
    assert.match(refused.stderr, says);
  }
  assert.equal((await momo('key', 'page', 'default', '--callback', 'none')).code, 0);
});

test('momo lists a link and cancels it once, with a reason', async () => {
  const [{ id } = { id: '' }] = await list();
  const cancelled = await momo('link', 'cancel', String(id), '--reason', 'Sold out');
  assert.equal(cancelled.code, 0, cancelled.output);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.reason], ['link.cancel', 'Sold out']);
  assert.equal((await list())[0]?.['state'], 'cancelled');
});

test('what cannot be done is said in a sentence with exit code 1 or 2', async () => {
  const unknown = await momo('link', 'create', 'nobody', '5000');
  assert.deepEqual([unknown.code, /no application/.test(unknown.stderr)], [1, true]);
  const id = '019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10';
  const missing = await momo('link', 'cancel', id, '--reason', 'Sold out');
  assert.deepEqual([missing.code, /no link/.test(missing.stderr)], [1, true]);
  for (const args of [
    ['create', 'default', '99'],
    ['create', 'default', '500', '--hours', '721'],
  ]) {
    assert.equal((await momo('link', ...args)).code, 2);
  }
});
