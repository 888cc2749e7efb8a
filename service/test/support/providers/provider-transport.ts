import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Direction } from '../../../src/domain/payment-kinds.ts';
import { english } from '../sentences.ts';
import { limitTime } from '../slowness.ts';
import { closedPort } from '../webhooks/receiver.ts';
import { proveGarbage } from './provider-garbage.ts';
import {
  abilitiesOf,
  closeLater,
  type Dialect,
  openCall,
  PATIENT_MS,
  paymentOrderOf,
  type Route,
  type Subject,
  TIMEOUT_MS,
  type World,
} from './provider-subject.ts';
import {
  FAULTS,
  type ReceivedRequest,
  type Scripted,
  startScriptedProvider,
} from './scripted-provider.ts';

/** Starts the system and prepares an order with it. */
export async function openWorld(
  { adapter, account }: Subject,
  dialect: Dialect,
  direction: Direction,
): Promise<World> {
  const system = await startScriptedProvider();
  const routes = dialect.of(direction);
  const all = [dialect.token, ...Object.values(routes as object)].filter(
    (route): route is Route => route !== null,
  );
  const changed = new Map<Route, (request: ReceivedRequest) => Scripted>();
  system.script((request) => {
    const route = all.find(({ matches }) => matches(request));
    if (route === undefined) return { status: 404, body: '<html>no such page</html>' };
    return changed.get(route)?.(request) ?? route.well;
  });
  const connector = closeLater(adapter.connect(account(system.url)));
  const order = paymentOrderOf(adapter, direction);
  const prepared = await connector.prepare(order, openCall());
  assert.ok(prepared.kind === 'prepared', JSON.stringify(prepared));
  return {
    system,
    connector,
    order: { ...order, handle: prepared.handle ?? dialect.learnt ?? order.reference },
    routes,
    received: (route) => system.received.filter(route.matches),
    instead: (route, answer) => {
      changed.set(route, typeof answer === 'function' ? answer : () => answer);
    },
  };
}

/** What holds for an adapter that speaks HTTP, however the other side behaves. */
export function proveTransport(subject: Subject, dialect: Dialect): void {
  for (const direction of abilitiesOf(subject.adapter)) {
    const open = () => openWorld(subject, dialect, direction);
    proveTables(open, dialect, direction);
    proveDoubt(open, direction);
    proveOtherPayment(subject, open, { dialect, direction });
    proveNothingSent(subject, open, dialect, direction);
    proveDeadlines(open, dialect, direction);
    if (dialect.token !== null) {
      proveNoToken(subject, open, { token: dialect.token, direction });
      proveTokens(open, { token: dialect.token, direction });
      proveSharedWait(subject, open, { token: dialect.token, direction });
    }
    proveSecrets(subject, open, direction);
    test(`no garbage about a ${direction} is ever a success`, () =>
      proveGarbage(open, dialect, { count: 150, seed: 20_261_115 }));
  }
}

type Open = () => Promise<World>;

function proveTables(open: Open, dialect: Dialect, direction: Direction): void {
  for (const row of dialect.sends.filter(({ directions }) => directions.includes(direction))) {
    test(`${direction}, sending: ${row.name} is ${row.expected.kind}`, async () => {
      const { connector, order, routes, instead } = await open();
      instead(routes.send, row.answer);
      const answer = await connector.send(order, openCall());
      assert.partialDeepStrictEqual(answer, row.expected);
      if (answer.kind === 'refused') assert.match(english(answer.reason), /^[A-Z].*\.$/);
    });
  }
  for (const row of dialect.asks.filter(({ directions }) => directions.includes(direction))) {
    test(`${direction}, asking: ${row.name} is ${row.expected.kind}`, async () => {
      const { connector, order, routes, instead } = await open();
      instead(routes.ask, row.answer);
      const answer = await connector.ask(order, openCall());
      assert.partialDeepStrictEqual(answer, row.expected);
      if (answer.kind === 'failed') assert.match(english(answer.reason), /^[A-Z].*\.$/);
    });
  }
}

const PAGE = '<html><body>Payment successful. SUCCESSFUL SUCCESSFULL 200</body></html>';

