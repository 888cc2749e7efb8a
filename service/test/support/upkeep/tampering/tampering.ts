/** Something that is changed in the database by a person who has its password and not SECRETS_KEY. */
export interface Tampering {
  readonly name: string;
  /** `{paid}` is the id of that payment of `liveSomeDays`. */
  readonly sql: string;
  /**
   * The proof of `momo audit all` that names it; `anchor` if that needs what is kept outside of the
   * database: the head of the audit log, or the answers that platforms got.
   */
  readonly named: string;
}

/** The name, the proof and the SQL of each. */
export function tamperings(
  ...rows: readonly (readonly [name: string, named: string, sql: string])[]
): readonly Tampering[] {
  return rows.map(([name, named, sql]) => ({ name, named, sql }));
}

/** Adds the totals of the books up anew, so that they fit the entries. */
export const ADD_UP = `
  delete from book_totals;
  insert into book_totals (account, day, debit_cents, credit_cents)
  select account, day, sum(debit), sum(credit)
  from (select debit as account, (booked_at at time zone 'Africa/Douala')::date as day,
               amount_cents as debit, 0 as credit from book_entries
        where xact < (select rolled_to from books)
        union all
        select credit, (booked_at at time zone 'Africa/Douala')::date, 0, amount_cents
        from book_entries where xact < (select rolled_to from books)) moved
  group by 1, 2;`;

/** Writes the closings anew, so that they fit the totals and each other. */
export const CLOSE_ANEW = `
  do $$
  declare one record; previous text := repeat('0', 64);
  begin
    for one in select day, content::json as c from book_closings order by day loop
      update book_closings set previous_hash = previous,
        content = json_build_object('day', one.c -> 'day', 'accounts',
          (select json_agg(row_to_json(a)) from (
             select k.kind, k.key,
               coalesce(sum(t.debit_cents - t.credit_cents) filter (where t.day < one.day), 0)::text
                 as opening,
               coalesce(sum(t.debit_cents) filter (where t.day = one.day), 0)::text as debits,
               coalesce(sum(t.credit_cents) filter (where t.day = one.day), 0)::text as credits,
               coalesce(sum(t.debit_cents - t.credit_cents), 0)::text as closing
             from book_accounts k join book_totals t on t.account = k.id and t.day <= one.day
             group by k.id order by k.name) a),
          'wallets', one.c -> 'wallets', 'differences', one.c -> 'differences',
          'unmatched', one.c -> 'unmatched', 'disputed', one.c -> 'disputed',
          'sums', one.c -> 'sums')::text
      where day = one.day;
      update book_closings
      set hash = encode(sha256(convert_to(previous || e'\\n' || content, 'UTF8')), 'hex')
      where day = one.day returning hash into previous;
    end loop;
  end $$;`;

/** Writes the audit log anew from its first line, so that it fits the closings and itself. */
export const LOG_ANEW = `
  update audit_log a set after = json_build_object('days', a.after ->> 'days', 'hash', c.hash)
  from book_closings c
  where a.action = 'books.close' and c.day::text = right(a.after ->> 'days', 10)
    and a.after ->> 'hash' <> c.hash;
  do $$
  declare one record; previous text := repeat('0', 64); line bigint := 0;
  begin
    for one in select * from audit_log order by id loop
      line := line + 1;
      update audit_log set id = line, previous_hash = previous,
        hash = encode(sha256(convert_to('[' || concat_ws(',', line,
          to_json(to_char(one.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
          to_json(one.actor), coalesce(to_json(one.actor_id)::text, 'null'),
          coalesce(to_json(one.ip)::text, 'null'), to_json(one.action), to_json(one.subject),
          coalesce(to_json(one.before::text)::text, 'null'),
          coalesce(to_json(one.after::text)::text, 'null'),
          coalesce(to_json(one.reason)::text, 'null'), to_json(previous)) || ']', 'UTF8')), 'hex')
      where id = one.id returning hash into previous;
    end loop;
  end $$;`;

