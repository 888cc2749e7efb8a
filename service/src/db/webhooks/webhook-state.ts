/** Webhooks with what is still to be done about each, and how the last attempt ended. */
export const FROM_WEBHOOKS = `from webhooks w
  left join open_webhooks o on o.webhook_id = w.id
  left join lateral (select a.number, a.status, a.error from webhook_attempts a
                     where a.webhook_id = w.id order by a.number desc limit 1) l on true`;

export type WebhookState = 'pending' | 'delivered' | 'undelivered' | 'replayed';

/**
 * One that is no longer open was delivered, or a replay has taken its place. Of a month that was
 * archived nobody knows here, and nearly all are delivered.
 */
export const STATE = `coalesce(o.state, case
  when l.status between 200 and 299 then 'delivered'
  when l.number is null and exists (select from months m
                                    where m.table_name = 'webhook_attempts'
                                      and m.archived_at is not null
                                      and w.id >= m.from_id and w.id < m.to_id) then 'delivered'
  else 'replayed' end)`;

/** An attempt that no receiver took; an index has these alone. */
export const FAILED_ATTEMPT = '(f.status between 200 and 299) is not true';

/** Where it goes or went: the address of its transaction never changes. */
export const ORIGIN = `coalesce(o.origin, substring(t.callback_url from '^[^/]*//[^/?#]*'))`;
