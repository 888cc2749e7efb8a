import assert from 'node:assert/strict';
import { test } from 'node:test';
import { touchGateway } from '../../src/db/lines/gateways.ts';
import { maskMsisdn } from '../../src/domain/msisdn.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { startLines } from '../support/lines/lines.ts';
import { passTime } from '../support/providers/live.ts';
import { GATEWAY, nextOrangeId, orangeText, tell } from '../support/receipts/sms.ts';
import { bodyOf, type Json } from '../support/transactions/payments.ts';

// A text whose line went on without it is never matched by itself: two people may match it.

const MINUTE_MS = 60_000;
const AMOUNT = 400_000;
const { service, database, till, takeLine } = await startLines(1);
const people = [await addPerson(database, 'agent'), await addPerson(database, 'agent')];
const [asAna = {}, asBo = {}] = await Promise.all(
  people.map((person) => scriptHeaders(database, person)),
);
const line = takeLine();
let aheadMs = 0;

async function wait(minutes: number): Promise<void> {
  aheadMs += minutes * MINUTE_MS;
  await passTime(database, minutes * MINUTE_MS);
  await touchGateway(database, GATEWAY);
}

/** The text of a payment that is made now. */
async function pay(payer: string, amount: number, afterXaf: number): Promise<void> {
  const text = orangeText({
    payer: payer.slice(4),
    payee: line.slice(4),
    amount,
    balance: `${afterXaf}.25`,
    id: nextOrangeId(Date.now() + aheadMs),
  });
  const answer = await tell(service, { sim: line, text });
  assert.equal(answer.status, 200, answer.text);
}

async function receiptOf(payer: string): Promise<Json> {
  const answer = await service.call('GET', '/internal/v1/receipts', { headers: asAna });
  const items = bodyOf(answer)['items'] as readonly Json[];
  return items.find((item) => item['payer_msisdn'] === payer) ?? assert.fail(answer.text);
}

const complete = async (headers: Readonly<Record<string, string>>, id: string, receipt: unknown) =>
  bodyOf(
    await service.call('POST', `/internal/v1/deposits/${id}/complete`, {
      headers,
      json: { receipt_ids: [receipt], reason: 'The operator lists it.' },
    }),
  );

test('a text that its line left behind is matched by two people, and credits once', async () => {
  await wait(20);
  const [payer, other] = [till.player(), till.player()];
  const id = await till.deposit({ msisdn: payer, line, amount_xaf: AMOUNT });
  await pay(payer, AMOUNT, 470_000);
  const early = await receiptOf(payer);
  assert.deepEqual([early['waits_for_line'], early['is_left_behind']], [true, false]);
  const { code, params } = await complete(asAna, id, early['id']);
  assert.equal(code, 'receipts_refused');
  assert.partialDeepStrictEqual(params, { because: { code: 'chosen_waits_for_line' } });

  await wait(10);
  await pay(other, 500, 50_500);
  const left = await receiptOf(payer);
  assert.deepEqual([left['waits_for_line'], left['is_left_behind']], [true, true]);
  const first = await complete(asAna, id, left['id']);
  assert.equal(first['outcome'], 'waits_for_second_person', JSON.stringify(first));
  assert.notEqual(await till.stateOf(id), 'succeeded');
  const second = await complete(asBo, id, left['id']);
  assert.equal(second['outcome'], 'done', JSON.stringify(second));
  assert.equal(await till.stateOf(id), 'succeeded');

  const used = await database.query({
    text: `select r.state, r.waits_for_line,
                  (select count(*)::int from receipt_uses u where u.receipt_id = r.id) as uses,
                  (select count(*)::int from transitions x
                   where x.transaction_id = $2 and x.to_state = 'succeeded') as credits
           from receipts r where r.id = $1`,
    values: [left['id'], id],
  });
  assert.deepEqual(used, [{ state: 'used', waits_for_line: false, uses: 1, credits: 1 }]);
});

test('a text that connects to nothing is listed with its amount and masked number', async () => {
  const payer = till.player();
  await pay(payer, 700, 99_000);
  const answer = await service.call('GET', '/internal/v1/lines', { headers: asAna });
  const [listed] = bodyOf(answer)['items'] as readonly { readonly loose: readonly Json[] }[];
  const [one] = listed?.loose ?? [];
  assert.partialDeepStrictEqual(one, { amount_xaf: 700, payer_msisdn_masked: maskMsisdn(payer) });
});
