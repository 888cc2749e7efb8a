import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { insertReceipt } from '../../../service/test/support/receipts/receipts.ts';
import { assertAccessibleInBoth } from '../support/axe.ts';
import type { TestPage } from '../support/browser.ts';
import { startConsole } from '../support/running-console.ts';
import { assertFits, show } from '../support/screen.ts';

const running = await startConsole();
const admin = await running.hire('admin', 'Awa Ngono');

// Before anything is stored: the lists are empty.
const EMPTY = {
  '/approvals': 'Nothing waits for approval.',
  '/held': 'Nothing is on hold.',
  '/under-way': 'No withdrawal is under way.',
  '/receipts': 'Every payment is matched.',
  '/contradictions': 'No open contradiction.',
  '/changes': 'No change is waiting for a second approval.',
  '/transactions': 'No transaction yet.',
  '/webhooks': 'No webhook yet.',
  '/sms': 'No text waits for review.',
  '/alerts': 'Nothing needs attention.',
  '/lines': 'No SIM line is set up.',
  '/finance': 'Nothing has been booked yet.',
} as const;

test('an empty list says what will appear there and has one thing to do', async () => {
  const { page, complaints } = await open();
  for (const [path, sentence] of Object.entries(EMPTY)) {
    await show(page, `${running.consoleUrl}${path}`);
    const state = page.locator('main .state', { hasText: sentence });
    await state.getByText(sentence).waitFor();
    assert.equal(await state.locator('.state-mark').count(), 1, path);
    assert.equal(await state.locator('a, button').count(), 1, path);
    await assertAccessibleInBoth(page, `${path} without a row`);
  }
  assert.deepEqual(complaints, []);
});

test('an upload that has no wallet yet says so, and finance is led to no screen of agents', async () => {
  const { page } = await running.open(await running.hire('finance', 'Fanta Bello'));
  await show(page, `${running.consoleUrl}/finance`);
  const why = 'A statement is compared with a wallet: import it after the first payment.';
  await page.getByText(why).waitFor();
  const upload = page.getByRole('button', { name: 'Upload a statement' });
  assert.ok(await upload.isDisabled());
  assert.equal(await upload.getAttribute('title'), why);
  await page.getByText('after the first payment you choose one here').waitFor();
  assert.equal(await page.getByLabel('Account').count(), 0, 'no list without a choice');
  await show(page, `${running.consoleUrl}/transactions`);
  await page.locator('main .state').getByRole('link', { name: 'Go to Providers' }).waitFor();
});

test('a filter that nothing fits is cleared by one click, in French on a phone', async () => {
  const { page } = await open({ viewport: { width: 360, height: 740 } });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Français' }).click();
  const filtered = {
    '/transactions?q=zzz': 'Effacer les filtres',
    '/webhooks?state=replayed': 'Effacer les filtres',
    '/audit?q=zzz': 'Effacer les filtres',
    '/sms?state=refused': 'Tout afficher',
    '/contradictions': 'Tout afficher',
  };
  for (const [path, act] of Object.entries(filtered)) {
    await show(page, `${running.consoleUrl}${path}`);
    const clear = page.locator('main .state').getByRole('link', { name: act });
    await clear.waitFor();
    await assertFits(page, path);
    await assertAccessibleInBoth(page, `${path} with nothing that fits`);
    await clear.click();
    await clear.waitFor({ state: 'detached' });
    assert.doesNotMatch(new URL(page.url()).search, /zzz|replayed|refused/);
  }
});

/** The table that each list is read from; the audit log has entries from the first sign-in on. */
const TABLES = {
  '/approvals': 'open_transactions',
  '/transactions': 'transactions',
  '/webhooks': 'webhooks',
  '/receipts': 'receipts',
  '/audit': 'audit_log',
} as const;

/** The others are tables, whose steadiness the tests of drawing measure. */
const LISTS = ['/approvals', '/transactions', '/receipts'] as const;

test('a list that is slow to come is drawn in its shape, and nothing moves when it comes', async () => {
  const { page } = await open();
  await fillLists();
  for (const path of LISTS) {
    const release = await keepBack(page);
    await page.goto(`${running.consoleUrl}${path}`);
    const drawn = page.locator('main .loading .row').first();
    await drawn.waitFor();
    await assertAccessibleInBoth(page, `${path} while it loads`);
    const before = await drawn.boundingBox();
    await release();
    const row = page.locator('main ul.rows > .row').first();
    await row.waitFor();
    const after = await row.boundingBox();
    assert.ok(before !== null && after !== null);
    assert.ok(Math.abs(before.y - after.y) <= 1, `${path}: from ${before.y} to ${after.y}`);
    assert.ok(Math.abs(before.x - after.x) <= 1, `${path}: from ${before.x} to ${after.x}`);
    const grownPx = Math.abs(before.height - after.height);
    assert.ok(grownPx <= 4, `${path}: ${before.height} to ${after.height} px high`);
  }
});

test('a list that cannot be read says what to do, and the id of the request', async () => {
  const { page } = await open();
  for (const [path, table] of Object.entries(TABLES)) {
    await rename(table, `${table}_away`);
    await page.goto(`${running.consoleUrl}${path}`);
    const problem = page.locator('main .state-problem[role="alert"]');
    await problem.waitFor();
    assert.match(await problem.innerText(), /The service has a problem. Try again in a moment./);
    assert.match(await problem.locator('.code').innerText(), /^[0-9a-f]{20}$/);
    await assertAccessibleInBoth(page, `${path} after a fault`);
    await problem.getByRole('button', { name: 'Try again' }).click();
    // In time for the second try of what was clicked.
    await rename(`${table}_away`, table);
    await problem.waitFor({ state: 'detached' });
  }
});

async function open(options: BrowserContextOptions = {}): Promise<TestPage> {
  const opened = await running.open(admin, options);
  // A fault shows only after the third try, and axe checks forty pages meanwhile.
  opened.page.setDefaultTimeout(60_000);
  return opened;
}

/** Something for each of the lists. */
async function fillLists(): Promise<void> {
  await running.withdrawal({ amount_xaf: 7_700 });
  const paid = await running.deposit({ callback_url: 'http://127.0.0.1:9/webhooks' });
  await running.service.call('POST', `/api/v1/sandbox/transactions/${paid}/simulate`, {
    json: { outcome: 'succeeded' },
  });
  await insertReceipt(running.database, { payer: '+237690000001', amountXaf: 6_000 });
}

/** Keeps the answers of the service back until they are let go. */
async function keepBack(page: Page): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  const lists = /\/internal\/v1\/(transactions|webhooks|receipts|audit)\b/;
  await page.route(lists, async (route) => {
    await released.promise;
    // One that was given up meanwhile is asked for again.
    await route.continue().catch(() => undefined);
  });
  return async () => {
    released.resolve();
    await page.unroute(lists);
  };
}

function rename(from: string, to: string): Promise<unknown> {
  return running.database.query({ text: `alter table ${from} rename to ${to}` });
}
