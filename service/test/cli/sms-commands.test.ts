import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DIALECTS } from '../../src/domain/lines/sms-dialects.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { startLiveService } from '../support/providers/live.ts';
import { createTill, OWN_TEMPLATES } from '../support/providers/till.ts';
import {
  addGateway,
  addLines,
  createOrangeLine,
  nextOrangeId,
  tell,
} from '../support/receipts/sms.ts';
import { MOMO, runToEnd } from '../support/service-process.ts';

const LINES = ['+237699000001', '+237699000002', '+237699000003', '+237699000004'];
const [SPARE = ''] = LINES.slice(3);
const service = await startLiveService();
const { database, config } = service;
await addLines(database, 'orange', LINES);
for (const [index, dialect] of DIALECTS.entries()) {
  const line = LINES[index] ?? '';
  await addGateway(database, { id: dialect, dialect, sims: { s: { operator: 'orange', line } } });
}
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: SPARE } } });
const till = createTill(service);
const folder = mkdtempSync(join(tmpdir(), 'momo-templates-'));
after(() => rmSync(folder, { recursive: true }));

const env = {
  DATABASE_URL: config.databaseUrl ?? '',
  SERVICE_ENV: 'live',
  HOST: '127.0.0.1',
  SMS_TEMPLATES_DIR: folder,
};
const momo = (...args: readonly string[]) =>
  runToEnd({ env, command: [process.execPath, MOMO, ...args] });
const send = (gateway: string, text: string, url = service.url) =>
  momo(
    'sms',
    'send',
    '--gateway',
    gateway,
    '--sim',
    's',
    '--sender',
    'OrangeMoney',
    '--text',
    text,
    '--url',
    url,
  );

for (const [index, dialect] of DIALECTS.entries()) {
  test(`a text sent in the name of a gateway that speaks ${dialect} completes a deposit`, async () => {
    const line = LINES[index] ?? '';
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line });
    const { code, stdout, output } = await send(
      dialect,
      createOrangeLine(line).pay({ payer: msisdn, amount: 500 }),
    );
    assert.equal(code, 0, output);
    assert.match(stdout, /^200 {2}\{"status":"stored","id":"[0-9a-f-]{36}","repeat":false\}$/m);
    assert.match(
      stdout,
      new RegExp(` receipt  trusted  ${dialect}/s  \\${line}  OrangeMoney$`, 'm'),
    );
    assert.match(stdout, new RegExp(`It completed deposit ${id}`));
    assert.ok(!output.includes(msisdn.slice(4)), 'the number of a player is masked');
    assert.ok(stdout.includes(`vers ${line.slice(4)} `), 'our own is not');
    assert.equal(await till.stateOf(id), 'succeeded');
    const audit = await lastAuditLine(database);
    assert.deepEqual([audit?.action, audit?.subject], ['gateway.send_sms', `gateway:${dialect}`]);
  });
}

test('a gateway or service that is not there is said, with exit code 1', async () => {
  const stranger = await send('nobody', 'x');
  assert.deepEqual([stranger.code, stranger.output], [1, 'momo: there is no gateway nobody\n']);
  const silent = await send('kannel', 'x', 'http://127.0.0.1:9');
  const said = 'momo: the service does not answer at http://127.0.0.1:9\n';
  assert.deepEqual([silent.code, silent.output], [1, said]);
});

test('texts are listed by state, and read again with a template of one’s own, once', async () => {
  const msisdn = till.player();
  const id = await till.deposit({ msisdn, line: SPARE });
  const text =
    `Argent bien arrive de ${msisdn.slice(4)} ABEGA SOLANGE chez ${SPARE.slice(4)} WOURI SHOP. ` +
    `ID transaction: ${nextOrangeId()}, Montant: 500 FCFA, Frais: 0 FCFA.`;
  await tell(service, { text });
  const listed = await momo('sms', 'list', '--state', 'review');
  assert.equal(listed.code, 0, listed.output);
  assert.match(listed.stdout, /^20\S+ {2}review {2}trusted {2}till-phone\/sim-1 /);
  assert.ok(listed.stdout.includes(`chez ${SPARE.slice(4)}`));
  assert.ok(!listed.output.includes(msisdn.slice(4)));
  assert.equal((await momo('sms', 'reparse')).stdout, 'read 1 again: 0 are payments now\n');

  writeFileSync(join(folder, 'own.json'), JSON.stringify(OWN_TEMPLATES));
  assert.equal((await momo('sms', 'reparse')).stdout, 'read 1 again: 1 are payments now\n');
  assert.equal(await till.stateOf(id), 'succeeded');
  const line = await lastAuditLine(database);
  assert.deepEqual(
    [line?.actor, line?.action, line?.after],
    ['momo', 'sms.reparse', { read: 1, payments: 1 }],
  );
  assert.equal((await momo('sms', 'reparse')).stdout, 'read 0 again: 0 are payments now\n');
  const empty = await momo('sms', 'list', '--state', 'review');
  assert.deepEqual([empty.code, empty.stdout], [0, 'there are no such texts\n']);
  assert.match((await momo('sms', 'list', '--state', 'x')).stderr, /Allowed choices are stored/);
  assert.equal((await momo('sms', 'list', '--limit', '2')).stdout.match(/^20/gm)?.length, 2);
});

test('a line in doubt is listed with its meaning, and accepted with a reason', async () => {
  const [number = ''] = LINES;
  await addGateway(database, { id: 'doubt', sims: { s: { operator: 'orange', line: number } } });
  const line = createOrangeLine(number, 70_000);
  const msisdn = till.player();
  const id = await till.deposit({ msisdn, line: number });
  const text = line.pay({ payer: msisdn, amount: 500 });
  await tell(service, { sim: 's', text }, { gateway: 'doubt' });
  assert.equal(await till.stateOf(id), 'pending');
  const listed = await momo('line', 'list');
  assert.match(
    listed.stdout,
    /^\+237699000001 {2}balance 50500\.25 XAF at 20.* {2}1 payments wait$/m,
  );
  assert.match(listed.stdout, /^ {2}20.* 70500\.25 instead of 51000\.25 XAF {2}The line holds/m);
  assert.match(
    listed.stdout,
    /^ {4}OrangeMoney: Transfert de .* Nouveau Solde: 70500\.25 FCFA\.$/m,
  );
  assert.ok(!listed.output.includes(msisdn.slice(4)), 'the number of a player is masked');
  assert.equal(listed.stdout.match(/^\+237/gm)?.length, LINES.length);

  assert.match((await momo('line', 'accept', number)).stderr, /required option '--balance <xaf>'/);
  const why = ['--balance', '70500.25', '--reason', 'counted the till'];
  const other = await momo('line', 'accept', number, ...why.with(1, '70500'));
  assert.match(other.stderr, /no text of \+237699000001 told 70500\.00 XAF/);
  const odd = await momo('line', 'accept', number, ...why.with(1, '70 500'));
  assert.match(odd.stderr, /francs, with a point before hundredths/);
  const accepted = await momo('line', 'accept', '699 000 001', ...why);
  const said = `accepted ${number}: 1 payments credited, 0 held\n`;
  assert.deepEqual([accepted.code, accepted.output], [0, said]);
  assert.equal(await till.stateOf(id), 'succeeded');
  assert.equal((await lastAuditLine(database))?.reason, 'counted the till');
  const again = await momo('line', 'accept', number, ...why);
  assert.deepEqual([again.code, again.output], [1, `momo: nothing about ${number} is in doubt\n`]);
});
