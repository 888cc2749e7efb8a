import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../../src/db/client.ts';
import { startEmbeddedPostgres } from '../../../src/postgres/server.ts';
import { openMomo } from '../../support/cli/momo.ts';
import { mountSmallDisk } from '../../support/process/small-disk.ts';
import { makeDataDir, startServiceProcess } from '../../support/service-process.ts';
import { create, DEPOSITS, paymentBody } from '../../support/transactions/payments.ts';

const hasAge = spawnSync('age', ['--version']).status === 0;
const skip = !hasAge && 'age is not installed here (apt-get install age)';

const source = await makeDataDir();
const backups = await makeDataDir();
const settings = await makeDataDir();
const [envFile, recipients] = [join(settings, 'momo.env'), join(settings, 'backup-recipients')];
const identity = join(settings, 'identity');
const secretsKey = join(settings, 'secrets-key');
const operators = join(settings, 'operators');
writeFileSync(secretsKey, '00112233445566778899aabbccddeeff'.repeat(2));
mkdirSync(operators);
writeFileSync(envFile, 'SERVICE_ENV=sandbox\n');
const env = {
  ENV_FILE: envFile,
  DATA_DIR: source,
  SECRETS_KEY_FILE: secretsKey,
  OPERATORS_DIR: operators,
};
const { momo, momoWith } = openMomo(env);
const NUMBER = '+237671234567';

const newest = () => join(backups, readdirSync(backups).toSorted().at(-1) ?? '');
const leftIn = (folder: string) => readdirSync(folder).filter((name) => name.includes('restore-'));

async function change(text: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: source });
  const database = openDatabase({ connection: server.connection, poolSize: 1 });
  await database.query({ text });
  await database.close();
  await server.stop();
}

test('without a public key a backup is plain, says so, and names what lies outside', async () => {
  const service = await startServiceProcess({ env });
  await create(service, DEPOSITS, paymentBody({ msisdn: NUMBER }));
  await service.end('SIGTERM');
  const taken = await momo('backup', backups);
  assert.equal(taken.code, 0, taken.output);
  assert.match(taken.stdout, /^ {2}not encrypted: \S+backup-recipients has no public key of age$/m);
  for (const path of [envFile, secretsKey, operators]) {
    assert.ok(taken.stdout.includes(`\n  not in it: ${path}\n`), path);
  }
  assert.ok(taken.stdout.includes(`never moved back: ${join(source, 'sent-payouts')}\n`));
});

test('a backup is encrypted to the recipients, and only a private key restores it', {
  skip,
}, async () => {
  execFileSync('age-keygen', ['--output', identity], { stdio: 'ignore' });
  const key = execFileSync('age-keygen', ['-y', identity], { encoding: 'utf8' });
  writeFileSync(recipients, `# of the safe\n${key}`);
  const taken = await momo('backup', backups);
  assert.equal(taken.code, 0, taken.output);
  assert.doesNotMatch(taken.stdout, /not encrypted/);
  const files = ['backup_manifest', 'base.tar.gz.age', 'manifest.json'];
  assert.deepEqual(readdirSync(newest()).toSorted(), files);
  const archive = readFileSync(join(newest(), 'base.tar.gz.age'));
  assert.match(archive.toString('latin1', 0, 30), /^age-encryption\.org\/v1\n/);

  const target = { ...env, DATA_DIR: await makeDataDir() };
  const without = await momoWith({ env: target }, 'restore', backups);
  assert.deepEqual([without.code, without.stdout], [1, '']);
  assert.match(without.stderr, /is encrypted\. Give the file with the private key: --identity/);
  const other = join(settings, 'other');
  execFileSync('age-keygen', ['--output', other], { stdio: 'ignore' });
  const wrong = await momoWith({ env: target }, 'restore', backups, '--identity', other);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /age refuses: .*no identity matched any of the recipients/);
  assert.deepEqual(leftIn(target.DATA_DIR), []);

  const restored = await momoWith({ env: target }, 'restore', backups, '--identity', identity);
  assert.equal(restored.code, 0, restored.output);
  const audited = await momoWith({ env: target }, 'audit', 'all', '--stopped');
  assert.equal(audited.code, 0, audited.output);
  assert.match(audited.stdout, /^1 transactions/m);
});

