import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_APPLICATION_ID } from '../../../../src/db/access/access.ts';
import { STATES_OF } from '../../../../src/domain/transactions/transaction.ts';
import { startTestService } from '../../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  ORANGE,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;

test('an item shows every field of the summary', async () => {
  const player_id = randomUUID();
  const deposit = await create(service, DEPOSITS, { ...ORANGE, player_id, reference: 'a' });
  await simulate(service, deposit.service_tx_id, 'succeeded');
  const { items, ...rest } = await list(player_id);
  assert.deepEqual(rest, { total: 1, page: 1, limit: 20, pages: 1 });
  const [item] = items;
  const { created_at, updated_at, provider_tx_id, ...others } = item ?? {};
  assert.deepEqual(others, {
    service_tx_id: deposit.service_tx_id,
    reference: 'a',
    direction: 'deposit',
    operator: 'orange',
    amount_xaf: 500,
    state: 'succeeded',
    msisdn: ORANGE.msisdn,
  });
  assert.match(String(created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(String(updated_at) >= String(created_at));
  assert.match(String(provider_tx_id), /^SANDBOX-/);
});

test('a player without transactions has an empty list with no pages', async () => {
  assert.deepEqual(await list(randomUUID()), {
    items: [],
    total: 0,
    page: 1,
    limit: 20,
    pages: 0,
  });
});

test('the player id is found in any spelling', async () => {
  const player_id = randomUUID();
  await create(service, WITHDRAWALS, { player_id });
  for (const spelling of [player_id.toUpperCase(), player_id.replaceAll('-', '')]) {
    assert.equal((await list(spelling))['total'], 1);
  }
});

test('a filter that fits nothing gives an empty list, and filters combine', async () => {
  const player_id = randomUUID();
  const deposit = await create(service, DEPOSITS, { player_id });
  await create(service, DEPOSITS, { player_id });
  await create(service, WITHDRAWALS, { player_id });
  await simulate(service, deposit.service_tx_id, 'failed');
  const totals: Readonly<Record<string, number>> = {
    '': 3,
    'status=pending': 1,
    'status=failed': 1,
    'status=pending_approval': 1,
    'status=succeeded': 0,
    'status=PENDING': 0,
    'status=nonsense': 0,
    'status=': 0,
    'direction=deposit': 2,
    'direction=withdrawal': 1,
    'direction=deposit&status=failed': 1,
    'direction=withdrawal&status=failed': 0,
    'unknown=1': 3,
    'direction=withdrawal&direction=deposit': 2,
  };
  for (const [query, total] of Object.entries(totals)) {
    const body = await list(player_id, query);
    assert.equal(body['total'], total, query);
    assert.equal(body.items.length, total, query);
    assert.equal(body['pages'], Math.ceil(total / 20), query);
  }
});

test('a page past the end is empty and keeps the true total', async () => {
  const player_id = randomUUID();
  for (let count = 0; count < 3; count += 1) await create(service, DEPOSITS, { player_id });
  for (const page of [3, 4, 1_000_000, 9007199254740991]) {
    assert.deepEqual(await list(player_id, `page=${page}&limit=2`), {
      items: [],
      total: 3,
      page,
      limit: 2,
      pages: 2,
    });
  }
});

interface Row {
  readonly id: string;
  readonly player: string;
  readonly direction: 'deposit' | 'withdrawal';
  readonly state: string;
  readonly created_at: string;
}

test('any page of any list is that of a plain sort and cut', async () => {
  const players = [randomUUID(), randomUUID()];
  const rows = mixedRows(players, 320);
  await insertRows(rows);
  const states = ['pending', 'succeeded', 'failed', 'expired', 'pending_approval', 'unknown'];
  const anyQuery = fc.record({
    player: fc.constantFrom(...players),
    status: fc.option(fc.constantFrom(...states)),
    direction: fc.option(fc.constantFrom('deposit', 'withdrawal')),
    limit: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1, 7, 100)),
    // Mostly pages that exist, from the near and the far end.
    page: fc.oneof(fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 180 })),
  });
  await fc.assert(
    fc.asyncProperty(anyQuery, async ({ player, status, direction, limit, page }) => {
      const expected = rows
        .filter((row) => row.player === player)
        .filter((row) => status === null || row.state === status)
        .filter((row) => direction === null || row.direction === direction)
        .toSorted((a, b) => compare(b.created_at, a.created_at) || compare(b.id, a.id))
        .map(({ id }) => id);
      const query = new URLSearchParams({ page: String(page), limit: String(limit) });
      if (status !== null) query.set('status', status);
      if (direction !== null) query.set('direction', direction);
      const { items, ...rest } = await list(player, query.toString());
      assert.deepEqual(
        items.map(({ service_tx_id }) => service_tx_id),
        expected.slice((page - 1) * limit, page * limit),
      );
      const pages = Math.ceil(expected.length / limit);
      assert.deepEqual(rest, { total: expected.length, page, limit, pages });
    }),
    { numRuns: 150 },
  );
});

async function list(
  player: string,
  query = '',
): Promise<Json & { readonly items: readonly Json[] }> {
  const answer = await service.call('GET', `/api/v1/players/${player}/transactions?${query}`);
  assert.equal(answer.status, 200, answer.text);
  const body = bodyOf(answer);
  assert.ok(Array.isArray(body['items']));
  return { ...body, items: body['items'] as readonly Json[] };
}

/** Few different times, so that many rows are created at the same one. */
function mixedRows(players: readonly string[], count: number): readonly Row[] {
  return Array.from({ length: count }, (_, index) => {
    const direction = index % 3 === 0 ? 'withdrawal' : 'deposit';
    const states = STATES_OF[direction];
    return {
      id: randomUUID(),
      player: players[index % players.length] ?? '',
      direction,
      state: states[(index * 7) % states.length] ?? '',
      created_at: new Date(1_700_000_000_000 + ((index * 31) % 40)).toISOString(),
    };
  });
}

async function insertRows(rows: readonly Row[]): Promise<void> {
  await database.query({
    text: `insert into transactions (id, application_id, direction, reference, player_id, operator,
             provider_id, channel_id, collection_mode, msisdn, amount_xaf, state, state_reason,
             state_updated_at, expires_at, created_at, updated_at, version)
           select id, $2, direction, id::text, player, 'mtn', 'mtn-momo', 'mtn-momo-sandbox',
                  case direction when 'deposit' then 'merchant_initiated' end, '+237670000001', 500,
                  state, 'Made by a test.', created_at,
                  case when state in ('pending', 'provider_acknowledged')
                       then created_at + interval '15 minutes' end,
                  created_at, created_at, 1
           from json_to_recordset($1::json)
                  as r (id uuid, player uuid, direction text, state text, created_at timestamptz)`,
    values: [JSON.stringify(rows), DEFAULT_APPLICATION_ID],
  });
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
