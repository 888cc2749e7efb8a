import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createWalletPin } from '../../src/jobs/wallet-pin.ts';

const folder = mkdtempSync(join(tmpdir(), 'momo-pin-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

function create(pin = '73915') {
  count += 1;
  const pinFile = join(folder, `pin-${count}`);
  const markFile = join(folder, `mark-${count}`);
  const write = (value: string) => {
    writeFileSync(pinFile, value);
    chmodSync(pinFile, 0o600);
    count += 1;
    utimesSync(pinFile, count, count);
  };
  write(pin);
  return { write, markFile, open: () => createWalletPin({ pinFile, markFile }) };
}

test('a refused PIN is not sent again until its file changes', async () => {
  const { open, write, markFile } = create();
  const pin = open();
  assert.equal(await pin.read(), '73915');
  await pin.beforeSaying();
  await pin.learn('refused');
  assert.deepEqual([await open().read(), await open().trouble()], [null, 'pin_refused']);
  assert.ok(!readFileSync(markFile, 'utf8').includes('73915'));
  write('11111');
  assert.deepEqual([await open().read(), await open().trouble()], ['11111', null]);
});

test('a new PIN without a seen verdict is not sent again; one accepted before is', async () => {
  const { open } = create();
  await open().beforeSaying();
  assert.deepEqual([await open().read(), await open().trouble()], [null, 'pin_unproven']);
  const proven = create();
  await proven.open().beforeSaying();
  await proven.open().learn('accepted');
  await proven.open().beforeSaying();
  assert.equal(await proven.open().read(), '73915');
});

test('without a file, or with something else in it, there is no PIN', async () => {
  const none = createWalletPin({ pinFile: null, markFile: join(folder, 'none') });
  assert.deepEqual([await none.read(), await none.trouble()], [null, 'no_pin']);
  assert.equal(await create('not a PIN').open().read(), null);
});
