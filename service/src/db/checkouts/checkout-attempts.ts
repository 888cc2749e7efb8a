import {
  ATTEMPTS_PER_NUMBER_WITHIN_MS,
  type AttemptCounts,
  type AttemptFacts,
  type AttemptOutcome,
} from '../../domain/checkouts/checkout.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { CollectionMode, ReasonCode } from '../../domain/payment-kinds.ts';
import type { Instructions } from '../../domain/transactions/instructions.ts';
import type { Queryable } from '../client.ts';
import { rowsWith, unseen } from '../rows.ts';
import { FROM_RECENT_NUMBER } from '../transactions/numbers.ts';

/** A deposit that a buyer began for a checkout. */
export interface CheckoutAttempt extends AttemptFacts {
  readonly number: number;
  readonly operator: Operator;
  readonly msisdn: string;
  readonly providerTxId: string | null;
  readonly collectionMode: CollectionMode;
  readonly instructions: Instructions | null;
  readonly channelId: string | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly reasonCode: ReasonCode | null;
}

/** In their order. */
export async function listCheckoutAttempts(
  database: Queryable,
  checkoutId: string,
): Promise<readonly CheckoutAttempt[]> {
  return (await listAttemptsOf(database, [checkoutId])).get(checkoutId) ?? [];
}

/** Those of several checkouts. */
export async function listAttemptsOf(
  database: Queryable,
  checkoutIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CheckoutAttempt[]>> {
  if (checkoutIds.length === 0) return new Map();
  const rows = await database.query<CheckoutAttempt & { readonly checkoutId: string }>({
    name: 'list-checkout-attempts',
    text: `select a.checkout_id as "checkoutId", a.transaction_id as id, a.number, a.outcome,
                  a.succeeded_at as "succeededAt", a.seal,
                  t.state, t.operator, t.msisdn, t.provider_tx_id as "providerTxId",
                  t.collection_mode as "collectionMode", t.instructions,
                  t.channel_id as "channelId",
                  t.expires_at as "expiresAt", t.created_at as "createdAt",
                  t.reason_code as "reasonCode"
           from checkout_attempts a join transactions t on t.id = a.transaction_id
           where a.checkout_id = any(${unseen(1, 'uuid[]')}) order by a.checkout_id, a.number`,
    values: [checkoutIds],
  });
  return Map.groupBy(rows, ({ checkoutId }) => checkoutId);
}

export async function insertCheckoutAttempt(
  connection: Queryable,
  attempt: { readonly transactionId: string; readonly checkoutId: string; readonly number: number },
): Promise<void> {
  await connection.query({
    text: `insert into checkout_attempts (transaction_id, checkout_id, number) values ($1, $2, $3)`,
    values: [attempt.transactionId, attempt.checkoutId, attempt.number],
  });
}

export interface CountedAttempt {
  readonly id: string;
  readonly outcome: AttemptOutcome;
  readonly seal: string | null;
}

/** Writes what successes mean for their checkout, each once. */
export async function updateOutcomes(
  connection: Queryable,
  counted: readonly CountedAttempt[],
): Promise<void> {
  await connection.query({
    text: `update checkout_attempts a set outcome = c.outcome, seal = c.seal
           from ${COUNTED.unnest('c')}
           where a.transaction_id = c.id and a.outcome is null`,
    values: COUNTED.values(counted),
  });
}

const COUNTED = rowsWith<CountedAttempt>({
  id: ['uuid', ({ id }) => id],
  outcome: ['text', ({ outcome }) => outcome],
  seal: ['uuid', ({ seal }) => seal],
});

/** What limits a further attempt; the caller holds the locks of the number and of the checkout. */
export async function countAttempts(
  connection: Queryable,
  wanted: {
    readonly checkoutId: string;
    readonly operator: Operator;
    readonly msisdn: string;
    readonly amountXaf: number;
  },
): Promise<AttemptCounts> {
  const { checkoutId, operator, msisdn, amountXaf } = wanted;
  const [row] = await connection.query<AttemptCounts>({
    text: `with of_number as (
             select t.*, a.checkout_id ${FROM_RECENT_NUMBER}
             left join checkout_attempts a on a.transaction_id = t.id
             where n.msisdn = $2 and t.direction = 'deposit'
           )
           select (select count(*) from checkout_attempts where checkout_id = $1) as "ofCheckout",
                  array(select created_at from of_number
                        where checkout_id is not null
                          and created_at > app_now() - $5::int * interval '1 millisecond'
                          and created_at > coalesce((select max(state_updated_at) from of_number
                                                     where state = 'succeeded'), '-infinity')
                        order by created_at desc) as "ofNumber",
                  -- Payments are matched over all applications, so codes are looked for in all.
                  (select max(coalesce(expires_at, state_updated_at)) from of_number
                   where operator = $3 and amount_xaf = $4
                     and collection_mode = 'customer_initiated'
                     and state in ('pending', 'provider_acknowledged', 'expired')
                     and checkout_id is distinct from $1) as "codeElsewhereEndsAt"`,
    values: [checkoutId, msisdn, operator, amountXaf, ATTEMPTS_PER_NUMBER_WITHIN_MS],
  });
  return row ?? { ofCheckout: 0, ofNumber: [], codeElsewhereEndsAt: null };
}
