import { lookSchema, readDetailSchema } from '../../../contract/decisions/detail-api.ts';
import { toMessageBody, toNullableMessageBody } from '../../../contract/message.ts';
import { findPayeesSeen, listAgreed } from '../../../db/access/agreements.ts';
import { findApprovedSum } from '../../../db/access/approved-sum.ts';
import { listTransactionEntries } from '../../../db/books/entries.ts';
import { findOverpayment, type Overpayment } from '../../../db/books/overpayments.ts';
import type { Queryable } from '../../../db/client.ts';
import { listEvidence } from '../../../db/provider-requests/evidence.ts';
import { findRequestFacts } from '../../../db/provider-requests/request-facts.ts';
import { listChannels } from '../../../db/providers/channels.ts';
import { findQuarantine } from '../../../db/quarantine.ts';
import { listPayoutEvidence } from '../../../db/receipts/payout-transfers.ts';
import {
  findReceipt,
  type ListedReceiptRow,
  listReceiptsFor,
} from '../../../db/receipts/staff-receipts.ts';
import { listContradictions } from '../../../db/transactions/contradictions.ts';
import {
  findRefunded,
  listRefunds,
  type RefundedRow,
} from '../../../db/transactions/payment-limits.ts';
import { findEarlierMoney } from '../../../db/transactions/player-facts.ts';
import {
  type ListedTransactionRow,
  listTransactionsBySearch,
  listTransactionsOfNumber,
} from '../../../db/transactions/staff-transactions.ts';
import { type HistoryRow, listHistory } from '../../../db/transactions/transaction-detail.ts';
import { listWebhooksWithAttempts } from '../../../db/webhooks/webhook-attempts.ts';
import { isOwnApplication } from '../../../domain/access/own-application.ts';
import { agreementPolicy } from '../../../domain/access/policy.ts';
import {
  type ApplicationMoney,
  findAvailableXaf,
  isBeyondMoney,
} from '../../../domain/books/application-money.ts';
import { adviseHeld } from '../../../domain/decisions/held-advice.ts';
import { signsOf } from '../../../domain/decisions/payout-signs.ts';
import { hasMoney } from '../../../domain/decisions/resolution.ts';
import type { StaffAction } from '../../../domain/decisions/staff-actions.ts';
import { type Message, prose } from '../../../domain/messages/message.ts';
import type { Channel } from '../../../domain/providers/channel.ts';
import { isReturn, type Transaction } from '../../../domain/transactions/transaction.ts';
import { findPayer, isMaker } from '../../../flows/decisions/decide-withdrawal.ts';
import { lookAt } from '../../../flows/decisions/queues/feed.ts';
import { whyNoRest } from '../../../flows/decisions/refund-deposit.ts';
import type { FloatWatch } from '../../../flows/finance/list-wallets.ts';
import {
  createPayeeNames,
  type PayeeNameDeps,
  type PayeeNames,
} from '../../../flows/provider-requests/payee-name.ts';
import type { CatalogueSource } from '../../../flows/providers/catalogue.ts';
import { readRefunded } from '../../../flows/transactions/judge-refund.ts';
import type { Ledger } from '../../../flows/transactions/ledger.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { toReceiptRow } from '../receipts/receipts.ts';
import {
  findMoneys,
  type RowDeps,
  toGivenBack,
  toNeeded,
  toTransactionRow,
} from '../transactions/listed-transaction.ts';
import { toWebhookRow } from '../webhooks/staff-webhooks.ts';
import { toContradictionBody } from './contradictions.ts';
import { findLeftAlone, needsToComplete, toDecisionFacts, toHistoryRow } from './decision-facts.ts';
import { toEntryRow, toEvidenceRow, toReportRow, toSentRequest } from './detail-rows.ts';
import { refuseMoney } from './refuse-money.ts';

interface DetailRouteDeps extends PayeeNameDeps, RowDeps {
  readonly catalogue: CatalogueSource;
  readonly floatWatch: Pick<FloatWatch, 'list'>;
  readonly ledger: Ledger;
  readonly environment: 'sandbox' | 'live';
}

