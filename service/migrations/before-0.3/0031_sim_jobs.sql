-- What the program beside a modem said last about a SIM: without `agent_at` it only brings texts.
alter table gateway_sims
  add column agent_at timestamptz(3),
  add column registration text,
  add column signal integer check (signal between 0 and 31),
  -- Why the program uses the wallet of the SIM no more, as a code; null: it does.
  add column trouble text,
  -- What it has a scenario for that was recorded on a SIM.
  add column actions text[] not null default '{}';

-- What a SIM is to do by USSD. A job is done by the SIM that has taken it, and by no other.
create table sim_jobs (
  -- The reference of the submission, so that no payment becomes a second job.
  reference uuid primary key,
  gateway_id text not null references gateways (id),
  sim text not null check (sim <> ''),
  operator text not null references operators (name),
  line text not null check (line <> ''),
  action text not null check (action in ('collect', 'transfer', 'balance')),
  msisdn text,
  amount_xaf bigint check (amount_xaf > 0),
  created_at timestamptz(3) not null,
  -- Nobody takes it later.
  take_until timestamptz(3) not null,
  -- Nothing is confirmed later.
  finish_until timestamptz(3) not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'taken', 'withdrawn', 'ended')),
  taken_at timestamptz(3),
  ended_at timestamptz(3),
  outcome text
    check (outcome in ('accepted', 'refused', 'pin_refused', 'told', 'stopped', 'unknown')),
  -- Why it stopped, as a code of the program beside the modem.
  problem text,
  -- What was said and shown, word for word; PINs are masked before they leave the program.
  screens jsonb,
  balance_cents bigint,
  -- The operator's id, as the screen told it and as the operator's text told it.
  shown_tx_id text,
  operator_tx_id text,
  constraint payments_name_whom
    check ((action = 'balance') = (msisdn is null) and (msisdn is null) = (amount_xaf is null)),
  constraint taken_before_ended check (
    (state in ('taken', 'ended')) = (taken_at is not null)
    and (state = 'ended') = (ended_at is not null)
    and (state = 'ended') = (outcome is not null)),
  -- Only what was asked can be told, and a payment is never only told.
  constraint outcome_of_action check (
    (outcome <> 'told' or action = 'balance') and (outcome <> 'accepted' or action <> 'balance'))
);

create index sim_jobs_open on sim_jobs (gateway_id, sim) where state in ('waiting', 'taken');
create index sim_jobs_nameless on sim_jobs (line, msisdn, amount_xaf)
  where action = 'transfer' and operator_tx_id is null;
create index sim_jobs_latest on sim_jobs (line, created_at) where action = 'balance';
create unique index one_job_per_operator_id on sim_jobs (operator, operator_tx_id)
  where operator_tx_id is not null;
