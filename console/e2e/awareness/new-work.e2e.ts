import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startConsole } from '../support/running-console.ts';

const running = await startConsole();
const ada = await running.hire('agent', 'Ada Mbarga');
const { page, complaints } = await running.open(ada, { permissions: ['notifications'] });

/** What the page has asked the browser to show and to sound, since headless browsers do neither. */
async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    const rings: number[] = [];
    Object.assign(window, { shown, rings });
    window.Notification = class extends window.Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(`${title} ${options?.body ?? ''}`);
      }
    };
    window.AudioContext = class extends window.AudioContext {
      override createOscillator() {
        rings.push(1);
        return super.createOscillator();
      }
    };
  });
  await page.reload();
}

function noticesOf(page: Page): Promise<{ readonly shown: string[]; readonly rings: number[] }> {
  return page.evaluate(() => {
    const { shown, rings } = window as unknown as { shown: string[]; rings: number[] };
    return { shown, rings };
  });
}

test('an agent who wants it gets new work by title, sound and notification', async () => {
  await listenIn(page);
  const question = page.getByRole('complementary', { name: 'New work' });
  await question.getByRole('button', { name: 'Notify me' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByText('Up to date', { exact: true }).waitFor();
  const before = await noticesOf(page);
  assert.equal(before.shown.length, 0);
  assert.ok(!(await page.title()).startsWith('('), await page.title());
  await running.withdrawal({ amount_xaf: 8_800 });
  await page.waitForFunction(() => document.title.startsWith('(1) '));
  await page.waitForFunction(() => (window as unknown as { shown: string[] }).shown.length === 1);
  const after = await noticesOf(page);
  assert.match(after.shown[0] ?? '', /new work.*Withdrawals.*: 1/i);
  assert.ok(after.rings.length > before.rings.length, 'nothing was sounded');
});

test('the question comes once, and the account page changes the answer', async () => {
  await page.reload();
  await page.locator('#main').waitFor();
  assert.equal(await page.getByRole('complementary', { name: 'New work' }).count(), 0);
  await page.goto(`${running.consoleUrl}/account`);
  await page.getByLabel('Sound and notification').uncheck();
  await running.withdrawal({ amount_xaf: 8_900 });
  await page.waitForFunction(() => document.title.startsWith('(2) '));
  assert.deepEqual((await noticesOf(page)).shown, []);
  assert.deepEqual(complaints, []);
});

test('nothing pauses while the agent is away: new work shows after six idle minutes', async () => {
  await page.clock.install();
  await page.clock.fastForward('06:00');
  await running.withdrawal({ amount_xaf: 9_000 });
  await page.waitForFunction(() => document.title.startsWith('(3) '));
  await page.getByText('Up to date', { exact: true }).waitFor();
});

test('a viewer is not asked', async () => {
  const viewer = await running.hire('viewer', 'Chantal Fouda');
  const { page: viewersPage } = await running.open(viewer);
  await viewersPage.getByText('Up to date', { exact: true }).waitFor();
  assert.equal(await viewersPage.getByRole('complementary', { name: 'New work' }).count(), 0);
});
