import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../src/db/client.ts';
import type { Answer, CallOptions } from '../call.ts';
import type { TestService } from '../harness.ts';

export type Json = Readonly<Record<string, unknown>>;

export const DEPOSITS = '/api/v1/deposits';
export const WITHDRAWALS = '/api/v1/withdrawals';

/** A number of each operator that the prefix check has nothing against. */
export const MTN = { operator: 'mtn', msisdn: '+237670000001' } as const;
export const ORANGE = { operator: 'orange', msisdn: '+237690000001' } as const;

/** A valid body of a deposit or withdrawal with a new player and reference. */
export function paymentBody(changes: Json = {}): Json {
  return {
    player_id: randomUUID(),
    ...MTN,
    amount_xaf: 500,
    reference: randomUUID(),
    ...changes,
  };
}

/** The body of a JSON answer; anything but an object fails the test. */
export function bodyOf(answer: Answer): Json {
  assert.ok(typeof answer.json === 'object' && answer.json !== null, answer.text);
  return answer.json as Json;
}

export interface Created extends Json {
  readonly service_tx_id: string;
}

type Client = Pick<TestService, 'call'>;

/** Creates a deposit or withdrawal and expects it to work. */
export async function create(
  service: Client,
  path: string,
  changes: Json = {},
  headers: CallOptions['headers'] = {},
): Promise<Created> {
  const answer = await service.call('POST', path, { json: paymentBody(changes), headers });
  assert.equal(answer.status, 200, answer.text);
  const body = bodyOf(answer);
  assert.ok(typeof body['service_tx_id'] === 'string');
  return { ...body, service_tx_id: body['service_tx_id'] };
}

export async function read(service: Client, id: string): Promise<Json> {
  const answer = await service.call('GET', `/api/v1/transactions/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer);
}

export function simulate(
  service: Client,
  id: string,
  outcome: string,
  headers: CallOptions['headers'] = {},
): Promise<Answer> {
  const path = `/api/v1/sandbox/transactions/${id}/simulate`;
  return service.call('POST', path, { json: { outcome }, headers });
}

export interface Issue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Json;
}

/** The `detail` of a validation error. */
export function issuesOf(answer: Answer): readonly Issue[] {
  assert.equal(answer.status, 422, answer.text);
  const { detail } = bodyOf(answer);
  assert.ok(Array.isArray(detail), answer.text);
  return detail as readonly Issue[];
}

/** What is wrong and where, without the sentence: `missing body.msisdn`. */
export function problemsOf(answer: Answer): readonly string[] {
  return issuesOf(answer).map(({ type, loc }) => `${type} ${loc.join('.')}`);
}

export async function countTransactions(database: Queryable): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>({
    text: 'select count(*) as count from transactions',
  });
  return row?.count ?? 0;
}

export interface HistoryRow {
  readonly seq: number;
  readonly from_state: string | null;
  readonly to_state: string;
  readonly trigger: string;
  readonly actor: string;
}

export function historyOf(database: Queryable, id: string): Promise<HistoryRow[]> {
  return database.query<HistoryRow>({
    text: `select seq, from_state, to_state, trigger, actor from transitions
           where transaction_id = $1 order by seq`,
    values: [id],
  });
}

/** Switches providers on or off. */
export async function switchProviders(
  database: Queryable,
  ids: readonly string[],
  position: 'on' | 'off',
): Promise<void> {
  await database.query({
    text: 'update providers set flag_enabled = $2 where id = any($1::text[])',
    values: [ids, position === 'on'],
  });
}

/** Puts a transaction into a state that the sandbox does not come to by itself. */
export async function forceState(database: Queryable, id: string, state: string): Promise<void> {
  await database.query({
    text: `with moved as (
             update transactions
             set state = $2, version = version + 1, state_reason = 'Set by a test.',
                 expires_at = case when $2 in ('pending', 'provider_acknowledged')
                                   then coalesce(expires_at, app_now() + interval '15 minutes') end
             where id = $1 returning id, version
           )
           insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason,
                                    actor, at)
           select m.id, m.version, h.to_state, $2, 'test', 'Set by a test.', 'test', app_now()
           from moved m join transitions h on h.transaction_id = m.id and h.seq = m.version - 1`,
    values: [id, state],
  });
}

/** Moves the service's clock; undone by a second call with zero. */
export async function shiftClock(database: Queryable, seconds: number): Promise<void> {
  await database.query({
    // Without a start there is no row yet.
    text: `insert into installation (environment, clock_shift)
           values ('sandbox', $1 * interval '1 second')
           on conflict (only_row) do update set clock_shift = excluded.clock_shift`,
    values: [seconds],
  });
}
