import type { Queryable } from '../client.ts';

export interface HastenedRequest {
  readonly transactionId: string;
  readonly providerId: string;
}

/**
 * When a question is due that a callback asks for: at once, and again two seconds later if more
 * callbacks come meanwhile, since the first question may have been a moment too early. What has
 * ended is asked about once more, since an operator may reverse what it paid, but not sooner than
 * ten seconds after the last question. So a flood of calls does not cause a flood of questions.
 */
const HINTED = `case
  when found.has_ended
    then greatest(app_now(), coalesce(s.asked_at, s.sent_at) + interval '10 seconds')
  when s.hinted_at > app_now() then s.hinted_at
  else greatest(app_now(), s.hinted_at + interval '2 seconds') end`;

const HAS_ENDED = `t.state in ('succeeded', 'failed', 'expired') as has_ended`;

/** Makes the next question due, if the caller knows the secret of the request. */
export async function hastenRequest(
  database: Queryable,
  hint: { readonly reference: string; readonly secretHash: string },
): Promise<HastenedRequest | null> {
  const [row] = await database.query<HastenedRequest>({
    name: 'hasten-provider-request',
    text: `with found as (
               select s.transaction_id, s.provider_id, ${HAS_ENDED}
               from submissions s join transactions t on t.id = s.transaction_id
               where s.reference = $1::uuid and s.sent_at is not null
                 and encode(sha256(s.callback_secret::bytea), 'hex') = $2
             ), hastened as (
               -- The question under way may have been a moment too early, so its claim ends.
               update submissions s
               set next_step_at = least(s.next_step_at, ${HINTED}), hinted_at = ${HINTED}
               from found where s.transaction_id = found.transaction_id
             )
             select transaction_id as "transactionId", provider_id as "providerId" from found`,
    values: [hint.reference, hint.secretHash],
  });
  return row ?? null;
}

/**
 * Makes the next question about a payment due that a call to the account's address has named, if it
 * was sent with that account. A handle that it names is kept for that question while none is known.
 */
export async function hastenNamedRequest(
  database: Queryable,
  named: {
    readonly accountId: string;
    readonly reference: string;
    readonly handle: string | null;
  },
): Promise<HastenedRequest | null> {
  const [row] = await database.query<HastenedRequest>({
    name: 'hasten-named-request',
    text: `with found as (
               select s.transaction_id, s.provider_id, ${HAS_ENDED}
               from submissions s join transactions t on t.id = s.transaction_id
               join providers v on v.id = s.provider_id
               where s.reference = $1::uuid and s.sent_at is not null
                 and coalesce(v.account_of, v.id) = $2
             ), hastened as (
               update submissions s
               set next_step_at = least(s.next_step_at, ${HINTED}), hinted_at = ${HINTED},
                   hinted_handle = case when s.handle is null and s.handle_follows
                                        then coalesce($3, s.hinted_handle) end
               from found where s.transaction_id = found.transaction_id
             )
             select transaction_id as "transactionId", provider_id as "providerId" from found`,
    values: [named.reference, named.accountId, named.handle],
    trusts: { providers: 'v' },
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
