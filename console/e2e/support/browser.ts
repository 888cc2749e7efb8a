import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const CANDIDATES = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** One browser per test file; every person gets a context of their own, with its own cookies. */
export async function startBrowser(): Promise<TestBrowser> {
  const executablePath = CANDIDATES.find((path) => path !== undefined && existsSync(path));
  assert.ok(executablePath, 'no Chromium found: install it or set CHROMIUM_PATH');
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  after(() => browser.close());
  return { open: (url, options) => openPage(browser, url, options) };
}

export interface TestBrowser {
  readonly open: (url: string, options?: BrowserContextOptions) => Promise<TestPage>;
}

export interface TestPage {
  readonly page: Page;
  /** What the page complained about: errors of scripts and breaches of its security policy. */
  readonly complaints: readonly string[];
}

async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<TestPage> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself reports answers such as 401 and 409, which are part of the work.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
  });
  // Long enough for a busy machine: what waits for something goes on as soon as it is there.
  page.setDefaultTimeout(30_000);
  await page.goto(url);
  return { page, complaints };
}
