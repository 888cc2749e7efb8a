import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addPerson, type Person, scriptHeaders } from '../access/staff.ts';
import type { Answer } from '../call.ts';
import {
  addMtn,
  operatorsDecided,
  settleAll,
  startLiveService,
  startMtn,
} from '../providers/live.ts';
import { createTill, mtnText } from '../providers/till.ts';
import { bodyOf, create, DEPOSITS, type Json } from '../transactions/payments.ts';
import { addGateway, addLines, tell, timeInDouala } from './sms.ts';

export const LINE = '+237670009991';
export const REASON = 'Nobody has asked for it.';

/** A live service with one MTN line that gets texts, and pays out. */
export async function openReturnCase(env: Readonly<Record<string, string>> = {}) {
  const service = await startLiveService(env);
  const { database } = service;
  const { vault } = service.payments;
  const mtn = await startMtn({ floatXaf: 10_000_000 });
  await addMtn(database, mtn, { id: 'mtn-main', vault, channel: { merchantNumber: LINE } });
  const sims = { 'sim-1': { operator: 'mtn', line: LINE } } as const;
  await addGateway(database, { sims, vault, opensWithXaf: 100_000 });
  const till = createTill(service);
  const [awa, boris, chantal] = [
    await addPerson(database, 'admin'),
    await addPerson(database, 'admin'),
    await addPerson(database, 'agent'),
  ];

  let balance = 100_000;
  let ids = 7_900_000_000;
  const nextId = () => String((ids += 1));

  async function call(who: Person, path: string, json?: Json, at = service): Promise<Answer> {
    const headers = await scriptHeaders(database, who);
    const method = json === undefined ? 'GET' : 'POST';
    return at.call(method, `/internal/v1${path}`, { headers, ...(json && { json }) });
  }

  /** The service's clock is ahead once a test has let time pass; the operator's goes with it. */
  async function now(): Promise<Date> {
    const [row] = await database.query<{ readonly at: Date }>({ text: 'select app_now() as at' });
    return row?.at ?? assert.fail('no time');
  }

  /** A payment by a text without a deposit; one that fits no balance is not believed. */
  async function pay(
    amount: number,
    { payer = till.player('mtn'), isProven = true, cut = 0 } = {},
  ): Promise<{ readonly id: string; readonly payer: string; readonly paid: string }> {
    balance += isProven ? amount : 0;
    const paid = nextId();
    const shown = isProven ? balance : balance + amount + 12_345;
    const whole = mtnText({ payer, amount, balance: shown, id: paid, at: await now() });
    const text = cut === 0 ? whole : whole.replace(payer.slice(1), payer.slice(1, -cut));
    await tell(service, { sender: 'MobileMoney', text });
    const [row] = await database.query<{ readonly id: string }>({
      text: 'select r.id from receipts r join sms_messages m on m.id = r.sms_id where m.body = $1',
      values: [text],
    });
    assert.ok(row !== undefined, text);
    return { id: row.id, payer, paid };
  }

  /** The operator's text about money that left the line. */
  async function tellSent(payee: string, amount: number, id = nextId()): Promise<unknown> {
    balance -= amount;
    const at = timeInDouala((await now()).getTime())
      .slice(0, 19)
      .replace('T', ' ');
    const text =
      `Vous avez envoye ${amount} FCFA a ANNE (${payee.replace('+', '')}) le ${at}. ` +
      `Frais: 0 FCFA. Votre nouveau solde: ${balance} XAF. Financial Transaction Id: ${id}.`;
    return tell(service, { sender: 'MobileMoney', text });
  }

  /** The operator's text that it took a payment back. */
  function tellReversed(paid: string, amount: number): Promise<unknown> {
    balance -= amount;
    const text =
      `La transaction ${paid} a ete annulee. Montant: ${amount} FCFA. ` +
      `Votre nouveau solde: ${balance} XAF. Nouvelle transaction id: ${nextId()}.`;
    return tell(service, { sender: 'MobileMoney', text });
  }

  const sendBack = (id: string, who = chantal, at = service) =>
    call(who, `/receipts/${id}/send-back`, { reason: REASON }, at);

  /** Sends it back and returns the id of its withdrawal. */
  async function returned(id: string): Promise<string> {
    const answer = await sendBack(id);
    assert.equal(answer.status, 200, answer.text);
    return String(bodyOf(answer)['withdrawal_id']);
  }

  async function approve(id: string, who = awa): Promise<unknown> {
    const { outcome, code } = bodyOf(await call(who, `/withdrawals/${id}/approve`, {}));
    return outcome ?? code;
  }

  async function settle(): Promise<void> {
    await settleAll(service, 2);
    await operatorsDecided(mtn);
    await settleAll(service, 3);
  }

  const shown = async (id: string) => bodyOf(await call(chantal, `/receipts/${id}`));
  const detail = async (id: string) =>
    bodyOf(await call(chantal, `/transactions/${id}`))['transaction'] as Json;

  function timesPaid(msisdn: string): number {
    return mtn.ledger
      .moves()
      .filter((move) => move.direction === 'transfer' && `+${move.msisdn}` === msisdn).length;
  }

  const people = { awa, boris, chantal };
  const texts = { pay, tellSent, tellReversed };
  const acts = { call, sendBack, returned, approve, settle };
  return { service, till, mtn, ...people, ...texts, ...acts, shown, detail, timesPaid };
}

/** Lets players pay by a code, and completes a deposit by hand from a payment of any amount. */
export async function openCodes({ service, till, awa, boris, call, pay, detail }: ReturnCase) {
  const { database } = service;
  await addLines(database, 'mtn', [LINE]);
  await database.query({ text: `update providers set priority = 0 where id = 'mtn-sims'` });
  return async (askedXaf: number, paidXaf: number) => {
    const payer = till.player('mtn');
    const order = { player_id: randomUUID(), msisdn: payer, operator: 'mtn', amount_xaf: askedXaf };
    const { service_tx_id: id } = await create(service, DEPOSITS, order);
    const { id: paymentId, paid } = await pay(paidXaf, { payer });
    const json = { receipt_ids: [paymentId], reason: REASON };
    // Of one that matches by itself nothing is left to complete.
    for (const who of [awa, boris]) await call(who, `/deposits/${id}/complete`, json);
    assert.equal((await detail(id))['state'], 'succeeded');
    return { id, payer, paid };
  };
}

type ReturnCase = Awaited<ReturnType<typeof openReturnCase>>;

/** Why a decision about payments was refused: its status, its code and that of the reason. */
export function refusalOf(answer: Answer): readonly unknown[] {
  const { code, params } = bodyOf(answer);
  const because = (params as { readonly because?: { readonly code: string } })?.because?.code;
  return because === undefined ? [answer.status, code] : [answer.status, code, because];
}
