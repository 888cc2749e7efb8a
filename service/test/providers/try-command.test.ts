import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { openMomo } from '../support/cli/momo.ts';
import {
  addMtn,
  approve,
  giveGoodPast,
  liveEnv,
  passTime,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';

const service = await startLiveService();
const { database } = service;
const operator = await startMtn();
await addMtn(database, operator, { id: 'mtn-main' });
await giveGoodPast(database, ['mtn-main']);
const { momo } = openMomo(liveEnv(service));
const folder = await mkdtemp(join(tmpdir(), 'momo-try-'));
after(() => rm(folder, { recursive: true, force: true }));

/** What the running service and a person at the console do meanwhile. */
async function workUntil(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const waiting = await database.query<{ readonly id: string }>({
      text: `select id from transactions where state = 'pending_approval'`,
    });
    for (const { id } of waiting) await approve(service, id);
    while ((await service.takeSteps()) > 0);
    await passTime(database, 3_000);
    await sleep(100);
  }
}

test('provider try says what should come, compares it and writes it into the page', async () => {
  const page = join(folder, 'assumptions.md');
  await cp(join(CHECKOUT, 'docs', 'assumptions.md'), page);
  let isOver = false;
  const number = ['--number', '670 00 00 01'];
  const running = momo('provider', 'try', 'mtn-main', ...number, '--page', page).finally(() => {
    isOver = true;
  });
  await workUntil(() => isOver);
  const { code, stdout, stderr } = await running;
  assert.equal(code, 0, stdout + stderr);
  for (const line of [
    /^signed in, balance \d+ XAF$/m,
    /^\S+: a prompt of 100 XAF should reach 670000001 now, confirm it; /m,
    /^ {2}verified {2}deposit {2}id {2}\d+$/m,
    /^\S+: approve it in the console; 100 XAF should come to 670000001, /m,
    /^ {2}verified {2}withdrawal {2}balance {2}-100$/m,
    /^ {2}not seen {2}withdrawal {2}text$/m,
    /^mtn-main was tried: nothing differs$/m,
  ]) {
    assert.match(stdout, line);
  }
  const today = new Date().toISOString().slice(0, 10);
  assert.match(
    await readFile(page, 'utf8'),
    new RegExp(
      `^\\| mtn-main \\| ${today} \\| deposit answer \\(succeeded\\), .* \\| nothing \\| .*text`,
      'm',
    ),
  );
});

test('provider try refuses what is not there, and what it cannot read', async () => {
  const gone = await momo('provider', 'try', 'nobody', '--number', '+237670000001');
  assert.deepEqual(
    [gone.code, gone.stderr],
    [1, 'momo: there is no provider nobody that could be tried\n'],
  );
  const unread = await momo('provider', 'try', 'mtn-main', '--number', '12');
  assert.notEqual(unread.code, 0);
});
