import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { PASSWORD, type Person } from '../../../service/test/support/access/staff.ts';
import { assertAccessible } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { assertFits, resultLine, show } from '../support/screen.ts';

const running = await startConsole();
const ada = await running.hire('agent', 'Ada Mbarga');
const { page, complaints } = await running.open(ada);

/** Chromium's own authenticator without a person: it holds keys and signs as a real one does. */
async function plugInAuthenticator(on: Page): Promise<void> {
  const cdp = await on.context().newCDPSession(on);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function givePassword(on: Page): Promise<void> {
  await on.getByLabel('Email').fill(ada.email);
  await on.getByLabel('Password').first().fill(PASSWORD);
  await on.getByRole('button', { name: 'Sign in' }).click();
  await on.getByRole('heading', { name: 'Verification code' }).waitFor();
}

async function signOut(on: Page): Promise<void> {
  await on.getByRole('button', { name: 'Sign out', exact: true }).click();
  await on.getByRole('heading', { name: 'Sign in' }).waitFor();
}

test('a passkey is added, and is the second factor of the next sign-in', async () => {
  await plugInAuthenticator(page);
  await show(page, `${running.consoleUrl}/account`);
  await page.getByLabel('Name of the passkey').fill('Office laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await resultLine(page).getByText('The passkey is added.').waitFor();
  await page
    .getByRole('list', { name: 'Passkeys' })
    .getByText('Office laptop', { exact: true })
    .waitFor();
  await assertAccessible(page, 'the account');
  await signOut(page);
  await givePassword(page);
  await assertAccessible(page, 'the question for a passkey');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('list', { name: 'Passkeys' }).getByText('last used').waitFor();
});

test('recovery codes are shown once, and one of them replaces the passkey once', async () => {
  await page.getByRole('button', { name: 'Make recovery codes' }).click();
  const codes = page.getByRole('dialog').getByRole('list', { name: 'Your recovery codes' });
  await codes.waitFor();
  await assertAccessible(page, 'recovery codes');
  const [code = '', ...others] = await codes.getByRole('listitem').allInnerTexts();
  assert.equal(others.length, 9);
  await page.getByRole('dialog').getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('10 codes left.').waitFor();
  await signOut(page);
  await givePassword(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('9 codes left.').waitFor();
  await signOut(page);
  await givePassword(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('9 codes left.').waitFor();
});

/** As if what the person showed at the sign-in were older than five minutes. */
async function letFactorsAge({ id }: Pick<Person, 'id'>): Promise<void> {
  await running.database.query({
    text: `update staff_sessions set created_at = created_at - interval '6 minutes',
             second_factor_at = second_factor_at - interval '6 minutes' where staff_id = $1`,
    values: [id],
  });
}

test('a second factor that is not fresh is asked for, and what was begun goes on', async () => {
  await letFactorsAge(ada);
  await page.getByRole('button', { name: 'Make new codes' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await assertAccessible(page, 'the question for a fresh factor');
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  const codes = page.getByRole('dialog').getByRole('list', { name: 'Your recovery codes' });
  await codes.waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('10 codes left.').waitFor();
});

test('without a second factor the password is asked for, and a closed question changes nothing', async () => {
  const cleo = await running.hire('viewer', 'Cleo Abena');
  const { page: here } = await running.open(cleo);
  await show(here, `${running.consoleUrl}/account`);
  await letFactorsAge(cleo);
  await here.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = here.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByRole('button', { name: 'Close' }).click();
  await here.getByRole('heading', { name: 'Your account' }).waitFor();
  await here.getByRole('button', { name: 'Show the QR code' }).click();
  await question.getByLabel('Password').first().fill('a wrong password');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.getByRole('alert').waitFor();
  await question.getByLabel('Password').first().fill(PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await here.getByTestId('totp-secret').waitFor();
});

test('another session is listed and signed out from here, in both languages', async () => {
  const bo = await running.hire('viewer', 'Bo Essomba');
  const here = await running.open(bo);
  const there = await running.open(bo);
  await show(here.page, `${running.consoleUrl}/account`);
  const sessions = here.page.getByRole('list', { name: 'Where you are signed in' });
  await sessions.getByText('this browser').waitFor();
  assert.equal(await sessions.getByRole('listitem').count(), 2);
  await here.page.getByRole('button', { name: 'Français' }).click();
  await here.page.getByRole('heading', { name: 'Où vous êtes connecté' }).waitFor();
  await here.page.getByRole('button', { name: 'English' }).click();
  await here.page.setViewportSize({ width: 360, height: 740 });
  await assertFits(here.page, 'the account on a phone');
  await sessions.getByRole('button', { name: 'Sign out there' }).click();
  await resultLine(here.page).getByText('Signed out there.').waitFor();
  assert.equal(await sessions.getByRole('listitem').count(), 1);
  await there.page.reload();
  await there.page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('nothing of this broke the security policy or a script', () => {
  assert.deepEqual(complaints, []);
});
