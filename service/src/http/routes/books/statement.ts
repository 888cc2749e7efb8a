import {
  balanceSchema,
  MOVEMENT_KINDS,
  statementSchema,
} from '../../../contract/books/books-api.ts';
import { reasonMember, refundMember } from '../../../contract/fields.ts';
import { reversedRangeIssues } from '../../../contract/validation/issue.ts';
import { readMoment } from '../../../contract/validation/schema-options.ts';
import { listApplicationMoney } from '../../../db/books/application-money.ts';
import {
  findOwed,
  listMovements,
  type Movement,
  type MovementPosition,
} from '../../../db/books/movements.ts';
import type { Queryable } from '../../../db/client.ts';
import { findAvailableXaf } from '../../../domain/books/application-money.ts';
import type { RuleName } from '../../../domain/books/rules.ts';
import { SealBroken } from '../../../domain/seals/seal-broken.ts';
import type { App } from '../../app.ts';
import { readPublicCursor, writeCursor } from '../../cursor.ts';
import { InvalidRequest } from '../../errors.ts';

/** What we owe a platform, and everything that changed it. */
export function statementRoutes(api: App, { database }: { readonly database: Queryable }): void {
  api.get('/api/v1/balance', { schema: balanceSchema }, async ({ applicationId }) => {
    const [money] = await listApplicationMoney(database, { ids: [applicationId] });
    if (money === undefined) throw new SealBroken(`the application ${applicationId} is changed`);
    return {
      balance_xaf: money.owedXaf,
      promised_xaf: money.promisedXaf,
      credit_line_xaf: money.isOnly ? null : money.creditXaf,
      available_xaf: findAvailableXaf(money),
    };
  });

  api.get('/api/v1/statement', { schema: statementSchema }, async ({ query, applicationId }) => {
    const { from, to, cursor, limit } = query;
    if (from > to) throw new InvalidRequest(reversedRangeIssues(to));
    const after = readPublicCursor(cursor, readPosition);
    const [owed, movements] = await Promise.all([
      findOwed(database, applicationId, { from, to }),
      listMovements(database, applicationId, { from, to, after, limit: limit + 1 }),
    ]);
    const items = movements.slice(0, limit);
    const last = items.at(-1);
    return {
      from,
      to,
      opening_balance_xaf: owed.beforeXaf,
      closing_balance_xaf: owed.afterXaf,
      items: items.map(toMovement),
      next_cursor: movements.length > limit && last !== undefined ? cursorOf(last) : null,
    };
  });
}

type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** The rules that change an application's account; any other change is a correction by staff. */
const KINDS: Readonly<Partial<Record<RuleName, MovementKind>>> = {
  deposit_credited: 'deposit',
  payout_sent: 'withdrawal',
  payout_failed: 'withdrawal_returned',
  fee_passed_on: 'fee',
  application_settled: 'settlement',
  settlement_sent: 'settlement',
  // With the other sign: the payout failed, and the amount is owed again.
  settlement_failed: 'settlement',
};

const OF_TRANSACTION = 'transaction:';

function toMovement(movement: Movement) {
  const { cause, rule, changeXaf, bookedAt, valueAt, reference } = movement;
  const { operatorTxId, reasonCode, refundOf } = movement;
  const isOfTransaction = cause.startsWith(OF_TRANSACTION);
  return {
    kind: KINDS[rule] ?? 'correction',
    amount_xaf: changeXaf,
    service_tx_id: isOfTransaction ? cause.slice(OF_TRANSACTION.length) : null,
    reference,
    provider_tx_id: operatorTxId,
    ...reasonMember(reasonCode),
    ...refundMember(refundOf),
    booked_at: bookedAt.toISOString(),
    value_at: valueAt.toISOString(),
  };
}

function cursorOf({ bookedAt, cause, rule }: Movement): string {
  return writeCursor([bookedAt.toISOString(), cause, rule]);
}

function readPosition([at, cause, rule]: readonly unknown[]): MovementPosition | null {
  if (typeof at !== 'string' || typeof cause !== 'string' || typeof rule !== 'string') return null;
  const bookedAt = readMoment(at);
  if (bookedAt === null || bookedAt !== at) return null;
  // PostgreSQL text cannot contain this character.
  return `${cause}${rule}`.includes('\0') ? null : { bookedAt, cause, rule };
}
