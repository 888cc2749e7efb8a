import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureOwnApplication } from '../../src/db/access/access.ts';
import { OWN_APPLICATIONS } from '../../src/domain/access/own-application.ts';
import type { StaffRole } from '../../src/domain/access/staff-role.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { changeSeller } from '../../src/flows/access/administer-keys.ts';
import { addPerson, lastAuditLine, scriptHeaders } from '../support/access/staff.ts';
import { tamper } from '../support/books/forget-books.ts';
import { createCheckout, mtnNumber, pay, settleAll } from '../support/checkouts/checkouts.ts';
import { startTestService } from '../support/harness.ts';
import { bodyOf, type Json, problemsOf, read, simulate } from '../support/transactions/payments.ts';
import { assertAllHolds } from '../support/upkeep/all-holds.ts';
import { webhooksOf } from '../support/webhooks/delivery.ts';

const LINKS = '/internal/v1/links';
const service = await startTestService(
  { PUBLIC_URL: 'https://pay.example', SECRETS_KEY: 'ab'.repeat(32) },
  { policy: { amountMaxXaf: 500_000 } },
);
const { database } = service;
const agent = await addPerson(database, 'agent');

async function ask(method: string, path: string, json?: Json, role: StaffRole = 'agent') {
  const person = role === 'agent' ? agent : await addPerson(database, role);
  const headers = await scriptHeaders(database, person);
  return service.call(method, path, { headers, ...(json === undefined ? {} : { json }) });
}

interface Link extends Json {
  readonly id: string;
  readonly reference: string;
  readonly share: { readonly url: string; readonly texts: Record<'fr' | 'en', string> } | null;
  readonly attempts: readonly Json[];
}

const ORDER = { application: 'default', amount_xaf: 5000, description: 'Two shirts' };

async function make(changes: Json = {}): Promise<Link> {
  const answer = await ask('POST', LINKS, { ...ORDER, ...changes });
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer) as Link;
}

async function listed(role: StaffRole = 'agent'): Promise<readonly Link[]> {
  const answer = await ask('GET', LINKS, undefined, role);
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer)['items'] as Link[];
}

async function countAudit(action: string): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>({
    text: 'select count(*) from audit_log where action = $1',
    values: [action],
  });
  return row?.count ?? 0;
}

async function paidBy(link: Link, digits: number): Promise<string> {
  const id = await pay(service, link.id, mtnNumber(digits));
  await simulate(service, id, 'succeeded');
  await settleAll(service);
  return id;
}

test('a link is an open checkout of its application, with a page, two texts and an audit line', async () => {
  const link = await make();
  assert.deepEqual(
    [link['application'], link['amount_xaf'], link['state'], link['made_by'], link.attempts],
    ['default', 5000, 'open', 'agent', []],
  );
  assert.match(link.reference, /^link-[\da-f]{12}$/);
  assert.ok(link.share !== null);
  const { url, texts } = link.share;
  assert.match(url, /^https:\/\/pay\.example\/pay\/[\w-]{22}$/);
  assert.equal((await service.call('GET', new URL(url).pathname)).status, 200);
  for (const text of [texts.fr, texts.en]) {
    assert.match(text, /5\u00a0000\u00a0FCFA \(Two shirts\)/);
    assert.ok(text.includes(url), text);
  }
  const line = await lastAuditLine(database);
  assert.deepEqual(
    [line?.actor, line?.action, line?.subject],
    [`agent <${agent.email}>`, 'link.create', `checkout:${link.id}`],
  );
  assert.equal(line?.after?.['reference'], link.reference);
});

test('an attempt of a link says why it failed', async () => {
  const link = await make();
  const id = await pay(service, link.id, mtnNumber(41));
  await simulate(service, id, 'failed');
  const { reason_code: reason } = await read(service, id);
  assert.ok(reason !== undefined);
  const [attempt] = (await listed()).find((one) => one.id === link.id)?.attempts ?? [];
  assert.deepEqual([attempt?.['state'], attempt?.['reason_code']], ['failed', reason]);
});

test('the same again, also at once, is one link with one audit line', async () => {
  const before = await countAudit('link.create');
  const reference = 'invoice-7';
  const links = await Promise.all([1, 2, 3].map(() => make({ reference })));
  links.push(await make({ reference }));
  assert.equal(new Set(links.map(({ id }) => id)).size, 1);
  assert.equal(await countAudit('link.create'), before + 1);
});

test('a reference is not taken again for another amount or text, nor once its link is closed', async () => {
  const { id } = await make({ reference: 'invoice-8' });
  const again = (changes: Json) =>
    ask('POST', LINKS, { ...ORDER, reference: 'invoice-8', ...changes });
  for (const changes of [{ amount_xaf: 100 }, { description: null }]) {
    const answer = await again(changes);
    assert.deepEqual([answer.status, bodyOf(answer)['code']], [409, 'link_reference_taken']);
  }
  await ask('POST', `${LINKS}/${id}/cancel`, { reason: 'Wrong amount' });
  assert.equal((await again({})).status, 409);
});

test('no link takes the place of an order that a platform makes a checkout for', async () => {
  const link = await make({ reference: 'order-4711', amount_xaf: 100 });
  assert.equal(link.reference, 'link-order-4711');
  const order = await createCheckout(service, { reference: 'order-4711', amount_xaf: 90_000 });
  assert.notEqual(order.id, link.id);
});

