import type { Dialect } from '../../domain/lines/sms-dialects.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Queryable } from '../client.ts';
import { unseen } from '../rows.ts';

export interface Gateway {
  readonly id: string;
  readonly dialect: Dialect;
  /** Sealed. */
  readonly secret: string;
  readonly revokedAt: Date | null;
  /** Not in the last seconds. */
  readonly isUnseen: boolean;
}

/** A gateway that was seen in these last seconds is not marked again for every message. */
const IS_UNSEEN = `(last_seen_at is null or last_seen_at < app_now() - interval '5 seconds')`;

export async function findGateway(database: Queryable, id: string): Promise<Gateway | null> {
  const [row] = await database.query<Gateway>({
    name: 'find-gateway',
    text: `select id, dialect, secret, revoked_at as "revokedAt", ${IS_UNSEEN} as "isUnseen"
           from gateways where id = $1`,
    values: [id],
    trusts: { gateways: 'gateways' },
  });
  return row ?? null;
}

/** A gateway that exists keeps its secret. */
export async function insertGateway(
  connection: Queryable,
  { id, dialect, secret }: Pick<Gateway, 'id' | 'dialect' | 'secret'>,
): Promise<void> {
  await connection.query({
    text: `insert into gateways (id, dialect, secret) values ($1, $2, $3)
           on conflict (id) do nothing`,
    values: [id, dialect, secret],
    changes: [{ table: 'gateways', where: 'id = $1', values: [id] }],
  });
}

/** Gives a gateway its secret; one that exists gets a new one and works again. */
export async function upsertGateway(
  connection: Queryable,
  { id, dialect, secret }: Pick<Gateway, 'id' | 'dialect' | 'secret'>,
): Promise<void> {
  await connection.query({
    text: `insert into gateways (id, dialect, secret) values ($1, $2, $3)
           on conflict (id) do update
             set dialect = excluded.dialect, secret = excluded.secret, revoked_at = null`,
    values: [id, dialect, secret],
    changes: [{ table: 'gateways', where: 'id = $1', values: [id] }],
  });
}

export async function revokeGateway(connection: Queryable, id: string): Promise<boolean> {
  const rows = await connection.query({
    text: `update gateways set revoked_at = app_now() where id = $1 and revoked_at is null
           returning id`,
    values: [id],
    changes: [{ table: 'gateways', where: 'id = $1', values: [id] }],
  });
  return rows.length > 0;
}

/** The gateway has just sent something. */
export async function touchGateway(database: Queryable, id: string): Promise<void> {
  await database.query({
    name: 'touch-gateway',
    text: `update gateways set last_seen_at = app_now()
           where id = $1 and ${IS_UNSEEN}`,
    values: [id],
  });
}

export interface Sim {
  readonly gatewayId: string;
  readonly sim: string;
  readonly operator: Operator;
  /** In one spelling (`normaliseLine`). */
  readonly line: string;
}

export async function upsertSim(connection: Queryable, sim: Sim): Promise<void> {
  await connection.query({
    text: `insert into gateway_sims (gateway_id, sim, operator, line) values ($1, $2, $3, $4)
           on conflict (gateway_id, sim) do update
             set operator = excluded.operator, line = excluded.line`,
    values: [sim.gatewayId, sim.sim, sim.operator, sim.line],
    changes: [{ table: 'gateway_sims', where: 'gateway_id = $1', values: [sim.gatewayId] }],
  });
}

export async function deleteSim(
  connection: Queryable,
  { gatewayId, sim }: Pick<Sim, 'gatewayId' | 'sim'>,
): Promise<boolean> {
  const rows = await connection.query({
    text: 'delete from gateway_sims where gateway_id = $1 and sim = $2 returning sim',
    values: [gatewayId, sim],
    changes: [
      { table: 'gateway_sims', where: 'gateway_id = $1', values: [gatewayId] },
      // It may have been the only one.
      { table: 'gateways', where: 'id = $1', values: [gatewayId] },
    ],
  });
  return rows.length > 0;
}

/** The SIM that a gateway means, by the first of the given names that we know. */
export async function findSim(
  database: Queryable,
  { gatewayId, names }: { readonly gatewayId: string; readonly names: readonly string[] },
): Promise<Sim | null> {
  const [row] = await database.query<Sim>({
    name: 'find-sim',
    text: `select s.gateway_id as "gatewayId", s.sim, s.operator, s.line
           from unnest(${unseen(2, 'text[]')}) with ordinality as n (name, place)
           join gateway_sims s on s.gateway_id = $1 and s.sim = n.name
           order by n.place limit 1`,
    values: [gatewayId, names],
    trusts: { gateway_sims: 's' },
  });
  return row ?? null;
}

