import assert from 'node:assert/strict';
import { chmod, chown, mkdir, readlink, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findClosedFolder } from '../../src/postgres/postmaster/run-as.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import {
  idOf,
  makeDataDir,
  postmasterPid,
  sampleDeposit,
  startServiceProcess,
} from '../support/service-process.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = { name: 'nobody', uid: 65_534, gid: 65_534 };
const closedFolder = await findClosedFolder(CHECKOUT, NOBODY);

test('an ordinary user can start and stop the service', { skip: whyNoOrdinaryUser() }, async () => {
  const dataDir = await makeDataDir();
  await chown(dataDir, NOBODY.uid, NOBODY.gid);
  const { uid, gid } = NOBODY;
  await assertServes({ DATA_DIR: dataDir, HOME: dataDir }, dataDir, { uid, gid });
});

test('root can keep the data in a folder that only root may enter', {
  skip: isRoot ? false : 'only root starts the database as another user',
}, async () => {
  const closed = await makeDataDir();
  await chmod(closed, 0o700);
  const dataDir = join(closed, 'data');
  await mkdir(dataDir);
  await assertServes({ DATA_DIR: dataDir }, dataDir);
  // The data are elsewhere, and a link says where.
  const elsewhere = dirname(await readlink(join(dataDir, 'postgres')));
  await rm(elsewhere, { recursive: true });
});

async function assertServes(
  env: Readonly<Record<string, string>>,
  dataDir: string,
  user?: { readonly uid: number; readonly gid: number },
): Promise<void> {
  const service = await startServiceProcess({ env, ...(user === undefined ? {} : { user }) });
  const answer = await service.call('POST', '/api/v1/deposits', sampleDeposit());
  assert.equal(answer.status, 200, answer.text);
  const read = await service.call('GET', `/api/v1/transactions/${idOf(answer)}`);
  assert.equal(read.status, 200);
  assert.equal((await service.end('SIGTERM')).code, 0);
  assert.match(service.output(), /"outcome":"stopped"/);
  assert.equal(await postmasterPid(dataDir), null);
}

function whyNoOrdinaryUser(): string | false {
  if (!isRoot) return 'every other test already runs as an ordinary user';
  return closedFolder === null ? false : `an ordinary user may not enter ${closedFolder}`;
}