/** Everything that a person needs to decide about one transaction. */
export function staffDetailRoutes(app: App, deps: DetailRouteDeps): void {
  const { database } = deps;
  const payeeNames = createPayeeNames(deps);
  lookRoute(app, deps);

  app.get(
    '/internal/v1/transactions/:id',
    { schema: readDetailSchema, config: { role: 'viewer' } },
    async ({ params, staff }, reply) => {
      const found = await deps.ledger.find(params.id);
      if (found === null) return sendProblem(reply, { code: 'transaction_not_found' });
      const { transaction } = found;
      const [rulesNow, facts, payee, seen, payer, earlier] = await Promise.all([
        deps.policy.recent(),
        readFacts(database, transaction),
        payeeNames.find(transaction),
        findPayeesSeen(database, transaction.direction === 'withdrawal' ? [transaction.id] : []),
        isUnsent(transaction) ? findPayer(deps, transaction) : null,
        findEarlierMoney(database, transaction),
      ]);
      const row = facts.rows.find((listed) => listed.id === transaction.id);
      if (row === undefined) return sendProblem(reply, { code: 'transaction_not_found' });
      const policy = agreementPolicy(rulesNow);
      const { approved, moneys } = await readLimits(database, staff.id, [row, ...facts.related]);
      const rules = { ...deps, policy };
      const isOwn = await isMaker(database, policy, { transaction, staffId: staff.id });
      const judged = { ...facts, ...earlier, found, staff, approved, isMaker: isOwn };
      const decision = toDecisionFacts(judged, rules);
      const toRow = (one: ListedTransactionRow) => toTransactionRow(one, policy, approved, moneys);
      const detail = toDetail({ ...facts, transaction, row: toRow(row) }, rulesNow);
      const money = moneys.get(row.application) ?? null;
      const known = {
        amountXaf: transaction.amountXaf,
        payee: payee?.kind ?? null,
        leftXaf: payer?.leftXaf ?? null,
        isOwn: isOwnApplication(transaction.applicationId),
        isPlayed: deps.environment === 'sandbox',
        isBeyondMoney: isBeyondMoney(money, transaction.amountXaf),
      };
      return {
        transaction: {
          ...detail,
          ...decision,
          alone_left_xaf: findLeftAlone(policy, { ...transaction, marks: row.marks }, approved),
          signs: waits(decision, 'approve') ? [...signsOf({ ...row, ...earlier, ...known })] : [],
          advice: adviceFor(transaction, facts, decision),
          money_refusals: detail.has_money ? await refuseMoney(deps, transaction) : null,
          state_remark: toMessageBody(remarkOf(transaction, facts.history)),
          ...toPayeeName(payee, seen.get(transaction.id)),
          ...toPayingMoney(transaction, payer, money),
        },
        history: facts.history.map((line) => toHistoryRow(transaction, line)),
        webhooks: facts.webhooks.map(toWebhookRow),
        receipts: facts.receipts.map(toReceiptWithNeeds(judged, rules)),
        related: facts.related.map(toRow),
        submission: facts.providerRequest && toSentRequest(facts.providerRequest),
        contradictions: facts.contradictions.map((one) => toContradictionBody(one, staff)),
        entries: facts.entries.map(toEntryRow),
        evidence: facts.evidence.map(toEvidenceRow),
        reports: facts.reports.map(toReportRow),
      };
    },
  );
}

function lookRoute(app: App, deps: Pick<DetailRouteDeps, 'database'>): void {
  app.post(
    '/internal/v1/transactions/:id/look',
    { schema: lookSchema, config: { role: 'viewer', isBackground: true } },
    async ({ params, staff }) => {
      const presence = { transactionId: params.id, staffId: staff.id };
      return { colleagues: [...(await lookAt(deps, presence))] };
    },
  );
}

/** What the person has approved, and what the applications of undecided payouts have. */
async function readLimits(
  database: Queryable,
  staffId: string,
  rows: readonly ListedTransactionRow[],
) {
  const [approved, moneys] = await Promise.all([
    findApprovedSum(database, { staffId, ids: rows.map(({ id }) => id) }),
    findMoneys(database, rows),
  ]);
  return { approved, moneys };
}

/** Of a settled payout nobody asks any more: it keeps the name that its approver saw. */
function toPayeeName(payee: Awaited<ReturnType<PayeeNames['find']>>, seen: string | undefined) {
  if (payee === null) return { payee_name: seen ?? null, payee_lookup: null };
  const name = payee.kind === 'found' ? payee.name : null;
  return { payee_name: name, payee_lookup: payee.kind };
}

/** The account that would pay, and what its owner and the application have left. */
function toPayingMoney(
  { amountXaf }: Transaction,
  payer: Awaited<ReturnType<typeof findPayer>>,
  money: ApplicationMoney | null,
) {
  const leftXaf = payer?.leftXaf ?? null;
  return {
    pays: payer && { provider: payer.name, reported_at: payer.at?.toISOString() ?? null },
    provider_balance_xaf: leftXaf,
    float_after_xaf: leftXaf === null ? null : leftXaf - amountXaf,
    float_covers: leftXaf === null ? null : leftXaf >= amountXaf,
    application_left_xaf: money && findAvailableXaf(money),
  };
}

function remarkOf({ stateReason }: Transaction, history: readonly HistoryRow[]): Message {
  return history.at(-1)?.reason ?? prose(stateReason);
}

/** Each payment, with how many people complete the deposit from it. */
function toReceiptWithNeeds(...[judged, rules]: Parameters<typeof toDecisionFacts>) {
  return (row: ListedReceiptRow) => ({
    ...toReceiptRow(row),
    needs: toNeeded(needsToComplete(judged, rules, [row])),
  });
}

type Decision = Pick<ReturnType<typeof toDecisionFacts>, 'actions'>;

