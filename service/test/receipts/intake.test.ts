import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  listSimHealth,
  revokeGateway,
  touchGateway,
  upsertSim,
} from '../../src/db/lines/gateways.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { readLeftSms, reparseSms } from '../../src/flows/receipts/read-sms.ts';
import { loadSmsTemplates } from '../../src/settings/sms-templates.ts';
import type { Answer } from '../support/call.ts';
import { passTime, startLiveService } from '../support/providers/live.ts';
import { createTill, mtnText, OWN_TEMPLATES, rowsOf } from '../support/providers/till.ts';
import {
  addGateway,
  addLines,
  createOrangeLine,
  GATEWAY,
  nextOrangeId,
  openLine,
  receiptsOf,
  SECRET,
  signedRequest,
  tell,
} from '../support/receipts/sms.ts';
import { bodyOf, historyOf } from '../support/transactions/payments.ts';

const ORANGE_LINES = ['+237699000001', '+237699000002', '+237699000003', '+237699000004'] as const;
const [LINE, PHONE_LINE, BOX_LINE, NEW_LINE] = ORANGE_LINES;
const MTN_LINE = '+237677000001';
const service = await startLiveService();
const { database } = service;
await addLines(database, 'orange', ORANGE_LINES);
await addLines(database, 'mtn', [MTN_LINE]);
await addGateway(database, {
  sims: {
    'sim-1': { operator: 'orange', line: LINE },
    'sim-2': { operator: 'mtn', line: MTN_LINE },
    'sim-3': { operator: 'orange', line: NEW_LINE },
  },
});
await openLine(database, MTN_LINE, 10_000);
const atPhone = { operator: 'orange', line: PHONE_LINE } as const;
await addGateway(database, {
  id: 'phone',
  dialect: 'android',
  sims: { sim1: atPhone, [PHONE_LINE]: atPhone },
});
await addGateway(database, {
  id: 'box',
  dialect: 'kannel',
  sims: { modem: { operator: 'orange', line: BOX_LINE } },
});
const till = createTill(service);
const line = createOrangeLine(LINE);
const phoneLine = createOrangeLine(PHONE_LINE);
const boxLine = createOrangeLine(BOX_LINE);

const post = (gateway: string, request: Parameters<typeof service.call>[2]) =>
  service.call('POST', `/internal/v1/sms/${gateway}`, request);
const signed = (gateway: string, body: unknown) => post(gateway, signedRequest(body));
const viaKannel = (query: Readonly<Record<string, string>>, body: string) =>
  service.call('POST', `/internal/v1/sms/box?${new URLSearchParams(query)}`, {
    headers: { 'content-type': 'text/plain' },
    body,
  });

type Write = (payer: string) => string;
const onPhone: Write = (payer) => phoneLine.pay({ payer, amount: 500 });
const onBox: Write = (payer) => boxLine.pay({ payer, amount: 500 });
const onLine: Write = (payer) => line.pay({ payer, amount: 500 });
const RECEIVED_AT = '2026-11-14T09:30:00.000+01:00';
const KANNEL = { key: SECRET, from: 'OrangeMoney', smsc: 'modem', ts: '1794648600' };

const DIALECTS: readonly (readonly [
  name: string,
  line: string,
  write: Write,
  hand: (text: string) => Promise<Answer>,
])[] = [
  [
    'android with a recipient',
    PHONE_LINE,
    onPhone,
    (message) =>
      signed('phone', {
        deviceId: 'd1',
        event: 'sms:received',
        id: 'e1',
        payload: { message, sender: 'OrangeMoney', recipient: PHONE_LINE, receivedAt: RECEIVED_AT },
      }),
  ],
  [
    'android of older builds',
    PHONE_LINE,
    onPhone,
    (message) =>
      signed('phone', {
        event: 'sms:received',
        payload: {
          message,
          phoneNumber: 'OrangeMoney',
          simNumber: 1,
          receivedAt: RECEIVED_AT,
        },
      }),
  ],
  ['kannel with the text as body', BOX_LINE, onBox, (text) => viaKannel(KANNEL, text)],
  [
    'kannel with the text in the address',
    BOX_LINE,
    onBox,
    (text) => viaKannel({ ...KANNEL, text }, ''),
  ],
  ['our own signed form', LINE, onLine, (text) => tell(service, { text })],
];

