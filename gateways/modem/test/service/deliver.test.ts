import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writePdus } from '../../../../service/emulators/modem/write-pdu.ts';
import { createInbox, type InboxFact } from '../../src/inbox/inbox.ts';
import { openJournal } from '../../src/inbox/journal.ts';
import { createDelivery } from '../../src/service/deliver.ts';
import { readAnswer } from '../../src/service/post.ts';

const START = Date.parse('2026-11-15T20:30:00.000Z');
const MINUTE = 60_000;
const SECRET = 'a secret';
const SIMS = ['8923701000000000015', '8923701000000000023'];

interface Reported {
  readonly sim: string;
  readonly text: string;
}

/** A service that answers with these statuses, and hangs up for `null`. */
async function start(
  statusOf: (reported: Reported, timestamp: string) => number | null,
  refusal = '{}',
) {
  const folder = mkdtempSync(join(tmpdir(), 'momo-deliver-'));
  const taken: Reported[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const reported = JSON.parse(Buffer.concat(parts).toString('utf8')) as Reported;
      const status = statusOf(reported, String(request.headers['x-timestamp']));
      if (status === null) return void request.socket.destroy();
      if (status === 200) taken.push(reported);
      const body = status === 200 ? '{"status":"stored"}' : refusal;
      const question = request.headers['x-signature'];
      const signature = createHmac('sha256', SECRET)
        .update(`answer ${status} ${String(question)}\n${body}`)
        .digest('hex');
      response.writeHead(status, { 'x-signature': signature }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const journal = await openJournal<InboxFact>(join(folder, 'inbox.journal'));
  after(async () => {
    server.closeAllConnections();
    server.close();
    await journal.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { port } = server.address() as AddressInfo;
  const inbox = createInbox(journal);
  const deliver = createDelivery({
    inbox,
    service: { url: `http://127.0.0.1:${port}/`, secret: SECRET, ca: null },
    log: () => {},
    stopping: new AbortController().signal,
  });
  const receive = async (sim: string, text: string, nowMs: number) => {
    const pdus = writePdus({ sender: 'OrangeMoney', text, at: new Date(nowMs), reference: 1 });
    const messages = pdus.map(({ hex, length }) => ({ sim, pdu: hex, length }));
    await inbox.keep(messages, nowMs);
  };
  const textsOf = (sim: string) =>
    taken.flatMap((reported) => (reported.sim === sim ? [reported.text] : []));
  return { receive, deliver, textsOf, inbox };
}

test('while the link is cut for ten minutes 500 texts wait, and follow in order, once each', async () => {
  let isCut = true;
  const { receive, deliver, textsOf, inbox } = await start(() => (isCut ? null : 200));
  const sent = new Map<string, string[]>(SIMS.map((sim) => [sim, []]));
  for (let n = 0; n < 500; n += 1) {
    const nowMs = START + (n * 11 * MINUTE) / 500;
    const sim = SIMS[n % 2] ?? assert.fail();
    await receive(sim, `text ${n}`, nowMs);
    sent.get(sim)?.push(`text ${n}`);
    if (n % 25 === 0) assert.equal(await deliver(nowMs), false);
  }
  isCut = false;
  assert.equal(await deliver(START + 12 * MINUTE), true);
  for (const sim of SIMS) assert.deepEqual(textsOf(sim), sent.get(sim));
  assert.equal(inbox.count(), 0);
});

test('a text at which the service fails lets others pass after ten minutes, and is not lost', async () => {
  let isWell = false;
  const { receive, deliver, textsOf, inbox } = await start(({ text }) =>
    text === 'bad' && !isWell ? 500 : 200,
  );
  const [sim = '', other = ''] = SIMS;
  await receive(sim, 'bad', START);
  await receive(sim, 'good', START);
  await receive(other, 'elsewhere', START);
  assert.equal(await deliver(START), false);
  assert.deepEqual([textsOf(sim), textsOf(other)], [[], ['elsewhere']]);
  await deliver(START + 10 * MINUTE);
  assert.deepEqual(textsOf(sim), ['good']);
  isWell = true;
  assert.equal(await deliver(START + 11 * MINUTE), true);
  assert.deepEqual(textsOf(sim), ['good', 'bad']);
  assert.equal(inbox.count(), 0);
});

test('a text that the service refuses is not sent again', async () => {
  const { receive, deliver, inbox } = await start(() => 422);
  await receive(SIMS[0] ?? '', 'text', START);
  assert.equal(await deliver(START), true);
  assert.equal(inbox.count(), 0);
});

const ANSWERS: readonly (readonly [status: number, text: string, kind: string])[] = [
  [200, '{"status":"stored","id":"1","repeat":false}', 'taken'],
  [200, '{"status":"alive"}', 'taken'],
  [200, '<html>Welcome to the hotel</html>', 'away'],
  [302, '', 'away'],
  [401, '{}', 'away'],
  [404, '{}', 'away'],
  [422, '{}', 'refused'],
  [500, '{}', 'failed'],
  [503, '{}', 'away'],
];

for (const [status, text, kind] of ANSWERS) {
  test(`the answer ${status} ${text.slice(0, 20)} means ${kind}`, () => {
    assert.equal(readAnswer(status, text).kind, kind);
  });
}

test('with a wrong clock a text is signed again with the time of the service, and taken', async () => {
  const rightTime = '1763400000';
  const asked: string[] = [];
  const isRight = (_: Reported, timestamp: string) => {
    asked.push(timestamp);
    return timestamp === rightTime ? 200 : 425;
  };
  const { receive, deliver, textsOf } = await start(isRight, `{"timestamp":"${rightTime}"}`);
  const [sim = ''] = SIMS;
  await receive(sim, 'a text', START);
  assert.equal(await deliver(START + MINUTE), true);
  assert.deepEqual([textsOf(sim), asked.length, asked[1]], [['a text'], 2, rightTime]);
});

test('a service that refuses the time which it named is asked once more, and then away', async () => {
  let asked = 0;
  const { receive, deliver, inbox } = await start(() => {
    asked += 1;
    return 425;
  }, '{"timestamp":"1763400000"}');
  await receive(SIMS[0] ?? '', 'a text', START);
  assert.equal(await deliver(START + MINUTE), false);
  assert.deepEqual([asked, inbox.count()], [2, 1]);
});
