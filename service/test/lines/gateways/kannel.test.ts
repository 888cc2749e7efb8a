import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { upsertGateway } from '../../../src/db/lines/gateways.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { startLiveService } from '../../support/providers/live.ts';
import {
  addGateway,
  addLines,
  createOrangeLine,
  GATEWAY,
  receiptsOf,
} from '../../support/receipts/sms.ts';
import {
  eventually,
  launch,
  type RunningProcess,
  runToEnd,
} from '../../support/service-process.ts';
import { create, DEPOSITS, read } from '../../support/transactions/payments.ts';
import { findMissing } from './gammu-box.ts';

// The real Kannel as our example sets it up, with the SMS centre that it brings for tests.

const FAKESMSC = '/usr/lib/kannel/test/fakesmsc';
const EXAMPLES = join(CHECKOUT, 'gateways', 'kannel');
const LINE = '+237699000001';
/** As `momo gateway-key issue` makes one. */
const PASSWORD = 'secret-Zm9v_YmFy-0123456789abcdefghijklmnop';
const missing = existsSync(FAKESMSC) ? findMissing(['bearerbox', 'smsbox', 'curl']) : FAKESMSC;

test('a text that Kannel receives completes its deposit, and nothing is answered', async (t) => {
  if (missing !== null) return sayMissing(t);
  const { service, kannel, line } = await startAll();
  const msisdn = '+237690000001';
  const id = await deposit(service, msisdn);
  const text = line.pay({ payer: msisdn, amount: 500 }).replace('reussi', 'réussi');
  const centre = kannel.connectCentre(`OrangeMoney 699000001 text ${text}`);
  await succeeded(service, id);
  const [receipt] = await receiptsOf(service.database, msisdn);
  assert.deepEqual([receipt?.state, receipt?.score], ['used', 100]);
  const [sms] = await service.database.query({
    text: 'select sim, sender, body, trust, sent_at is not null as timed from sms_messages',
  });
  const facts = { sim: 'sim-1', sender: 'OrangeMoney', trust: 'trusted', timed: true };
  assert.deepEqual(sms, { ...facts, body: text });
  await kannel.stop();
  await centre.ended;
  assert.match(centre.output(), /sent message 1/);
  assert.doesNotMatch(centre.output(), /got message/i);
  assert.doesNotMatch(kannel.logs(), /secret|OrangeMoney|699000001|690000001/);
});

test('a text with letters outside of the GSM alphabet is read as well', async (t) => {
  if (missing !== null) return sayMissing(t);
  const { service, kannel, line } = await startAll();
  const msisdn = '+237690000003';
  const id = await deposit(service, msisdn);
  const text = line.pay({ payer: msisdn, amount: 500 }).replace('ABEGA', 'ABÊGA ŒUVRE');
  const answer = await kannel.receiveUnicode(text);
  assert.equal(answer.status, 202, await answer.text());
  await succeeded(service, id);
  const [sms] = await service.database.query({ text: 'select body, trust from sms_messages' });
  assert.deepEqual(sms, { body: text, trust: 'trusted' });
});

test('Kannel tries again until the service takes the text', async (t) => {
  if (missing !== null) return sayMissing(t);
  const { service, kannel, line } = await startAll();
  const { database } = service;
  const msisdn = '+237690000002';
  const id = await deposit(service, msisdn);
  await database.query({ text: 'update gateways set revoked_at = app_now()' });
  const text = line.pay({ payer: msisdn, amount: 500 });
  kannel.connectCentre(`OrangeMoney 699000001 text ${text}`);
  const isRefused = async () =>
    (await database.query({ text: `select 1 from sms_messages where state = 'refused'` })).length >
    0;
  await eventually('the text was refused', isRefused, 30_000);
  assert.equal((await read(service, id))['state'], 'pending');
  await database.query({ text: 'update gateways set revoked_at = null' });
  await succeeded(service, id);
  assert.doesNotMatch(kannel.logs(), /secret|OrangeMoney|699000001|690000002/);
});

test('Kannel gives a sign of life only while its modem is online', async (t) => {
  if (missing !== null) return sayMissing(t);
  const { service, kannel } = await startAll();
  await service.database.query({ text: 'update gateways set last_seen_at = null' });
  const offline = await kannel.ping('sim-1');
  assert.match(offline.output, /sim-1 is not online/);
  assert.equal(await isSeen(service), false);
  kannel.connectCentre('OrangeMoney 699000001 text Bonjour');
  await eventually('sim-1 is online', async () => (await kannel.ping('sim-1')).code === 0, 30_000);
  assert.equal(await isSeen(service), true);
});

function sayMissing(t: TestContext): void {
  t.diagnostic(`${missing} is not installed: nothing was tried with a real Kannel`);
  t.skip(`${missing} is not installed`);
}

type Service = Awaited<ReturnType<typeof startLiveService>>;

