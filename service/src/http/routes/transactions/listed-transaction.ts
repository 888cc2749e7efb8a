import type { Static } from 'typebox';
import { reasonMember } from '../../../contract/fields.ts';
import { toNullableMessageBody } from '../../../contract/message.ts';
import type {
  GivenBack,
  Needed,
  TransactionItem,
} from '../../../contract/transactions/staff-transactions-api.ts';
import { findApprovedSum } from '../../../db/access/approved-sum.ts';
import { listApplicationMoney } from '../../../db/books/application-money.ts';
import type { Queryable } from '../../../db/client.ts';
import type { StoredReturn } from '../../../db/transactions/payment-limits.ts';
import type { FoundTransactionRow } from '../../../db/transactions/transaction-search.ts';
import {
  type AgreementPolicy,
  type Approved,
  type Needs,
  requiredPeople,
} from '../../../domain/access/agreement.ts';
import { agreementPolicy } from '../../../domain/access/policy.ts';
import { includesRole, type StaffRole } from '../../../domain/access/staff-role.ts';
import { type ApplicationMoney, UNKNOWN_MONEY } from '../../../domain/books/application-money.ts';
import { maskMsisdn } from '../../../domain/msisdn.ts';
import { approvalOf } from '../../../domain/transactions/payment-limits.ts';
import { shownReason } from '../../../domain/transactions/reason-code.ts';
import type { State } from '../../../domain/transactions/transaction.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';

export interface RowDeps {
  readonly database: Queryable;
  readonly policy: Pick<PolicySource, 'recent'>;
}

/** The rows of a list for one person: what they may approve alone depends on them. */
export async function toTransactionRows(
  deps: RowDeps,
  staff: { readonly id: string; readonly role: StaffRole },
  rows: readonly FoundTransactionRow[],
): Promise<Static<typeof TransactionItem>[]> {
  const policy = agreementPolicy(await deps.policy.recent());
  const [approved, moneys] = await Promise.all([
    findApproved({ ...deps, policy }, staff, rows),
    findMoneys(deps.database, rows),
  ]);
  return rows.map((row) => toTransactionRow(row, policy, approved, moneys));
}

const NOTHING: Approved = { sumXaf: 0, unprovenXaf: 0, among: [] };

/** One query for all rows, only where it matters. */
async function findApproved(
  { database, policy }: { readonly database: Queryable; readonly policy: AgreementPolicy },
  { id: staffId, role }: { readonly id: string; readonly role: StaffRole },
  rows: readonly FoundTransactionRow[],
): Promise<Approved> {
  const ids = rows.filter(isUndecidedPayout).map(({ id }) => id);
  if (policy.approvalSumXaf === null || !includesRole(role, 'agent') || ids.length === 0) {
    return NOTHING;
  }
  return findApprovedSum(database, { staffId, ids });
}

export type Moneys = ReadonlyMap<string, ApplicationMoney>;
const NO_MONEYS: Moneys = new Map();

/** What the applications of undecided payouts have, by their names. */
export async function findMoneys(
  database: Queryable,
  rows: readonly FoundTransactionRow[],
): Promise<Moneys> {
  const names = new Set(rows.filter(isUndecidedPayout).map(({ application }) => application));
  if (names.size === 0) return NO_MONEYS;
  const found = await listApplicationMoney(database, { names: [...names] });
  const byName = new Map(found.map((money) => [money.name, money]));
  return new Map([...names].map((name) => [name, byName.get(name) ?? UNKNOWN_MONEY]));
}

function isUndecidedPayout({ direction, state }: FoundTransactionRow): boolean {
  return direction === 'withdrawal' && UNDECIDED.has(state);
}

/** States in which a payout may be approved, for the first time or again. */
const UNDECIDED: ReadonlySet<State> = new Set(['pending_approval', 'requires_manual_resolution']);

/** A row of a list, with the number masked: a list needs no whole numbers. */
export function toTransactionRow(
  row: FoundTransactionRow,
  policy: AgreementPolicy,
  approved: Approved = NOTHING,
  moneys: Moneys = NO_MONEYS,
): Static<typeof TransactionItem> {
  const needs = needsToApprove(row, policy, { approved, moneys });
  return {
    id: row.id,
    direction: row.direction,
    operator: row.operator,
    provider: row.provider_id,
    player_id: row.player_id,
    reference: row.reference,
    msisdn_masked: maskMsisdn(row.msisdn),
    amount_xaf: row.amount_xaf,
    state: row.state,
    state_reason: row.state_reason,
    ...reasonMember(shownReason(row.state, row.reason_code)),
    needs_second_person: needs.people === 2,
    needs: toNeeded(needs),
    marks: [...row.marks],
    application: row.application,
    created_at: row.created_at.toISOString(),
    state_updated_at: row.state_updated_at.toISOString(),
    ...(row.found_by === undefined ? {} : { found_by: row.found_by }),
  };
}

/** A withdrawal that gives money back. */
export function toGivenBack(row: StoredReturn): Static<typeof GivenBack> {
  const { id, amount_xaf, state, reason_code: stored } = row;
  return { id, amount_xaf, state, ...reasonMember(shownReason(state, stored)) };
}

function needsToApprove(
  row: FoundTransactionRow,
  policy: AgreementPolicy,
  { approved, moneys }: { readonly approved: Approved; readonly moneys: Moneys },
): Needs {
  if (row.direction === 'deposit') return { people: 1, why: null };
  const payout = { id: row.id, amountXaf: row.amount_xaf, marks: row.marks };
  const isUndecided = isUndecidedPayout(row);
  const money = isUndecided ? (moneys.get(row.application) ?? null) : null;
  return requiredPeople(approvalOf(payout, isUndecided ? approved : null, money), policy);
}

export function toNeeded({ people, why }: Needs): Static<typeof Needed> {
  return { people, why: toNullableMessageBody(why) };
}
