import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, lastAuditLine, scriptHeaders } from '../../support/access/staff.ts';
import { startLines } from '../../support/lines/lines.ts';
import { rowsOf } from '../../support/providers/till.ts';
import { createOrangeLine, tell } from '../../support/receipts/sms.ts';
import { bodyOf, type Json } from '../../support/transactions/payments.ts';

const { service, database, till, takeLine } = await startLines(3);
const headers = await scriptHeaders(database, await addPerson(database, 'admin'));

async function senders(): Promise<{
  readonly unknown: readonly Json[];
  readonly accepted: Json[];
}> {
  const answer = await service.call('GET', '/internal/v1/senders', { headers });
  assert.equal(answer.status, 200, answer.text);
  return answer.json as { unknown: Json[]; accepted: Json[] };
}

function change(verb: 'accept' | 'withdraw', sender: string) {
  const json = { operator: 'orange', sender, reason: 'as the operator told us' };
  return service.call('POST', `/internal/v1/senders/${verb}`, { headers, json });
}

test('an unknown sender of a known wording is listed, accepted, and its texts are read', async () => {
  const number = takeLine();
  const line = createOrangeLine(number);
  const payers = [till.player(), till.player()];
  const ids: string[] = [];
  for (const [index, payer] of payers.entries()) {
    ids.push(await till.deposit({ msisdn: payer, line: number }));
    const text = line.pay({ payer, amount: 500 });
    await tell(service, { sim: number, text, sender: index === 0 ? 'Orange Cash' : 'ORANGECASH' });
    assert.equal(await till.stateOf(ids[index] ?? ''), 'pending');
  }
  const [found] = (await senders()).unknown;
  assert.deepEqual(
    [found?.['operator'], found?.['sender'], found?.['spelled'], found?.['texts']],
    ['orange', 'orangecash', 'ORANGECASH', 2],
  );
  assert.equal(found?.['refusal'], null);
  const accepted = await change('accept', 'Orange Cash');
  assert.deepEqual([accepted.status, accepted.json], [200, { read: 2, payments: 2 }]);
  for (const id of ids) assert.equal(await till.stateOf(id), 'succeeded');
  const entry = await lastAuditLine(database);
  assert.deepEqual([entry?.action, entry?.subject], ['sender.accept', 'sender:orangecash']);
  const list = await senders();
  assert.deepEqual(list.unknown, []);
  assert.equal(list.accepted[0]?.['sender'], 'orangecash');

  const next = till.player();
  const id = await till.deposit({ msisdn: next, line: number });
  await tell(service, {
    sim: number,
    text: line.pay({ payer: next, amount: 500 }),
    sender: 'orangecash',
  });
  assert.equal(await till.stateOf(id), 'succeeded');
  assert.equal(bodyOf(await change('accept', 'orangecash'))['code'], 'sender_accepted');
});

test('a sender that was withdrawn is unknown again', async () => {
  const number = takeLine();
  const line = createOrangeLine(number);
  await change('accept', 'OMoney');
  assert.equal((await change('withdraw', 'O Money')).status, 200);
  assert.equal((await lastAuditLine(database))?.action, 'sender.withdraw');
  const text = line.pay({ payer: till.player(), amount: 500 });
  await tell(service, { sim: number, text, sender: 'OMoney' });
  assert.equal((await rowsOf(database, text))[0]?.state, 'review');
  assert.equal((await change('withdraw', 'OMoney')).status, 404);
});

test('the number of a phone, and letters that only look Latin, are never accepted', async () => {
  const number = takeLine();
  const line = createOrangeLine(number);
  const sender = '+237691234567';
  await tell(service, {
    sim: number,
    text: line.pay({ payer: till.player(), amount: 500 }),
    sender,
  });
  const found = (await senders()).unknown.find((one) => one['sender'] === sender);
  assert.equal(found?.['refusal'], 'sender_is_a_number');
  for (const [name, code] of [
    [sender, 'sender_is_a_number'],
    ['691 23 45 67', 'sender_is_a_number'],
    ['Оrange', 'sender_not_plain'],
    ['   ', 'sender_not_plain'],
  ] as const) {
    const refused = await change('accept', name);
    assert.deepEqual([refused.status, bodyOf(refused)['code']], [422, code], name);
  }
  for (const plain of ['150', 'MTN-MoMo', '8080']) {
    assert.equal((await change('accept', plain)).status, 200, plain);
  }
});

test('what an accepted sender sends is still judged by its SIM and the balances', async () => {
  const number = '+237699000000';
  const stranger = createOrangeLine(number, 900_000);
  const payer = till.player();
  const id = await till.deposit({ msisdn: payer, line: number });
  await tell(service, {
    sim: number,
    text: stranger.pay({ payer, amount: 500 }),
    sender: 'orangecash',
  });
  assert.equal(await till.stateOf(id), 'pending');
});
