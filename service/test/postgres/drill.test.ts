import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { copyInto } from '../../src/postgres/backups/drill.ts';

const CHUNKS = Array.from({ length: 500 }, (_, index) => Buffer.alloc(1_024, index));

async function* chunks(): AsyncGenerator<Buffer> {
  yield* CHUNKS;
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

test('a slow copy slows the backup down, gets all of it, and gathers no listeners', async () => {
  let most = 0;
  const got: Buffer[] = [];
  const copy = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => {
      most = Math.max(most, copy.listenerCount('close'), copy.listenerCount('drain'));
      got.push(chunk);
      setImmediate(done);
    },
  });
  const passed = await collect(copyInto(copy)(chunks()));
  await once(copy, 'finish');
  assert.ok(passed.equals(Buffer.concat(CHUNKS)));
  assert.ok(passed.equals(Buffer.concat(got)));
  assert.ok(most <= 2, `${most} listeners`);
});

test('a copy that breaks while the backup waits for it does not stop the backup', async () => {
  const copy = new PassThrough({ highWaterMark: 1 });
  const passing = collect(copyInto(copy)(chunks()));
  // The first chunk fills the copy, which nobody reads.
  await nextTurn();
  copy.destroy(new Error('tar was killed'));
  assert.ok((await passing).equals(Buffer.concat(CHUNKS)));
});

test('a source that breaks breaks the backup, too', async () => {
  const source = Readable.from([Buffer.alloc(1)], { objectMode: true });
  source.destroy(new Error('the server is gone'));
  await assert.rejects(collect(copyInto(new PassThrough())(source)), {
    message: 'the server is gone',
  });
});
