import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFeed } from '../../../src/flows/decisions/queues/feed.ts';
import { addPerson, openBrowser, signedIn } from '../../support/access/staff.ts';
import { startTestService, startTwin } from '../../support/harness.ts';
import { eventually } from '../../support/service-process.ts';
import { create, WITHDRAWALS } from '../../support/transactions/payments.ts';

const service = await startTestService();
const agent = await addPerson(service.database, 'agent');
const browser = await signedIn(service, agent);

/** Waits for the event that names this transaction or queue. */
async function waitFor(stream: ReadableStreamDefaultReader<string>, text: string): Promise<number> {
  const start = performance.now();
  let received = '';
  while (!received.includes(text)) {
    const { value, done } = await stream.read();
    assert.ok(!done, 'the feed ended');
    received += value;
  }
  return performance.now() - start;
}

test('an approval on another process reaches an open screen within a second', async (t) => {
  const twin = await startTwin(service);
  const controller = new AbortController();
  t.after(() => controller.abort());
  const answer = await fetch(`${service.url}/internal/v1/events`, {
    headers: { cookie: browser.cookie() },
    signal: controller.signal,
  });
  assert.match(answer.headers.get('content-type') ?? '', /text\/event-stream/);
  assert.ok(answer.body !== null);
  const stream = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  // By then the feed has looked for the first time: it reports what changes afterwards.
  await waitFor(stream, 'event: beat');
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  await waitFor(stream, '"approvals"');
  const elsewhere = openBrowser(twin, browser.cookie());
  const approved = await elsewhere.call('POST', `/internal/v1/withdrawals/${id}/approve`);
  assert.equal(approved.status, 200, approved.text);
  const ms = await waitFor(stream, id);
  assert.ok(ms < 1_000, `${ms} ms`);
});

test('what changes while the feed looks is reported at once', { timeout: 30_000 }, async (t) => {
  const read = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  let reads = 0;
  const feed = createFeed({
    query: async (question) => {
      const answer = await service.database.query(question);
      reads += 1;
      // What it looks at when it is called for the first time was read before the change.
      if (reads === 3) {
        read.resolve();
        await changed.promise;
      }
      return answer as never;
    },
  });
  const reported = Promise.withResolvers<readonly string[]>();
  // Its next look never comes.
  const interval = t.mock.method(globalThis, 'setInterval', () => setTimeout(() => {}));
  feed.join(
    ({ queues }) => reported.resolve(queues),
    () => {},
  );
  interval.mock.restore();
  t.after(feed.close);
  await eventually('it has looked', async () => reads === 2);
  feed.poke();
  await read.promise;
  await create(service, WITHDRAWALS);
  feed.poke();
  changed.resolve();
  assert.deepEqual(await reported.promise, ['approvals']);
});

test('the feed of a person who signs out ends', async () => {
  const leaving = await signedIn(service, await addPerson(service.database, 'viewer'));
  const answer = await fetch(`${service.url}/internal/v1/events`, {
    headers: { cookie: leaving.cookie() },
  });
  await leaving.call('DELETE', '/internal/v1/session');
  // Reads until the service ends the stream.
  assert.match(await answer.text(), /^: open/);
});

test('the feed needs a signed-in person', async () => {
  assert.equal((await service.call('GET', '/internal/v1/events')).status, 401);
});

test('a session has six open feeds, and another one when it closes one', async (t) => {
  const viewer = await signedIn(service, await addPerson(service.database, 'viewer'));
  const headers = { cookie: viewer.cookie() };
  const feeds = Array.from({ length: 6 }, () => new AbortController());
  t.after(() => feeds.forEach((feed) => feed.abort()));
  // Kept, as the feed of an answer that nothing refers to may be closed at any time.
  const answers: Response[] = [];
  for (const { signal } of feeds) {
    answers.push(await fetch(`${service.url}/internal/v1/events`, { headers, signal }));
  }
  assert.equal((await viewer.call('GET', '/internal/v1/events')).status, 429);
  assert.deepEqual(
    answers.map(({ status }) => status),
    feeds.map(() => 200),
  );
  feeds[0]?.abort();
  const again = new AbortController();
  feeds.push(again);
  await eventually('a closed feed makes room', async () => {
    const { signal } = again;
    return (await fetch(`${service.url}/internal/v1/events`, { headers, signal })).status === 200;
  });
});