for (const [name, receiver, write, hand] of DIALECTS) {
  test(`${name}: a real message completes its deposit, and again it is a repeat`, async () => {
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line: receiver });
    const text = write(msisdn);
    const answer = await hand(text);
    assert.equal(answer.status, 200, answer.text);
    const { id: smsId, ...rest } = bodyOf(answer);
    assert.deepEqual(rest, { status: 'stored', repeat: false });
    assert.equal(await till.stateOf(id), 'succeeded');
    const again = await hand(text);
    assert.deepEqual(again.json, { status: 'stored', id: smsId, repeat: true });
    assert.equal((await receiptsOf(database, msisdn)).length, 1);
  });
}

const WRONG: readonly (readonly [name: string, hand: (text: string) => Promise<Answer>])[] = [
  ['unsigned', (text) => post(GATEWAY, { json: { sim: 'sim-1', sender: 'OrangeMoney', text } })],
  ['with a wrong secret', (text) => tell(service, { text }, { secret: 'guessed' })],
  [
    'with a signature of another body',
    (text) => {
      const { headers } = signedRequest({ sim: 'sim-1', sender: 'OrangeMoney', text: 'x' });
      return post(GATEWAY, { headers, body: JSON.stringify({ sim: 'sim-1', text }) });
    },
  ],
  [
    'with a time stamp that was not signed',
    (text) => {
      const request = signedRequest({ sim: 'sim-1', sender: 'OrangeMoney', text });
      const headers = { ...request.headers, 'x-timestamp': '1' };
      return post(GATEWAY, { ...request, headers });
    },
  ],
];

for (const [name, hand] of WRONG) {
  test(`401: a message ${name} credits nothing, and the true one after it does`, async () => {
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line: LINE });
    const text = onLine(msisdn);
    const answer = await hand(text);
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.json, {
      detail: 'The signature of the gateway is missing or wrong.',
      code: 'gateway_unauthorized',
    });
    assert.equal(await till.stateOf(id), 'pending');
    assert.deepEqual(await receiptsOf(database, msisdn), []);
    assert.equal((await tell(service, { text })).status, 200);
    assert.equal(await till.stateOf(id), 'succeeded');
  });
}

test('a forged message is kept as evidence with its reason, each text once', async () => {
  const text = onLine(till.player());
  for (let copy = 0; copy < 3; copy += 1) await tell(service, { text }, { secret: 'guessed' });
  const reason = 'The message was not signed with the secret of its gateway.';
  assert.deepEqual(await rowsOf(database, text), [
    { state: 'refused', trust: 'forged', reason, seen: 3 },
  ]);
  await tell(service, { text });
});

test('401: kannel without the key in its address', async () => {
  const text = onBox(till.player());
  assert.equal((await viaKannel({ ...KANNEL, key: 'guessed' }, text)).status, 401);
  assert.equal((await viaKannel({ from: 'OrangeMoney', smsc: 'modem' }, text)).status, 401);
  assert.equal((await viaKannel(KANNEL, text)).status, 200);
});

test('404: an unknown gateway', async () => {
  const answer = await tell(service, { text: 'x' }, { gateway: 'nobody' });
  assert.deepEqual([answer.status, answer.json], [404, { detail: 'Not Found', code: 'not_found' }]);
});

const NO_GATEWAYS = ['%00', 'a%00', 'Till-Phone', 'x'.repeat(41), '-%0a'];

for (const name of NO_GATEWAYS) {
  test(`404: no gateway can be named ${name}`, async () => {
    const answer = await post(name, { json: { sender: 'x', text: 'y' } });
    assert.deepEqual(
      [answer.status, answer.json],
      [404, { detail: 'Not Found', code: 'not_found' }],
    );
  });
}

const STRANGE: readonly (readonly [name: string, fields: Readonly<Record<string, unknown>>])[] = [
  ['a SIM with U+0000', { sim: 'a\0' }],
  ['a SIM with half a character', { sim: '\ud800' }],
  ['a SIM of 40 000 characters', { sim: 'x'.repeat(40_000) }],
  ['a time that is an object', { received_at: { toString: 1, valueOf: 1 } }],
  ['a time that is a list', { received_at: ['2026-11-14T09:30:00Z'] }],
  ['a time before history', { received_at: '-271821-04-20T00:00:00Z' }],
  ['a time after everything', { received_at: '+275760-09-13T00:00:00Z' }],
  ['a time that is none', { received_at: 'yesterday' }],
];

