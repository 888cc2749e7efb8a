import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ORANGE_SUBJECT, SECOND_ORANGE_SUBJECT } from '../../support/providers/orange-dialect.ts';
import { proveConformance } from '../../support/providers/provider-conformance.ts';
import { openCall } from '../../support/providers/provider-subject.ts';
import { openWorld } from '../../support/providers/provider-transport.ts';

proveConformance(ORANGE_SUBJECT);
describe('on the second platform', () => proveConformance(SECOND_ORANGE_SUBJECT));

const { dialect } = ORANGE_SUBJECT;
assert.ok(dialect !== null);
const { token: tokenRoute } = dialect;
assert.ok(tokenRoute !== null);

test('a payment is sent in Orange’s format, with text values only', async () => {
  const { connector, order, routes, received } = await openWorld(
    ORANGE_SUBJECT,
    dialect,
    'deposit',
  );
  await connector.send(order, openCall());
  const [request] = received(routes.send);
  assert.deepEqual(JSON.parse(request?.body ?? ''), {
    subscriberMsisdn: '690000012',
    channelUserMsisdn: '690000099',
    amount: '2500',
    description: 'Depot n 12 l equipe',
    orderId: '5b0c3a529b1e4d5e8f6a',
    pin: '70953',
    payToken: order.handle,
    notifUrl: order.callbackUrl,
  });
  const user = Buffer.from('MERCHANT01:pw_r8T3xQ6yB1').toString('base64');
  assert.equal(request?.headers['x-auth-token'], user);
  assert.equal(request?.headers.authorization, 'Bearer b2a6c1e0-first-token');
});

test('a payment without a callback still has an address, which leads nowhere', async () => {
  const { connector, order, routes, received } = await openWorld(
    ORANGE_SUBJECT,
    dialect,
    'deposit',
  );
  await connector.send({ ...order, callbackUrl: null }, openCall());
  const { notifUrl } = JSON.parse(received(routes.send)[0]?.body ?? '') as { notifUrl: string };
  assert.match(new URL(notifUrl).hostname, /\.invalid$/);
});

test('the token is asked for with a form, and preparing has no body', async () => {
  const { received, routes } = await openWorld(ORANGE_SUBJECT, dialect, 'withdrawal');
  const [token] = received(tokenRoute);
  assert.equal(token?.body, 'grant_type=client_credentials');
  assert.equal(token?.headers['content-type'], 'application/x-www-form-urlencoded');
  const basic = Buffer.from('ck_5Yt0aQe81:cs_V7w2LmN94kPz').toString('base64');
  assert.equal(token?.headers.authorization, `Basic ${basic}`);
  assert.ok(routes.prepare !== null);
  assert.equal(received(routes.prepare)[0]?.body, '');
});

test('a number of another country is refused before anything is asked of Orange', async () => {
  const world = await openWorld(ORANGE_SUBJECT, dialect, 'withdrawal');
  const before = world.system.received.length;
  const foreign = { ...world.order, msisdn: '+33612345678' };
  for (const answer of [
    await world.connector.prepare(foreign, openCall()),
    await world.connector.send(foreign, openCall()),
  ]) {
    assert.ok(answer.kind === 'refused' && answer.because === 'payment');
  }
  assert.equal(world.system.received.length, before);
});

test('a number without an account has no name, whatever the status says', async () => {
  const world = await openWorld(ORANGE_SUBJECT, dialect, 'withdrawal');
  for (const status of [200, 400, 417]) {
    world.instead(world.routes.name, { status, body: { message: '99051 :: Pas de compte' } });
    const answer = await world.connector.findPayeeName(world.order, openCall());
    assert.equal(answer.kind, 'not_found');
  }
});

test('a name is one line without control characters', async () => {
  const world = await openWorld(ORANGE_SUBJECT, dialect, 'withdrawal');
  const data = { firstName: ' AMINA\u0000\n', lastName: 'NG\u202eONO' };
  world.instead(world.routes.name, { status: 200, body: { data } });
  const answer = await world.connector.findPayeeName(world.order, openCall());
  assert.deepEqual(answer, { kind: 'found', name: 'AMINA NG ONO' });
});

test('on the second platform the token has its own address, grant and header', async () => {
  const { dialect: second } = SECOND_ORANGE_SUBJECT;
  assert.ok(second !== null && second.token !== null);
  const world = await openWorld(SECOND_ORANGE_SUBJECT, second, 'deposit');
  await world.connector.send(world.order, openCall());
  const [token] = world.received(second.token);
  assert.equal(token?.body, 'grant_type=password&username=MERCHANT01&password=pw_r8T3xQ6yB1');
  const [request] = world.received(world.routes.send);
  assert.equal(request?.headers['wso2-authorization'], 'Bearer b2a6c1e0-first-token');
  assert.equal(request?.headers.authorization, undefined);
});

test('credentials that are refused inside a 200 send no payment', async () => {
  const world = await openWorld(ORANGE_SUBJECT, dialect, 'withdrawal');
  assert.ok(world.routes.prepare !== null);
  world.instead(world.routes.prepare, { status: 200, body: { statusCode: '401' } });
  assert.partialDeepStrictEqual(await world.connector.prepare(world.order, openCall()), {
    kind: 'refused',
    because: 'provider',
    reason: { code: 'system_refused_credentials' },
  });
});

const STALE = 'b2a6c1e0-first-token';
const RENEWED = 'b2a6c1e0-second-token';
const HIDDEN_401 = { status: 200, body: { statusCode: '401', message: 'Unauthorized' } };

/** A world whose first token is no longer taken, which it says inside a 200. */
async function openStale() {
  assert.ok(dialect !== null && tokenRoute !== null);
  const world = await openWorld(ORANGE_SUBJECT, dialect, 'withdrawal');
  const { routes, instead } = world;
  const { well } = tokenRoute;
  assert.ok(typeof well === 'object');
  instead(tokenRoute, { ...well, body: { access_token: RENEWED, expires_in: 3_600 } });
  for (const route of [routes.prepare, routes.send, routes.ask]) {
    assert.ok(route !== null);
    const isStale = (authorization: string | undefined) => authorization === `Bearer ${STALE}`;
    instead(route, ({ headers }) => (isStale(headers.authorization) ? HIDDEN_401 : route.well));
  }
  return world;
}

test('a token that is refused inside a 200 is renewed, and what moves no money is tried again', async () => {
  const { connector, order } = await openStale();
  assert.equal((await connector.prepare(order, openCall())).kind, 'prepared');
  const { connector: other, order: paid } = await openStale();
  assert.equal((await other.ask(paid, openCall())).kind, 'succeeded');
});

test('a payment whose token is refused inside a 200 is not sent again, and the next has a new one', async () => {
  const { connector, order, routes, received } = await openStale();
  assert.equal((await connector.send(order, openCall())).kind, 'unknown');
  assert.equal(received(routes.send).length, 1);
  await connector.send(order, openCall());
  const [, next] = received(routes.send);
  assert.equal(next?.headers.authorization, `Bearer ${RENEWED}`);
});
