import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import {
  createPawaPayClient,
  type DepositConfig_v2,
  type RequestPayoutConfig_v2,
} from 'pawapay-sdk';
import { startPawapayEmulator } from '../../../emulators/pawapay/pawapay-emulator.ts';
import type { Direction } from '../../../src/domain/payment-kinds.ts';
import { PAWAPAY } from '../../../src/providers/pawapay/index.ts';
import type { PreparedOrder } from '../../../src/providers/provider.ts';
import { closeLater, openCall } from '../../support/providers/provider-subject.ts';

// A client that others wrote from the same documents: what it sends is what we send, and the
// emulator answers both.

interface SeenRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: unknown;
}

const emulator = await startPawapayEmulator({ decide: 'manual' });
after(() => emulator.stop());
const seen: SeenRequest[] = [];
const front = createServer(async (request, response) => {
  const body = await text(request);
  const { method, url: path, headers } = request;
  const { authorization, 'content-type': contentType } = headers;
  seen.push({ method, path, authorization, contentType, body: body && JSON.parse(body) });
  const answer = await fetch(`${emulator.url}${path}`, {
    method: method ?? 'GET',
    headers: { authorization: authorization ?? '', 'content-type': contentType ?? '' },
    ...(body === '' ? {} : { body }),
  });
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(await answer.text());
}).listen(0, '127.0.0.1');
await once(front, 'listening');
after(() => {
  front.closeAllConnections();
  front.close();
});
const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;

const { apiToken } = emulator.account;
const ours = closeLater(PAWAPAY.connect({ baseUrl: url, apiToken }));
const theirs = createPawaPayClient(apiToken, { apiVersion: 'v2', environment: 'sandbox' });
/** Its addresses are fixed; a call may have another one, though its types do not say so. */
const loopback = { timeout: 5_000, baseURL: `${url}/v2`, proxy: false };
const there = { options: loopback };

function orderOf(direction: Direction): PreparedOrder {
  const reference = randomUUID();
  return {
    direction,
    operator: 'mtn',
    reference,
    handle: reference,
    msisdn: '+237670000001',
    amountXaf: 1_500,
    merchantNumber: '7001',
    note: 'Order 12',
    callbackUrl: null,
  };
}

/** The fields of the order in their words; their types ask for more than the API does. */
function configOf({ handle, amountXaf }: PreparedOrder) {
  const party = {
    type: 'MMO',
    accountDetails: { phoneNumber: '237670000001', provider: 'MTN_MOMO_CMR' },
  } as const;
  const common = { amount: String(amountXaf), currency: 'XAF', customerMessage: 'Order 12' };
  return {
    deposit: { depositId: handle, payer: party, ...common } as DepositConfig_v2,
    payout: { payoutId: handle, recipient: party, ...common } as RequestPayoutConfig_v2,
  };
}

/** What a call sent, without what names the payment itself. */
async function requestsOf(call: () => Promise<unknown>, { handle }: PreparedOrder) {
  const before = seen.length;
  await call();
  const sent = seen
    .slice(before)
    .filter(({ path }) => path?.startsWith('/v2/active-conf') !== true);
  return JSON.parse(JSON.stringify(sent).replaceAll(handle, 'the-id')) as readonly SeenRequest[];
}

const DIRECTIONS = {
  deposit: {
    send: (order: PreparedOrder) => theirs.requestDeposit(configOf(order).deposit, there),
    ask: ({ handle }: PreparedOrder) => theirs.checkDepositStatus(handle, there),
  },
  withdrawal: {
    send: (order: PreparedOrder) => theirs.requestPayout(configOf(order).payout, there),
    ask: ({ handle }: PreparedOrder) => theirs.checkPayoutStatus(handle, there),
  },
} as const;

for (const direction of ['deposit', 'withdrawal'] as const) {
  const { send, ask } = DIRECTIONS[direction];

  test(`a ${direction} of pawapay-sdk is sent and asked about as ours is`, async () => {
    const [own, other] = [orderOf(direction), orderOf(direction)];
    const ourSend = await requestsOf(() => ours.send(own, openCall()), own);
    const theirSend = await requestsOf(() => send(other), other);
    assert.equal(ourSend.length, 1);
    assert.deepEqual(theirSend, ourSend);
    const ourAsk = await requestsOf(() => ours.ask(own, openCall()), own);
    const theirAsk = await requestsOf(() => ask(other), other);
    assert.deepEqual(theirAsk.map(withoutType), ourAsk.map(withoutType));
  });

  test(`pawapay-sdk carries a ${direction} to its end at the emulator`, async () => {
    const order = orderOf(direction);
    const taken = await send(order);
    assert.deepEqual([taken.success, taken.data?.status], [true, 'ACCEPTED']);
    emulator.approve(order.handle);
    const asked = JSON.parse(JSON.stringify((await ask(order)).data)) as {
      readonly status: string;
      readonly data: { readonly status: string; readonly amount: string };
    };
    assert.deepEqual([asked.status, asked.data.status], ['FOUND', 'COMPLETED']);
    assert.equal(Number(asked.data.amount), order.amountXaf);
    const again = await send(order);
    assert.equal(again.data?.status, 'DUPLICATE_IGNORED');
    // What another client did is, for us, the same payment.
    assert.equal((await ours.ask(order, openCall())).kind, 'succeeded');
  });
}

test('pawapay-sdk reads the balance that our check reads', async () => {
  const answer = await theirs.getWalletBalances(there);
  assert.equal(answer.success, true);
  const health = await ours.check(openCall());
  assert.ok(health.kind === 'up');
  assert.match(JSON.stringify(answer.data), new RegExp(`"${health.balanceXaf}(\\.0+)?"`));
});

/** A question has no body, so what it says about its type means nothing. */
function withoutType({ contentType: _type, ...rest }: SeenRequest) {
  return rest;
}
