import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chooseServerUser, findClosedFolder } from '../../src/postgres/postmaster/run-as.ts';

const CASES = [
  { mode: 0o711, who: 'other', isOpen: true },
  { mode: 0o770, who: 'other', isOpen: false },
  { mode: 0o710, who: 'group', isOpen: true },
  { mode: 0o707, who: 'group', isOpen: false },
  { mode: 0o100, who: 'owner', isOpen: true },
  { mode: 0o077, who: 'owner', isOpen: false },
] as const;

test('a closed folder on the way is found by the bits that count for the user', async (t) => {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'momo-test-')));
  t.after(async () => {
    await chmod(middle, 0o700);
    await rm(top, { recursive: true });
  });
  const middle = join(top, 'middle');
  const { uid, gid } = await stat(top);
  await chmod(top, 0o755);
  await mkdir(middle);
  for (const { mode, who, isOpen } of CASES) {
    await chmod(middle, mode);
    const user = {
      name: who,
      uid: who === 'owner' ? uid : uid + 1000,
      gid: who === 'group' ? gid : gid + 1000,
    };
    const closed = await findClosedFolder(middle, user);
    assert.equal(closed, isOpen ? null : middle, `${who} with ${mode.toString(8)}`);
  }
});

test('root runs the server as another user, other users as themselves', async () => {
  const user = await chooseServerUser(null);
  if (process.getuid?.() === 0) assert.notEqual(user?.uid ?? 0, 0);
  else assert.equal(user, null);
});
