import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openPort } from '../../../../gateways/modem/src/modem/open-port.ts';
import { signAnswer } from '../../../src/signing/gateway-signature.ts';
import { createModemBox, type ModemBox } from '../../support/lines/modem-box.ts';
import { startLiveService } from '../../support/providers/live.ts';
import {
  addGateway,
  addLines,
  createOrangeLine,
  GATEWAY,
  receiptsOf,
  SECRET,
} from '../../support/receipts/sms.ts';
import { eventually } from '../../support/service-process.ts';
import { create, DEPOSITS, read } from '../../support/transactions/payments.ts';
import { startReceiver } from '../../support/webhooks/receiver.ts';
import { findMissing } from './gammu-box.ts';

// The real modem agent over a real serial line, with an emulated modem.

const LINE = '+237699000001';
const STORED = '{"status":"stored","id":"1","repeat":false}';
const NOWHERE = 'http://127.0.0.1:9/internal/v1/sms/box';
const missing = findMissing(['socat']);

/** Says why nothing was tested where socat is missing. */
function guarantee(name: string, run: (t: TestContext) => Promise<void>): void {
  test(name, async (t) => {
    if (missing !== null) return t.skip(`${missing} is not installed`);
    return run(t);
  });
}

interface Reported {
  readonly type: string;
  readonly text: string;
  readonly stores?: readonly unknown[];
}

async function startAway() {
  const receiver = await startReceiver((response, { headers, body }) => {
    const question = { raw: Buffer.from(body), timestamp: String(headers['x-timestamp']) };
    const signature = signAnswer(SECRET, question, { status: 200, body: STORED });
    response.writeHead(200, { 'x-signature': signature }).end(STORED);
  });
  const reported = () => receiver.received.map(({ body }) => JSON.parse(body) as Reported);
  const texts = () => reported().flatMap(({ type, text }) => (type === 'sms' ? [text] : []));
  return { url: `${receiver.url}/sms/box`, reported, texts };
}

const isEmpty = ({ modem }: ModemBox) => modem.state.store.size === 0;

guarantee('a text that a modem receives in parts completes its deposit', async () => {
  const service = await startLiveService();
  const box = await createModemBox(`${service.url}/internal/v1/sms/${GATEWAY}`);
  await addLines(service.database, 'orange', [LINE]);
  await addGateway(service.database, {
    sims: { [box.modem.state.iccid]: { operator: 'orange', line: LINE } },
  });
  const msisdn = '+237690000001';
  const created = await create(service, DEPOSITS, { operator: 'orange', msisdn });
  const text = createOrangeLine(LINE).pay({ payer: msisdn, amount: 500 });
  assert.ok(text.length > 160, 'it needs two parts');
  // Modems talk in the middle of their answers.
  box.modem.faults.between = ['^RSSI: 12', '+CREG: 1', 'RING'];
  const program = box.run();
  await program.seen('modem_ready');
  box.modem.receive({ sender: 'OrangeMoney', text, arrange: (parts) => parts.toReversed() });
  const isPaid = async () => (await read(service, created.service_tx_id))['state'] === 'succeeded';
  await eventually('the deposit has succeeded', isPaid, 30_000);
  assert.deepEqual(
    (await receiptsOf(service.database, msisdn)).map(({ state, score }) => [state, score]),
    [['used', 100]],
  );
  await eventually('the store of the SIM is empty', () => isEmpty(box), 30_000);
  const { code } = await program.end('SIGTERM');
  assert.equal(code, 0, program.output());
  assert.ok(!program.output().includes('690000001'), 'no number of a player is in the log');
});

guarantee('texts wait while the service is away and follow in order, once each', async () => {
  const { url, texts } = await startAway();
  const box = await createModemBox(NOWHERE);
  const sent = Array.from({ length: 30 }, (_, n) => `text ${n} ${'é'.repeat(n)}`);
  const program = box.run();
  for (const text of sent) box.modem.receive({ sender: 'OrangeMoney', text });
  await eventually('the journal has all of them', () => isEmpty(box), 30_000);
  await program.end('SIGKILL');
  box.connectTo(url);
  const again = box.run();
  await eventually('all arrived', () => texts().length >= sent.length, 30_000);
  assert.deepEqual(texts(), sent);
  await again.end('SIGTERM');
});