async function startAll() {
  const service = await startLiveService();
  await addLines(service.database, 'orange', [LINE]);
  const sim = { operator: 'orange', line: LINE } as const;
  const sims = { 'sim-1': sim, 'sim-2': sim };
  await addGateway(service.database, { dialect: 'kannel', sims });
  await upsertGateway(service.database, { id: GATEWAY, dialect: 'kannel', secret: PASSWORD });
  return { service, kannel: await startKannel(service), line: createOrangeLine(LINE) };
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

async function isSeen({ database }: Service): Promise<boolean> {
  const [row] = await database.query<{ readonly seen: boolean }>({
    text: 'select last_seen_at is not null as seen from gateways',
  });
  return row?.seen ?? false;
}

/** Kannel itself sends them as a header. */
function withPassword(url: string): string {
  return url.replace('://', `://kannel:${PASSWORD}@`);
}

async function startKannel(service: Service) {
  const folder = mkdtempSync(join(tmpdir(), 'momo-kannel-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const [adminPort, boxPort, centrePort, secondPort] = await freePorts();
  const file = join(folder, 'kannel.conf');
  const example = readFileSync(join(EXAMPLES, 'kannel.conf.example'), 'utf8');
  const modem = /^smsc = at$[\s\S]*?\n\n/m;
  assert.match(example, modem);
  const local = 'connect-allow-ip = "127.0.0.1"\n\n';
  const centre = `smsc = fake\nsmsc-id = sim-1\nport = ${centrePort}\n${local}`;
  // Only this kind of centre can be given a text in UTF-16.
  const second =
    `group = smsc\nsmsc = http\nsystem-type = kannel\nsmsc-id = sim-2\nport = ${secondPort}\n` +
    `smsc-username = a\nsmsc-password = b\nsend-url = "http://127.0.0.1:9/"\n${local}`;
  writeFileSync(
    file,
    example
      .replace(modem, `${centre}${second}`)
      .replace('http-queue-delay = 10', 'http-queue-delay = 1')
      .replaceAll('13000', String(adminPort))
      .replaceAll('13001', String(boxPort))
      .replaceAll(/\/var\/(log|lib)\/kannel/g, folder)
      .replace('https://kannel:SECRET@pay.example.com', withPassword(service.url))
      .replace('till-kannel', GATEWAY),
  );
  const status = `http://127.0.0.1:${adminPort}/status.txt?password=change-this-too`;
  writeFileSync(join(folder, 'status.curl'), `url = "${status}"\n`);
  const ping = `${withPassword(service.url)}/internal/v1/sms/${GATEWAY}?ping=1`;
  writeFileSync(join(folder, 'ping.curl'), `url = "${ping}"\n`);
  const started: RunningProcess[] = [];
  // Before what `launch` does itself, which would kill one while it ends because of another.
  after(() => stopAll(started.toReversed()));
  const start = (...command: readonly [string, ...string[]]) => {
    const process = launch({ command });
    started.push(process);
    return process;
  };
  start('bearerbox', '-v', '4', file);
  await answers(status, /Status: running/);
  start('smsbox', '-v', '4', file);
  await answers(status, /smsbox:.*on-line/);
  return {
    ping: (smsc: string) =>
      runToEnd({ command: [join(EXAMPLES, 'momo-kannel-ping'), smsc, folder] }),
    /** Sends one message and stays; the next one would follow in an hour. */
    connectCentre: (message: string) => {
      const at = ['-H', '127.0.0.1', '-r', String(centrePort)];
      return start(FAKESMSC, ...at, '-m', '2', '-i', '3600', message);
    },
    receiveUnicode: (text: string) => {
      const fields = { username: 'a', password: 'b', from: 'OrangeMoney', to: '699000001' };
      const more = { coding: '2', charset: 'UTF-8', text };
      const query = new URLSearchParams({ ...fields, ...more });
      return fetch(`http://127.0.0.1:${secondPort}/?${query}`);
    },
    stop: () => stopAll(started.slice(0, 2).toReversed()),
    logs: () =>
      ['bearerbox.log', 'smsbox.log']
        .map((log) => readFileSync(join(folder, log), 'utf8'))
        .join(''),
  };
}

async function stopAll(processes: readonly RunningProcess[]): Promise<void> {
  for (const process of processes) await process.end('SIGTERM');
}

function answers(url: string, wanted: RegExp): Promise<void> {
  const isSo = () =>
    fetch(url).then(
      async (response) => wanted.test(await response.text()),
      () => false,
    );
  return eventually(`${wanted} is shown`, isSo, 30_000);
}

/** Ports that were free a moment ago: Kannel cannot choose its own. */
async function freePorts(): Promise<number[]> {
  const servers = Array.from({ length: 4 }, () => createServer());
  const ports: number[] = [];
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ports.push((server.address() as AddressInfo).port);
  }
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  return ports;
}
