import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createWalletPin, type PinVerdict, type WalletPin } from '../../src/jobs/wallet-pin.ts';

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
  const changedAt = () => statSync(pinFile).mtimeMs;
  return { write, markFile, changedAt, open: () => createWalletPin({ pinFile, markFile }) };
}

/** Says the PIN, and a screen says this of it. */
async function say(pin: WalletPin, verdict: PinVerdict | null, screen = 'A screen'): Promise<void> {
  assert.notEqual(await pin.read(), null, 'it may be said');
  await pin.beforeSaying();
  await pin.learn(verdict, screen);
}

async function codeOf(pin: WalletPin): Promise<string | null> {
  const stop = await pin.stop();
  if (stop !== null) assert.equal(await pin.read(), null);
  return stop?.code ?? null;
}

test('after a refusal the next PIN file is tried once, and after a second one nothing is said', async () => {
  const { open, write, markFile } = create();
  await say(open(), 'refused', 'Code PIN incorrect');
  assert.equal(await codeOf(open()), 'pin_refused');
  assert.equal((await open().stop())?.screen, 'Code PIN incorrect');
  assert.ok(!readFileSync(markFile, 'utf8').includes('73915'));
  write('11111');
  assert.deepEqual([await open().read(), await codeOf(open())], ['11111', null]);
  await say(open(), 'refused');
  for (const pin of ['22222', '33333']) {
    assert.equal(await codeOf(open()), 'pin_refused_twice');
    write(pin);
  }
  await open().allowOneMore();
  assert.equal(await open().read(), '33333');
  await say(open(), 'refused');
  assert.equal(await codeOf(open()), 'pin_refused_twice', 'one more, and no two');
});

test('the file after a refused PIN is said once, also if no screen proves it', async () => {
  const { open, write } = create();
  await say(open(), 'refused');
  write('11111');
  await say(open(), null);
  assert.equal(await codeOf(open()), 'pin_unproven');
});

test('a PIN that no screen has proved is said at most twice, whatever is in its file by then', async () => {
  const { open, write } = create();
  await say(open(), null, 'Service indisponible');
  assert.equal(await codeOf(open()), null);
  // The program is killed right after it.
  await open().beforeSaying();
  assert.equal(await codeOf(open()), 'pin_unproven');
  write('11111');
  assert.equal(await codeOf(open()), 'pin_unproven');
});

test('a person says what the screen meant, and the PIN is proven or refused by that', async () => {
  const proven = create();
  for (let time = 0; time < 2; time += 1) await say(proven.open(), null);
  await proven.open().learn('accepted', null);
  assert.equal(await codeOf(proven.open()), null);
  const refused = create();
  for (let time = 0; time < 2; time += 1) await say(refused.open(), null);
  await refused.open().learn('refused', null);
  assert.equal(await codeOf(refused.open()), 'pin_refused_twice');
});

test('a PIN that was accepted before is no risk, until a screen refuses it', async () => {
  const { open, write } = create();
  await say(open(), 'accepted');
  for (let time = 0; time < 5; time += 1) await say(open(), null);
  assert.equal(await codeOf(open()), null);
  await say(open(), 'refused');
  assert.equal(await codeOf(open()), 'pin_refused');
  write('11111');
  assert.equal(await codeOf(open()), null);
});

test('what release 0.2 kept of a PIN holds on', async () => {
  for (const [word, code] of [
    ['accepted', null],
    ['refused', 'pin_refused'],
    ['tried', null],
    ['{', 'pin_unproven'],
  ] as const) {
    const { open, markFile, changedAt } = create();
    writeFileSync(markFile, word === '{' ? word : `${changedAt()} ${word}`);
    assert.equal(await codeOf(open()), code, word);
  }
});

test('without a file, or with something else in it, there is no PIN', async () => {
  const none = createWalletPin({ pinFile: null, markFile: join(folder, 'none') });
  assert.equal(await codeOf(none), 'no_pin');
  assert.equal(await codeOf(create('not a PIN').open()), 'no_pin');
});
