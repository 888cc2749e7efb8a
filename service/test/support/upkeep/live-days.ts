import assert from 'node:assert/strict';
import { findAuditHead } from '../../../src/db/access/audit.ts';
import type { Database } from '../../../src/db/client.ts';
import type { Acknowledged } from '../../../src/domain/upkeep/others.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import {
  approveWithdrawal,
  cancelWithdrawal,
  rejectWithdrawal,
} from '../../../src/flows/decisions/decide-withdrawal.ts';
import { dismissReceipt } from '../../../src/flows/decisions/dismiss-receipt.ts';
import { resolveTransaction } from '../../../src/flows/decisions/resolve-transaction.ts';
import { closeBooks } from '../../../src/flows/finance/close-books.ts';
import { escalateStuck } from '../../../src/flows/provider-requests/follow-requests.ts';
import { openRowSeal } from '../../../src/flows/row-key.ts';
import { expireDeposits } from '../../../src/flows/transactions/expire-deposits.ts';
import type { ProofOrder } from '../../../src/flows/upkeep/prove-all.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { fixedPolicy } from '../access/policy.ts';
import type { TestService } from '../harness.ts';
import {
  addMtn,
  createApproved,
  decisionOf,
  giveGoodPast,
  passTime,
  settleAll,
  startLiveService,
  startMtn,
} from '../providers/live.ts';
import { createTill, mtnText } from '../providers/till.ts';
import { addGateway, openLine, tell } from '../receipts/sms.ts';
import { create, DEPOSITS, WITHDRAWALS } from '../transactions/payments.ts';
import { dateKeyBack } from './tamperings.ts';

export const SECRETS_KEY = 'ab'.repeat(32);
export const LINE = '+237670009999';
export const DAY_MS = 86_400_000;
const CALLBACK = { callback_url: 'https://platform.example/hook' };

/** What happened to the payments of the days, by a name for each. */
export type LiveDays = Awaited<ReturnType<typeof liveSomeDays>>;

/**
 * Days of a live service that are closed and summed, and one that is not: payments in every
 * state, by the provider, by a text and by people.
 */
