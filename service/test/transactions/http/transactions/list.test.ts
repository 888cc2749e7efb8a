import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../../src/db/access/access.ts';
import {
  listOwnTransactions,
  type OwnFilter,
} from '../../../../src/db/transactions/own-transactions.ts';
import { writeCursor } from '../../../../src/http/cursor.ts';
import { issueKey } from '../../../support/access/api-keys.ts';
import { startTestService } from '../../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  issuesOf,
  type Json,
  MTN,
  ORANGE,
  paymentBody,
  problemsOf,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const service = await startTestService({ SPORTSBOOK_API_KEY: 'a-key' });
const headers = { 'x-api-key': 'a-key' };
const PATH = '/api/v1/transactions';
const player = randomUUID();

interface Made {
  readonly id: string;
  readonly direction: string;
  readonly operator: string;
  readonly reference: string;
  readonly player: string;
  readonly state: string;
}

const made: Made[] = [];
for (const [path, operator, outcome] of [
  [DEPOSITS, MTN, 'succeeded'],
  [DEPOSITS, ORANGE, 'failed'],
  [WITHDRAWALS, MTN, 'failed'],
  [DEPOSITS, MTN, null],
  [WITHDRAWALS, ORANGE, null],
  [DEPOSITS, ORANGE, 'expired'],
  [DEPOSITS, ORANGE, null],
] as const) {
  const body = paymentBody({
    ...operator,
    ...(made.length % 2 === 0 ? { player_id: player } : {}),
  });
  const { service_tx_id: id, status } = await create(service, path, body, headers);
  if (outcome !== null) await simulate(service, id, outcome, headers);
  made.unshift({
    id,
    direction: path === DEPOSITS ? 'deposit' : 'withdrawal',
    operator: String(body['operator']),
    reference: String(body['reference']),
    player: String(body['player_id']),
    state: outcome ?? String(status),
  });
}

const list = (query: string, given = headers) =>
  service.call('GET', `${PATH}?${query}`, { headers: given });

async function idsOf(query: string, given = headers): Promise<readonly unknown[]> {
  const { items } = bodyOf(await list(query, given)) as { readonly items: readonly Json[] };
  return items.map((item) => item['service_tx_id']);
}

const idsWhere = (keep: (one: Made) => boolean) => made.filter(keep).map(({ id }) => id);

test('a platform lists its transactions, the newest first, as in the list of a player', async () => {
  assert.deepEqual(
    await idsOf(''),
    idsWhere(() => true),
  );
  const own = bodyOf(await list(`player_id=${player}`)) as { readonly items: unknown };
  const ofPlayer = await service.call('GET', `/api/v1/players/${player}/transactions`, { headers });
  assert.deepEqual(own.items, bodyOf(ofPlayer)['items']);
});

test('a platform finds its transaction by its own reference', async () => {
  for (const { reference, id } of made) {
    assert.deepEqual(await idsOf(`reference=${encodeURIComponent(reference)}`), [id]);
  }
  assert.deepEqual(await idsOf('reference=never-used'), []);
  assert.deepEqual(await idsOf(`reference=${made[0]?.reference}&direction=withdrawal`), []);
});

test('filters select alone and together', async () => {
  for (const [query, keep] of [
    ['direction=deposit', ({ direction }) => direction === 'deposit'],
    ['operator=orange', ({ operator }) => operator === 'orange'],
    ['status=failed', ({ state }) => state === 'failed'],
    ['status=pending', ({ state }) => state === 'pending'],
    ['status=pending_approval', ({ state }) => state === 'pending_approval'],
    ['status=succeeded', ({ state }) => state === 'succeeded'],
    ['status=expired', ({ state }) => state === 'expired'],
    [`player_id=${player.toUpperCase()}`, (one) => one.player === player],
    [
      `player_id=${player}&status=pending&operator=orange`,
      (one) => one.player === player && one.state === 'pending' && one.operator === 'orange',
    ],
    [
      'direction=withdrawal&operator=mtn',
      (one) => one.direction === 'withdrawal' && one.operator === 'mtn',
    ],
  ] satisfies readonly (readonly [string, (one: Made) => boolean])[]) {
    const expected = idsWhere(keep);
    assert.ok(expected.length > 0, query);
    assert.deepEqual(await idsOf(query), expected, query);
  }
});

