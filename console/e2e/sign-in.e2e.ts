import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { codeOf } from '../../service/test/support/access/staff.ts';
import { assertAccessibleInBoth } from './support/axe.ts';
import { startConsole } from './support/running-console.ts';
import { assertFits, resultLine } from './support/screen.ts';

const running = await startConsole();
const NEW_PASSWORD = 'a password of my own';

test('the first administrator changes the temporary password before anything else', async () => {
  const [, email = '', password = ''] =
    /Sign in +(\S+) +(\S+)/.exec(running.service.stdout()) ?? [];
  const { page, complaints } = await running.browser.open(running.consoleUrl);
  await fillSignIn(page, email, password);
  await page.getByRole('heading', { name: 'Choose your password' }).waitFor();
  await page.goto(`${running.consoleUrl}/staff`);
  await page.getByRole('heading', { name: 'Choose your password' }).waitFor();
  // The temporary password is not typed twice.
  assert.equal(await page.getByLabel('Current password').count(), 0);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByRole('heading', { name: 'Staff' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('an authenticator app, once enrolled, is asked for at sign-in', async () => {
  const person = await running.hire('agent', 'Awa Ngono');
  const { page, complaints } = await running.open(person);
  await page.goto(`${running.consoleUrl}/account`);
  await page.getByRole('button', { name: 'Show the QR code' }).click();
  const secret = await page.getByTestId('totp-secret').innerText();
  assert.ok(await page.getByAltText('QR code for the authenticator app').isVisible());
  await page.getByLabel('Verification code').fill(await codeOf(running.database, secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await resultLine(page).getByText('The authenticator app is set up.').waitFor();

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await resultLine(page).count(), 0, 'what one person did is not for the next');
  await fillSignIn(page, person.email, 'correct horse battery staple');
  await page.getByRole('heading', { name: 'Verification code' }).waitFor();
  await page.getByLabel('Verification code').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').waitFor();
  // The code of now was used for the enrolment, and a code is good once.
  await page.getByLabel('Verification code').fill(await codeOf(running.database, secret, 1));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a wrong password is refused in words, and what was typed stays', async () => {
  const person = await running.hire('viewer', 'Bo Essomba');
  const { page } = await running.browser.open(running.consoleUrl);
  await fillSignIn(page, person.email, 'not the password');
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByLabel('Email').inputValue(), person.email);
});

test('a session that ends elsewhere leads back to the sign-in, and then to the same screen', async () => {
  const person = await running.hire('viewer', 'Chantal Fouda');
  const { page } = await running.open(person);
  await page.goto(`${running.consoleUrl}/audit`);
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await running.database.query({
    text: 'update staff_sessions set revoked_at = app_now() where staff_id = $1',
    values: [person.id],
  });
  await page.reload();
  await fillSignIn(page, person.email, 'correct horse battery staple');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
});

test('the sign-in says which environment this is, and what to do about a forgotten password', async () => {
  const { page } = await running.browser.open(running.consoleUrl, {
    locale: 'fr-CM',
    viewport: { width: 360, height: 740 },
  });
  await page.getByText('BAC À SABLE – aucun argent réel').waitFor();
  await page.getByText('Mot de passe oublié').click();
  await page.getByText('il le réinitialise dans').waitFor();
  await assertFits(page, 'the sign-in on a phone');
  await assertAccessibleInBoth(page, 'the sign-in');
});

test('a person who must have a second factor sees the QR code at once, then is offered recovery codes', async () => {
  const person = await running.hire('agent', 'Dora Biya');
  const { page, complaints } = await running.browser.open(running.consoleUrl);
  let hasEnrolled = false;
  // In live the service answers so until the app is enrolled.
  await page.route('**/internal/v1/session', async (route) => {
    const response = await route.fetch();
    if (hasEnrolled || response.status() !== 200) return route.fulfill({ response });
    const session = { ...(await response.json()), status: 'enrolment_required' };
    return route.fulfill({ response, json: session });
  });
  await fillSignIn(page, person.email, 'correct horse battery staple');
  await page.getByAltText('QR code for the authenticator app').waitFor();
  await assertAccessibleInBoth(page, 'the QR code');
  hasEnrolled = true;
  const secret = await page.getByTestId('totp-secret').innerText();
  await page.getByLabel('Verification code').fill(await codeOf(running.database, secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const offer = page.getByRole('complementary', { name: 'Recovery codes' });
  await offer.getByText('You have no recovery codes yet.').waitFor();
  await offer.getByRole('button', { name: 'Make recovery codes' }).click();
  const codes = page.getByRole('list', { name: 'Your recovery codes' });
  await codes.waitFor();
  await assertAccessibleInBoth(page, 'the recovery codes');
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  assert.equal(await page.locator('body').getAttribute('data-printed'), 'yes');
  await page.emulateMedia({ media: 'print' });
  assert.ok(await codes.isVisible());
  assert.equal(await page.locator('#root').isVisible(), false, 'only the codes are on paper');
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('dialog').getByRole('button', { name: 'I have copied it' }).click();
  assert.equal(await offer.count(), 0);
  assert.deepEqual(complaints, []);
});

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').first().fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
