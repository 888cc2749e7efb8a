import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { startLiveService } from '../../support/providers/live.ts';
import {
  addGateway,
  addLines,
  createOrangeLine,
  GATEWAY,
  receiptsOf,
} from '../../support/receipts/sms.ts';
import { eventually, launch } from '../../support/service-process.ts';
import { create, DEPOSITS, read } from '../../support/transactions/payments.ts';
import { createGammuBox, findMissing, type GammuBox, RECEIVE } from './gammu-box.ts';

// The real gammu-smsd with the phone that its library plays, our script, and the service.

const LINE = '+237699000001';
const missing = findMissing(['gammu-smsd', 'gammu-smsd-monitor', 'python3']);

test('a text that gammu-smsd receives in parts completes its deposit', async (t) => {
  if (missing !== null) return sayMissing(t);
  const { service, line, box, phone } = await startAll();
  startSmsd(box, phone);
  const msisdn = '+237690000001';
  const id = await deposit(service, msisdn);
  const text = line.pay({ payer: msisdn, amount: 500 });
  assert.ok(text.length > 160, 'it needs two parts');
  phone.receive(text);
  await succeeded(service, id);
  assert.deepEqual(
    (await receiptsOf(service.database, msisdn)).map(({ state, score }) => [state, score]),
    [['used', 100]],
  );
});

test('accents survive gammu-smsd, and a service that was away gets the text later', async (t) => {
  if (missing !== null) return sayMissing(t);
  const { service, line, box, phone, url } = await startAll();
  box.connectTo('http://127.0.0.1:9/internal/v1/sms/box');
  startSmsd(box, phone);
  const msisdn = '+237690000002';
  const id = await deposit(service, msisdn);
  const plain = line.pay({ payer: msisdn, amount: 500 });
  const text = plain
    .replace('reussi', 'réussi')
    .replace('ABEGA', 'ABÊGÀ')
    .replace('Details', 'Détails');
  phone.receive(text);
  await eventually('the text waits', () => box.waiting().length === 1, 30_000);
  assert.equal((await read(service, id))['state'], 'pending');
  box.connectTo(url);
  const { code, output } = await box.run(['--flush', '--ping']);
  assert.equal(code, 0, output);
  await succeeded(service, id);
  const [sms] = await service.database.query({
    text: 'select sender, body, trust from sms_messages',
  });
  assert.deepEqual(sms, { sender: 'OrangeMoney', body: text, trust: 'trusted' });
});

test('a modem program that has ended gives no sign of life', async (t) => {
  if (missing !== null) return sayMissing(t);
  const { box, phone } = await startAll();
  const smsd = startSmsd(box, phone);
  const isAlive = async () => (await box.run(['--ping'])).code === 0;
  await eventually('the modem works', isAlive, 30_000);
  await smsd.end('SIGTERM');
  const { code, output } = await box.run(['--ping']);
  assert.equal(code, 1);
  assert.match(output, /no sign of life is sent/);
});

function sayMissing(t: TestContext): void {
  t.diagnostic(`${missing} is not installed: nothing was tried with a real gammu-smsd`);
  t.skip(`${missing} is not installed`);
}

type Service = Awaited<ReturnType<typeof startLiveService>>;

async function startAll() {
  const service = await startLiveService();
  await addLines(service.database, 'orange', [LINE]);
  await addGateway(service.database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
  const url = `${service.url}/internal/v1/sms/${GATEWAY}`;
  const check = (folder: string) => `gammu-smsd-monitor -c ${folder}/smsdrc -C -n 1 -d 1`;
  const box = createGammuBox({ url, check });
  return { service, url, box, line: createOrangeLine(LINE), phone: createPhone(box.folder) };
}

async function deposit(service: Service, msisdn: string): Promise<string> {
  const created = await create(service, DEPOSITS, { operator: 'orange', msisdn });
  assert.equal(created['collection_mode'], 'customer_initiated');
  return created.service_tx_id;
}

function succeeded(service: Service, id: string): Promise<void> {
  const isSo = async () => (await read(service, id))['state'] === 'succeeded';
  return eventually('the deposit has succeeded', isSo, 30_000);
}

function startSmsd({ configFile }: GammuBox, { smsdrc, port, folders }: Phone) {
  writeFileSync(
    smsdrc,
    [
      '[gammu]',
      'model = dummy',
      'connection = none',
      `port = ${port}`,
      '[smsd]',
      'service = files',
      'logfile = stderr',
      'phoneid = modem-1',
      `runonreceive = ${RECEIVE} --config ${configFile}`,
      ...Object.entries(folders).map(([name, folder]) => `${name} = ${folder}/`),
      'inboxformat = unicode',
      'commtimeout = 1',
      'loopsleep = 1',
      'receivefrequency = 1',
      // gammu does not read a last line that does not end.
      '',
    ].join('\n'),
  );
  // Before what `launch` does itself: killed, it would leave its shared memory behind.
  after(() => smsd.end('SIGTERM'));
  const smsd = launch({ command: ['gammu-smsd', '-c', smsdrc], env: { LC_ALL: 'C.UTF-8' } });
  return smsd;
}

interface Phone {
  readonly port: string;
  readonly smsdrc: string;
  readonly folders: Readonly<Record<string, string>>;
  readonly receive: (text: string) => void;
}

/** The phone that gammu's dummy driver plays: a folder in which a message is a file. */
function createPhone(folder: string): Phone {
  const names = ['inboxpath', 'outboxpath', 'sentsmspath', 'errorsmspath'];
  const folders = Object.fromEntries(names.map((name) => [name, join(folder, name)]));
  const port = join(folder, 'phone');
  const inbox = join(port, 'sms', '1');
  for (const path of [...Object.values(folders), inbox]) mkdirSync(path, { recursive: true });
  return {
    port,
    smsdrc: join(folder, 'smsdrc'),
    folders,
    receive: (text) => {
      const isPlain = /^[ -~]*$/.test(text);
      const parts = text.match(isPlain ? /.{1,153}/gs : /.{1,67}/gs) ?? [];
      for (const [index, part] of parts.entries()) {
        const udh = ['050003', 42, parts.length, index + 1].map(hexByte).join('');
        const file = backupOf({ part, udh, isPlain });
        writeFileSync(join(folder, 'message'), file);
        renameSync(join(folder, 'message'), join(inbox, String(index + 1)));
      }
    },
  };
}

function hexByte(value: string | number): string {
  return typeof value === 'string' ? value : value.toString(16).padStart(2, '0').toUpperCase();
}

/** One part as gammu stores it: texts are UTF-16 in hexadecimal, in lines of fifty letters. */
function backupOf(sms: { readonly part: string; readonly udh: string; readonly isPlain: boolean }) {
  const lines = sms.part.match(/.{1,50}/gs) ?? [];
  return [
    '[SMSBackup000]',
    'PDU = Deliver',
    'DateTime = 20261114T093000Z',
    'State = UnRead',
    'Number = "OrangeMoney"',
    `NumberUnicode = ${utf16('OrangeMoney')}`,
    `UDH = ${sms.udh}`,
    ...lines.map((line, index) => `Text${String(index).padStart(2, '0')} = ${utf16(line)}`),
    `Coding = ${sms.isPlain ? 'Default' : 'Unicode'}_No_Compression`,
    'Folder = 1',
    `Length = ${sms.part.length}`,
    'Class = -1',
    '',
  ].join('\n');
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}