for (const [name, fields] of STRANGE) {
  test(`${name} is taken from the gateway, and refused as usual from a stranger`, async () => {
    const text = `Bonjour, ${name}`;
    const body = { sim: 'sim-1', sender: 'X', text, ...fields };
    assert.equal((await post(GATEWAY, { json: body })).status, 401);
    const answer = await signed(GATEWAY, body);
    assert.equal(answer.status, 200, answer.text);
    const rows = await database.query<{ readonly sim: string; readonly sent_at: Date | null }>({
      text: 'select sim, sent_at from sms_messages where body = $1',
      values: [text],
    });
    assert.equal(rows.length, 2, 'the true one, and the other as evidence');
    for (const { sim, sent_at: sentAt } of rows) {
      assert.ok(sim.length <= 100);
      assert.equal(sentAt, null, 'the time of arrival counts');
    }
  });
}

test('a payment with a strange time completes its deposit', async () => {
  const msisdn = till.player();
  const id = await till.deposit({ msisdn, line: LINE });
  const reported = { sim: 'sim-1', sender: 'OrangeMoney', text: onLine(msisdn) };
  const answer = await signed(GATEWAY, { ...reported, received_at: '-271821-04-20T00:00:00Z' });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(await till.stateOf(id), 'succeeded');
});

test('kannel with U+0000 in its address is taken, and so is such a store', async () => {
  const strange = { ...KANNEL, smsc: 'a\0', from: 'O\0M' };
  assert.equal((await viaKannel(strange, 'Bonjour, box')).status, 200);
  const stores = [{ sim: 'a\0', used: 1, size: 9 }];
  assert.deepEqual((await signed(GATEWAY, { type: 'ping', stores })).json, { status: 'alive' });
});

test('413: a body of more than 64 KiB', async () => {
  const answer = await tell(service, { text: 'x'.repeat(65 * 1_024) });
  assert.equal(answer.status, 413);
  assert.deepEqual(answer.json, {
    detail: 'Request body is larger than 64 KiB',
    code: 'body_too_large',
  });
});

const UNREADABLE: readonly (readonly [gateway: string, body: unknown, detail: string])[] = [
  [GATEWAY, { sim: 'sim-1', text: 'x' }, 'the sender is missing'],
  [GATEWAY, { sim: 'sim-1', sender: 'OrangeMoney', text: ' ' }, 'the text is missing'],
  [GATEWAY, { type: 'call' }, 'type must be sms or ping'],
  [GATEWAY, ['x'], 'the sender is missing'],
  ['phone', { payload: {} }, 'an event is missing'],
  ['phone', { event: 'sms:received', payload: { sender: 'OM' } }, 'the text is missing'],
];

for (const [gateway, body, detail] of UNREADABLE) {
  test(`422: ${gateway} sends ${JSON.stringify(body)}`, async () => {
    const answer = await signed(gateway, body);
    assert.deepEqual(
      [answer.status, answer.json],
      [422, { detail, code: 'sms_invalid', params: { error: detail } }],
    );
  });
}

test('a process whose own clock is a day off believes a gateway whose clock is right', async (t) => {
  const at = Date.now();
  const text = onLine('+237691000099');
  t.mock.timers.enable({ apis: ['Date'], now: at + 86_400_000 });
  const answer = await tell(service, { text }, { at });
  t.mock.timers.reset();
  assert.equal(answer.status, 200);
  const [stored] = await database.query({
    text: 'select trust from sms_messages where body = $1',
    values: [text],
  });
  assert.deepEqual(stored, { trust: 'trusted' });
});

for (const offMs of [-301_000, 301_000]) {
  test(`a gateway whose clock is ${offMs} ms off is refused with the time, and credits when it signs with it`, async () => {
    const msisdn = till.player();
    const id = await till.deposit({ msisdn, line: LINE });
    const text = onLine(msisdn);
    const refused = await tell(service, { text }, { at: Date.now() + offMs });
    assert.equal(refused.status, 425);
    assert.deepEqual(await receiptsOf(database, msisdn), []);
    const { code, timestamp } = refused.json as { readonly code: string; timestamp: string };
    assert.equal(code, 'gateway_clock_wrong');
    const rightMs = Number(timestamp) * 1_000;
    assert.ok(Math.abs(rightMs - Date.now()) < 60_000, timestamp);
    await tell(service, { text }, { at: rightMs });
    assert.equal(await till.stateOf(id), 'succeeded');
  });
}

