import { ensureOwnApplication } from '../../db/access/access.ts';
import { appendAudit } from '../../db/access/audit.ts';
import type { Queryable } from '../../db/client.ts';
import { lockLine } from '../../db/lines/lines.ts';
import { findReceiptSource } from '../../db/receipts/receipts.ts';
import { lockReceipts } from '../../db/receipts/staff-receipts.ts';
import { listReturnFacts, markReturned } from '../../db/transactions/payment-limits.ts';
import { OWN_APPLICATIONS } from '../../domain/access/own-application.ts';
import type { Policy } from '../../domain/access/policy.ts';
import type { Message } from '../../domain/messages/message.ts';
import { NO_SEAL } from '../../domain/seals/seal.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Actor } from '../access/actor.ts';
import type { Catalogue } from '../providers/catalogue.ts';
import { OutdatedCatalogue, withCatalogue } from '../providers/with-catalogue.ts';
import { whyNoReturn } from '../receipts/why-no-return.ts';
import { newWithdrawal } from '../transactions/create-transaction.ts';
import { insertPayout } from '../transactions/insert-within-limits.ts';
import { findReturn } from '../transactions/judge-refund.ts';
import { historyActorOf, type PayingDeps } from './decision.ts';

export type SentBack =
  | { readonly kind: 'created'; readonly transaction: Transaction }
  | { readonly kind: 'receipt_not_found' }
  | { readonly kind: 'receipts_refused'; readonly why: Message };

/**
 * Sends a payment of no platform back to the number that the operator reported: a withdrawal like
 * any other, so another person has to approve it. Until it fails nothing else can use the payment.
 */
export async function sendBack(
  deps: PayingDeps,
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<SentBack> {
  const sent = await withCatalogue(deps, (catalogue) =>
    deps.database.atomically(async (connection): Promise<SentBack> => {
      // The line before its receipt, as reading a text does.
      const source = await findReceiptSource(connection, id);
      if (source !== null) await lockLine(connection, source.line);
      const policy = await deps.policy.within(connection);
      return insertReturn(connection, { id, policy, catalogue, actor, reason });
    }),
  );
  deps.onDecided();
  return sent;
}

/** Stores the return of a payment in the database transaction of what decides it. */
export async function insertReturn(
  connection: Queryable,
  { id, policy, catalogue, actor, reason }: AskedReturn,
): Promise<SentBack> {
  const [receipt] = await lockReceipts(connection, [id]);
  const [facts] = await listReturnFacts(connection, [id]);
  if (receipt === undefined || facts === undefined) return { kind: 'receipt_not_found' };
  const why = whyNoReturn(receipt, facts, policy);
  if (why !== null) return { kind: 'receipts_refused', why };
  // Also one that a restored database does not know.
  const mayHaveLeft = await findReturn(connection, id);
  if (mayHaveLeft !== null)
    return { kind: 'receipts_refused', why: { code: 'return_may_have_left' } };
  const request = {
    applicationId: await ensureOwnApplication(connection, OWN_APPLICATIONS.returns),
    // Nobody knows the player: the payment stands for them.
    playerId: id,
    msisdn: receipt.payer_msisdn,
    amountXaf: receipt.amount_xaf,
    operator: receipt.operator,
    reference: `return ${facts.returns.length + 1}`,
    callbackUrl: null,
    actor: historyActorOf({ staffId: actor.actorId }),
    isOverRate: false,
  };
  const remark = { code: 'waits_for_return', params: { their_words: reason } } as const;
  const { seal = NO_SEAL } = connection;
  const transaction = newWithdrawal({ seal }, catalogue, request, { of: id, remark });
  if (transaction === null) {
    return { kind: 'receipts_refused', why: { code: 'return_has_no_provider' } };
  }
  const created = await insertPayout(connection, transaction, policy);
  if (created === null) throw new OutdatedCatalogue();
  await markReturned(connection, { id, returnedBy: created.id });
  await appendAudit(connection, {
    ...actor,
    action: 'receipt.send_back',
    subject: `receipt:${id}`,
    before: { state: receipt.state },
    after: { state: 'dismissed', return: created.id, amount_xaf: created.amountXaf },
    reason,
  });
  return { kind: 'created', transaction: created };
}

interface AskedReturn {
  readonly id: string;
  readonly policy: Policy;
  readonly catalogue: Catalogue;
  readonly actor: Actor;
  readonly reason: string;
}
