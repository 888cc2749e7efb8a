import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { checkSignature } from '../../../src/signing/gateway-signature.ts';
import { SECRET } from '../../support/receipts/sms.ts';
import {
  type Answering,
  answering,
  type Received,
  startRawReceiver,
  startReceiver,
} from '../../support/webhooks/receiver.ts';
import { createGammuBox, findMissing, type GammuBox, smsdEnvironment } from './gammu-box.ts';

const missing = findMissing(['python3']);

/** Says why nothing was tested where Python is missing. */
function guarantee(name: string, run: (t: TestContext) => Promise<void>): void {
  test(name, async (t) => {
    if (missing !== null) return t.skip(`${missing} is not installed`);
    return run(t);
  });
}

const STORED = answering(200, '{"status":"stored","id":"1","repeat":false}');
const NOWHERE = 'http://127.0.0.1:9/internal/v1/sms/till-phone';

async function start(answer: Answering = STORED) {
  const receiver = await startReceiver(answer);
  return { ...receiver, box: createGammuBox({ url: `${receiver.url}/internal/v1/sms/box` }) };
}

interface Reported {
  readonly sim: string;
  readonly sender: string;
  readonly text: string;
  readonly received_at: string;
}

/** What arrived, once its signature has been checked as the service does it. */
function reportedBy({ body, headers }: Received): Reported {
  const [signature, timestamp] = [headers['x-signature'], headers['x-timestamp']];
  assert.ok(typeof signature === 'string' && typeof timestamp === 'string');
  const request = { raw: Buffer.from(body), signature, timestamp };
  assert.equal(checkSignature(SECRET, request, Date.now()), 'trusted');
  return JSON.parse(body) as Reported;
}

function receive(box: GammuBox, text: string) {
  return box.run(['IN20261114_093000_00_OrangeMoney_00.txt'], smsdEnvironment(text));
}

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['plain words', 'Transfert de 699000001 reussi.'],
  ['quotes and backslashes', `"Vous" avez 'recu' \\ \\" \\n 500 FCFA\\`],
  ['line breaks and tabs', 'Montant: 500 FCFA\nFrais: 0\r\n\tSolde: 1 \u000b\u0001\u007f'],
  ['accents and signs', 'Réussi à Nkongsamba : côté gauche, œuvre, 5 € « ok » ñ Ü'],
  ['signs outside the first plane', 'Merci 😀👩‍👩‍👧 𝄞'],
  ['marks of shells and formats', '$(id) `id` ${HOME} %s %n {0} &amp; <b> ; rm -rf x | y > z # !!'],
  ['marks of JSON', '","sender":"MobileMoney","text":"'],
  ['spaces at both ends', '  500 FCFA  '],
  ['a long text', 'é'.repeat(1_900)],
];