test('a checkout of a platform is no link: staff neither list nor cancel it', async () => {
  const { id } = await createCheckout(service);
  assert.ok((await listed()).every((link) => link.id !== id));
  const answer = await ask('POST', `${LINKS}/${id}/cancel`, { reason: 'Not ours' });
  assert.equal(answer.status, 404);
});

test('the list has what was paid, by which deposit, and what was too much', async () => {
  const link = await make({ description: null });
  const [first, second] = [
    await pay(service, link.id, mtnNumber(11)),
    await pay(service, link.id, mtnNumber(12)),
  ];
  for (const id of [first, second]) {
    await simulate(service, id, 'succeeded');
    await settleAll(service);
  }
  const found = (await listed()).find(({ id }) => id === link.id);
  assert.equal(found?.['state'], 'paid');
  assert.equal(found?.share, null, 'nobody is sent what is paid');
  assert.deepEqual(
    found?.attempts.map((one) => [one['service_tx_id'], one['outcome'], one['msisdn_masked']]),
    [
      [first, 'paid', '+23767*****11'],
      [second, 'surplus', '+23767*****12'],
    ],
  );
  await assertAllHolds(service);
});

test('who makes no links gets no address of one, and a viewer no whole number', async () => {
  const link = await make({ description: 'For 670000042', reference: 'of 670000042' });
  for (const role of ['viewer', 'finance', 'admin'] as const) {
    const found = (await listed(role)).find(({ id }) => id === link.id);
    assert.equal(found?.share === null, role !== 'admin', role);
    const isWhole = JSON.stringify(found).includes('670000042');
    assert.equal(isWhole, role !== 'viewer', role);
    const answer = bodyOf(await ask('GET', LINKS, undefined, role));
    assert.deepEqual(answer['applications'], role === 'admin' ? ['default'] : [], role);
  }
});

test('a link is cancelled with a reason and one audit line; one that is paid is not', async () => {
  const { id } = await make();
  const cancel = (of: string) =>
    ask('POST', `${LINKS}/${of}/cancel`, { reason: 'Changed their mind' });
  assert.equal(bodyOf(await cancel(id))['state'], 'cancelled');
  const line = await lastAuditLine(database);
  assert.deepEqual(
    [line?.actor, line?.action, line?.reason],
    [`agent <${agent.email}>`, 'link.cancel', 'Changed their mind'],
  );
  const before = await countAudit('link.cancel');
  assert.equal((await cancel(id)).status, 200);
  assert.equal(await countAudit('link.cancel'), before);

  const paid = await make();
  await paidBy(paid, 21);
  const refused = await cancel(paid.id);
  assert.deepEqual([refused.status, bodyOf(refused)['code']], [409, 'checkout_not_open']);
  assert.equal(await countAudit('link.cancel'), before);
});

test('amounts and times have the limits of every checkout', async () => {
  const answer = await ask('POST', LINKS, { ...ORDER, amount_xaf: 99, expires_in: 599 });
  assert.deepEqual(problemsOf(answer), [
    'greater_than_equal body.amount_xaf',
    'greater_than_equal body.expires_in',
  ]);
  const much = await ask('POST', LINKS, { ...ORDER, amount_xaf: 500_001 });
  assert.deepEqual(problemsOf(much), ['less_than_equal body.amount_xaf']);
});

test('a link is of a platform: an unknown application and one of our own are a 404', async () => {
  await ensureOwnApplication(database, OWN_APPLICATIONS.returns);
  for (const application of ['nobody', 'returned payments']) {
    const answer = await ask('POST', LINKS, { ...ORDER, application });
    assert.deepEqual([answer.status, bodyOf(answer)['code']], [404, 'application_not_found']);
  }
});

test('events go to the usual address of the application alone, whatever a request names', async () => {
  const silent = await make({ callback_url: 'https://evil.example/hook' });
  const depositOfSilent = await paidBy(silent, 31);
  assert.deepEqual(await webhooksOf(database, depositOfSilent), []);
  const callbackUrl = 'https://shop.example/hook';
  await changeSeller({ database }, COMMAND_LINE, { application: 'default', callbackUrl });
  const id = await paidBy(await make(), 32);
  assert.deepEqual(
    (await webhooksOf(database, id)).map(({ event }) => event),
    ['checkout.paid'],
  );
  const [open] = await database.query<{ readonly url: string }>({
    text: 'select url from open_webhooks o join webhooks w on w.id = o.webhook_id where w.transaction_id = $1',
    values: [id],
  });
  assert.equal(open?.url, callbackUrl);
  await changeSeller({ database }, COMMAND_LINE, { application: 'default', callbackUrl: null });
});

test('a link that was changed behind the service’s back is marked, and shared with nobody', async () => {
  const { id } = await make();
  await tamper(database, [`update checkouts set amount_xaf = 500 where id = '${id}'`]);
  const found = (await listed()).find((link) => link.id === id);
  assert.deepEqual([found?.['is_as_written'], found?.share], [false, null]);
  const answer = await ask('POST', `${LINKS}/${id}/cancel`, { reason: 'Not as it was' });
  assert.equal(answer.status, 503);
  await tamper(database, [`update checkouts set amount_xaf = 5000 where id = '${id}'`]);
});

test('the list goes on page by page, the newest first', async () => {
  const made = [await make(), await make(), await make()].map(({ id }) => id).toReversed();
  const first = bodyOf(await ask('GET', `${LINKS}?limit=2`));
  const next = bodyOf(await ask('GET', `${LINKS}?limit=1&cursor=${String(first['next_cursor'])}`));
  const ids = [first, next].flatMap((page) => (page['items'] as Link[]).map(({ id }) => id));
  assert.deepEqual(ids, made);
});
