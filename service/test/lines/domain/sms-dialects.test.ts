import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  DIALECTS,
  type Dialect,
  type GatewayMessage,
  type GatewayRequest,
  readGatewayRequest,
} from '../../../src/domain/lines/sms-dialects.ts';

const EMPTY: GatewayRequest = { query: {}, text: '', json: null };
const SENT_AT = '2026-03-01T10:00:00.000Z';
const SMS = { kind: 'sms', sender: 'OM', text: 'hello', sentAt: new Date(SENT_AT) } as const;
const alive = (stores: (GatewayMessage & { kind: 'alive' })['stores'] = []): GatewayMessage => ({
  kind: 'alive',
  stores,
});
const invalid = (problem: string): GatewayMessage => ({ kind: 'invalid', problem });
const received = (payload: unknown) => ({ json: { event: 'sms:received', payload } });
const kannel = { from: 'OM', smsc: 'modem', to: '8080', ts: '1772359200' };

const CASES: readonly (readonly [
  name: string,
  dialect: Dialect,
  request: Partial<GatewayRequest>,
  expected: GatewayMessage,
])[] = [
  [
    'a newer payload',
    'android',
    received({
      message: 'hello',
      sender: 'OM',
      recipient: '+1',
      simNumber: 2,
      receivedAt: SENT_AT,
    }),
    { ...SMS, sims: ['+1', 'sim2'] },
  ],
  [
    'an older payload',
    'android',
    received({ message: 'hello', phoneNumber: 'OM', simNumber: 1, receivedAt: SENT_AT }),
    { ...SMS, sims: ['sim1'] },
  ],
  [
    'a payload without a SIM or time',
    'android',
    received({ message: 'hello', sender: 'OM' }),
    { ...SMS, sims: [], sentAt: null },
  ],
  ['another event', 'android', { json: { event: 'system:ping' } }, alive()],
  ['no event', 'android', { json: {} }, invalid('an event is missing')],
  ['no JSON', 'android', { text: 'hello' }, invalid('an event is missing')],
  ['no sender', 'android', received({ message: 'hello' }), invalid('the sender is missing')],
  ['no text', 'android', received({ sender: 'OM' }), invalid('the text is missing')],
  ['no payload', 'android', received(null), invalid('the sender is missing')],
  [
    'the text as body',
    'kannel',
    { query: kannel, text: 'hello' },
    { ...SMS, sims: ['modem', '8080'] },
  ],
  [
    'the text in the address',
    'kannel',
    { query: { ...kannel, text: 'hello' }, text: 'other' },
    { ...SMS, sims: ['modem', '8080'] },
  ],
  [
    'the text as JSON',
    'kannel',
    { query: kannel, text: '"hello"', json: 'hello' },
    { ...SMS, sims: ['modem', '8080'] },
  ],
  ['a ping', 'kannel', { query: { ping: '1' } }, alive()],
  ['an address twice', 'kannel', { query: { from: ['a', 'b'] } }, invalid('the sender is missing')],
  [
    'a message',
    'signed',
    { json: { sim: 's', sender: 'OM', text: 'hello', received_at: SENT_AT } },
    { ...SMS, sims: ['s'] },
  ],
  [
    'a message with its type',
    'signed',
    { json: { type: 'sms', sim: 's', sender: 'OM', text: 'hello', received_at: SENT_AT } },
    { ...SMS, sims: ['s'] },
  ],
  ['another type', 'signed', { json: { type: 'call' } }, invalid('type must be sms or ping')],
  [
    'a blank text',
    'signed',
    { json: { sender: 'OM', text: ' \n' } },
    invalid('the text is missing'),
  ],
  ['a ping', 'signed', { json: { type: 'ping' } }, alive()],
  [
    'a ping with stores, without the impossible ones',
    'signed',
    {
      json: {
        type: 'ping',
        stores: [
          { sim: 's', used: 3, size: 20 },
          { sim: '', used: 3, size: 20 },
          { sim: 's', used: 3.5, size: 20 },
          { sim: 's', used: 3, size: 0 },
          { sim: 's', used: '3', size: 20 },
          { sim: 's', used: -1, size: 20 },
          { sim: 's', used: 0, size: 1_000_000 },
          { sim: 's', used: 0, size: 999_999 },
          'x',
          null,
        ],
      },
    },
    alive([
      { sim: 's', used: 3, size: 20 },
      { sim: 's', used: 0, size: 999_999 },
    ]),
  ],
];

for (const [name, dialect, request, expected] of CASES) {
  test(`${dialect}: ${name}`, () => {
    assert.deepEqual(readGatewayRequest(dialect, { ...EMPTY, ...request }), expected);
  });
}

for (const [reported, read] of [
  ['1999-12-31T23:59:59.999Z', null],
  ['2000-01-01T00:00:00.000Z', '2000-01-01T00:00:00.000Z'],
  ['2099-12-31T23:59:59.999Z', '2099-12-31T23:59:59.999Z'],
  ['2100-01-01T00:00:00.000Z', null],
  ['yesterday', null],
  [1_772_359_200, null],
] as const) {
  test(`a text sent at ${reported} is kept ${read === null ? 'without its time' : 'with it'}`, () => {
    const json = { sim: 's', sender: 'OM', text: 'hello', received_at: reported };
    const found = readGatewayRequest('signed', { ...EMPTY, json });
    assert.deepEqual(found, { ...SMS, sims: ['s'], sentAt: read === null ? null : new Date(read) });
  });
}

test('a name of a SIM is kept as far as there is room for it', () => {
  const json = { sim: 'x'.repeat(101), sender: 'OM', text: 'hello' };
  const found = readGatewayRequest('signed', { ...EMPTY, json });
  assert.ok(found.kind === 'sms');
  assert.deepEqual(found.sims, ['x'.repeat(100)]);
});

test('a gateway reports no more stores than a box has SIMs', () => {
  const stores = Array.from({ length: 1_000 }, () => ({ sim: 's', used: 1, size: 2 }));
  const found = readGatewayRequest('signed', { ...EMPTY, json: { type: 'ping', stores } });
  assert.ok(found.kind === 'alive');
  assert.equal(found.stores.length, 64);
});

test('whatever a gateway sends is a message with sender and text, a sign of life or a problem', () => {
  const requests = fc.record({
    dialect: fc.constantFrom(...DIALECTS),
    query: fc.dictionary(fc.constantFrom('from', 'text', 'smsc', 'ts', 'ping'), fc.anything()),
    text: fc.string(),
    json: fc.oneof(
      fc.anything(),
      fc.record({
        event: fc.oneof(fc.constant('sms:received'), fc.anything()),
        payload: fc.dictionary(fc.constantFrom('message', 'sender', 'receivedAt'), fc.anything()),
        sender: fc.anything(),
        text: fc.anything(),
      }),
    ),
  });
  fc.assert(
    fc.property(requests, ({ dialect, ...request }) => {
      const found = readGatewayRequest(dialect, { ...EMPTY, ...request });
      if (found.kind !== 'sms') return;
      assert.ok(found.sender.trim() !== '' && found.text.trim() !== '');
      assert.ok(found.sentAt === null || Number.isFinite(found.sentAt.getTime()));
    }),
  );
});