/** Whether this decision is open, regardless of who may make it. */
function waits({ actions }: Decision, action: StaffAction): boolean {
  return actions.some((one) => one.action === action && one.refusal !== 'state');
}

function adviceFor(
  { id, state, direction, msisdn, amountXaf, providerTxId }: Transaction,
  { receipts, providerRequest }: Awaited<ReturnType<typeof readFacts>>,
  decision: Decision,
) {
  if (direction !== 'deposit' || state !== 'requires_manual_resolution') return null;
  const unused = receipts.filter(
    ({ state: use, payer_msisdn: payer, is_trusted, waits_for_line }) =>
      use === 'unmatched' && payer === msisdn && is_trusted && !waits_for_line,
  );
  return adviseHeld({
    amountXaf,
    said: providerRequest?.said ?? null,
    isReceived: receipts.some(({ used_for }) => used_for === id),
    isNamed: providerTxId !== null,
    mayComplete: waits(decision, 'complete'),
    unusedXaf: unused.map(({ amount_xaf }) => amount_xaf),
  });
}

function isUnsent({ state }: Transaction): boolean {
  return state === 'pending_approval' || state === 'approved';
}

async function readFacts(database: Queryable, transaction: Transaction) {
  const { id, msisdn } = transaction;
  const [refundOf, returnOf] = isReturn(transaction)
    ? [null, transaction.refundOf]
    : [transaction.refundOf, null];
  const search = { id, msisdn: null, text: id };
  const about = { isOpen: false, transactionId: id, after: null, limit: 20 };
  const [rows, history, webhooks, receipts, approvals, related, channels, request, ...said] =
    await Promise.all([
      listTransactionsBySearch(database, search, { after: null, limit: 5 }),
      listHistory(database, id),
      listWebhooksWithAttempts(database, { transactionId: id, state: null, limit: 50 }),
      listReceiptsFor(database, transaction),
      listAgreed(database, id),
      listTransactionsOfNumber(database, { msisdn, except: id, limit: 20 }),
      listChannels(database),
      findRequestFacts(database, id),
      listEvidence(database, id),
      listContradictions(database, about),
      listTransactionEntries(database, id),
      listPayoutEvidence(database, transaction),
      findQuarantine(database),
      refundOf === null ? null : findRefunded(database, refundOf),
      listRefunds(database, { depositId: id, limit: 20 }),
      refundOf === null ? null : readRefunded(database, { ...transaction, refundOf }),
      returnOf === null ? null : findReceipt(database, returnOf),
      findOverpayment(database, id),
    ]);
  const [evidence, newest, entries, reports, quarantine, refunded, refunds, ...back] = said;
  const [judged, payment, overpayment] = back;
  const asked = { approvals, providerRequest: request, evidence, entries, reports };
  const isQuarantined = quarantine !== null;
  const disputedAt = judged?.disputedAt ?? null;
  const known = { ...asked, isQuarantined, refunded, refunds, payment, overpayment, disputedAt };
  const contradictions = newest.toReversed();
  return { rows, history, webhooks, receipts, related, channels, contradictions, ...known };
}

interface DetailFacts {
  readonly transaction: Transaction;
  readonly row: ReturnType<typeof toTransactionRow>;
  readonly channels: readonly Channel[];
  readonly receipts: readonly Pick<ListedReceiptRow, 'used_for'>[];
  readonly refunded: RefundedRow | null;
  readonly refunds: Awaited<ReturnType<typeof listRefunds>>;
  readonly payment: ListedReceiptRow | null;
  readonly overpayment: Overpayment | null;
}

function toDetail(
  { transaction, row, channels, receipts, ...given }: DetailFacts,
  policy: Parameters<typeof whyNoRest>[1],
) {
  const { refunded, payment, overpayment } = given;
  const returns = given.refunds.filter(({ isOverpaid }) => isOverpaid);
  return {
    ...row,
    msisdn: transaction.msisdn,
    collection_mode: transaction.collectionMode,
    provider_tx_id: transaction.providerTxId,
    has_money: hasMoney(
      transaction,
      receipts.filter(({ used_for }) => used_for === transaction.id).length,
    ),
    refund_of: refunded && { ...refunded, created_at: refunded.created_at.toISOString() },
    refunds: given.refunds.filter(({ isOverpaid }) => !isOverpaid).map(toGivenBack),
    return_of: payment && {
      id: payment.id,
      amount_xaf: payment.amount_xaf,
      received_at: payment.received_at.toISOString(),
      payer_name: payment.payer_name,
    },
    overpayment: overpayment && {
      amount_xaf: overpayment.amountXaf,
      no_return: toNullableMessageBody(whyNoRest({ ...transaction, overpayment, returns }, policy)),
      returns: returns.map(toGivenBack),
    },
    callback_url: transaction.callbackUrl,
    expires_at: transaction.expiresAt?.toISOString() ?? null,
    merchant_number:
      channels.find(({ id }) => id === transaction.channelId)?.merchantNumber ?? null,
  };
}