test('a text that a phone sends again with its first signature is held, and not lost', async () => {
  const msisdn = till.player();
  const id = await till.deposit({ msisdn, line: PHONE_LINE });
  const payload = { message: onPhone(msisdn), sender: 'OrangeMoney', recipient: PHONE_LINE };
  const body = { event: 'sms:received', payload };
  const late = await post('phone', signedRequest(body, { at: Date.now() - 301_000 }));
  assert.equal(late.status, 200, late.text);
  assert.equal(await till.stateOf(id), 'pending');
  const [held] = await receiptsOf(database, msisdn);
  assert.deepEqual([held?.state, held?.is_trusted], ['unmatched', false]);
  assert.match(held?.reason ?? '', /signature of the gateway is too old/);
  const early = await post('phone', signedRequest(body, { at: Date.now() + 301_000 }));
  assert.equal(early.status, 425);
  await signed('phone', body);
  assert.equal(await till.stateOf(id), 'succeeded');
  assert.deepEqual(
    (await receiptsOf(database, msisdn)).map(({ state, is_trusted: trusted }) => [state, trusted]),
    [['used', true]],
  );
});

test('a replayed recording does not make a silent gateway look alive', async () => {
  const silence = async () => (await listSimHealth(database)).find(({ sim }) => sim === 'sim-1');
  await passTime(database, 60_000);
  const ping = { type: 'ping', stores: [{ sim: 'sim-1', used: 1, size: 9 }] };
  const old = signedRequest(ping, { at: Date.now() - 400_000 });
  assert.equal((await post(GATEWAY, old)).status, 425);
  assert.ok(((await silence())?.silentMs ?? 0) >= 59_000);
  assert.notEqual((await silence())?.storeSize, 9);
  await signed(GATEWAY, ping);
  assert.ok(((await silence())?.silentMs ?? Infinity) < 30_000);
  assert.equal((await silence())?.storeSize, 9);
});

test('heartbeats and store sizes are noted; sizes that cannot be are left out', async () => {
  const stores = [
    { sim: 'sim-1', used: 3, size: 20 },
    { sim: 'sim-2', used: -1, size: 20 },
    { sim: 'sim-2', used: 1, size: 0 },
    { sim: 'stranger', used: 1, size: 20 },
    null,
  ];
  assert.deepEqual((await signed(GATEWAY, { type: 'ping', stores })).json, { status: 'alive' });
  const sims = (await listSimHealth(database)).filter(({ gatewayId }) => gatewayId === GATEWAY);
  assert.deepEqual(
    sims
      .map(({ sim, storeUsed, storeSize }) => [sim, storeUsed, storeSize])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    [
      ['sim-1', 3, 20],
      ['sim-2', null, null],
      ['sim-3', null, null],
    ],
  );
  assert.deepEqual((await signed('phone', { event: 'system:ping' })).json, { status: 'alive' });
  assert.deepEqual((await viaKannel({ key: SECRET, ping: '1' }, '')).json, { status: 'alive' });
});

test('an unknown SIM: held, and credited once the SIM is set up and the text repeated', async () => {
  const msisdn = till.player('mtn');
  const id = await till.deposit({ msisdn, line: MTN_LINE, operator: 'mtn' });
  const reported = {
    sim: 'sim-9',
    sender: 'MobileMoney',
    text: mtnText({ payer: msisdn, amount: 500, balance: 10_500, id: '19020300001' }),
  };
  assert.equal((await tell(service, reported)).status, 200);
  assert.equal(await till.stateOf(id), 'pending');
  const [held] = await receiptsOf(database, msisdn);
  assert.equal(held?.is_trusted, false);
  assert.match(held?.reason ?? '', /SIM that got the text is not one of our SIM lines/);
  const sim = { gatewayId: GATEWAY, sim: 'sim-9', operator: 'mtn', line: MTN_LINE } as const;
  await upsertSim(database, sim);
  await tell(service, reported);
  assert.equal(await till.stateOf(id), 'succeeded');
  assert.equal((await receiptsOf(database, msisdn)).length, 1);
});