/** Answers that leave open what happened, whatever the system. */
const DOUBTFUL: readonly (readonly [string, Scripted])[] = [
  ...FAULTS.map((fault): readonly [string, Scripted] => [fault, fault]),
  ...[500, 501, 502, 503, 504, 408, 425, 499, 599].map((status): readonly [string, Scripted] => [
    `status ${status}`,
    { status, body: {} },
  ]),
  ...[301, 302, 303, 307, 308].map((status): readonly [string, Scripted] => [
    `a redirect with ${status}`,
    { status, headers: { location: '/elsewhere' } },
  ]),
  ['a page with 200', { status: 200, body: PAGE }],
  ['nothing with 200', { status: 200, body: '' }],
  ['nothing with 204', { status: 204 }],
  ['an array with 200', { status: 200, body: [{ status: 'SUCCESSFUL' }] }],
  ['an empty list with 200', { status: 200, body: [] }],
  ['an empty object with 200', { status: 200, body: {} }],
  ['an empty listing with 200', { status: 200, body: { data: [], count: 0 } }],
  ['the word null', { status: 200, body: 'null' }],
  ['a refusal beyond 64 KiB', { status: 400, body: `{"code":"${'x'.repeat(70_000)}"}` }],
];

function proveDoubt(open: Open, direction: Direction): void {
  for (const [name, answer] of DOUBTFUL) {
    test(`${direction}: ${name} is unknown, sent once and followed nowhere`, async () => {
      const { connector, order, routes, instead, received, system } = await open();
      await connector.ask(order, openCall());
      instead(routes.send, answer);
      instead(routes.ask, answer);
      const [sent, asked] = await Promise.all([
        connector.send(order, openCall(patienceFor(answer))),
        connector.ask(order, openCall(patienceFor(answer))),
      ]);
      assert.deepEqual([sent.kind, asked.kind], ['unknown', 'unknown']);
      assert.equal(received(routes.send).length, 1);
      assert.equal(system.received.filter(({ path }) => path.includes('elsewhere')).length, 0);
    });
  }
}

/** A callback may name any payment, and then the system answers about that one. */
function proveOtherPayment(
  { adapter }: Subject,
  open: Open,
  { dialect, direction }: { readonly dialect: Dialect; readonly direction: Direction },
): void {
  const other = {
    reference: 'e2d3c4b5-a697-4887-9f6e-5d4c3b2a1f0e',
    handle: 'f3e4d5c6-b7a8-4998-8a7f-6e5d4c3b2a1f',
  };

  test(`${direction}: an empty listing after a taken request is unknown, never not found`, async () => {
    const { connector, order, routes, instead } = await open();
    assert.equal((await connector.send(order, openCall())).kind, 'accepted');
    for (const body of [[], {}, { data: [] }, { data: [], count: 0 }, { results: [] }]) {
      instead(routes.ask, { status: 200, body });
      const asked = await connector.ask(order, openCall());
      assert.equal(asked.kind, 'unknown', JSON.stringify(body));
    }
  });

  test(`${direction}: the status of another payment says nothing about this one`, async () => {
    const { connector, order, routes, instead } = await open();
    assert.equal((await connector.ask(order, openCall())).kind, 'succeeded');
    const { well } = routes.ask;
    const text = typeof well === 'string' ? '' : JSON.stringify(well.body);
    const ofOther = text
      .replaceAll(order.reference, other.reference)
      .replaceAll(order.handle, other.handle);
    assert.notEqual(ofOther, text, 'a status names its payment');
    instead(routes.ask, { status: 200, body: ofOther });
    assert.equal((await connector.ask(order, openCall())).kind, 'unknown');
  });

  const { whichPayment } = adapter;
  if (whichPayment === undefined) return;
  test(`${direction}: a callback names the payment that is in it, or none`, () => {
    assert.ok(dialect.callback !== undefined, 'the dialect knows how the system calls');
    for (const callback of dialect.callback(other)) {
      const named = whichPayment(callback);
      assert.equal(named?.reference, other.reference);
      if (named?.handle !== null) assert.equal(named?.handle, other.handle);
    }
    for (const text of ['', '{', 'null', '[]', '{}', 'a=b', '%', '{"reference":{}}']) {
      assert.equal(whichPayment({ query: text, body: text }), null, text);
    }
  });
}

/** Only what never ends has to be cut short; the rest would fail on a busy machine. */
function patienceFor(answer: Scripted): number {
  return answer === 'hang' || answer === 'dripping body' ? TIMEOUT_MS : PATIENT_MS;
}

const REFUSED_SIGN_INS: Readonly<Record<string, string>> = {
  401: 'system_refused_credentials',
  403: 'system_bars_our_address',
};

interface WithToken {
  readonly token: Route;
  readonly direction: Direction;
}

