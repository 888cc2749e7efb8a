import type pg from 'pg';
import { SQLSTATE } from '../sqlstate.ts';

/** What a node reports when a session begins. */
export interface NodeFacts {
  readonly isReadOnly: boolean;
  readonly isStandby: boolean;
  /** Every failover begins a new one: the higher of two is the newer history. 0 on a standby. */
  readonly timeline: number;
  /** The number of the backend. A pooler in between reports a number of its own on connect. */
  readonly pid: number;
}

/** This node is not the one that is wanted: read-only, or not a standby, or of an older history. */
export class WrongNode extends Error {
  override readonly name = 'WrongNode';
  /** PostgreSQL's own code: it is answered like a query that a standby refuses. */
  readonly code = SQLSTATE.readOnlyTransaction;
}

const IDENTIFY_TIMEOUT_MS = 2_000;

/**
 * Begins a session: gives it our settings and learns what the node is. The settings are no part of
 * the connection's start, because PgBouncer refuses there what it does not know.
 */
export async function identifyNode(
  client: pg.ClientBase,
  settings: Readonly<Record<string, string>>,
): Promise<NodeFacts> {
  const question = {
    text: `select current_setting('transaction_read_only') = 'on' as "isReadOnly",
                  pg_is_in_recovery() as "isStandby",
                  case when pg_is_in_recovery() then 0
                       else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
                  end as timeline,
                  pg_backend_pid() as pid,
                  (select count(set_config(key, value, false)) from json_each_text($1::json))`,
    values: [JSON.stringify(settings)],
    query_timeout: IDENTIFY_TIMEOUT_MS,
  };
  const { rows } = await client.query<NodeFacts>(question);
  const [facts] = rows;
  if (facts === undefined) throw new WrongNode('the node says nothing of itself');
  return facts;
}
