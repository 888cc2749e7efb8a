import { ensureOwnApplication } from '../../db/access/access.ts';
import { appendAudit } from '../../db/access/audit.ts';
import { listApplicationMoney } from '../../db/books/application-money.ts';
import type { Queryable } from '../../db/client.ts';
import { isOwnApplication, OWN_APPLICATIONS } from '../../domain/access/own-application.ts';
import { settlementCause } from '../../domain/books/application-money.ts';
import { isCameroonNumber, operatorOf } from '../../domain/msisdn.ts';
import { NO_SEAL } from '../../domain/seals/seal.ts';
import type { Actor } from '../access/actor.ts';
import {
  refuseSettlement,
  type Settlement,
  type SettlementRefusal,
} from '../books/application-money.ts';
import type { Catalogue } from '../providers/catalogue.ts';
import { OutdatedCatalogue, withCatalogue } from '../providers/with-catalogue.ts';
import { newWithdrawal } from '../transactions/create-transaction.ts';
import { insertPayout } from '../transactions/insert-within-limits.ts';
import { historyActorOf, type PayingDeps } from './decision.ts';

export interface SettlementPayout extends Omit<Settlement, 'paidTo'> {
  /** Where the platform wants to be paid, in E.164. */
  readonly msisdn: string;
}

export type SettlementAsked =
  | { readonly kind: 'asked'; readonly withdrawalId: string }
  | { readonly kind: SettlementRefusal | 'no_application' | 'settlement_not_payable' };

type SettlingDeps = Pick<PayingDeps, 'database' | 'policy' | 'catalogue' | 'onDecided'>;

/**
 * Pays a platform what it is owed to a number: a withdrawal like any other, so another person has
 * to approve it. Until it has left, or failed, its amount can be spent for nothing else.
 */
export async function paySettlement(
  deps: SettlingDeps,
  actor: Actor,
  asked: SettlementPayout,
): Promise<SettlementAsked> {
  const paid = await withCatalogue(deps, (catalogue) =>
    deps.database.atomically((connection) =>
      insertSettlement(deps, connection, {
        actor,
        asked,
        catalogue,
      }),
    ),
  );
  deps.onDecided();
  return paid;
}

async function insertSettlement(
  deps: SettlingDeps,
  connection: Queryable,
  { actor, asked, catalogue }: Asking,
): Promise<SettlementAsked> {
  const { application: name, msisdn, amountXaf, reference, reason } = asked;
  const [found] = await listApplicationMoney(connection, { names: [name] });
  if (found === undefined || isOwnApplication(found.id)) return { kind: 'no_application' };
  const { id: playerId } = found;
  const refusal = await refuseSettlement(connection, playerId, asked);
  if (refusal !== null) return { kind: refusal };
  const policy = await deps.policy.within(connection);
  const operator = isCameroonNumber(msisdn) ? operatorOf(policy.operatorPrefixes, msisdn) : null;
  if (operator === null) return { kind: 'settlement_not_payable' };
  const applicationId = await ensureOwnApplication(connection, OWN_APPLICATIONS.settlements);
  const request = {
    applicationId,
    playerId,
    msisdn,
    amountXaf,
    operator,
    reference,
    callbackUrl: null,
    actor: historyActorOf({ staffId: actor.actorId }),
    isOverRate: false,
  };
  const params = { text: name, their_words: reason };
  const remark = { code: 'waits_for_settlement', params } as const;
  const { seal = NO_SEAL } = connection;
  const transaction = newWithdrawal({ seal }, catalogue, request, { of: null, remark });
  if (transaction === null) return { kind: 'settlement_not_payable' };
  const created = await insertPayout(connection, transaction, policy);
  if (created === null) throw new OutdatedCatalogue();
  const { id: withdrawalId } = created;
  await appendAudit(connection, {
    ...actor,
    action: 'books.pay_settlement',
    subject: settlementCause(playerId, reference),
    before: null,
    after: { application: name, amountXaf, reference, withdrawal: withdrawalId },
    reason,
  });
  return { kind: 'asked', withdrawalId };
}

interface Asking {
  readonly actor: Actor;
  readonly asked: SettlementPayout;
  readonly catalogue: Catalogue;
}