/** What happens before the payment is on its way can be no more than a refusal. */
function proveNoToken(subject: Subject, open: Open, { token, direction }: WithToken): void {
  const troubles: readonly (readonly [string, Scripted])[] = [
    ...FAULTS.map((fault): readonly [string, Scripted] => [fault, fault]),
    ['401', { status: 401, body: {} }],
    ['403', { status: 403, body: {} }],
    ['500', { status: 500, body: {} }],
    ['a page', { status: 200, body: PAGE }],
    ['an empty token', { status: 200, body: { access_token: '', expires_in: 3_600 } }],
    ['a token of two lines', { status: 200, body: { access_token: 'a\r\nX-Evil: b' } }],
  ];
  for (const [name, answer] of troubles) {
    test(`${direction}: when the token call meets ${name}, nothing is sent`, async () => {
      const { order, routes, instead, received, system } = await open();
      const connector = closeLater(subject.adapter.connect(subject.account(system.url)));
      instead(token, answer);
      const patience = patienceFor(answer);
      const [sent, asked, checked] = await Promise.all([
        connector.send(order, openCall(patience)),
        connector.ask(order, openCall(patience)),
        connector.check(openCall(patience)),
      ]);
      // A system that answers is reached, so neither a wrong key nor an address that it does not
      // know is taken for a broken line, nor the one for the other.
      const because = REFUSED_SIGN_INS[name] ?? 'system_unreachable';
      assert.partialDeepStrictEqual(sent, { ...REFUSED_PROVIDER, reason: { code: because } });
      assert.deepEqual([asked.kind, checked.kind], ['unknown', 'down']);
      assert.equal(received(routes.send).length, 0);
    });
  }
}

function proveNothingSent(subject: Subject, open: Open, dialect: Dialect, direction: Direction) {
  test(`${direction}: an unreachable system refuses as a provider`, async () => {
    const { order } = await open();
    const connector = closeLater(subject.adapter.connect(subject.account(await closedPort())));
    assert.partialDeepStrictEqual(await connector.send(order, openCall()), REFUSED_PROVIDER);
    assert.equal((await connector.ask(order, openCall())).kind, 'unknown');
    assert.equal((await connector.check(openCall())).kind, 'down');
    assert.equal((await connector.findPayeeName(order, openCall())).kind, 'unknown');
  });

  for (const status of [401, 403, 429]) {
    test(`${direction}: a status ${status} refuses as a provider`, async () => {
      const { connector, order, routes, instead, received } = await open();
      instead(routes.send, { status, body: {} });
      assert.partialDeepStrictEqual(await connector.send(order, openCall()), REFUSED_PROVIDER);
      assert.equal(received(routes.send).length, status === 401 && dialect.token !== null ? 2 : 1);
    });
  }

  test(`${direction}: a handle that cannot be had is a refusal as a provider`, async () => {
    const { connector, order, routes, instead } = await open();
    if (routes.prepare === null) return;
    for (const [, answer] of DOUBTFUL) {
      instead(routes.prepare, answer);
      const prepared = await connector.prepare(order, openCall(patienceFor(answer)));
      assert.partialDeepStrictEqual(prepared, REFUSED_PROVIDER);
    }
  });
}

const REFUSED_PROVIDER = { kind: 'refused', because: 'provider' } as const;

function proveTokens(open: Open, { token, direction }: WithToken): void {
  test(`${direction}: a token that ends in mid-life is renewed once, and all goes on`, async () => {
    const { connector, order, routes, instead, received } = await open();
    await connector.ask(order, openCall());
    const before = received(token).length;
    const [first] = received(routes.ask);
    const used = first === undefined ? '' : tokenOf(first);
    instead(token, tokenAnswer('the-second-token'));
    instead(routes.send, (request) =>
      tokenOf(request) === used ? { status: 401, body: {} } : routes.send.well,
    );
    assert.equal((await connector.send(order, openCall())).kind, 'accepted');
    const sent = received(routes.send);
    assert.equal(sent.length, 2);
    assert.equal(sent[0]?.body, sent[1]?.body);
    assert.ok(sent[1] !== undefined && wordOf(sent[1]) === 'the-second-token');
    assert.equal(received(token).length, before + 1);
  });

  test(`${direction}: 20 calls at once fetch one token`, async () => {
    const { connector, order, routes, instead, received } = await open();
    instead(routes.ask, (request) =>
      wordOf(request) === 'another' ? routes.ask.well : { status: 401 },
    );
    instead(token, tokenAnswer('another'));
    await connector.ask(order, openCall());
    const before = received(token).length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => connector.ask(order, openCall())),
    );
    assert.ok(answers.every(({ kind }) => kind === 'succeeded'));
    assert.equal(received(token).length, before);
    instead(routes.ask, (request) =>
      wordOf(request) === 'a-third' ? routes.ask.well : { status: 401 },
    );
    instead(token, tokenAnswer('a-third'));
    await Promise.all(Array.from({ length: 20 }, () => connector.ask(order, openCall())));
    assert.equal(received(token).length, before + 1);
  });
}

