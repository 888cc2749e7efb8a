import type { Static } from 'typebox';
import type { TransactionItem } from '../../../contract/transactions/staff-transactions-api.ts';
import type { FoundTransactionRow } from '../../../db/transactions/transaction-search.ts';
import { maskMsisdn } from '../../../domain/msisdn.ts';
import {
  needsSecondPerson,
  type SecondPersonRule,
} from '../../../domain/transactions/second-person.ts';

/** A row of a list: the number is masked, because nobody needs whole numbers in a list. */
export function toTransactionRow(
  row: FoundTransactionRow,
  rule: SecondPersonRule,
): Static<typeof TransactionItem> {
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
    needs_second_person: needsSecondPerson(
      { direction: row.direction, amountXaf: row.amount_xaf, marks: row.marks },
      rule,
    ),
    marks: [...row.marks],
    application: row.application,
    created_at: row.created_at.toISOString(),
    state_updated_at: row.state_updated_at.toISOString(),
    ...(row.found_by === undefined ? {} : { found_by: row.found_by }),
  };
}