test('days are those of Douala and count whole; a moment ends before itself', async () => {
  const { items } = bodyOf(await list('')) as { readonly items: readonly Json[] };
  const third = String(items[2]?.['created_at']);
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
  const all = idsWhere(() => true);
  assert.deepEqual(await idsOf(`from=${today}&to=${today}`), all);
  assert.deepEqual(await idsOf('to=2020-12-31'), []);
  assert.deepEqual(await idsOf('from=2999-01-01'), []);
  const since = await idsOf(`from=${third}`);
  const before = await idsOf(`to=${third}`);
  assert.deepEqual([...since, ...before], all);
  assert.ok(since.includes(all[2]));
  const inZone = encodeURIComponent(third.replace('Z', '+00:00'));
  assert.deepEqual(await idsOf(`to=${inZone}`), before);
});

test('pages follow each other without a gap or a repetition, with every filter', async () => {
  for (const [filter, expected] of [
    ['', idsWhere(() => true)],
    ['status=pending', idsWhere(({ state }) => state === 'pending')],
    [`player_id=${player}`, idsWhere((one) => one.player === player)],
    ['direction=deposit', idsWhere(({ direction }) => direction === 'deposit')],
  ] as const) {
    const seen: unknown[] = [];
    let cursor: string | null = '';
    for (let page = 0; page < 20 && cursor !== null; page += 1) {
      const body = bodyOf(await list(`${filter}&limit=1&cursor=${cursor}`));
      seen.push(...(body['items'] as readonly Json[]).map((item) => item['service_tx_id']));
      cursor = body['next_cursor'] as string | null;
    }
    assert.deepEqual([seen, cursor], [expected, null], filter);
  }
});

test('a page reads so many rows and no more, and the next one goes on after them', async () => {
  const filter: OwnFilter = {
    applicationId: DEFAULT_APPLICATION_ID,
    reference: null,
    playerId: null,
    direction: null,
    state: 'succeeded',
    operator: null,
    from: null,
    to: null,
  };
  const all = { ...filter, state: null };
  const page = { after: null, limit: 5, readRows: 3 };
  assert.deepEqual(await listOwnTransactions(service.database, filter, page), {
    rows: [],
    next: made[2]?.id,
  });
  const { rows, next } = await listOwnTransactions(service.database, all, {
    ...page,
    readRows: 99,
  });
  assert.deepEqual([rows.length, next], [5, made[4]?.id]);
});

test('another application sees nothing of it, and its cursor is no position', async () => {
  const stranger = { 'x-api-key': (await issueKey(service, 'stranger')).key };
  assert.deepEqual(await idsOf('', stranger), []);
  assert.deepEqual(await idsOf(`reference=${made[0]?.reference}`, stranger), []);
  assert.deepEqual(await idsOf(`player_id=${player}`, stranger), []);
  const { next_cursor } = bodyOf(await list('limit=1'));
  const refused = await list(`cursor=${String(next_cursor)}`, stranger);
  assert.deepEqual(problemsOf(refused), ['value_error query.cursor']);
});

test('what is not understood is a 422 that lists what is accepted', async () => {
  const names = 'reference player_id direction status operator from to cursor limit';
  for (const [query, problem, accepted] of [
    ['state=failed', 'extra_forbidden query.state', names],
    ['page=2', 'extra_forbidden query.page', names],
    ['direction=in', 'literal_error query.direction', 'deposit withdrawal'],
    ['operator=MTN', 'literal_error query.operator', 'mtn orange'],
    [
      'status=success',
      'literal_error query.status',
      'pending provider_acknowledged succeeded failed expired requires_manual_resolution ' +
        'pending_approval approved provider_submitted',
    ],
    ['player_id=7', 'uuid_parsing query.player_id', null],
    ['limit=101', 'less_than_equal query.limit', null],
    ['from=yesterday', 'value_error query.from', null],
    ['from=2026-03-01T10:00', 'value_error query.from', null],
    ['to=2026-02-30', 'value_error query.to', null],
    ['from=2026-03-02&to=2026-03-01', 'value_error query.to', null],
    ['from=2026-03-01T10:00:00Z&to=2026-03-01T09:00:00Z', 'value_error query.to', null],
    ['cursor=abc', 'value_error query.cursor', null],
    [`cursor=${writeCursor([randomUUID()])}`, 'value_error query.cursor', null],
    [`cursor=${writeCursor([7])}`, 'value_error query.cursor', null],
    ['reference=', 'string_too_short query.reference', null],
  ] as const) {
    const answer = await list(query);
    assert.equal(answer.status, 422, query);
    assert.deepEqual(problemsOf(answer), [problem], query);
    assert.deepEqual(bodyOf(answer)['accepted'], accepted?.split(' '), query);
  }
  const several = await list('state=failed&limit=0');
  assert.deepEqual(problemsOf(several), [
    'greater_than_equal query.limit',
    'extra_forbidden query.state',
  ]);
  assert.deepEqual(Object.keys(issuesOf(several)[1] ?? {}), ['type', 'loc', 'msg', 'input']);
});
