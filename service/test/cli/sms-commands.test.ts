import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { whoRunsThis } from '../../src/cli/options.ts';
import { DIALECTS } from '../../src/domain/lines/sms-dialects.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startLiveService } from '../support/providers/live.ts';
import { createTill, OWN_TEMPLATES } from '../support/providers/till.ts';
import {
  addGateway,
  addLines,
  createOrangeLine,
  nextOrangeId,
  tell,
} from '../support/receipts/sms.ts';

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
  OPERATORS_DIR: folder,
};
const { momo } = openMomo(env);
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
    `ID transaction: ${nextOrangeId()}, Montant: 500 FCFA, Frais: 0 FCFA, Solde: 50500.25 FCFA.`;
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
    [whoRunsThis().actor, 'sms.reparse', { read: 1, payments: 1 }],
  );
  assert.equal((await momo('sms', 'reparse')).stdout, 'read 0 again: 0 are payments now\n');
  const empty = await momo('sms', 'list', '--state', 'review');
  assert.deepEqual([empty.code, empty.stdout], [0, 'there are no such texts\n']);
  assert.match((await momo('sms', 'list', '--state', 'x')).stderr, /Allowed choices are stored/);
  assert.equal((await momo('sms', 'list', '--limit', '2')).stdout.match(/^20/gm)?.length, 2);
});

test('a line in a gap is listed with its meaning, and goes on from the balance that it has', async () => {
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
    /^\+237699000001 {2}balance 50500\.25 XAF at 20\S* {2}in a gap {2}1 payments wait$/m,
  );
  assert.match(
    listed.stdout,
    /^ {2}20.* from 70000\.25 to 70500\.25 XAF {2}This text assumes a balance of 70\s000/m,
  );
  assert.match(
    listed.stdout,
    /^ {4}OrangeMoney: Transfert de .* Nouveau Solde: 70500\.25 FCFA\.$/m,
  );
  assert.ok(!listed.output.includes(msisdn.slice(4)), 'the number of a player is masked');
  assert.equal(listed.stdout.match(/^\+237/gm)?.length, LINES.length);

  const why = ['--reason', 'counted the till'];
  const neither = await momo('line', 'open', number, ...why);
  assert.match(neither.stderr, /give either --balance or --without-balances/);
  const odd = await momo('line', 'open', number, '--balance', '70 500', ...why);
  assert.match(odd.stderr, /francs, with a point before hundredths/);
  const stranger = await momo('line', 'open', '699000009', '--balance', '1', ...why);
  assert.match(stranger.stderr, /there is no line \+237699000009: add its SIM to a gateway first/);
  const opened = await momo('line', 'open', '699 000 001', '--balance', '70500.25', ...why);
  assert.deepEqual(
    [opened.code, opened.stdout.replaceAll('\u00a0', ' ')],
    [
      0,
      '19 500 FCFA probably came to the line without a text that we got.\n' +
        `${number} goes on from 70500.25 XAF: 1 payments credited, 0 of deposits on hold, 0 unmatched, ` +
        '0 to be decided one by one\n',
    ],
  );
  assert.equal(await till.stateOf(id), 'succeeded');
  assert.equal((await lastAuditLine(database))?.reason, 'counted the till');
});

test('a line that was not opened says so, and may be declared without balances', async () => {
  const number = '+237699000008';
  await addGateway(database, {
    id: 'new',
    sims: { s: { operator: 'orange', line: number } },
    opensWithXaf: null,
  });
  const listed = await momo('line', 'list');
  assert.match(listed.stdout, /^\+237699000008 {2}not opened: it cannot confirm payments$/m);
  const why = ['--reason', 'its texts name none'];
  const declared = await momo('line', 'open', number, '--without-balances', ...why);
  assert.deepEqual([declared.code, declared.stdout], [0, `opened ${number} without balances\n`]);
  assert.match((await momo('line', 'list')).stdout, /^\+237699000008 {2}declared to tell no/m);
  const audit = await lastAuditLine(database);
  assert.deepEqual(
    [audit?.actor, audit?.action],
    [whoRunsThis().actor, 'line.declare_without_balances'],
  );
});

test('a text is tried against the templates before money depends on it', async () => {
  const text =
    'Transfert de 699000001 WOURI SHOP vers 690000001 ABEGA SOLANGE reussi. Details: ' +
    `ID transaction: ${nextOrangeId()}, Montant Transaction: 500FCFA, Frais: 0 FCFA, ` +
    'Commission: 0 FCFA, Montant Net: 500 FCFA, Nouveau Solde: 50000 FCFA.';
  const attempt = (words: string) =>
    momo(
      ...['sms', 'template', 'try', '--sender', 'OrangeMoney', '--line', '+237699000001'],
      ...['--text', words],
    );
  const read = await attempt(text);
  assert.match(read.stdout, /kind: "sent"[^]*amountXaf: 500[^]*payee: "\+237690000001"/);
  assert.equal(read.code, 0);
  const unread = await attempt(text.replace('Transfert', 'Expedition'));
  assert.match(unread.stdout, /kind: "review"[^]*reason: "wording_unknown"/);
  assert.equal(unread.code, 1);
});
