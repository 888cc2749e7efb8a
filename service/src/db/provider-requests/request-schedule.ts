import type { Queryable } from '../client.ts';

/**
 * Makes the next question due at once, if the caller knows the secret of the request. An ended one
 * is asked about once more, since an operator may reverse what it paid, but not sooner than ten
 * seconds after the last question: a flood of calls does not cause a flood of questions.
 */
export async function hastenRequest(
  database: Queryable,
  hint: { readonly reference: string; readonly secretHash: string },
): Promise<{ readonly transactionId: string; readonly providerId: string } | null> {
  const [row] = await database.query<{
    readonly transactionId: string;
    readonly providerId: string;
  }>({
    name: 'hasten-provider-request',
    text: `with found as (
               select s.transaction_id, s.provider_id,
                      t.state in ('succeeded', 'failed', 'expired') as has_ended
               from submissions s join transactions t on t.id = s.transaction_id
               where s.reference = $1::uuid and s.sent_at is not null
                 and encode(sha256(s.callback_secret::bytea), 'hex') = $2
             ), hastened as (
               -- The question under way may have been a moment too early, so its claim ends.
               update submissions s
               set next_step_at = case when found.has_ended
                 then greatest(app_now(), coalesce(s.asked_at, s.sent_at) + interval '10 seconds')
                 else app_now() end
               from found where s.transaction_id = found.transaction_id
             )
             select transaction_id as "transactionId", provider_id as "providerId" from found`,
    values: [hint.reference, hint.secretHash],
  });
  return row ?? null;
}

/** Makes the next question due at once. False if nothing was sent that could be asked about. */
export async function askRequest(database: Queryable, transactionId: string): Promise<boolean> {
  const rows = await database.query({
    text: `update submissions set next_step_at = app_now()
           where transaction_id = $1 and sent_at is not null returning transaction_id`,
    values: [transactionId],
  });
  return rows.length > 0;
}

/** Ends the steps of requests that were never sent and must not be sent now. */
export async function stopRequests(
  connection: Queryable,
  transactionIds: readonly string[],
): Promise<void> {
  await connection.query({
    text: `update submissions set next_step_at = null, claim = null
           where transaction_id = any($1::uuid[]) and sent_at is null`,
    values: [transactionIds],
  });
}

/** Lets a request that was never sent be offered to every provider again. False if it was sent. */
export async function reviveRequest(
  connection: Queryable,
  transactionId: string,
): Promise<boolean> {
  const rows = await connection.query({
    text: `update submissions
           set next_step_at = app_now(), claim = null, tried = '{}', problem = null
           where transaction_id = $1 and sent_at is null returning transaction_id`,
    values: [transactionId],
  });
  return rows.length > 0;
}
