import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  listContradictions,
  recordContradiction,
} from '../../../src/db/transactions/contradictions.ts';
import { askNow } from '../../../src/flows/provider-requests/follow-requests.ts';
import { addPerson, scriptHeaders } from '../access/staff.ts';
import type { Answer } from '../call.ts';
import type { TestService } from '../harness.ts';
import {
  addMtn,
  operatorsDecided,
  passTime,
  settleAll,
  startLiveService,
  startMtn,
} from '../providers/live.ts';
import { bodyOf, type Created, create, DEPOSITS, type Json, read, simulate } from './payments.ts';

/** A deposit of 500 that has succeeded. */
export async function paidDeposit(service: TestService, changes: Json = {}): Promise<Created> {
  const deposit = await create(service, DEPOSITS, changes);
  const answer = await simulate(service, deposit.service_tx_id, 'succeeded');
  assert.equal(answer.status, 200, answer.text);
  return deposit;
}

export function askRefund(
  { call }: Pick<TestService, 'call'>,
  depositId: string,
  changes: Json = {},
): Promise<Answer> {
  const json = { reference: randomUUID(), ...changes };
  return call('POST', `/api/v1/deposits/${depositId}/refunds`, { json });
}

/** A live service whose deposits one operator was paid, and what it has paid out. */
export async function openRefundCase() {
  const service = await startLiveService();
  const { database } = service;
  const mtn = await startMtn({ floatXaf: 10_000_000 });
  await addMtn(database, mtn, { id: 'mtn-main' });
  let numbers = 0;

  async function settle(): Promise<void> {
    await settleAll(service, 2);
    await operatorsDecided(mtn);
    await settleAll(service, 3);
  }

  /** A deposit that was paid at the operator. */
  async function paid(changes: Json = {}) {
    numbers += 1;
    const msisdn = `+23768${String(numbers).padStart(7, '0')}`;
    const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn, ...changes });
    await settle();
    assert.equal((await read(service, id))['state'], 'succeeded');
    return { id, msisdn };
  }

  async function refund(id: string, changes: Json = {}): Promise<string> {
    const answer = await askRefund(service, id, changes);
    assert.equal(answer.status, 200, answer.text);
    return String(bodyOf(answer)['service_tx_id']);
  }

  async function codeOf(id: string): Promise<unknown> {
    const answer = await askRefund(service, id);
    return answer.status === 200 ? 'created' : [answer.status, bodyOf(answer)['code']];
  }

  /** The operator takes a deposit back, and says so when it is asked. */
  async function reverse(id: string): Promise<void> {
    const [sent] = await database.query<{ readonly handle: string }>({
      text: 'select handle from submissions where transaction_id = $1',
      values: [id],
    });
    assert.equal(mtn.reverse(sent?.handle ?? '').kind, 'done');
    // What has ended is asked about at most every ten seconds.
    await passTime(database, 60_000);
    assert.ok(await askNow({ database, onSubmitted: () => {} }, id));
    await service.takeSteps();
    const wanted = { isOpen: true, transactionId: id, after: null, limit: 10 };
    const said = (await listContradictions(database, wanted)).map(({ remark }) => remark.code);
    assert.deepEqual(said, ['reversed_by_operator']);
  }

  /** Something is said against a deposit or a payout; by default a reversal. */
  async function contradict(
    transactionId: string,
    code: 'reversed_by_operator' | 'settled_failed_but_paid' = 'reversed_by_operator',
  ): Promise<void> {
    const about = { transactionId, receiptId: null, smsId: null, evidence: 'provider' };
    await recordContradiction(database, { ...about, remark: { code } });
  }

  const person = async () => scriptHeaders(database, await addPerson(database, 'agent'));

  async function act(path: string, json: Json = {}): Promise<unknown> {
    const headers = await person();
    const answer = await service.call('POST', `/internal/v1/${path}`, { headers, json });
    const { outcome, code } = bodyOf(answer);
    return outcome ?? code ?? answer.status;
  }

  async function detailOf(id: string): Promise<Json> {
    const path = `/internal/v1/transactions/${id}`;
    const answer = await service.call('GET', path, { headers: await person() });
    return bodyOf(answer)['transaction'] as Json;
  }

  function timesPaid(msisdn: string): number {
    return mtn.ledger
      .moves()
      .filter((move) => move.direction === 'transfer' && `+${move.msisdn}` === msisdn).length;
  }

  const approve = (id: string) => act(`withdrawals/${id}/approve`);
  const parts = { service, mtn, settle, paid, refund, codeOf, contradict };
  return { ...parts, reverse, act, approve, detailOf, timesPaid };
}
