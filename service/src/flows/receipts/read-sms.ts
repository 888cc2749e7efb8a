import type { Database, Queryable } from '../../db/client.ts';
import { listOwnLines } from '../../db/lines/gateways.ts';
import { listOpenGaps, lockLine } from '../../db/lines/lines.ts';
import {
  confirmReceipt,
  findNamelessPayout,
  insertReceipt,
  lockReceiptOf,
} from '../../db/receipts/receipts.ts';
import { claimSms, finishSms, type Sms } from '../../db/receipts/sms.ts';
import { fillProviderTxId } from '../../db/transactions/transitions.ts';
import { parseSms } from '../../domain/receipts/sms/parse.ts';
import type { SmsPayment, SmsReading, SmsSent } from '../../domain/receipts/sms/reading.ts';
import type { SmsTemplate } from '../../domain/receipts/sms/template.ts';
import type { SmsState } from '../../domain/receipts/sms-state.ts';
import { judgeTrust } from '../../domain/receipts/sms-trust.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import { followChain } from '../lines/follow-chain.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';
import { creditReceipt, creditWaiting } from './credit-receipt.ts';

export interface ReadSmsDeps {
  readonly database: Database;
  readonly templates: readonly SmsTemplate[];
  readonly lateWindowMs: number;
  /** Whether payments are credited although the balances of their line do not add up. */
  readonly balanceBreak: 'hold' | 'record';
  readonly onQueued: OnWebhooksQueued;
}

/**
 * Reads a stored text and does what it means, in one database transaction: a payment becomes a
 * receipt and completes its deposit, or is held. Reading it twice changes nothing.
 */
export async function readSms(
  deps: ReadSmsDeps,
  id: string,
  states: readonly SmsState[] = ['stored'],
): Promise<SmsState | null> {
  const done = await deps.database.atomically(async (connection) => {
    const sms = await claimSms(connection, id, states);
    if (sms === null) return null;
    const ownLines = sms.operator === null ? [] : await listOwnLines(connection, sms.operator);
    const reading = parseSms(
      deps.templates,
      { sender: sms.sender, text: sms.body },
      {
        ownLines,
        line: sms.line,
      },
    );
    const result = await follow(deps, connection, sms, reading);
    await finishSms(connection, { id, ...result, template: templateOf(reading) });
    return result;
  });
  if (done?.isCredited === true) deps.onQueued();
  return done?.state ?? null;
}

interface Result {
  readonly state: SmsState;
  readonly reason: Remark | null;
  readonly isCredited?: boolean;
}

async function follow(
  deps: ReadSmsDeps,
  connection: Queryable,
  sms: Sms,
  reading: SmsReading,
): Promise<Result> {
  switch (reading.kind) {
    case 'payment':
      return followPayment(deps, connection, sms, reading);
    case 'sent':
      return followSent(deps, connection, sms, reading);
    case 'balance':
      return { state: 'balance', reason: null };
    case 'review':
      return {
        state: 'review',
        reason: { code: 'sms_review', params: { review_reason: reading.reason } },
      };
    case 'nothing':
      return {
        state: 'nothing',
        reason: { code: 'sms_nothing', params: { nothing_reason: reading.reason } },
      };
  }
}

const NO_LINE = 'unknown';