test('an encrypted backup that was damaged is not opened', { skip }, async () => {
  const damaged = join(settings, 'damaged');
  cpSync(newest(), damaged, { recursive: true });
  const path = join(damaged, 'base.tar.gz.age');
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  writeFileSync(path, bytes);
  const target = { ...env, DATA_DIR: await makeDataDir() };
  const refused = await momoWith({ env: target }, 'restore', damaged, '--identity', identity);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /base\.tar\.gz\.age is not as it was written/);
});

test('a backup that the disk does not give back as it was written is refused', {
  skip,
}, async () => {
  const before = readdirSync(backups);
  const bin = join(settings, 'bin');
  mkdirSync(bin);
  // No byte of the file's first lines, which are text, is zero.
  const spoil = `printf '\\0' | dd of="$(echo ${backups}/backup.part-*/*.age)" bs=1 seek=99 conv=notrunc`;
  const age = execFileSync('which', ['age'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh\n${age} "$@"\n${spoil} 2>/dev/null\n`;
  writeFileSync(join(bin, 'age'), script, { mode: 0o755 });
  const PATH = `${bin}:${process.env['PATH']}`;
  const refused = await momoWith({ env: { ...env, PATH } }, 'backup', backups);
  assert.equal(refused.code, 1, refused.output);
  assert.match(refused.stderr, /base\.tar\.gz\.age is not as it was written/);
  assert.deepEqual(readdirSync(backups), before);
});

test('recipients that age cannot use leave no backup behind', { skip }, async () => {
  const before = readdirSync(backups);
  writeFileSync(recipients, 'age1nonsense\n');
  const refused = await momo('backup', backups);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /age refuses: .*backup-recipients/);
  const missing = await momoWith({ env: { ...env, PATH: settings } }, 'backup', backups);
  assert.match(missing.stderr, /The program `age` is not here: apt-get install age/);
  assert.deepEqual(readdirSync(backups), before);
  await rm(recipients);
});

test('the drill audits a copy of the backup, and leaves nothing of it', async () => {
  const service = await startServiceProcess({ env });
  const drilled = await momo('backup', backups, '--drill');
  assert.equal(drilled.code, 0, drilled.output);
  assert.match(
    drilled.stdout,
    /^drilled in [\d.]+ s: restored, migrated from (\d+) to \1 in [\d.]+ s, everything holds in 1 /m,
  );
  assert.deepEqual(leftIn(source), []);
  assert.equal((await service.call('GET', '/readyz')).status, 200);
  assert.doesNotMatch((await service.call('GET', '/readyz')).text, /Quarantine/);
  await service.end('SIGTERM');
});

test('a drill that finds a changed amount fails, and the backup stays', async () => {
  await change('update transactions set amount_xaf = amount_xaf + 1');
  const before = readdirSync(backups).length;
  const drilled = await momo('backup', backups, '--drill');
  await change('update transactions set amount_xaf = amount_xaf - 1');
  assert.equal(drilled.code, 1);
  assert.match(drilled.stdout, /^backed up to /);
  assert.match(drilled.stderr, /the drill found what may never be so:/);
  assert.match(drilled.stderr, /not everything holds/);
  assert.equal(readdirSync(backups).length, before + 1);
  assert.deepEqual(leftIn(source), []);
});

test('without room beside the data there is a backup and no drill', async (t) => {
  const folder = join(settings, 'small');
  mkdirSync(folder);
  const disk = mountSmallDisk(folder, 700);
  if (disk === null) return t.skip('only root can mount a small disk');
  t.after(disk.unmount);
  const small = { ...env, DATA_DIR: folder };
  await (await startServiceProcess({ env: small })).end('SIGTERM');
  const drilled = await momoWith({ env: small }, 'backup', backups, '--drill');
  assert.equal(drilled.code, 1);
  assert.match(drilled.stdout, /^backed up to /);
  assert.match(
    drilled.stderr,
    /no drill: the copy needs \d+\.\d MB beside the data, and \d+\.\d MB/,
  );
});
