import type { SimState } from '../../domain/lines/agent-messages.ts';
import type { AskedLine } from '../../domain/lines/line-health.ts';
import type { PayingSim, PinMeaning } from '../../domain/lines/paying-sim.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';

/** Records what a modem agent reports of its SIMs; skips an unknown SIM. */
export async function updateSimStates(
  database: Queryable,
  gatewayId: string,
  sims: readonly SimState[],
): Promise<void> {
  await database.query({
    name: 'update-sim-states',
    text: `update gateway_sims s
           set agent_at = app_now(), registration = n.registration, signal = n.signal,
               store_used = coalesce(n.used, s.store_used),
               store_size = coalesce(n.size, s.store_size), trouble = n.trouble,
               screen = n.screen, since = n.since,
               pin_meant = case when s.since = n.since then s.pin_meant end,
               actions = string_to_array(n.actions, ',')
           from ${SIM_STATES.unnest('n', 2)}
           where s.gateway_id = $1 and s.sim = n.sim`,
    values: [gatewayId, ...SIM_STATES.values(sims)],
  });
}

const SIM_STATES = rowsWith<SimState>({
  sim: ['text', ({ sim }) => sim],
  registration: ['text', ({ registration }) => registration],
  signal: ['int', ({ signal }) => signal],
  used: ['int', ({ used }) => used],
  size: ['int', ({ size }) => size],
  trouble: ['text', ({ trouble }) => trouble],
  screen: ['text', ({ screen }) => screen],
  since: ['text', ({ since }) => since],
  actions: ['text', ({ actions }) => actions.join(',')],
});

export interface ListedPayingSim extends PayingSim, AskedLine {
  readonly gatewayId: string;
  readonly sim: string;
  readonly operator: Operator;
  readonly line: string;
  readonly signal: number | null;
  /** The screen that led to its trouble, without the PIN. */
  readonly screen: string | null;
  readonly since: string | null;
  readonly pinMeant: PinMeaning | null;
}

export interface PinWord {
  readonly gatewayId: string;
  readonly line: string;
  /** Which saying of the PIN is meant. */
  readonly since: string;
  readonly meant: PinMeaning;
}

/** Keeps it for the modem agent. False if the PIN is not in doubt, or was said again since. */
export async function updatePinMeaning(connection: Queryable, word: PinWord): Promise<boolean> {
  const rows = await connection.query({
    text: `update gateway_sims set pin_meant = $4
           where gateway_id = $1 and line = $2 and since = $3 and trouble = 'pin_unproven'
           returning sim`,
    values: [word.gatewayId, word.line, word.since, word.meant],
  });
  return rows.length > 0;
}

/** What people have said for the SIMs of a gateway and no agent has taken yet. */
export function listPinMeanings(
  database: Queryable,
  gatewayId: string,
): Promise<{ readonly sim: string; readonly since: string; readonly meant: PinMeaning }[]> {
  return database.query({
    name: 'list-pin-meanings',
    text: `select sim, since, pin_meant as meant from gateway_sims
           where gateway_id = $1 and pin_meant is not null`,
    values: [gatewayId],
  });
}

/** Every SIM with what it could do; those with the least to do come first. */
export function listPayingSims(database: Queryable): Promise<ListedPayingSim[]> {
  return database.query<ListedPayingSim>({
    name: 'list-paying-sims',
    text: `select s.gateway_id as "gatewayId", s.sim, s.operator, s.line,
                  g.revoked_at is not null as "isRevoked", s.registration, s.trouble, s.signal,
                  s.screen, s.since, s.pin_meant as "pinMeant",
                  (extract(epoch from app_now() - s.agent_at) * 1000)::float8 as "agentSilentMs",
                  s.store_used as "storeUsed", s.store_size as "storeSize", s.actions,
                  (extract(epoch from app_now() - l.gap_at) * 1000)::float8 as "sinceGapMs",
                  -- A balance that does not add up says nothing.
                  case when l.gap_at is null then floor(l.balance_cents / 100)::float8
                  end as "balanceXaf",
                  coalesce(j.open, 0)::int as "openJobs",
                  (extract(epoch from app_now() - b.created_at) * 1000)::float8 as "sinceAskedMs",
                  b.reference as "lastAsked",
                  exists (select from receipts r join balance_steps p on p.sms_id = r.sms_id
                          where r.line = s.line and r.waits_for_line and r.state = 'unmatched'
                            and p.state = 'believed') as "needsReading"
           from gateway_sims s
           join gateways g on g.id = s.gateway_id
           left join lines l on l.line = s.line
           left join lateral (
             select count(*) as open from sim_jobs j
             where j.gateway_id = s.gateway_id and j.sim = s.sim
               and (j.state = 'taken' and j.finish_until > app_now()
                    or j.state = 'waiting' and j.take_until > app_now())) j on true
           left join lateral (
             select b.created_at, b.reference from sim_jobs b
             where b.line = s.line and b.action = 'balance'
             order by b.created_at desc limit 1) b on true
           order by "openJobs", s.gateway_id, s.sim`,
    trusts: { gateway_sims: 's', gateways: 'g' },
  });
}
