import assert from 'node:assert/strict';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { createSentPayouts } from '../../src/app/sent-payouts.ts';

const root = mkdtempSync(join(tmpdir(), 'momo-sent-'));
after(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
function newFolder(): string {
  folders += 1;
  return join(root, String(folders), 'sent');
}

function send(reference: string) {
  return {
    reference,
    transactionId: '019a8000-0000-7000-8000-000000000001',
    providerId: 'mtn-main',
    channelId: 'mtn-main-prompt',
    handle: `handle of ${reference}`,
    at: new Date('2026-11-15T12:00:00.000Z'),
    refundOf: reference === 'b' ? '019a8000-0000-7000-8000-000000000002' : null,
    amountXaf: reference === 'b' ? 300 : null,
  };
}

test('what was sent is listed whole, what was taken back is not', async () => {
  const folder = newFolder();
  const sent = createSentPayouts(folder);
  assert.deepEqual(await sent.list(), []);
  await sent.note(send('a'));
  await sent.note(send('b'));
  await sent.markNotSent('a');
  assert.deepEqual(await sent.list(), [send('b')]);
  await sent.note(send('a'));
  assert.deepEqual(await createSentPayouts(folder).list(), [send('b'), send('a')]);
});

test('a line that was cut off spoils only itself', async () => {
  const folder = newFolder();
  const sent = createSentPayouts(folder);
  await sent.note(send('a'));
  const [file = ''] = readdirSync(folder);
  const text = readFileSync(join(folder, file), 'utf8');
  for (let length = 0; length <= text.length; length += 1) {
    writeFileSync(join(folder, file), text + text.slice(0, length).replaceAll('"a"', '"c"'));
    await sent.note(send('b'));
    const found = (await sent.list()).map(({ reference }) => reference);
    assert.ok(found.includes('a') && found.includes('b'), `cut off after ${length}: ${found}`);
  }
});

test('processes that write at once lose nothing of each other', async () => {
  const folder = newFolder();
  const writers = Array.from({ length: 4 }, () => createSentPayouts(folder));
  await Promise.all(
    writers.flatMap((writer, process) =>
      Array.from({ length: 50 }, (_, index) => writer.note(send(`${process}-${index}`))),
    ),
  );
  assert.equal((await createSentPayouts(folder).list()).length, 200);
});

test('days that are long past are deleted, others are read; nobody else can read them', async () => {
  const folder = newFolder();
  const sent = createSentPayouts(folder);
  await sent.note(send('today'));
  const [file = ''] = readdirSync(folder);
  assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
  const line = (reference: string) =>
    `\n${JSON.stringify({ kind: 'sent', ...send(reference), at: '2026-11-15T12:00:00.000Z' })}\n`;
  const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  writeFileSync(join(folder, `${lastWeek}.jsonl`), line('last week'));
  writeFileSync(join(folder, '2020-01-01.jsonl'), line('long ago'));
  await createSentPayouts(folder).note(send('today too'));
  assert.deepEqual(
    (await sent.list()).map(({ reference }) => reference),
    ['last week', 'today', 'today too'],
  );
  assert.ok(!readdirSync(folder).includes('2020-01-01.jsonl'));
});

test('a folder that cannot be written is reported at the start and at every send', async () => {
  writeFileSync(join(root, 'a file'), '');
  const sent = createSentPayouts(join(root, 'a file', 'sent'));
  await assert.rejects(sent.prepare());
  await assert.rejects(sent.note(send('a')));
  await createSentPayouts(newFolder()).prepare();
});

test('the name of a new file is on disk before its first payout is sent', {
  skip: process.platform !== 'linux' && 'only Linux tells what a handle stands for',
}, async (t) => {
  const any = await open(join(root, 'any'), 'w');
  const handles = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const synced = new Set<string>();
  t.mock.method(handles, 'sync', async function noted(this: FileHandle) {
    const path = readlinkSync(`/proc/self/fd/${this.fd}`);
    await this.datasync();
    // The file has to be there before, or its name is not what was written.
    synced.add(`${path}: ${readdirSync(path).length}`);
  });
  const folder = newFolder();
  const sent = createSentPayouts(folder);
  await Promise.race([sent.note(send('a')), sent.note(send('b'))]);
  for (const path of [folder, dirname(folder), root]) {
    const found = [...synced].some((one) => one.startsWith(`${path}: `) && !one.endsWith(': 0'));
    assert.ok(found, `${path} was not written: ${[...synced].join(', ')}`);
  }
  await Promise.all([sent.note(send('c')), sent.note(send('d'))]);
  assert.equal([...synced].filter((one) => one.startsWith(`${folder}: `)).length, 1);
});
