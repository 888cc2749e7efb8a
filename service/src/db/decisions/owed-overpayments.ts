import { assert } from '../../domain/assert.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import { isReturnOf, OVERPAID, OVERPAYMENT, type Overpayment } from '../books/overpayments.ts';
import type { Queryable } from '../client.ts';
import { type StoredReturn, storedReturn } from '../transactions/payment-limits.ts';

/** A deposit for which the books owe something to its payer. */
export interface OwedOverpayment extends Overpayment {
  readonly depositId: string;
  readonly operator: Operator;
  readonly msisdn: string;
  /** As the operator's text spells it. */
  readonly payerName: string | null;
  readonly application: string;
  readonly reference: string;
  /** What the books owe: less than was overpaid by a return that has left and did not fail. */
  readonly bookedXaf: number;
  readonly since: Date;
  /** The withdrawals that send it back, or tried to, newest first. */
  readonly returns: readonly StoredReturn[];
}

/** The oldest deposits first. */
export function listOverpayments(
  database: Queryable,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<OwedOverpayment[]> {
  return database.query<OwedOverpayment>({
    text: `select ${OVERPAYMENT}, t.id as "depositId", t.operator, t.msisdn, a.name as application,
                  t.reference, b.cents::float8 / 100 as "bookedXaf", e.value_at as since,
                  (select r.payer_name from receipt_uses u join receipts r on r.id = u.receipt_id
                   where u.transaction_id = t.id and r.payer_name is not null
                   order by u.used_at limit 1) as "payerName",
                  (select coalesce(json_agg(${storedReturn('w')} order by w.id desc), '[]')
                   from transactions w where ${isReturnOf('w', 't.id')}) as returns
           from ${OVERPAID} and ($1::uuid is null or e.cause > 'transaction:' || $1::uuid)
             and b.cents <> 0
           order by e.cause limit $2`,
    values: [after, limit],
  });
}

/** What the list has, and what two people corrected: together the account `overpayments`. */
export interface OverpaymentSums {
  readonly count: number;
  readonly listedXaf: number;
  readonly correctedXaf: number;
}

export async function findOverpaymentSums(database: Queryable): Promise<OverpaymentSums> {
  const [row] = await database.query<OverpaymentSums>({
    text: `select count(*)::int as count, coalesce(sum(b.cents), 0)::float8 / 100 as "listedXaf",
                  coalesce((select sum(case c.rule when 'overpayments_raised' then c.amount_cents
                                                   else - c.amount_cents end)
                            from book_entries c
                            where c.cause >= 'adjustment:' and c.cause < 'adjustment;'
                              and c.rule in ('overpayments_raised', 'overpayments_lowered')),
                           0)::float8 / 100 as "correctedXaf"
           from ${OVERPAID} and b.cents <> 0`,
  });
  assert(row !== undefined, 'a sum without a row');
  return row;
}