export async function liveSomeDays() {
  const service = await startLiveService({ SECRETS_KEY });
  const { database } = service;
  const { vault } = service.payments;
  const mtn = await startMtn({ decide: 'manual' });
  await addMtn(database, mtn, { id: 'mtn-main', channel: { merchantNumber: LINE }, vault });
  await giveGoodPast(database, ['mtn-main']);
  await addGateway(database, {
    sims: { 'sim-1': { operator: 'mtn', line: LINE } },
    opensWithXaf: null,
    vault,
  });
  await openLine(database, LINE, 10_000);
  await dateKeyBack(database, createVault(service.config.secretsKey));
  const till = createTill(service);
  const deposit = async () => {
    const msisdn = till.player('mtn');
    const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn, ...CALLBACK });
    const prompt = mtn.ledger.payments().find((one) => msisdn.endsWith(one.msisdn));
    return { id, msisdn, reference: prompt?.reference ?? assert.fail('nothing was prompted') };
  };
  const payout = async () => {
    const msisdn = till.player('mtn');
    const id = await createApproved(service, { msisdn, ...CALLBACK });
    await service.takeSteps();
    const transfer = mtn.ledger.payments().find((one) => msisdn.endsWith(one.msisdn));
    return { id, reference: transfer?.reference ?? assert.fail('nothing was transferred') };
  };
  let balance = 10_000;
  const pay = async (payer: string, operatorTxId: string) => {
    balance += 500;
    const text = mtnText({ payer, amount: 500, balance, id: operatorTxId });
    const answer = await tell(service, { sender: 'MobileMoney', text });
    assert.equal(answer.status, 200, answer.text);
  };

  const byText = await deposit();
  await pay(byText.msisdn, '11000000001');
  await pay(till.player('mtn'), '11000000002');
  const aside = till.player('mtn');
  await pay(aside, '11000000003');
  const [paid, failed, expired] = [await deposit(), await deposit(), await deposit()];
  mtn.approve(paid.reference);
  mtn.refuse(failed.reference);
  const [paidOut, refused, confirmed] = [await payout(), await payout(), await payout()];
  mtn.approve(paidOut.reference);
  mtn.refuse(refused.reference);
  await settleAll(service, 3);
  const { service_tx_id: rejected } = await create(service, WITHDRAWALS, CALLBACK);
  await rejectWithdrawal(...(await decisionOf(service)), rejected, 'Not wanted.');
  const { service_tx_id: waiting } = await create(service, WITHDRAWALS, CALLBACK);
  await passTime(database, msUntilTomorrow());
  await expireDeposits({ database, onQueued: () => {} });
  await escalateStuck({ database });
  await resolveTransaction(...(await decisionOf(service)), confirmed.id, {
    decision: 'confirm',
    reason: 'Seen in the portal.',
  });
  assert.notEqual((await close(service)).length, 0);

  const secondDay = await deposit();
  mtn.approve(secondDay.reference);
  await settleAll(service, 3);
  const receipt = await findReceipt(service, '11000000003');
  const dismissing = { database, policy: ONE_PERSON, onDecided: () => {} };
  const asked = { id: receipt, as: 'unknown', depositId: null, reason: 'Nobody knows.' } as const;
  assert.equal((await dismissReceipt(dismissing, COMMAND_LINE, asked)).kind, 'dismissed');
  const cancelled = await createApproved(service, CALLBACK);
  const large = await approveTwice(service);
  await close(service);

  await cancelWithdrawal(...(await decisionOf(service)), cancelled, 'Not wanted any more.');
  const { id: open } = await deposit();
  const approved = await createApproved(service, CALLBACK);
  // As if it had been tried just now.
  await database.query({ text: `update open_webhooks set due_at = app_now() + interval '1 hour'` });
  return {
    service,
    outside: await recordOutside(service),
    ids: {
      byText: byText.id,
      paid: paid.id,
      failed: failed.id,
      expired: expired.id,
      paidOut: paidOut.id,
      refused: refused.id,
      confirmed: confirmed.id,
      rejected,
      waiting,
      secondDay: secondDay.id,
      cancelled,
      large,
      open,
      approved,
      unmatched: await findReceipt(service, '11000000002'),
      used: await findReceipt(service, '11000000001'),
      dismissed: receipt,
    },
  };
}

/** Until noon, so that days do not end while they are lived, whenever the test runs. */
function msUntilTomorrow(): number {
  const noon = new Date().setUTCHours(11, 0, 0, 0);
  return noon + DAY_MS - Date.now();
}

/** What others have of the service: the head of its log, and the answers that platforms got. */
async function recordOutside({ database }: TestService): Promise<ProofOrder> {
  const head = (await findAuditHead(database)) ?? assert.fail('the log is empty');
  const anchors = [{ line: head.id, hash: head.hash, at: head.at.toISOString() }];
  const clients = await database.query<Acknowledged>({
    text: 'select id as service_tx_id from transactions',
  });
  return { anchors, others: { clients } };
}

/** The next day, on which the one before is closed. */
export async function close(service: TestService): Promise<readonly string[]> {
  const { database, config } = service;
  await deliver(database);
  await passTime(database, DAY_MS);
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  const seal = await openRowSeal({ database, vault });
  return closeBooks({ database, seal }, null);
}

/** A payout that two people have approved, and that nothing has taken yet. */
async function approveTwice(service: TestService): Promise<string> {
  const { service_tx_id: id } = await create(service, WITHDRAWALS, CALLBACK);
  for (let person = 0; person < 2; person += 1) {
    const [deps, decider] = await decisionOf(service);
    const policy = fixedPolicy({ approvalSecondPersonXaf: 1 });
    await approveWithdrawal({ ...deps, policy }, decider, { id, approvalsSeen: null });
  }
  return id;
}

/** As a receiver that takes everything at once. */
async function deliver(database: Database): Promise<void> {
  await database.query({
    text: `with taken as (delete from open_webhooks returning webhook_id)
           insert into webhook_attempts (webhook_id, number, at, status, latency_ms)
           select webhook_id, 1, app_now(), 200, 5 from taken`,
  });
}

async function findReceipt({ database }: TestService, operatorTxId: string): Promise<string> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where operator_tx_id = $1',
    values: [operatorTxId],
  });
  return row?.id ?? assert.fail(`no payment ${operatorTxId}`);
}