/** Adds a line to the end of the audit log that fits the one before it. */
export function logToo(action: string, subject: string): string {
  return `
    insert into audit_log (id, at, actor, actor_id, action, subject, previous_hash, hash)
    select l.id + 1, app_now(), s.name, s.id, '${action}', '${subject}', l.hash, ''
    from (select id, hash from audit_log order by id desc limit 1) l,
         (select id, name from staff order by created_at limit 1) s;
    ${LOG_ANEW}`;
}

/** Removes a payment with everything that names it. */
export function vanish(id: string): string {
  return `
    delete from book_entries where cause in (
      select 'transaction:${id}' union all
      select 'payment:' || operator || ':' || provider_tx_id from transactions where id = '${id}');
    with used as (delete from receipt_uses where transaction_id = '${id}' returning receipt_id)
    delete from receipts where id in (select receipt_id from used);
    delete from webhook_attempts where webhook_id in (
      select id from webhooks where transaction_id = '${id}');
    ${[
      ...['open_webhooks', 'webhooks', 'submissions', 'evidence', 'operator_ids'],
      ...['recent_numbers', 'open_transactions', 'transitions'],
    ]
      .map((table) => `delete from ${table} where transaction_id = '${id}';`)
      .join('\n')}
    delete from agreements where subject = '${id}';
    delete from transactions where id = '${id}';
    ${ADD_UP}`;
}

/** Puts a payment back to the version that it had, with everything that came since. */
export function putBack(id: string, version: number): string {
  return `
    delete from transitions where transaction_id = '${id}' and seq > ${version};
    delete from book_entries where cause in (
      select 'transaction:${id}' union all
      select 'payment:' || operator || ':' || provider_tx_id from transactions where id = '${id}');
    delete from webhook_attempts where webhook_id in (
      select id from webhooks where transaction_id = '${id}');
    delete from open_webhooks where transaction_id = '${id}';
    delete from webhooks where transaction_id = '${id}';
    update transactions t
    set version = ${version}, state = h.to_state, state_updated_at = h.at, updated_at = h.at,
        provider_tx_id = null,
        expires_at = case when t.direction = 'deposit' then app_now() + interval '10 minutes' end
    from transitions h
    where t.id = '${id}' and h.transaction_id = t.id and h.seq = ${version};
    insert into open_transactions (transaction_id, state, since, expires_at)
    select id, state, state_updated_at, expires_at from transactions where id = '${id}'
    on conflict (transaction_id) do update set state = excluded.state;
    ${ADD_UP}`;
}

/** Moves a payment on by a line of history, as the service would have written it. */
export function moveOn(id: string, to: string, trigger: string, actor: string): string {
  return `
    insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor, at)
    select id, version + 1, state, '${to}', '${trigger}', 'x', ${actor}, app_now()
    from transactions where id = '${id}';
    update transactions set version = version + 1, state = '${to}', state_updated_at = app_now(),
      updated_at = app_now(), expires_at = null where id = '${id}';
    ${
      to === 'approved'
        ? `update open_transactions set state = '${to}' where transaction_id = '${id}';`
        : `delete from open_transactions where transaction_id = '${id}';`
    }`;
}

/** What a webhook about a payment says, word for word. */
const BODY = (event: string) => `
  '{"service_tx_id":"' || t.id || '","reference":' || to_json(t.reference) || ',"event":"${event}",'
  || '"direction":"' || t.direction || '","amount_xaf":' || t.amount_xaf || ',"operator":"'
  || t.operator || '","provider_tx_id":' || coalesce(to_json(t.provider_tx_id)::text, 'null')
  || ',"ts":"' || to_char(t.state_updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '"}'`;

/** Reports the end of a payment, as the service would have. */
export function tellToo(id: string, event: string): string {
  return `
    insert into webhooks (id, transaction_id, application_id, event, body, created_at)
    select uuidv7(), t.id, t.application_id, '${event}', ${BODY(event)}, app_now()
    from transactions t where t.id = '${id}';`;
}

/** Writes the event of a payment anew, so that it fits the payment. */
export function tellAnew(id: string): string {
  return `
    update webhooks w set body = ${BODY('payment.succeeded')} from transactions t
    where t.id = '${id}' and w.transaction_id = t.id and w.event = 'payment.succeeded';`;
}
