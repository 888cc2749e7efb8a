import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { STRANGE_FORMS, writeStrangeFile } from '../../../service/test/support/finance/sheet.ts';
import { simulate } from '../../../service/test/support/transactions/payments.ts';
import { assertAllHolds } from '../../../service/test/support/upkeep/all-holds.ts';
import { assertAccessible } from '../support/axe.ts';
import { startConsole } from '../support/running-console.ts';
import { assertFits, dialog, money, resultLine, show } from '../support/screen.ts';

const running = await startConsole({ changesSecondPerson: true });
const deposit = await running.deposit({ amount_xaf: 5_000 });
await simulate(running.service, deposit, 'succeeded');
const [row] = await running.database.query<{ readonly wallet: string }>({
  text: `select key as wallet from book_accounts where kind = 'wallet' limit 1`,
});
const wallet = row?.wallet ?? '';
const own = wallet.slice(-9);
const fanta = await running.open(await running.hire('finance', 'Fanta Bello'));
const awa = await running.open(await running.hire('admin', 'Awa Ngono'));
/** Uploads a file that no mapping reads yet, and looks at how it could be read. */
async function openMapping(page: Page, text: string, words = ENGLISH): Promise<void> {
  await show(page, `${running.consoleUrl}/finance`);
  await page.getByRole('button', { name: words.upload }).click();
  await dialog(page).getByLabel(words.wallet).selectOption(wallet);
  const file = { name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await dialog(page).getByRole('button', { name: words.preview }).click();
  await dialog(page).getByRole('button', { name: words.map }).click();
  await dialog(page).locator('.verdict').waitFor();
}

const ENGLISH = {
  upload: 'Upload a statement',
  wallet: 'Wallet',
  preview: 'Show what is in it',
  map: 'Map the columns',
};
const FRENCH = {
  upload: 'Envoyer un relevé',
  wallet: 'Portefeuille',
  preview: 'Voir ce qu’il contient',
  map: 'Associer les colonnes',
};

async function keepAs(page: Page, name: string): Promise<void> {
  await dialog(page).getByLabel('Name', { exact: true }).fill(name);
  await dialog(page).getByRole('button', { name: 'Keep this mapping' }).click();
}

for (const form of STRANGE_FORMS) {
  test(`a person maps an export with ${form.name}, and imports it`, async () => {
    const { page } = fanta;
    await openMapping(page, writeStrangeFile(form, own));
    const proof =
      form.proof === 'balance_chain'
        ? 'Each balance follows from the one before.'
        : 'They add up to the total in the file.';
    const { length } = form.payments;
    await dialog(page).locator('.verdict').getByText(`${length} lines read. ${proof}`).waitFor();
    for (const { id, direction, xaf } of form.payments) {
      const line = dialog(page)
        .getByRole('table', { name: 'Payments read from it' })
        .getByRole('row', { name: new RegExp(`\\b${id}\\b`) });
      const amount = `${direction === 'in' ? '+' : '−'}${money(String(xaf))}`;
      assert.match(
        (await line.innerText()).replaceAll(/[\u202f\u00a0,]/g, ''),
        new RegExp(`\\${amount.replaceAll(/[\u202f\u00a0,]/g, '')}`),
      );
    }
    await assertAccessible(page, `mapping an export with ${form.name}`);
    await keepAs(page, `Form with ${form.name.slice(0, 40)}`);
    await resultLine(page).getByText('Kept as Form with').waitFor();
    await dialog(page).getByText(`${length} new lines`).waitFor();
    await dialog(page).getByRole('button', { name: 'Import' }).click();
    const imported = `Imported ${length} lines, of which ${length} are new.`;
    await resultLine(page).getByText(imported).waitFor();
  });
}

const OTHER = [
  'Time;Code;Second code;Payer;Payee;Sum;Remainder',
  `17/11/2026 12:00;KA-000001;700000001;692000011;${own};1 000;21 000`,
  `17/11/2026 12:30;KA-000002;700000002;${own};692000012;400;20 600`,
].join('\n');

test('each correction of a column shows at once what is read, and whether the balances fit', async () => {
  const { page } = fanta;
  await openMapping(page, `${OTHER}\n`);
  const verdict = dialog(page).locator('.verdict');
  const meaningOf = (name: string) => dialog(page).getByLabel(`What “${name}” is`);
  await verdict.getByText('2 lines read. Each balance follows').waitFor();
  await meaningOf('Payer').selectOption('to');
  await verdict.getByText('Not chosen yet: Sender').waitFor();
  await dialog(page).getByText('Recipient is read from “Payer” instead of “Payee”.').waitFor();
  await dialog(page).getByRole('button', { name: 'Undo the last change' }).click();
  await verdict.getByText('2 lines read. Each balance follows').waitFor();
  await meaningOf('Payer').selectOption('to');
  await meaningOf('Payee').selectOption('from');
  await verdict.getByText('Line 3: Its balance does not follow that of line 2.').waitFor();
  await dialog(page).getByRole('img', { name: 'does not follow from the line before' }).waitFor();
  assert.ok(await dialog(page).getByRole('button', { name: 'Keep this mapping' }).isDisabled());
  await dialog(page).getByText('the file has to be read without problems first').waitFor();
  await meaningOf('Payee').selectOption('to');
  await meaningOf('Payer').selectOption('from');
  await meaningOf('Second code').selectOption('id');
  await dialog(page)
    .getByRole('row', { name: /700000002.*20.600/ })
    .last()
    .waitFor();
  await verdict.getByText('2 lines read. Each balance follows').waitFor();
  await dialog(page).getByText('To keep it, give the mapping a name.').waitFor();
});

const DESCRIBED = [
  'Moment;Story;Sum;Way;After',
  '17/11/2026 12:00;Paid by 692000021, ref KB-000001;1 000;in;31 000',
  '17/11/2026 12:30;Sent to 692000022, ref KB-000002;400;out;30 600',
  '17/11/2026 12:45;Sent to 692000023, ref KB-000003;600;out;30 000',
].join('\n');

test('a person says in an input what a text has in it, and sees at once what is found', async () => {
  const { page } = fanta;
  await openMapping(page, `${DESCRIBED}\n`);
  const verdict = dialog(page).locator('.verdict');
  const story = dialog(page).getByLabel('What “Story” is');
  await story.selectOption({ label: 'Not used' });
  await verdict.getByText('Not chosen yet: Operator’s ID').waitFor();
  await story.selectOption({ label: 'A part of its text …' });
  const parts = dialog(page).getByRole('group', { name: 'Values within “Story”' });
  await parts.getByText('Found in 3 of 3 texts: KB-000001, KB-000002, KB-000003').waitFor();
  await verdict.getByText('3 lines read. Each balance follows').waitFor();

  const wording = parts.getByLabel('Operator’s ID: wording 1');
  const proposed = await wording.inputValue();
  await wording.fill('Sent to {value}');
  await parts.getByText('Found in 2 of 3 texts: 692000022, ref KB-000002').waitFor();
  await wording.fill('Given to {value}');
  await parts.getByText('Found in none of 3 texts.').waitFor();
  await parts.getByText('Not found in line 2: “Paid by 692000021, ref KB-000001”').waitFor();
  await verdict.getByText('Line 2: It has no id of the operator.').waitFor();
  await wording.fill('Sent to');
  await parts.getByText('Write {value} where it stands').waitFor();
  await wording.fill(proposed);
  await parts.getByRole('button', { name: 'Another value of this text' }).click();
  await parts.getByLabel('Other party: wording 1').waitFor();
  await assertAccessible(page, 'values within a text');
  await dialog(page)
    .getByRole('row', { name: /\+237\s6\s92\s00\s00\s23.*KB-000003/ })
    .waitFor();
  await keepAs(page, 'Stories');
  await resultLine(page).getByText('Kept as Stories').waitFor();
  await page.keyboard.press('Escape');
});

const NARRATED = [
  'Day;Story;Sum;Fee;Way;Balance',
  '17/11/2026;Opening;;;;30 000',
  '17/11/2026 12:00;Paid by 692000041, ref KD-000001;1 000;0;in;31 000',
  '17/11/2026 12:30;Late and void: sent to 692000042, ref KD-000002;400;0;out;31 000',
  '17/11/2026 12:45;Sent to 692000043, ref KD-000003;600;10;out;30 390',
].join('\n');

test('a person says by a word in any column which rows failed, and undoes it', async () => {
  const { page } = fanta;
  await openMapping(page, `${NARRATED}\n`);
  const verdict = dialog(page).locator('.verdict');
  await verdict.getByText('balance does not follow that of line 3').waitFor();
  await dialog(page).getByLabel('Rows with a text').selectOption('Story');
  await dialog(page).getByLabel('Text', { exact: true }).fill('void');
  await dialog(page).getByLabel('What they are').selectOption('payments that failed');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await verdict.getByText('3 lines read. Each balance follows').waitFor();
  await dialog(page).getByText('payments that failed (1 line: 4)').waitFor();
  const read = dialog(page).getByRole('table', { name: 'Payments read from it' });
  await read.getByRole('columnheader', { name: 'Fees' }).waitFor();
  await dialog(page).getByLabel('The fee', { exact: true }).selectOption({ index: 1 });
  await read.getByRole('row', { name: /KD-000003.*590/ }).waitFor();
  await dialog(page).getByRole('button', { name: 'Undo the last change' }).click();
  await read.getByRole('row', { name: /KD-000003.*600/ }).waitFor();
  await assertAccessible(page, 'rows that are no payments');
  await dialog(page).getByRole('button', { name: 'Undo the last change' }).click();
  await verdict.getByText('balance does not follow that of line 3').waitFor();
  await page.keyboard.press('Escape');
});

const UNPROVEN = [
  'Moment;Code;Tale;Sum;Way;Outcome',
  '17/11/2026 12:00;KC-000001;by 692000031 today;1 000;plus;done',
  '17/11/2026 12:30;KC-000002;to 692000032 today;400;minus;refused by customer',
  'Sheet 1;;;;;',
].join('\n');

const SENTENCES = [
  'Operator’s ID: Code',
  'Amount: Sum',
  'Other party (Tale) is {value} in “by {value} today”',
  'Words say whether money came in or went out',
  'money came in: plus',
  'money went out: minus',
  'Dates: Day first',
  'done',
  'failed, if it begins so:',
  'refused by customer',
  'No payment: rows with “Sheet {skip}”',
];

test('what a file does not prove is read once a second person, who sees all of it, agrees', async () => {
  const { page } = fanta;
  await openMapping(page, `${UNPROVEN}\n`);
  const meaningOf = (name: string) => dialog(page).getByLabel(`What “${name}” is`);
  await meaningOf('Sum').selectOption('amount');
  await meaningOf('Way').selectOption('direction');
  await meaningOf('Outcome').selectOption('status');
  await dialog(page).getByLabel('In or out “plus” means').selectOption('in');
  await dialog(page).getByLabel('In or out “minus” means').selectOption('out');
  await dialog(page).getByLabel('Status “done” means').selectOption('succeeded');
  await dialog(page).getByLabel('Status “refused by customer” means').selectOption('failed');
  await dialog(page)
    .locator('.verdict')
    .getByText('neither balances nor a total prove it')
    .waitFor();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Bare');
  await dialog(page).getByLabel('Why it is right').fill('The portal shows the same.');
  await dialog(page).getByRole('button', { name: 'Ask for a second approval' }).click();
  await resultLine(page).getByText('waiting for a second approval').waitFor();
  await dialog(page).getByText('The mapping waits for a second person').waitFor();
  assert.equal(await dialog(page).getByText('The file cannot be imported.').count(), 0);

  await show(awa.page, `${running.consoleUrl}/changes`);
  const change = awa.page.locator('section', { hasText: 'Mapping of a statement' });
  const [lines = '', said = ''] = await change.locator('.mapping-said').allInnerTexts();
  assert.match(lines, /^Line \d+: /, 'the lines as they are read');
  for (const sentence of SENTENCES) assert.ok(said.includes(sentence), `${sentence} in ${said}`);
  await assertAccessible(awa.page, 'a mapping to approve');
  await change.getByRole('button', { name: 'Approve the change' }).click();
  await dialog(awa.page).getByRole('button', { name: 'Approve the change' }).click();
  await resultLine(awa.page).getByText('The change has been made.').waitFor();

  await show(page, `${running.consoleUrl}/finance`);
  await page.getByRole('button', { name: 'Upload a statement' }).click();
  await dialog(page).getByLabel('Wallet').selectOption(wallet);
  const file = { name: 'bare.csv', mimeType: 'text/csv', buffer: Buffer.from(`${UNPROVEN}\n`) };
  await page.locator('input[type=file]').setInputFiles(file);
  await dialog(page).getByRole('button', { name: 'Show what is in it' }).click();
  await dialog(page).getByText('Bare v1').waitFor();
  await page.keyboard.press('Escape');
});

test('mapping speaks French, and fits a phone in the dark', async () => {
  const french = await running.open(await running.hire('finance', 'Esther Ndi'), {
    colorScheme: 'dark',
  });
  const { page } = french;
  await show(page, `${running.consoleUrl}/finance`);
  await page.getByRole('button', { name: 'Français' }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await openMapping(page, `${OTHER}\n`, FRENCH);
  await dialog(page).getByText('Chaque solde découle du précédent.').waitFor();
  await assertFits(page, 'mapping on a phone');
  await assertAccessible(page, 'mapping in French on a phone');
  await dialog(page).getByLabel('Nom', { exact: true }).scrollIntoViewIfNeeded();
  assert.deepEqual([...fanta.complaints, ...awa.complaints, ...french.complaints], []);
});

test('all that this has stored holds', () => assertAllHolds(running, { isStopped: true }));