guarantee(
  'a message leaves its SIM only when it is on disk, and killed in between once',
  async () => {
    const { url, texts } = await startAway();
    const box = await createModemBox(url);
    const sent = ['one', 'two', 'three', 'four'];
    for (const text of sent) {
      const program = box.run();
      const deleting = box.modem.received(/^AT\+CMGD=/);
      box.modem.faults.errors.set('AT+CMGD=1', '+CMS ERROR: 500');
      box.modem.receive({ sender: 'OrangeMoney', text });
      await deleting;
      assert.ok(box.written().split('received').length > sent.indexOf(text) + 1);
      await program.end('SIGKILL');
      box.modem.faults.errors.clear();
    }
    const program = box.run();
    await eventually('the store of the SIM is empty', () => isEmpty(box), 30_000);
    await eventually('all arrived', () => new Set(texts()).size === sent.length, 30_000);
    await program.end('SIGTERM');
    assert.deepEqual([...new Set(texts())], sent);
  },
);

guarantee('a modem that is unplugged, or no longer answers, is used again by itself', async () => {
  const { url, texts } = await startAway();
  const { modem, run } = await createModemBox(url);
  const program = run();
  await program.seen('modem_ready');
  await modem.unplug();
  await program.seen('modem_lost');
  await modem.plug();
  modem.receive({ sender: 'OrangeMoney', text: 'after the plug' });
  await eventually('it arrived', () => texts().includes('after the plug'), 30_000);
  await program.end('SIGTERM');
});

guarantee('a modem that is pulled out is missed at once, also while it is not asked', async () => {
  const { modem } = await createModemBox(NOWHERE);
  const port = await openPort({ path: modem.path, baud: 115_200 });
  const gone = new Promise<void>((resolve) => {
    port.onGone(resolve);
  });
  await modem.unplug();
  // From here on it is read, and all that can be read is that it is gone.
  port.onData(() => {});
  await gone;
});

guarantee('a letter that the line has changed never becomes a text', async () => {
  const { url, texts } = await startAway();
  const { modem, run } = await createModemBox(url);
  let spoiled = 0;
  // Every seventh message line has one digit changed, each time another one.
  modem.faults.spoil = (line) => {
    if (!line.startsWith('0791')) return line;
    spoiled += 1;
    const at = line.length - 1 - (spoiled % 12);
    const changed = line[at] === '5' ? '6' : '5';
    return spoiled % 7 === 0 ? `${line.slice(0, at)}${changed}${line.slice(at + 1)}` : line;
  };
  const sent = Array.from({ length: 6 }, (_, n) => `Montant: 5${n}00 FCFA`);
  for (const text of sent) modem.receive({ sender: 'OrangeMoney', text });
  const program = run();
  await eventually('all arrived', () => texts().length >= sent.length, 30_000);
  await program.end('SIGTERM');
  assert.deepEqual(texts().toSorted(), sent);
});

guarantee('a PIN that the SIM refuses is tried once, also after restarts', async () => {
  const { url } = await startAway();
  const box = await createModemBox(url, { simPin: '4821' });
  box.setPin('1111');
  const output: string[] = [];
  for (let start = 0; start < 3; start += 1) {
    const program = box.run();
    await program.seen(/modem_lost.*SIM/);
    await program.end('SIGKILL');
    output.push(program.output());
  }
  assert.equal(box.modem.state.pinTriesLeft, 2);
  box.setPin('4821');
  const program = box.run();
  await program.seen('modem_ready');
  await program.end('SIGTERM');
  assert.equal(box.modem.state.pinTriesLeft, 3);
  assert.doesNotMatch([...output, program.output(), box.written()].join('\n'), /1111|4821/);
});

guarantee('a sign of life says how full the SIM is, and comes only in the network', async () => {
  const { url, reported } = await startAway();
  const { modem, run } = await createModemBox(url);
  modem.state.registration = 2;
  const first = run();
  const asked = modem.received(/^AT\+CSQ$/);
  await asked;
  await modem.received(/^AT\+CSQ$/);
  await first.end('SIGTERM');
  assert.deepEqual(reported(), []);
  modem.state.registration = 1;
  const second = run();
  await eventually('a sign of life', () => reported().length > 0, 30_000);
  await second.end('SIGTERM');
  assert.deepEqual(reported()[0]?.stores, [{ sim: modem.state.iccid, used: 0, size: 40 }]);
});