for (const [name, text] of TEXTS) {
  guarantee(`a text with ${name} arrives as it is, rightly signed`, async () => {
    const { box, received } = await start();
    const { code, output } = await receive(box, text);
    assert.deepEqual([code, output], [0, '']);
    assert.equal(received.length, 1);
    const [reported] = received.map(reportedBy);
    assert.deepEqual(
      [reported?.sim, reported?.sender, reported?.text],
      ['sim-1', 'OrangeMoney', text],
    );
    assert.match(reported?.received_at ?? '', /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.deepEqual(box.waiting(), []);
  });
}

guarantee('parts that gammu has not joined are joined in their order', async () => {
  const { box, received } = await start();
  const parts = { SMS_MESSAGES: '3', SMS_1_TEXT: 'one ', SMS_2_TEXT: 'two ', SMS_3_TEXT: 'three' };
  await box.run([], { ...smsdEnvironment(''), DECODED_PARTS: '0', ...parts });
  assert.deepEqual(
    received.map((one) => reportedBy(one).text),
    ['one two three'],
  );
});

guarantee('a modem without a line of its own in [sims] keeps its name', async () => {
  const { box, received } = await start();
  await box.run([], { ...smsdEnvironment('a text'), PHONE_ID: 'modem-2' });
  assert.deepEqual(
    received.map((one) => reportedBy(one).sim),
    ['modem-2'],
  );
});

guarantee('an answer to a USSD code is no message', async () => {
  const { box, received } = await start();
  const { code } = await box.run([], {
    ...smsdEnvironment('Solde: 5 FCFA', ''),
    SMS_1_CLASS: '127',
  });
  assert.deepEqual([code, received.length, box.waiting()], [0, 0, []]);
});

guarantee('messages wait while the service is away and follow in their order', async () => {
  const texts = ['first', 'second', 'third'];
  const box = createGammuBox({ url: NOWHERE });
  for (const text of texts) {
    assert.equal((await receive(box, text)).code, 0, 'gammu-smsd need not worry');
  }
  assert.equal(box.waiting().length, 3);
  const { url, received } = await startReceiver(STORED);
  box.connectTo(url);
  assert.equal((await box.run(['--flush'])).code, 0);
  assert.deepEqual(
    received.map((one) => reportedBy(one).text),
    texts,
  );
  assert.deepEqual(box.waiting(), []);
});

guarantee('a new message goes out behind those that waited', async () => {
  let isAway = true;
  const { box, received } = await start((response, one, count) => {
    if (isAway) response.writeHead(503).end();
    else STORED(response, one, count);
  });
  await receive(box, 'first');
  await receive(box, 'second');
  isAway = false;
  await receive(box, 'third');
  assert.deepEqual(
    received.map((one) => reportedBy(one).text),
    ['first', 'first', 'first', 'second', 'third'],
  );
  assert.deepEqual(box.waiting(), []);
});

const KEPT: readonly (readonly [name: string, answer: Answering])[] = [
  ['401', answering(401, '{"detail":"x"}')],
  ['404', answering(404, '{"detail":"x"}')],
  ['429', answering(429)],
  ['500', answering(500)],
  ['503', answering(503)],
  ['a redirect', (response) => response.writeHead(302, { location: '/' }).end()],
  ['200 with the page of a stranger', answering(200, '<html>Sign in</html>')],
  ['200 with other JSON', answering(200, '["stored"]')],
  ['200 without a body', answering(200)],
  ['a connection that breaks', (response) => response.destroy()],
];

for (const [name, answer] of KEPT) {
  guarantee(`a message stays in the spool after ${name}`, async () => {
    const { box, received } = await start(answer);
    assert.equal((await receive(box, 'a payment')).code, 0);
    assert.deepEqual([box.waiting().length, received.length], [1, 1]);
  });
}

guarantee('a flush that leaves a message behind fails', async () => {
  const { box, received } = await start(answering(503));
  await receive(box, 'a payment');
  assert.equal((await box.run(['--flush'])).code, 1);
  assert.deepEqual([box.waiting().length, received.length], [1, 2]);
});

for (const status of [413, 422]) {
  guarantee(`a message refused with ${status} is set aside and stops nothing`, async () => {
    const { box, received } = await start((response, one, count) => {
      if (count === 1) response.writeHead(status).end();
      else STORED(response, one, count);
    });
    await receive(box, 'first');
    await receive(box, 'second');
    assert.deepEqual([box.waiting(), box.refused().length, received.length], [[], 1, 2]);
  });
}

guarantee('a message that the service fails at for long stops nothing behind it', async () => {
  const { box, received } = await start((response, one, count) => {
    if (one.body.includes('poison')) response.writeHead(500).end();
    else STORED(response, one, count);
  });
  box.put('00000000000000000001-1.json', { sender: 'x', text: 'poison' });
  await receive(box, 'a payment');
  assert.deepEqual(
    received.map((one) => reportedBy(one).text),
    ['poison', 'a payment'],
  );
  assert.deepEqual(box.waiting(), ['00000000000000000001-1.json']);
});

guarantee(
  'a message refused because the clock is wrong is signed with the right time and sent again',
  async () => {
    const timestamp = String(Math.floor(Date.now() / 1_000) + 3_600);
    const refusal = answering(425, JSON.stringify({ code: 'gateway_clock_wrong', timestamp }));
    const service = await start((response, received, count) =>
      (received.headers['x-timestamp'] === timestamp ? STORED : refusal)(response, received, count),
    );
    assert.equal((await receive(service.box, 'a')).code, 0);
    assert.deepEqual(service.box.waiting(), []);
    const [first, again, ...more] = service.received;
    assert.deepEqual([again?.body, more], [first?.body, []]);
    const raw = Buffer.from(again?.body ?? '');
    const signature = String(again?.headers['x-signature']);
    const signed = { raw, signature, timestamp };
    assert.equal(checkSignature(SECRET, signed, Number(timestamp) * 1_000), 'trusted');
  },
);

guarantee('a service that never answers holds gammu-smsd for a moment only', async () => {
  const { url } = await startRawReceiver();
  const box = createGammuBox({ url: `${url}/internal/v1/sms/box`, timeoutSeconds: 0.3 });
  const startedAt = performance.now();
  assert.equal((await receive(box, 'a payment')).code, 0);
  assert.ok(performance.now() - startedAt < 5_000);
  assert.equal(box.waiting().length, 1);
});

guarantee('at most twenty messages are posted while gammu-smsd waits', async () => {
  const { box, received } = await start();
  for (let n = 10; n < 40; n += 1) box.put(`000000000000000000${n}-1.json`, { text: `${n}` });
  await receive(box, 'new');
  assert.equal(received.length, 20);
  await box.run(['--flush']);
  assert.deepEqual([received.length, box.waiting()], [31, []]);
});

guarantee('a secret that everybody can read is not used, and the message waits', async () => {
  const { box, received } = await start();
  chmodSync(box.secretFile, 0o644);
  const { code, output } = await receive(box, 'a payment');
  assert.deepEqual([code, received.length, box.waiting().length], [0, 0, 1]);
  assert.match(output, /must not be open to everybody/);
});

guarantee('complaints name neither the secret nor the number nor the text', async () => {
  const { box } = await start(answering(500));
  const { output } = await box.run([], smsdEnvironment('Transfert de 699000001', '+237699000001'));
  assert.match(output, /stays in the spool: the service answered 500/);
  assert.doesNotMatch(output, /secret of|699000001|Transfert/);
});

guarantee('plain http is used on the machine itself only', async () => {
  const box = createGammuBox({ url: 'http://pay.example.com/internal/v1/sms/box' });
  const { code, output } = await receive(box, 'a payment');
  assert.equal(code, 2);
  assert.match(output, /must begin with https/);
});

guarantee(
  'a sign of life is signed, and sent only while the check of the modem passes',
  async () => {
    const receiver = await startReceiver(answering(200, '{"status":"alive"}'));
    const works = createGammuBox({ url: receiver.url, check: () => 'true' });
    assert.equal((await works.run(['--ping'])).code, 0);
    assert.deepEqual(receiver.received.map(reportedBy), [{ type: 'ping' }]);
    for (const check of ['false', 'no-such-program-here']) {
      const box = createGammuBox({ url: receiver.url, check: () => check });
      const { code, output } = await box.run(['--flush', '--ping']);
      assert.equal(code, 1);
      assert.match(output, /no sign of life is sent/);
    }
    assert.equal(receiver.received.length, 1);
  },
);