/** Whether a line has a SIM at any gateway but the given one. */
export async function hasOtherGateway(
  connection: Queryable,
  { line, gatewayId }: Pick<Sim, 'line' | 'gatewayId'>,
): Promise<boolean> {
  const rows = await connection.query({
    text: 'select from gateway_sims where line = $1 and gateway_id <> $2 limit 1',
    values: [line, gatewayId],
  });
  return rows.length > 0;
}

/** The SIM of a gateway that was declared to hold no other. */
export async function findOnlySim(database: Queryable, gatewayId: string): Promise<Sim | null> {
  const [row] = await database.query<Sim>({
    name: 'find-only-sim',
    text: `select s.gateway_id as "gatewayId", s.sim, s.operator, s.line
           from gateways g join gateway_sims s on s.gateway_id = g.id and s.sim = g.only_sim
           where g.id = $1`,
    values: [gatewayId],
    trusts: { gateways: 'g', gateway_sims: 's' },
  });
  return row ?? null;
}

export function listSimsOf(database: Queryable, gatewayId: string): Promise<Sim[]> {
  return database.query<Sim>({
    text: `select gateway_id as "gatewayId", sim, operator, line from gateway_sims
           where gateway_id = $1 order by sim`,
    values: [gatewayId],
    trusts: { gateway_sims: 'gateway_sims' },
  });
}

/** `null` if it may hold several. */
export async function updateOnlySim(
  connection: Queryable,
  { gatewayId, sim }: { readonly gatewayId: string; readonly sim: string | null },
): Promise<void> {
  await connection.query({
    text: 'update gateways set only_sim = $2 where id = $1',
    values: [gatewayId, sim],
    changes: [{ table: 'gateways', where: 'id = $1', values: [gatewayId] }],
  });
}

export async function updateStore(
  database: Queryable,
  store: {
    readonly gatewayId: string;
    readonly sim: string;
    readonly used: number;
    readonly size: number;
  },
): Promise<void> {
  await database.query({
    text: `update gateway_sims set store_used = $3, store_size = $4
           where gateway_id = $1 and sim = $2`,
    values: [store.gatewayId, store.sim, store.used, store.size],
  });
}

export interface SimHealth extends Sim {
  readonly isRevoked: boolean;
  readonly lastSeenAt: Date | null;
  /** `null` if it has never sent anything. */
  readonly silentMs: number | null;
  readonly storeUsed: number | null;
  readonly storeSize: number | null;
  readonly registration: string | null;
  readonly agentSilentMs: number | null;
}

export function listSimHealth(database: Queryable): Promise<SimHealth[]> {
  return database.query<SimHealth>({
    name: 'list-sim-health',
    text: `select s.gateway_id as "gatewayId", s.sim, s.operator, s.line,
                  g.revoked_at is not null as "isRevoked", g.last_seen_at as "lastSeenAt",
                  (extract(epoch from app_now() - g.last_seen_at) * 1000)::float8 as "silentMs",
                  s.store_used as "storeUsed", s.store_size as "storeSize", s.registration,
                  (extract(epoch from app_now() - s.agent_at) * 1000)::float8 as "agentSilentMs"
           from gateway_sims s join gateways g on g.id = s.gateway_id
           order by s.line, s.gateway_id, s.sim`,
    trusts: { gateway_sims: 's', gateways: 'g' },
  });
}

export interface ListedGateway {
  readonly id: string;
  readonly dialect: Dialect;
  readonly revokedAt: Date | null;
  readonly lastSeenAt: Date | null;
  /** The SIM that it was declared to hold and no other. */
  readonly onlySim: string | null;
}

export function listGateways(database: Queryable): Promise<ListedGateway[]> {
  return database.query<ListedGateway>({
    text: `select id, dialect, revoked_at as "revokedAt", last_seen_at as "lastSeenAt",
                  only_sim as "onlySim"
           from gateways order by id`,
  });
}

/** Our lines with an operator, for separating received money from sent money. */
export async function listOwnLines(
  database: Queryable,
  operator: Operator,
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly line: string }>({
    name: 'list-own-lines',
    text: 'select line from gateway_sims where operator = $1',
    values: [operator],
    trusts: { gateway_sims: 'gateway_sims' },
  });
  return [...new Set(rows.map(({ line }) => line))];
}
