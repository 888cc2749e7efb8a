import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './support/axe.ts';
import { startConsole } from './support/running-console.ts';
import { assertFits, dialog, money, resultLine, show } from './support/screen.ts';
import { seed } from './support/seed.ts';

const running = await startConsole({ changesSecondPerson: true });
const { screens } = await seed(running);

const EXPECTED = {
  viewer: { decides: false, selects: false, switches: false, books: false, setup: [] },
  agent: { decides: true, selects: true, switches: false, books: false, setup: [] },
  finance: { decides: false, selects: false, switches: false, books: true, setup: [] },
  admin: {
    decides: true,
    selects: true,
    switches: true,
    books: true,
    setup: ['Applications', 'Staff', 'Rules'],
  },
} as const;

for (const role of ['viewer', 'agent', 'finance', 'admin'] as const) {
  const expected = EXPECTED[role];
  test(`what the role ${role} can do is what the screens offer`, async () => {
    const person = await running.hire(role, `Role ${role}`);
    const { page } = await running.open(person);

    await show(page, `${running.consoleUrl}${screens['approvals']}`);
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await approve.waitFor();
    assert.equal(await approve.isEnabled(), expected.decides);
    assert.equal((await page.getByRole('checkbox').count()) > 0, expected.selects);
    const sentence = page.getByText('Your role only reads. An agent can do this.');
    assert.equal(await sentence.isVisible(), !expected.decides);

    await show(page, `${running.consoleUrl}${screens['held']}`);
    const confirm = page.getByRole('button', { name: 'Mark as paid' });
    await confirm.waitFor();
    assert.equal(await confirm.isEnabled(), expected.decides);

    await show(page, `${running.consoleUrl}/providers`);
    const flag = page.getByRole('switch').first();
    await flag.waitFor({ state: 'attached' });
    assert.equal(await flag.isEnabled(), expected.switches);

    const setup = [];
    for (const name of ['Applications', 'Staff', 'Rules']) {
      if ((await page.getByRole('navigation').getByRole('link', { name }).count()) > 0)
        setup.push(name);
    }
    assert.deepEqual(setup, expected.setup);
    const finance = page.getByRole('navigation').getByRole('link', { name: 'Finance' });
    assert.equal((await finance.count()) > 0, expected.books);
    await show(page, `${running.consoleUrl}/applications`);
    const issue = page.getByRole('button', { name: 'Issue a key' });
    assert.equal((await issue.count()) > 0, expected.switches);
    await page.goto(`${running.consoleUrl}/staff`);
    if (expected.setup.length === 0)
      await page.getByText('Your role does not allow this.').waitFor();
    else await page.getByRole('button', { name: 'Add a person' }).waitFor();
  });
}

test('a viewer who searches for a number reads why nothing is found', async () => {
  const { page } = await running.open(await running.hire('viewer', 'Vera Ndi'));
  await show(page, `${running.consoleUrl}/transactions?q=670000001`);
  await page.getByText('Your role does not show phone numbers').waitFor();
});

test('an administrator adds a person, whose temporary password is shown once', async () => {
  const { page } = await running.open(await running.hire('admin', 'Root Manga'));
  await page.goto(`${running.consoleUrl}/staff`);
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('Name').fill('Paul Biyo');
  await page.getByLabel('Email').fill('paul@example.com');
  await page.getByLabel('Role', { exact: true }).selectOption('agent');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a person' }).click();
  await page.getByText('Shown this once.').waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('paul@example.com').waitFor();
});

test('an administrator switches a provider off with a reason, and on again', async () => {
  const { page } = await running.open(await running.hire('admin', 'Ruth Manga'));
  await page.goto(`${running.consoleUrl}/providers`);
  for (const [button, state] of [
    ['Switch off', false],
    ['Switch on', true],
  ] as const) {
    const flag = page.getByRole('switch').first();
    await flag.click({ force: true });
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: 'reason' })
      .fill('Maintenance at the operator.');
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
    await page.getByText('Saved.').waitFor();
    assert.equal(await flag.isChecked(), state);
  }
});

test('an administrator issues a key and revokes it', async () => {
  const { page } = await running.open(await running.hire('admin', 'Rose Manga'));
  await page.goto(`${running.consoleUrl}/applications`);
  await page.getByRole('button', { name: 'Issue a key' }).click();
  await page.getByLabel('Application').fill('sportsbook');
  await page.getByRole('dialog').getByRole('button', { name: 'Issue a key' }).click();
  const key = await page.locator('.secret-value').first().innerText();
  assert.match(key, /^svc_test_[a-z0-9]{12}_/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'reason' }).fill('Only a try.');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText(/^Revoked: /).waitFor();
});

// Who gets the money, and who may decide, is changed by two people.

const NUMBER = '+237677000001';
const SHOWN = money('+237 6 77 00 00 01');
const awa = await running.open(await running.hire('admin', 'Awa Ngono'));
const boris = await running.open(await running.hire('admin', 'Boris Fotso'));

