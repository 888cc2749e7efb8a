-- Some phones do not say which SIM got a text. Where a phone was declared to hold one SIM, it is
-- that one. Forgetting the SIM ends the declaration.
alter table gateways
  add column only_sim text,
  add constraint only_sim_is_placed foreign key (id, only_sim)
    references gateway_sims (gateway_id, sim) on delete set null (only_sim);
