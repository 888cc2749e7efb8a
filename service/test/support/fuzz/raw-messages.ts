import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { pick, seeded } from '../providers/provider-garbage.ts';

export interface RawReport {
  readonly seed: number;
  readonly messages: number;
  /** How they were answered; `closed` without an answer. */
  readonly statuses: Readonly<Record<string, number>>;
}

const AT_A_TIME = 16;
/** The service gives up a request after 10 seconds; one that is never answered is a finding. */
const PATIENCE_MS = 30_000;
const IDLE_MS = 250;

/**
 * Sends what no HTTP client would send, a connection each. Every one is answered 4xx, or well where
 * the damage does no harm, or the connection is closed; and none gets the answer of another.
 */
export async function sendMalformed(
  url: string,
  { messages, seed }: { readonly messages: number; readonly seed: number },
): Promise<RawReport> {
  const random = seeded(seed);
  const statuses: Record<string, number> = {};
  let next = 0;
  const sendAll = async () => {
    while (next < messages) {
      // All have the same length, so that none is the beginning of another.
      const name = `fuzz-${String(next).padStart(7, '0')}`;
      next += 1;
      const message = malformed(random, name);
      const answer = await exchange(url, message);
      const shown = `seed ${seed}: ${JSON.stringify(message.toString('latin1').slice(0, 600))}`;
      const found = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status ?? '');
      for (const status of found.length === 0 ? ['closed'] : found) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        // Node itself answers 501 and 505 to what is no HTTP of ours.
        assert.ok(!/^5(?!03|01|05)/.test(status), `${shown} was answered ${answer}`);
      }
      for (const [, id = ''] of answer.matchAll(/^x-request-id: (fuzz-\S+)/gim)) {
        assert.ok(message.includes(id), `${shown} got the answer of another, ${id}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, sendAll));
  return { seed, messages, statuses };
}

function exchange(url: string, message: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let received = '';
  const socket = connect(Number(port), hostname);
  socket.setEncoding('latin1');
  const timer = setTimeout(() => {
    socket.destroy();
    reject(new Error(`neither answered nor closed: ${message.toString('latin1').slice(0, 600)}`));
  }, PATIENCE_MS);
  // Ends a message that was cut, which the service waits for.
  const idle = setTimeout(() => socket.end(), IDLE_MS);
  socket.on('data', (chunk: string) => {
    received += chunk;
    idle.refresh();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    clearTimeout(timer);
    clearTimeout(idle);
    resolve(received);
  });
  socket.write(message);
  return promise;
}

type Random = () => number;

const BODY = JSON.stringify({
  player_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  msisdn: '+237670000001',
  amount_xaf: 500,
  operator: 'mtn',
  reference: 'raw',
});

interface Message {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

function wellFormed(name: string): Message {
  return {
    line: 'POST /api/v1/deposits HTTP/1.1',
    headers: [
      'host: localhost',
      `x-request-id: ${name}`,
      'content-type: application/json',
      `content-length: ${BODY.length}`,
      'connection: close',
    ],
    body: BODY,
  };
}

/** What can be wrong with a message, each by itself. */
const DAMAGES: readonly ((message: Message, random: Random) => Message)[] = [
  (m) => ({ ...m, headers: [...m.headers, 'transfer-encoding: chunked'] }),
  (m) => ({ ...m, headers: [...m.headers, 'content-length: 1'] }),
  (m, r) => ({ ...m, headers: m.headers.toSpliced(3, 1, `content-length: ${pick(r, LENGTHS)}`) }),
  (m, r) => ({ ...withChunks(m), body: pick(r, CHUNKS) }),
  (m, r) => ({ ...m, line: pick(r, LINES) }),
  (m, r) => ({ ...m, headers: [...m.headers, pick(r, HEADERS)] }),
  (m) => ({ ...m, headers: [...m.headers, `x-long: ${'a'.repeat(65_536)}`] }),
  (m) => ({
    ...m,
    headers: [...m.headers, ...Array.from({ length: 3_000 }, (_, n) => `x${n}: 1`)],
  }),
  (m) => withBody(m, '['.repeat(30_000)),
  (m) => withBody(m, `{"a":${'{"a":'.repeat(10_000)}`),
  (m) => withBody(m, BODY.replace('{', '{"__proto__":{"amount_xaf":1},')),
  (m) => withBody(m, BODY.replace('500', '1e400')),
  (m) => withBody(m, BODY.replace('raw', '\xff\xfe\xc0')),
  (m) => withBody(m, BODY.replace('raw', '\0')),
  // Another message behind it in the same connection.
  (m) => ({
    ...m,
    body: `${m.body}GET /api/v1/transactions/x HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  }),
];

const LENGTHS = ['-1', '1e3', '0x10', '99999999999999999999', '1073741824', ' ', '5, 5', '٣'];
const CHUNKS = [
  'zz\r\n',
  '5\r\nabc',
  '-1\r\n\r\n',
  'ffffffffffffffff\r\na\r\n',
  '1;x\r\na\r\n0\r\n\r\n',
];
const LINES = [
  'POST /api/v1/deposits HTTP/9.9',
  'POST /api/v1/deposits',
  'POST  /api/v1/deposits HTTP/1.1',
  'PO\0ST /api/v1/deposits HTTP/1.1',
  'POST /api/v1/\xff\xfe HTTP/1.1',
  'POST http://elsewhere.example/api/v1/deposits HTTP/1.1',
  'CONNECT localhost:22 HTTP/1.1',
  'PRI * HTTP/2.0',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  'OPTIONS * HTTP/1.1',
  'POST /api/v1/deposits?%zz=%00 HTTP/1.1',
];
const HEADERS = [
  'no colon here',
  ': no name',
  'x y: 1',
  'x: \0',
  ' folded: 1',
  'host: other',
  'expect: 200-ok',
  'expect: 100-continue',
  'content-encoding: gzip',
  'content-type: application/json; charset=utf-7',
  'connection: upgrade\r\nupgrade: websocket',
  'transfer-encoding: gzip, chunked, chunked',
  'x: a\rb',
];

function withBody(message: Message, body: string): Message {
  const headers = message.headers.toSpliced(3, 1, `content-length: ${body.length}`);
  return { ...message, headers, body };
}

function withChunks(message: Message): Message {
  return { ...message, headers: message.headers.toSpliced(3, 1, 'transfer-encoding: chunked') };
}

function malformed(random: Random, name: string): Buffer {
  let message = wellFormed(name);
  const times = 1 + Math.floor(random() * 2);
  for (let n = 0; n < times; n += 1) message = pick(random, DAMAGES)(message, random);
  const ending = random() < 0.05 ? '\n' : '\r\n';
  const text = [message.line, ...message.headers, '', message.body].join(ending);
  const bytes = Buffer.from(text, 'latin1');
  // Some are also cut or have a byte changed.
  const luck = random();
  if (luck < 0.1) return bytes.subarray(0, Math.floor(random() * bytes.length));
  if (luck < 0.3) bytes[Math.floor(random() * Math.min(bytes.length, 400))] = random() * 256;
  return bytes;
}