async function followPayment(
  deps: ReadSmsDeps,
  connection: Queryable,
  sms: Sms,
  payment: SmsPayment,
): Promise<Result> {
  // Locked before anything is looked up: if two copies arrive at once, the second sees the first
  // one's receipt and does not take its balance for a gap in the chain.
  const chain =
    sms.trust === 'trusted' && sms.line !== null ? await lockLine(connection, sms.line) : null;
  const known = await lockReceiptOf(connection, payment);
  const isDoubtful = known !== null && !known.isTrusted && !known.waitsForLine;
  const isNews = known === null || (isDoubtful && sms.trust === 'trusted');
  if (isDoubtful && known.state === 'dismissed' && sms.trust === 'trusted') {
    return { state: 'review', reason: { code: 'dismissed_before' } };
  }
  // The operator or the gateway reports the same payment again; or a person recorded it.
  if (!isNews) return { state: 'repeat', reason: { code: 'known_payment' } };
  const otherOperator = sms.operator !== null && sms.operator !== payment.operator;
  if (otherOperator) {
    return { state: 'review', reason: { code: 'other_operator_than_sim' } };
  }
  const chainDoubt = await doubtOfChain(deps, connection, sms, payment);
  const isBalanceDue = deps.balanceBreak === 'hold' && (chain?.balanceCents ?? null) !== null;
  const { trust, at } = sms;
  const verdict = judgeTrust({ trust, payment, at, chainDoubt, isBalanceDue });
  const facts = {
    ...payment,
    line: sms.line ?? payment.payee ?? NO_LINE,
    smsId: sms.id,
    isTrusted: verdict.holdReason === null,
    score: verdict.score,
    doubts: verdict.doubts,
    reason: verdict.holdReason ?? ({ code: 'just_arrived' } as const),
    waitsForLine: verdict.waitsForLine,
  };
  const receipt =
    known === null
      ? await insertReceipt(connection, facts)
      : await confirmReceipt(connection, known.id, facts);
  if (receipt === null) return { state: 'repeat', reason: { code: 'known_payment' } };
  if (verdict.holdReason !== null) return { state: 'receipt', reason: verdict.holdReason };
  const { reason, isCredited } = await creditReceipt(deps, connection, receipt);
  // A text that came late may have closed the gap, so other payments need not wait any more.
  const waiting = await creditWaiting(deps, connection, facts.line);
  return { state: 'receipt', reason, isCredited: isCredited || waiting.credited > 0 };
}

/** Only texts that a gateway vouches for on a line of ours move the balance. */
async function doubtOfChain(
  deps: ReadSmsDeps,
  connection: Queryable,
  sms: Sms,
  payment: SmsPayment,
): Promise<Remark | null> {
  const { amountXaf, feeCents, balanceCents } = payment;
  if (sms.trust !== 'trusted' || sms.line === null || balanceCents === null) return null;
  const changeCents = amountXaf * 100 - (feeCents ?? 0);
  const doubt = await followChain(connection, {
    line: sms.line,
    smsId: sms.id,
    changeCents,
    balanceCents,
  });
  return deps.balanceBreak === 'hold' ? doubt : null;
}

/** A text without a balance proves nothing about a line that is in doubt. */
async function openDoubt(connection: Queryable, line: string): Promise<Remark | null> {
  const [open] = await listOpenGaps(connection, line);
  return open?.meaning ?? null;
}

/** Money that left a line: it moves the balance, and may name a payout that has no id yet. */
async function followSent(
  deps: ReadSmsDeps,
  connection: Queryable,
  sms: Sms,
  sent: SmsSent,
): Promise<Result> {
  if (sms.trust !== 'trusted' || sms.line === null) return { state: 'sent', reason: null };
  const { amountXaf, feeCents, balanceCents, payee, operator, operatorTxId } = sent;
  const changeCents = -(amountXaf * 100) - (feeCents ?? 0);
  const doubt =
    balanceCents === null
      ? await openDoubt(connection, sms.line)
      : await followChain(connection, {
          line: sms.line,
          smsId: sms.id,
          changeCents,
          balanceCents,
        });
  // A text that may be forged names no payout.
  if (payee !== null && doubt === null) {
    const id = await findNamelessPayout(connection, { payee, operator, amountXaf });
    if (id !== null) await fillProviderTxId(connection, { id, providerTxId: operatorTxId });
  }
  const waiting = doubt === null ? await creditWaiting(deps, connection, sms.line) : null;
  return { state: 'sent', reason: doubt, isCredited: (waiting?.credited ?? 0) > 0 };
}

function templateOf(reading: SmsReading): string | null {
  if (reading.kind === 'nothing' || reading.templateId === null) return null;
  return `${reading.templateId} v${reading.templateVersion}`;
}