test('a revoked gateway is refused, and what it sent says why', async () => {
  await addGateway(database, { id: 'lost', sims: { s: { operator: 'orange', line: LINE } } });
  await revokeGateway(database, 'lost');
  const msisdn = till.player();
  const id = await till.deposit({ msisdn, line: LINE });
  const text = onLine(msisdn);
  assert.equal((await tell(service, { sim: 's', text }, { gateway: 'lost' })).status, 401);
  assert.equal(await till.stateOf(id), 'pending');
  const [row] = await rowsOf(database, text);
  assert.deepEqual([row?.state, row?.reason], ['refused', 'The key of the gateway was revoked.']);
  await tell(service, { text });
});

test('a text is stored before it acts: one whose reading fails is read later', async () => {
  const msisdn = till.player();
  const id = await till.deposit({ msisdn, line: LINE });
  const text = onLine(msisdn);
  await database.query({
    text: `create function refuse() returns trigger language plpgsql
           as $$ begin raise exception 'no receipts now'; end $$`,
  });
  await database.query({
    text: 'create trigger refuse before insert on receipts for each row execute function refuse()',
  });
  assert.equal((await tell(service, { text })).status, 500);
  await database.query({ text: 'drop trigger refuse on receipts' });
  assert.deepEqual(
    (await rowsOf(database, text)).map(({ state, reason }) => [state, reason]),
    [['stored', null]],
  );
  assert.equal(await till.stateOf(id), 'pending');
  assert.equal(await readLeftSms(service.payments.sms), 0, 'its own process may still read it');
  await passTime(database, 3_000);
  assert.equal(await readLeftSms(service.payments.sms), 1);
  assert.equal(await till.stateOf(id), 'succeeded');
  assert.equal(await readLeftSms(service.payments.sms), 0);
});

test('texts that cannot be read, however many, do not stop the one after them', async () => {
  const msisdn = till.player();
  const id = await till.deposit({ msisdn, line: LINE });
  const text = onLine(msisdn);
  await database.query({
    text: `create or replace function refuse() returns trigger language plpgsql
           as $$ begin
             if new.state <> 'stored' and new.body like 'unreadable %' then
               raise exception 'it cannot be read';
             end if;
             return new;
           end $$`,
  });
  await database.query({
    text: 'create trigger refuse before update on sms_messages for each row execute function refuse()',
  });
  for (let n = 0; n < 120; n += 1) await tell(service, { text: `unreadable ${n}` });
  // Its own process fails to read it, as after a kill.
  await database.query({ text: 'alter table receipts rename to receipts_away' });
  assert.equal((await tell(service, { text })).status, 500);
  await database.query({ text: 'alter table receipts_away rename to receipts' });
  await passTime(database, 3_000);
  await assert.rejects(readLeftSms(service.payments.sms), /it cannot be read/);
  assert.equal(await till.stateOf(id), 'succeeded');
  await database.query({ text: 'drop trigger refuse on sms_messages' });
  assert.equal(await readLeftSms(service.payments.sms), 120);
});

test('a text that a new template explains is credited once, however often it is read', async () => {
  await touchGateway(database, GATEWAY);
  const msisdn = till.player();
  const id = await till.deposit({ msisdn, line: NEW_LINE });
  const text =
    `Argent bien arrive de ${msisdn.slice(4)} ABEGA SOLANGE chez ${NEW_LINE.slice(4)} WOURI SHOP. ` +
    `ID transaction: ${nextOrangeId()}, Montant: 500 FCFA, Frais: 0 FCFA, Solde: 50500.25 FCFA.`;
  await tell(service, { sim: 'sim-3', text });
  assert.equal(await till.stateOf(id), 'pending');
  const { sms } = service.payments;
  assert.equal(
    (await reparseSms(sms, COMMAND_LINE)).payments,
    0,
    'the templates are the same as before',
  );
  const deps = { ...sms, templates: loadSmsTemplates(folderWithNewWords()) };
  assert.equal((await reparseSms(deps, COMMAND_LINE)).payments, 1);
  assert.equal(await till.stateOf(id), 'succeeded');
  assert.equal((await reparseSms(deps, COMMAND_LINE)).payments, 0);
  const moves = (await historyOf(database, id)).map(({ to_state: to }) => to);
  assert.deepEqual(moves, ['pending', 'succeeded']);
});

function folderWithNewWords(): string {
  const folder = mkdtempSync(join(tmpdir(), 'momo-templates-'));
  after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'new.json'), JSON.stringify(OWN_TEMPLATES));
  return folder;
}