test('another merchant number waits for a second person, who sees it and approves', async () => {
  const { page } = awa;
  await show(page, `${running.consoleUrl}/providers`);
  const card = page.locator('.channel').first();
  await card.getByRole('button').click();
  await dialog(page).getByLabel('Merchant number').fill(NUMBER);
  await dialog(page).getByRole('textbox', { name: 'reason' }).fill('The shop has a new SIM.');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await resultLine(page).getByText('waiting for a second approval').waitFor();
  assert.ok(!(await card.innerText()).includes(SHOWN), 'nothing is changed yet');

  await page.getByRole('link', { name: /^Changes to approve/ }).click();
  await page.getByText('You requested this change').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Approve the change' }).count(), 0);

  await show(boris.page, `${running.consoleUrl}/changes`);
  const row = boris.page.getByRole('row', { name: /^Merchant number/ });
  assert.ok((await row.innerText()).includes(SHOWN));
  await assertAccessible(boris.page, 'the changes to approve');
  await boris.page.getByRole('button', { name: 'Approve the change' }).click();
  assert.ok((await dialog(boris.page).innerText()).includes(SHOWN));
  await assertAccessible(boris.page, 'the question about a change');
  await dialog(boris.page).getByRole('button', { name: 'Approve the change' }).click();
  await resultLine(boris.page).getByText('The change has been made.').waitFor();
  await boris.page.getByText('No change is waiting').waitFor();
  await show(boris.page, `${running.consoleUrl}/providers`);
  await boris.page.getByText(SHOWN, { exact: true }).waitFor();
  assert.deepEqual([...awa.complaints, ...boris.complaints], []);
});

test('a rule that would protect less waits, one that protects more holds at once', async () => {
  const { page } = awa;
  await show(page, `${running.consoleUrl}/rules`);
  const change = async (rule: string, value: string) => {
    await page.getByRole('button', { name: `Change: ${rule}` }).click();
    await dialog(page).getByLabel('Value').fill(value);
    await dialog(page).getByRole('textbox', { name: 'reason' }).fill('Agreed with the bank.');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
  };
  const rowOf = (rule: string) => page.getByRole('row', { name: new RegExp(`^${rule}`) });
  const LIMIT = 'Open payment requests on a phone';
  await assertAccessible(page, 'the rules');
  await change(LIMIT, '3');
  await resultLine(page).getByText('The rules have been changed.').waitFor();
  assert.match(await rowOf(LIMIT).innerText(), /3/);
  await page.getByText('Agreed with the bank.').first().waitFor();

  await change(LIMIT, 'off');
  await resultLine(page).getByText('waiting for a second approval').waitFor();
  assert.match(await rowOf(LIMIT).innerText(), /3/, 'nothing is changed yet');
  await page.getByText('A change is waiting for a second approval.').waitFor();
  await show(boris.page, `${running.consoleUrl}/changes`);
  const row = boris.page.getByRole('row', { name: new RegExp(`^${LIMIT}`) });
  assert.match(await row.innerText(), /3\s+no limit/);
  await boris.page.getByRole('button', { name: 'Approve the change' }).click();
  await dialog(boris.page).getByRole('button', { name: 'Approve the change' }).click();
  await resultLine(boris.page).getByText('The change has been made.').waitFor();
  await show(page, `${running.consoleUrl}/rules`);
  assert.match(await rowOf(LIMIT).innerText(), /no limit/);
  await page.getByText('Approved by').first().waitFor();
  assert.deepEqual([...awa.complaints, ...boris.complaints], []);
});

test('a new administrator is added as a viewer, and the second person refuses it', async () => {
  const { page } = awa;
  await show(page, `${running.consoleUrl}/staff`);
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('Name').fill('Alain Essomba');
  await page.getByLabel('Email').fill('alain@example.com');
  await page.getByLabel('Role', { exact: true }).selectOption('admin');
  await dialog(page).getByRole('button', { name: 'Add a person' }).click();
  await page.getByText('Shown this once.').waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await resultLine(page).getByText('Added as a viewer').waitFor();

  await show(boris.page, `${running.consoleUrl}/changes`);
  await boris.page.getByRole('button', { name: 'Français' }).click();
  const card = boris.page.locator('section', { hasText: 'alain@example.com' });
  await card.getByText('Rôle').waitFor();
  assert.match(await card.innerText(), /Lecteur\s+Administrateur/);
  await boris.page.setViewportSize({ width: 360, height: 740 });
  await assertFits(boris.page, 'the changes to approve');
  await card.getByRole('button', { name: 'Refuser' }).click();
  await dialog(boris.page).getByRole('textbox').fill('Personne ne le connaît.');
  await dialog(boris.page).getByRole('button', { name: 'Refuser' }).click();
  await resultLine(boris.page).getByText('la demande est clôturée').waitFor();
});
