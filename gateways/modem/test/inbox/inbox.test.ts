import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writePdus } from '../../../../service/emulators/modem/write-pdu.ts';
import { createInbox, type InboxFact, type NewMessage } from '../../src/inbox/inbox.ts';
import { openJournal } from '../../src/inbox/journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'momo-inbox-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const NOW = Date.parse('2026-11-15T20:30:00.000Z');
let files = 0;

function newFile(): string {
  files += 1;
  return join(folder, `inbox-${files}.journal`);
}

async function open(file: string) {
  const journal = await openJournal<InboxFact>(file);
  return { ...createInbox(journal), close: journal.close };
}

function messagesOf(text: string, sim = '8923701000000000015'): readonly NewMessage[] {
  const at = new Date(NOW);
  const parts = writePdus({ sender: 'OrangeMoney', text, at, reference: 1 });
  return parts.map(({ hex, length }) => ({ sim, pdu: hex, length }));
}

test('kept messages are there after a restart, in order', async () => {
  const file = newFile();
  const before = await open(file);
  await before.keep([...messagesOf('one'), ...messagesOf('two')], NOW);
  await before.keep(messagesOf('x'.repeat(200)), NOW);
  await before.close();
  const inbox = await open(file);
  const texts = inbox.waiting(NOW).map(({ text }) => text);
  assert.deepEqual(texts, ['one', 'two', 'x'.repeat(200)]);
  await inbox.close();
});

test('a message that its SIM shows again is not a second one, before and after its delivery', async () => {
  const file = newFile();
  const before = await open(file);
  await before.keep(messagesOf('one'), NOW);
  await before.keep(messagesOf('one'), NOW);
  const [text, ...more] = before.waiting(NOW);
  assert.deepEqual(more, []);
  await before.finish(text?.ids ?? [], 'taken');
  await before.close();
  const inbox = await open(file);
  await inbox.keep(messagesOf('one'), NOW);
  assert.deepEqual(inbox.waiting(NOW), []);
  await inbox.keep(messagesOf('one', '8923701000000000023'), NOW);
  assert.equal(inbox.waiting(NOW).length, 1, 'another SIM has its own');
  await inbox.close();
});

test('wherever a power cut tears the journal, the whole lines before are read', async () => {
  const file = newFile();
  const before = await open(file);
  for (const text of ['one', 'two', 'three']) await before.keep(messagesOf(text), NOW);
  await before.close();
  const bytes = readFileSync(file);
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
  for (let cut = 0; cut <= bytes.length; cut += 7) {
    writeFileSync(file, bytes.subarray(0, cut));
    const inbox = await open(file);
    // The end of line itself may be missing: the line is whole by its checksum.
    assert.equal(inbox.count(), ends.filter((end) => end <= cut).length);
    await inbox.keep(messagesOf('after the cut'), NOW);
    await inbox.close();
    const again = await open(file);
    assert.ok(again.waiting(NOW).some(({ text }) => text === 'after the cut'));
    await again.close();
  }
});

test('a journal that has grown is rewritten and loses no waiting message', async () => {
  const file = newFile();
  const inbox = await open(file);
  await inbox.keep(messagesOf('waits'), NOW);
  const many = Array.from({ length: 9_000 }, (_, n) => messagesOf(`text ${n}`)).flat();
  await inbox.keep(many, NOW);
  const ids = inbox.waiting(NOW).flatMap(({ ids, text }) => (text === 'waits' ? [] : ids));
  await inbox.finish(ids, 'taken');
  await inbox.keep(messagesOf('the last'), NOW);
  await inbox.close();
  const lines = readFileSync(file, 'utf8').split('\n').length;
  assert.ok(lines < 3_000, `${lines} lines are left`);
  const again = await open(file);
  assert.deepEqual(
    again.waiting(NOW).map(({ text }) => text),
    ['waits', 'the last'],
  );
  await again.close();
});

test('an unreadable message is handed over as it is, a delivery report is not', async () => {
  const inbox = await open(newFile());
  const [message] = messagesOf('Montant: 500');
  const { pdu, length, sim } = message ?? assert.fail('a message');
  await inbox.keep([{ sim, pdu, length: length + 1 }], NOW);
  await inbox.keep([{ sim, pdu: `${pdu.slice(0, 16)}06${pdu.slice(18)}`, length }], NOW);
  assert.deepEqual(
    inbox.waiting(NOW).map(({ text }) => text),
    [`This message cannot be read: ${pdu}`],
  );
  await inbox.close();
});
