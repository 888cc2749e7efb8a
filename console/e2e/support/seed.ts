import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { recordContradiction } from '../../../service/src/db/transactions/contradictions.ts';
import { scriptHeaders } from '../../../service/test/support/access/staff.ts';
import { callAs, uploadAs } from '../../../service/test/support/finance/uploads.ts';
import { insertReceipt } from '../../../service/test/support/receipts/receipts.ts';
import { addGateway, createOrangeLine, tell } from '../../../service/test/support/receipts/sms.ts';
import type { RunningConsole } from './running-console.ts';

const OUTCOMES = ['succeeded', 'succeeded', 'succeeded', 'failed', 'succeeded', 'expired'] as const;
const AMOUNTS_XAF = [12_500, 250_000, 5_000, 75_000, 18_000, 9_900, 30_000] as const;

/** A service in the middle of a working day: something in every queue and on every screen. */
export async function seed(running: RunningConsole): Promise<Seeded> {
  const player = randomUUID();
  for (const [index, outcome] of OUTCOMES.entries()) {
    const id = await running.deposit({
      player_id: player,
      amount_xaf: 4_000 + index * 2_500,
      ...(index % 2 === 0 ? ORANGE : {}),
    });
    await simulate(running, id, outcome);
  }
  const withdrawals: string[] = [];
  for (const [index, amount_xaf] of AMOUNTS_XAF.entries()) {
    const reference = `payout-${1_001 + index}`;
    withdrawals.push(await running.withdrawal({ player_id: player, amount_xaf, reference }));
  }
  const settled = await running.withdrawal({
    player_id: player,
    amount_xaf: 22_000,
    reference: 'payout-1000',
    // Nothing listens there, so its attempts fail and show.
    callback_url: 'http://127.0.0.1:9/webhooks',
  });
  await simulate(running, settled, 'succeeded');
  const held = await running.deposit({ amount_xaf: 20_000, msisdn: '+237671234567' });
  await simulate(running, held, 'expired');
  await simulate(running, held, 'held');
  await recordContradiction(running.database, {
    remark: { code: 'reversed_by_operator' },
    transactionId: settled,
    receiptId: null,
    smsId: null,
    evidence: 'provider:mtn-momo:failed',
  });
  const payer = '+237691112233';
  const deposit = await running.deposit({ amount_xaf: 10_000, operator: 'orange', msisdn: payer });
  const receipt = await insertReceipt(running.database, { payer, amountXaf: 6_000 });
  await insertReceipt(running.database, { payer, amountXaf: 4_500 });
  const heldPayment = await tellOfPayments(running);
  await makeLinks(running);
  const statement = await importLines(running);
  const screens = {
    home: '/',
    approvals: `/approvals?id=${withdrawals[0]}`,
    held: `/held?id=${held}`,
    underWay: '/under-way',
    contradictions: '/contradictions',
    receipts: `/receipts?id=${receipt}&deposit=${deposit}`,
    heldPayment: `/receipts?id=${heldPayment}`,
    alerts: '/alerts',
    lines: '/lines',
    sms: '/sms?state=any',
    smsToReview: '/sms',
    transactions: '/transactions',
    transaction: `/transactions/${settled}`,
    player: `/players/${player}`,
    links: '/links',
    webhooks: '/webhooks',
    finance: '/finance',
    statement: `/finance/statements/${statement}`,
    providers: '/providers',
    numbers: '/numbers',
    changes: '/changes',
    applications: '/applications',
    staff: '/staff',
    rules: '/rules',
    audit: '/audit',
    account: '/account',
    sandbox: '/sandbox',
    nowhere: '/nowhere',
  };
  return { withdrawals, settled, held, deposit, screens };
}

export interface Seeded {
  readonly withdrawals: readonly string[];
  readonly settled: string;
  readonly held: string;
  readonly deposit: string;
  /** The path of every screen, with something on it. */
  readonly screens: Readonly<Record<string, string>>;
}

export const ORANGE = { operator: 'orange', msisdn: '+237690000001' } as const;

const LINE = '+237699000001';

/** Texts of a line that does not add up; the id of the payment that waits for it. */
async function tellOfPayments({ database, service }: RunningConsole): Promise<string> {
  await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
  const line = createOrangeLine(LINE);
  const payer = '+237690000077';
  await tell(service, { text: line.pay({ payer, amount: 2_000 }) });
  line.takeSilently(5_000);
  await tell(service, { text: line.pay({ payer, amount: 3_500 }) });
  await tell(service, { text: line.pay({ payer, amount: 100 }), sender: '+237670000009' });
  await tell(service, { text: 'Your bundle ends tomorrow.' });
  const [receipt] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where waits_for_line',
  });
  assert.ok(receipt);
  return receipt.id;
}

/** A statement of which nothing is known to us; returns its id. */
async function importLines({ database, service, hire }: RunningConsole): Promise<string> {
  const fanta = await hire('finance', 'Fanta Bello');
  const text = [
    'Référence;Date;Statut;Expéditeur;Destinataire;Montant;Frais',
    'PP260303.1000.A00001;03/03/2026 10:00;Succès;692222222;690000000;250 000;0',
    'PP260303.1200.A00002;03/03/2026 12:00;Succès;690000000;692222223;1 500;44,48',
    '',
  ].join('\n');
  const file = { text, wallet: 'orange:+237690000000' };
  const called = { ...service, database };
  await callAs(called, fanta, 'POST', `${await uploadAs(called, fanta, file)}/import`);
  const [statement] = await database.query<{ readonly id: string }>({
    text: 'select id from statements',
  });
  assert.ok(statement);
  return statement.id;
}

/** One that waits for its buyer, one that was cancelled. */
async function makeLinks({ database, service, hire }: RunningConsole): Promise<void> {
  const headers = await scriptHeaders(database, await hire('agent', 'Ada Mbarga'));
  const post = (path: string, json: object) =>
    service.call('POST', `/internal/v1/links${path}`, { headers, json });
  for (const description of ['Invoice 2041: school fees, second term', null]) {
    const asked = { application: 'default', amount_xaf: 45_000, description };
    const { json: link } = await post('', asked);
    const { id } = link as { readonly id: string };
    if (description === null) await post(`/${id}/cancel`, { reason: 'Paid in cash.' });
  }
}

async function simulate(running: RunningConsole, id: string, outcome: string): Promise<void> {
  const path = `/api/v1/sandbox/transactions/${id}/simulate`;
  await running.service.call('POST', path, { json: { outcome } });
}
