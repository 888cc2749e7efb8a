import assert from 'node:assert/strict';
import type { lookup as dnsLookup, LookupAddress } from 'node:dns';
import { after, test } from 'node:test';
import { createPoster, type PostResult } from '../../src/outbound/post.ts';
import { startRawReceiver, startReceiver } from '../support/webhooks/receiver.ts';

const POLICY = { publicOnly: true, schemes: ['http', 'https'], ports: [] };
/** A public address that never answers. */
const PUBLIC = '192.0.1.1';

/** A canary: in live nothing may ever connect to it. */
const canary = await startRawReceiver();
const port = new URL(canary.url).port;

/** Name resolution that gives these answers one after the other, the last one for ever. */
function scriptedLookup(...answers: readonly (readonly string[])[]) {
  let asked = 0;
  const lookup = (
    _hostname: string,
    _options: unknown,
    callback: (error: null, addresses: LookupAddress[]) => void,
  ): void => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(() => callback(null, found));
  };
  return { lookup: lookup as unknown as typeof dnsLookup, asked: () => asked };
}

function posting(lookup?: typeof dnsLookup): (url: string) => Promise<PostResult> {
  const options = { policy: POLICY, proxyUrl: null };
  const poster = createPoster(lookup === undefined ? options : { ...options, lookup });
  after(() => poster.close());
  return (url) => poster.post({ url, headers: {}, body: '{}', timeoutMs: 300 });
}

test('a name that resolves to a private address is not connected to', async () => {
  for (const addresses of [
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['169.254.169.254'],
    ['10.0.0.1'],
    [PUBLIC, '127.0.0.1'],
    ['127.0.0.1', PUBLIC],
  ]) {
    const result = await posting(scriptedLookup(addresses).lookup)(`http://rebind.test:${port}/`);
    assert.ok(result.kind === 'failed');
    assert.equal(
      result.error,
      'refused: the name resolves to a private address',
      String(addresses),
    );
  }
  assert.equal(canary.connections(), 0);
});

test('a name is resolved once per connection, so its second answer cannot slip in', async () => {
  const { lookup, asked } = scriptedLookup([PUBLIC], ['127.0.0.1']);
  const post = posting(lookup);
  // The first answer is allowed: a public address, which never answers.
  const first = await post(`http://rebind.test:${port}/`);
  assert.ok(first.kind === 'failed');
  assert.doesNotMatch(first.error, /^refused/);
  assert.equal(asked(), 1);
  const second = await post(`http://rebind.test:${port}/`);
  assert.ok(second.kind === 'failed');
  assert.match(second.error, /^refused/);
  assert.equal(asked(), 2);
  assert.equal(canary.connections(), 0);
});

test('an address that is written out is refused before anything is resolved or connected', async () => {
  const { lookup, asked } = scriptedLookup([PUBLIC]);
  const post = posting(lookup);
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]']) {
    const result = await post(`http://${host}:${port}/`);
    assert.ok(result.kind === 'failed');
    assert.equal(result.error, 'refused: the address must be a public address');
  }
  for (const url of [`http://localhost:${port}/`, `http://user@a.test:${port}/`, 'ftp://a.test/']) {
    const result = await post(url);
    assert.ok(result.kind === 'failed');
    assert.match(result.error, /^refused: the address must/);
  }
  assert.equal(asked(), 0);
  assert.equal(canary.connections(), 0);
});

test('the real name resolution is checked as well', async () => {
  const result = await posting()(`http://localhost.:${port}/`);
  assert.ok(result.kind === 'failed');
  assert.equal(canary.connections(), 0);
});

test('in the sandbox a receiver on this machine gets its webhooks', async () => {
  const receiver = await startReceiver();
  const poster = createPoster({ policy: { ...POLICY, publicOnly: false }, proxyUrl: null });
  after(() => poster.close());
  const url = receiver.url.replace('127.0.0.1', 'localhost');
  const result = await poster.post({ url, headers: {}, body: '{}', timeoutMs: 2_000 });
  assert.equal(result.kind, 'answered');
});

test('in the sandbox no name leads to a link-local address', async () => {
  for (const address of ['169.254.169.254', '::ffff:a9fe:a9fe', 'fe80::1', 'fd00:ec2::254']) {
    const { lookup } = scriptedLookup([address]);
    const policy = { ...POLICY, publicOnly: false };
    const poster = createPoster({ policy, proxyUrl: null, lookup });
    after(() => poster.close());
    const url = `http://metadata.test:${port}/`;
    const result = await poster.post({ url, headers: {}, body: '{}', timeoutMs: 300 });
    assert.ok(result.kind === 'failed');
    assert.equal(result.error, 'refused: the name resolves to a link-local address', address);
  }
});

test('what a private address answers a service of a network is not kept', async () => {
  const receiver = await startReceiver((response) => response.end('INTERNAL'));
  for (const hidesPrivateAnswers of [true, false]) {
    const policy = { ...POLICY, publicOnly: false, hidesPrivateAnswers };
    const poster = createPoster({ policy, proxyUrl: null });
    after(() => poster.close());
    for (const host of ['127.0.0.1', 'localhost']) {
      const url = receiver.url.replace('127.0.0.1', host);
      const result = await poster.post({ url, headers: {}, body: '{}', timeoutMs: 2_000 });
      assert.ok(result.kind === 'answered');
      assert.deepEqual(
        [result.status, result.answer],
        [200, hidesPrivateAnswers ? '' : 'INTERNAL'],
      );
    }
  }
});
