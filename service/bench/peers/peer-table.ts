/** What the peers store, with the one index that idempotency needs. */
export const CREATE_DEPOSITS = `
  create table deposits (
    id uuid primary key, player_id uuid not null, msisdn text not null,
    amount_xaf bigint not null, operator text not null, reference text not null,
    state text not null, created_at timestamptz not null default now(),
    unique (player_id, reference)
  )`;

export const INSERT_DEPOSIT = `
  insert into deposits (id, player_id, msisdn, amount_xaf, operator, reference, state)
  values ($1, $2, $3, $4, $5, $6, 'pending')
  returning created_at`;

/** The service's own pool is as large. */
export const PEER_POOL = 10;
