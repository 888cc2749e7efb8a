-- Each SIM's line has a row that readers of its texts can lock: placing a SIM makes it from now on.
insert into lines (line) select distinct line from gateway_sims on conflict do nothing;