/** Some gateways want the token in a header of their own. */
function tokenOf({ headers }: ReceivedRequest): string {
  return String(headers['wso2-authorization'] ?? headers.authorization ?? '');
}

/** The token alone, whatever the word before it. */
function wordOf(request: ReceivedRequest): string {
  return tokenOf(request).split(' ')[1] ?? '';
}

/** Some systems call the field `token`. */
function tokenAnswer(token: string): Scripted {
  const body = { access_token: token, token, token_type: 'Bearer', expires_in: 3_600 };
  return { status: 200, body };
}

function proveDeadlines(open: Open, dialect: Dialect, direction: Direction): void {
  test(`${direction}: whatever hangs, every function answers in time`, async () => {
    const { connector, order, routes, instead } = await open();
    for (const route of [dialect.token, ...Object.values(routes as object)]) {
      if (route !== null) instead(route as Route, 'hang');
    }
    const { msisdn, merchantNumber } = order;
    const calls = {
      prepare: () => connector.prepare(order, openCall(TIMEOUT_MS)),
      send: () => connector.send(order, openCall(TIMEOUT_MS)),
      ask: () => connector.ask(order, openCall(TIMEOUT_MS)),
      check: () => connector.check(openCall(TIMEOUT_MS)),
      name: () => connector.findPayeeName({ msisdn, merchantNumber }, openCall(TIMEOUT_MS)),
    };
    for (const [name, call] of Object.entries(calls)) {
      const inTime = limitTime(TIMEOUT_MS + 200);
      await call();
      inTime(name);
    }
  });
}

function proveSharedWait(subject: Subject, open: Open, { token, direction }: WithToken): void {
  test(`${direction}: a slow token leaves the payment only the rest of the time`, async () => {
    const { connector, order, routes, instead } = await open();
    instead(routes.send, { status: 401, body: {} });
    instead(token, 'hang');
    const inTime = limitTime(TIMEOUT_MS + 200);
    const answer = await connector.send(order, openCall(TIMEOUT_MS));
    inTime();
    assert.partialDeepStrictEqual(answer, REFUSED_PROVIDER);
  });

  test(`${direction}: a call in a hurry does not wait for the token of a patient one`, async () => {
    const { order, instead, system } = await open();
    const connector = closeLater(subject.adapter.connect(subject.account(system.url)));
    instead(token, 'hang');
    const patient = connector.ask(order, openCall(TIMEOUT_MS * 5));
    const inTime = limitTime(TIMEOUT_MS + 200);
    assert.equal((await connector.ask(order, openCall(TIMEOUT_MS))).kind, 'unknown');
    inTime();
    assert.equal((await patient).kind, 'unknown');
  });
}

/** The system repeats everything that it was sent, as some do in their errors. */
function proveSecrets(subject: Subject, open: Open, direction: Direction): void {
  test(`${direction}: no secret is in anything that is kept`, async () => {
    const { connector, order, routes, instead, system } = await open();
    const parrot = (status: number) => (request: ReceivedRequest) => ({
      status,
      body: { message: request.headers, code: request.body, data: { ...request } },
    });
    const call = openCall(PATIENT_MS);
    for (const status of [200, 400, 401, 500]) {
      for (const route of Object.values(routes as object)) {
        if (route !== null) instead(route as Route, parrot(status));
      }
      await connector.prepare(order, call);
      await connector.send(order, call);
      await connector.ask(order, call);
      await connector.check(call);
      await connector.findPayeeName(order, call);
    }
    assert.ok(call.kept.length >= 12, `${call.kept.length} exchanges`);
    const account = subject.account(system.url);
    const secrets = subject.adapter.settings
      .filter(({ secret }) => secret)
      .map(({ name }) => account[name] ?? '');
    const headers = system.received.flatMap((request) => [
      tokenOf(request).split(' ')[1] ?? '',
      String(request.headers['x-auth-token'] ?? ''),
    ]);
    const kept = JSON.stringify(call.kept);
    for (const secret of new Set([...secrets, ...headers])) {
      if (secret !== '') assert.ok(!kept.includes(secret), `a secret was kept: ${secret}`);
    }
    for (const { answer, request, status, error } of call.kept) {
      assert.match(request, /^(GET|POST) \//);
      assert.ok((answer ?? '').length <= 4_096);
      assert.ok(status !== null || error !== null);
    }
  });

  test(`${direction}: every exchange is kept, with its status`, async () => {
    const { connector, order, routes, instead } = await open();
    const call = openCall();
    await connector.ask(order, call);
    instead(routes.send, 'reset');
    await connector.send(order, call);
    const last = call.kept.at(-1);
    assert.ok(call.kept.some(({ status, answer }) => status === 200 && answer !== null));
    assert.ok(last?.status === null && last.error !== null);
  });
}
